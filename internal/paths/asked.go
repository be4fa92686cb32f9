package paths

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// asked returns the values of a function of which a walk may ask what is known of them: its conditions, what it returns,
// and what these hang on. What is known of all others makes no difference.
func (in *Info) asked(fn *ssa.Function) map[ssa.Value]bool { return in.asking.Of(fn, findAsked) }

func findAsked(fn *ssa.Function) map[ssa.Value]bool {
	found := map[ssa.Value]bool{}
	var todo []ssa.Value
	add := func(values ...ssa.Value) {
		for _, v := range values {
			if !found[v] {
				found[v] = true
				todo = append(todo, v)
			}
		}
	}
	for _, b := range fn.Blocks {
		switch last := ir.Last(b).(type) {
		case *ssa.If:
			add(last.Cond)
		case *ssa.Return:
			add(last.Results...)
		}
	}
	for len(todo) > 0 {
		v := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		add(hangsOn(v)...)
	}
	return found
}

// hangsOn returns the values on which it hangs what is known of a value (see [walker.eval] and [walker.verdict]).
func hangsOn(v ssa.Value) []ssa.Value {
	switch v := v.(type) {
	case *ssa.Alloc, *ssa.FreeVar:
		values := ir.StoredAt(v)
		for field := range ir.Refs[*ssa.FieldAddr](v) {
			values = append(values, ir.StoredAt(field)...)
		}
		return values
	case *ssa.FieldAddr:
		if base := identity.Variable(v.X); base != v.X || !isMute(v.X) {
			return []ssa.Value{v.X, base}
		}
		return nil
	case *ssa.Call:
		return tellingArgs(v)
	case *ssa.Extract:
		return []ssa.Value{v.Tuple}
	case *ssa.BinOp:
		operands := []ssa.Value{v.X, v.Y}
		if v.Op == token.EQL || v.Op == token.NEQ || ir.IsNone(v.X) || ir.IsNone(v.Y) {
			return operands
		}
		return slices.DeleteFunc(operands, isMute)
	case *ssa.UnOp, *ssa.Phi, *ssa.Field, *ssa.MakeInterface, *ssa.ChangeInterface, *ssa.ChangeType:
		return ir.Map(v.(ssa.Instruction).Operands(nil), func(o *ssa.Value) ssa.Value { return *o })
	}
	return nil
}

// isMute tells whether a value says nothing by itself to who asks whether something was done: it is no variable of the function,
// nor loaded, nor does it come of a call.
func isMute(v ssa.Value) bool {
	switch v.(type) {
	case *ssa.Alloc, *ssa.UnOp, *ssa.Call, *ssa.Extract:
		return false
	}
	return true
}

// tellingArgs returns the arguments of a call, and what is in lists that are, on which it hangs what is known of its results.
func tellingArgs(call *ssa.Call) []ssa.Value {
	var out []ssa.Value
	all := mayTell(call)
	for _, arg := range ir.Args(call.Common()) {
		inner := ir.Unwrap(arg)
		if all || kube.IsError(inner.Type()) || isErrors(inner.Type()) || !isMute(inner) {
			out = append(out, arg, inner)
		}
		if list, ok := arg.(*ssa.Slice); ok {
			for _, elem := range ir.Variadic(arg) {
				if inner := ir.Unwrap(elem); kube.IsError(inner.Type()) || isFieldError(inner) {
					out = append(out, list.X, elem, inner)
				}
			}
		}
	}
	return out
}

// mayTell tells whether it may hang on any of its arguments what a call returns (see [walker.told]).
func mayTell(call *ssa.Call) bool {
	for v := range call.Call.Signature().Results().Variables() {
		if ir.IsBool(v.Type()) || tellsNext(v.Type()) {
			return true
		}
	}
	return false
}

// hangs tells whether it hangs on what is known of a value what is known of an instruction, or where control goes from there.
func (in *Info) hangs(instr ssa.Instruction, v ssa.Value) bool {
	switch i := instr.(type) {
	case *ssa.If, *ssa.Return:
		return true
	case *ssa.Store:
		base, _, _ := ir.Base(i.Addr)
		return i.Val == v && in.asked(i.Parent())[base]
	case *ssa.Call:
		return in.asked(i.Parent())[i] && slices.Contains(tellingArgs(i), v)
	case *ssa.DebugRef:
		return false
	case ssa.Value:
		return in.asked(instr.Parent())[i]
	}
	return false
}

// isGuard tells whether what is known of a load stands for all loads of the field; see [Info.guard].
func (in *Info) isGuard(load *ssa.UnOp) bool {
	if load.Op != token.MUL {
		return false
	}
	id, ok := in.guardOf(load)
	return ok && in.guards[id] == load
}
