package change

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/client"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// A Reading is a parameter (the receiver counts) in which a function reads what a cache holds, without a copy, and with which it
// does nothing else.
type Reading struct {
	Param   int
	Readers []int  // the parameters that are the clients; a cache's is known if there is none
	List    bool   // it is a list
	Where   string // the function reads it
}

// A filling is a parameter of a function of the package, and through how many more calls it is followed.
type filling struct {
	param *ssa.Parameter
	left  int
}

// maxFillings is through how many calls of one another it is followed what a function does with what it is to read something in.
const maxFillings = 3

// filledBy returns what is known of a call that reads in what it is given, as that value, what a cache holds, if its readers do: of one
// that comes to a function which does. Nil if it isn't known to.
func (t *tracer) filledBy(call ssa.CallInstruction, arg ssa.Value, left int) *Reading {
	common := call.Common()
	callee := t.pkg.Callee(common)
	if callee == nil {
		if known := t.factsFor(common); known != nil {
			for _, f := range known.Fills {
				if ir.Arg(common, f.Param) == arg {
					return &f
				}
			}
		}
		return nil
	}
	if left == 0 {
		return nil
	}
	for p := range ir.Given(callee, common, arg) {
		if f := t.fillings.Of(filling{p, left}, t.filling); f != nil {
			return f
		}
	}
	return nil
}

// mayBeCached tells whether a client isn't known to ask the API server, and in which programs it isn't; in all, if it names none.
// The objects of one that is are the program's own, whatever a read is told.
func (t *tracer) mayBeCached(reader ssa.Value) (programs []string, some bool) {
	return t.origins.Where(t.origins.Of(reader), func(k client.Known) bool { return k.Class != client.Live })
}

// isCached tells whether a client is seen to read from a cache, in all programs.
func (t *tracer) isCached(reader ssa.Value) bool {
	of := t.origins.Of(reader)
	programs, cached := t.origins.Where(of, func(k client.Known) bool {
		return (k.Class == client.Cached || k.Class == client.Backed || k.Class == client.Cache) && !k.Chosen && (k.Seen || !of.Assumed)
	})
	return cached && len(programs) == 0
}

// filling tells whether all that a function does with a parameter is to have it filled so, whatever way it goes, to return it, and to
// print it. What it does else may put copies in the place of what was read, and what it leaves alone may be anybody's.
func (t *tracer) filling(of filling) *Reading {
	found := &Reading{Param: ir.ParamIndex(of.param)}
	var at []*ssa.BasicBlock
	values := []ssa.Value{of.param}
	for n := 0; n < len(values); n++ {
		for _, by := range t.places.Referrers(values[n]) {
			switch use := ir.UseOf(values[n], by); use.Does {
			case ir.Converts:
				values = append(values, use.To)
			case ir.Compares:
			case ir.Passes:
				if !t.reads(found, use.Call, values[n], of.left) {
					return nil
				}
				at = append(at, use.Call.Block())
			case ir.Stores:
				if !isPrinted(use.Addr) {
					return nil
				}
			default:
				if _, returned := by.(*ssa.Return); !returned {
					return nil
				}
			}
		}
	}
	read := ir.DominatedBy(at)
	for ret := range ir.All[*ssa.Return](of.param.Parent().Blocks) {
		if ret.Block() != of.param.Parent().Recover && !read(ret.Block()) {
			return nil
		}
	}
	if len(at) == 0 {
		return nil
	}
	return found
}

// reads notes how a call fills a parameter of the function that it is in, which it is given as that value; false if it doesn't, or if
// it isn't known that this is a cache's.
func (t *tracer) reads(f *Reading, call ssa.CallInstruction, v ssa.Value, left int) bool {
	read, ok := call.(*ssa.Call)
	if !ok {
		return false
	}
	reader, args := ir.Receiver(call.Common())
	readers := []ssa.Value{reader}
	if op, ok := ir.Operation(call.Common()); ok && fills(ir.Def{By: call, Arg: v}) {
		if op.Opts < 0 || op.Opts >= len(args) || !t.sharing.Of(args[op.Opts]) {
			return false
		}
		f.List, f.Where = op.Verb == kube.VerbList, t.pkg.Where(call)
	} else {
		inner := t.filledBy(read, v, left-1)
		if inner == nil {
			return false
		}
		f.List, f.Where, readers = inner.List, inner.Where, inner.readersIn(call.Common())
	}
	for _, reader := range readers {
		if p, ok := ir.Unwrap(reader).(*ssa.Parameter); ok {
			f.Readers = append(f.Readers, ir.ParamIndex(p))
		} else if reader == nil || !t.isCached(reader) {
			return false
		}
	}
	return true
}

// readersIn returns what a call of the function passes for the clients.
func (f *Reading) readersIn(common *ssa.CallCommon) []ssa.Value {
	return ir.Map(f.Readers, func(reader int) ssa.Value { return ir.Arg(common, reader) })
}

// isPrinted tells whether an address is in the arguments of a call that makes a text or an error of them.
func isPrinted(addr ssa.Value) bool {
	elem, ok := addr.(*ssa.IndexAddr)
	if !ok {
		return false
	}
	for slice := range ir.Refs[*ssa.Slice](elem.X) {
		for ref := range ir.Refs[ssa.Instruction](slice) {
			call, ok := ref.(ssa.CallInstruction)
			if !ok || !kube.Formats(ir.Symbol(call.Common())) && !kube.FormatsError(ir.Symbol(call.Common())) {
				return false
			}
		}
	}
	return true
}

// filledSource returns the source that is what a call puts in what it is given; nil if it puts nothing of a cache's there.
func (t *tracer) filledSource(def ir.Def) *Source {
	call, ok := def.By.(*ssa.Call)
	if !ok || def.Arg == nil {
		return nil
	}
	f := t.filledBy(call, def.Arg, maxFillings)
	if f == nil {
		return nil
	}
	source := &Source{Kind: Unsafe, Type: ir.Deref(ir.Unwrap(def.Arg).Type()), List: f.List, Where: f.Where}
	for _, reader := range f.readersIn(call.Common()) {
		if reader == nil {
			return nil
		}
		programs, cached := t.mayBeCached(reader)
		if !cached || len(source.Programs) > 0 && !slices.Equal(programs, source.Programs) {
			return nil
		}
		source.Programs = programs
	}
	return t.only(sourceAt{call, -1 - f.Param}, source)
}

// fillingParams returns the parameters of a function that it fills so.
func (t *tracer) fillingParams(fn *ssa.Function) (out []Reading) {
	for _, p := range fn.Params {
		if _, basic := p.Type().Underlying().(*types.Basic); basic || fn.Signature.Recv() != nil && p == fn.Params[0] {
			continue
		}
		if f := t.fillings.Of(filling{p, maxFillings}, t.filling); f != nil {
			out = append(out, *f)
		}
	}
	return out
}
