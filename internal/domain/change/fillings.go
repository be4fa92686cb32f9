package change

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/client"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// A Reading is a parameter (the receiver counts) in which a function reads what a cache holds, without a copy, and with which it
// does nothing else.
type Reading struct {
	Param  int
	Reader int    // the parameter that is the client; -1 if it is none
	List   bool   // it is a list
	Where  string // the function reads it
}

// A filling is a parameter of a function of the package, and through how many more calls it is followed.
type filling struct {
	param *ssa.Parameter
	left  int
}

// maxFillings is through how many calls of one another it is followed what a function does with what it is to read something in.
const maxFillings = 3

// filledBy returns what is known of a call that reads in what it is given, as that value, what a cache holds: of one that comes to
// a function which does. Nil if it isn't known to.
func (t *tracer) filledBy(call ssa.CallInstruction, arg ssa.Value, left int) *Reading {
	common := call.Common()
	callee := t.pkg.Callee(common)
	if callee == nil {
		if known := t.factsFor(common); known != nil {
			for _, f := range known.Fills {
				if ir.Arg(common, f.Param) == arg && !t.isLive(f.readerIn(common)) {
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
		if f := t.fillings.Of(filling{p, left}, t.filling); f != nil && !t.isLive(f.readerIn(common)) {
			return f
		}
	}
	return nil
}

// readerIn returns what a call of the function passes for the client; nil if it passes none.
func (f *Reading) readerIn(common *ssa.CallCommon) ssa.Value {
	if f.Reader < 0 {
		return nil
	}
	return ir.Arg(common, f.Reader)
}

// isLive tells whether a client is known to ask the API server: its objects are the program's own, whatever a read is told.
func (t *tracer) isLive(reader ssa.Value) bool {
	if reader == nil {
		return false
	}
	_, live := t.origins.Where(t.origins.Of(reader), func(k client.Known) bool { return k.Class == client.Live })
	return live
}

// filling tells whether all that a function does with a parameter is to have it filled so, to return it, and to print it. What
// it does else may put copies in the place of what was read.
func (t *tracer) filling(of filling) (found *Reading) {
	values := []ssa.Value{of.param}
	for n := 0; n < len(values); n++ {
		for _, by := range t.places.Referrers(values[n]) {
			switch use := ir.UseOf(values[n], by); use.Does {
			case ir.Converts:
				values = append(values, use.To)
			case ir.Compares:
			case ir.Passes:
				f := t.reads(use.Call, values[n], of)
				if f == nil {
					return nil
				}
				found = f
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
	return found
}

// reads returns how a call fills a parameter of the function that it is in, which it is given as that value.
func (t *tracer) reads(call ssa.CallInstruction, v ssa.Value, of filling) *Reading {
	read, ok := call.(*ssa.Call)
	if !ok {
		return nil
	}
	reader, args := ir.Receiver(call.Common())
	f := &Reading{Param: ir.ParamIndex(of.param), Reader: -1, Where: t.pkg.Where(call)}
	if op, ok := ir.Operation(call.Common()); ok && fills(ir.Def{By: call, Arg: v}) {
		if op.Opts < 0 || op.Opts >= len(args) || !t.sharing.Of(args[op.Opts]) || t.isLive(reader) {
			return nil
		}
		f.List = op.Verb == kube.VerbList
	} else {
		inner := t.filledBy(read, v, of.left-1)
		if inner == nil {
			return nil
		}
		f.List, f.Where, reader = inner.List, inner.Where, inner.readerIn(call.Common())
	}
	if p, ok := ir.Unwrap(reader).(*ssa.Parameter); ok {
		f.Reader = ir.ParamIndex(p)
	}
	return f
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
	return t.only(sourceAt{call, -1 - f.Param}, &Source{Kind: Unsafe, Type: ir.Deref(ir.Unwrap(def.Arg).Type()), List: f.List, Where: f.Where})
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
