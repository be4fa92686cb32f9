package paths

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// A telling asks what is known of the results of a function which is called with such arguments; see knot.
type telling struct {
	fn   *ssa.Function
	args string
}

// maxTold bounds how many blocks a function has that is asked what it says: one that makes a result, or tests one.
const maxTold = 16

// told says what is known of a result of a call, by what the function that it calls makes of its arguments; not ok if that
// function, or such a result, isn't asked.
func (w *walker) told(s *state, call *ssa.Call, n int) (known abs, ok bool) {
	results := call.Call.Signature().Results()
	if n >= results.Len() || !ir.IsBool(results.At(n).Type()) && !tellsNext(results.At(n).Type()) {
		return anything, false
	}
	fn := w.in.lazy.Callee(call.Common())
	f := w.in.factsFor(ir.Called(call.Common()))
	if fn == nil && (f == nil || f.Tells == nil) {
		return anything, false
	}
	args := ir.Map(ir.Args(call.Common()), func(arg ssa.Value) abs { return w.eval(s, arg) })
	switch {
	case fn == nil:
		return f.Tells.of(args, n), true
	case len(args) != len(fn.Params):
		return anything, true
	}
	return w.in.told(fn, args)[n], true
}

// told says what is known of the results of a function which is called with such arguments.
func (in *Info) told(fn *ssa.Function, args []abs) []abs {
	if out := unknot(in.questions.told.Of(telling{fn, knot(args)})); len(out) == fn.Signature.Results().Len() {
		return out
	}
	return make([]abs, fn.Signature.Results().Len())
}

func (in *Info) findTold(t telling) string {
	if len(t.fn.Blocks) == 0 || len(t.fn.Blocks) > maxTold {
		return ""
	}
	start := ir.Last(t.fn.Blocks[0])
	s := &state{block: start.Block(), facts: map[ssa.Value]abs{}, writes: carry(start, &Op{})}
	for i, known := range unknot(t.args) {
		if i < len(t.fn.Params) {
			set(s.facts, t.fn.Params[i], known)
		}
	}
	var all []abs
	w := &walker{in: in, fn: &function{fn: t.fn}, from: start}
	w.onExit = func(s *state, ret *ssa.Return) {
		results := w.results(s, ret)
		if all == nil {
			all = results
		}
		for i := range all {
			all[i] = all[i].or(results[i])
		}
	}
	w.run(s)
	if w.full() {
		return ""
	}
	return knot(all)
}

// Tells is what a function says, by what its callers know: for each way in which Inputs may be anything, zero or not, in
// the order of a number of that base with the first input last, what is known of its results.
type Tells struct {
	Inputs []Input
	Rows   []string
}

// An Input is a parameter, or one of its fields.
type Input struct {
	Param int
	Field string
}

// maxInputs bounds on how many inputs it may hang what a function says.
const maxInputs = 4

// inputs are what of a parameter a function may go by.
func inputs(n int, p *ssa.Parameter) (out []Input) {
	if s, ok := p.Type().Underlying().(*types.Struct); ok && tellsNext(p.Type()) {
		for f := range s.Fields() {
			if isTested(f.Type()) {
				out = append(out, Input{n, f.Name()})
			}
		}
	} else if isTested(p.Type()) {
		out = append(out, Input{Param: n})
	}
	return out
}

// isTested tells whether values of a type are tested for being nil or true.
func isTested(t types.Type) bool { return ir.IsBool(t) || kube.IsError(t) }

// tells returns what a function says that others can call; nil if that is nothing.
func (x *exporter) tells() *Tells {
	results, says := x.fn.Signature.Results(), false
	for v := range results.Variables() {
		says = says || ir.IsBool(v.Type()) || tellsNext(v.Type())
	}
	if !says || len(x.fn.Blocks) > maxTold {
		return nil
	}
	t := &Tells{}
	for n, p := range x.fn.Params {
		t.Inputs = append(t.Inputs, inputs(n, p)...)
	}
	if len(t.Inputs) > maxInputs {
		return nil
	}
	rows, some := 1, false
	for range t.Inputs {
		rows *= len(known)
	}
	for row := range rows {
		args := make([]abs, len(x.fn.Params))
		fields := make([][]string, len(args))
		for _, in := range t.Inputs {
			is := known[row%len(known)]
			row /= len(known)
			switch {
			case in.Field == "":
				args[in.Param] = is
			case is != zero:
				fields[in.Param] = append(fields[in.Param], in.Field+"="+string(is))
			}
		}
		for n, p := range x.fn.Params {
			if tellsNext(p.Type()) {
				args[n] = shape(fields[n])
			}
		}
		said := knot(x.in.told(x.fn, args))
		some = some || strings.Trim(said, ",") != ""
		t.Rows = append(t.Rows, said)
	}
	if !some {
		return nil
	}
	return t
}

// known is what an input may be.
var known = [3]abs{anything, zero, nonzero}

// of says what is known of a result when the arguments are these.
func (t *Tells) of(args []abs, n int) abs {
	if t == nil {
		return anything
	}
	row, of := 0, 1
	for _, in := range t.Inputs {
		is := anything
		if in.Param < len(args) {
			is = args[in.Param]
		}
		if in.Field != "" {
			is = is.field(in.Field)
		}
		for i, k := range known {
			if is.whole().any() == k {
				row += i * of
			}
		}
		of *= len(known)
	}
	if results := unknot(t.Rows[row]); n < len(results) {
		return results[n]
	}
	return anything
}
