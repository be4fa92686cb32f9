package ir

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// A StepKind says where a value comes from, or what an address is of.
type StepKind uint8

// The kinds of steps back from a value, and, from Variable on, from an address.
const (
	Computed    StepKind = iota // in a way that says nothing of where it comes from
	Alias                       // it is any of From: its type was changed or asserted, paths join, or a function literal has it
	Function                    // the function Fn, which has From for its free variables
	Result                      // result Index of Call
	Param                       // a parameter, for which the callers decide
	Load                        // what is stored at the address From[0]
	FieldOf                     // field Field of the struct From[0]
	Entry                       // what the map From[0] has for some key, or an element of the array From[0]
	Sliced                      // a part of From[0], with the same elements
	Made                        // a new channel, map or slice
	Constant                    // a constant, or nil
	Received                    // from the channel From[0]
	Variable                    // a variable of a function, or of a package
	FieldAddr                   // field Field of the struct at the address From[0]
	ElementAddr                 // an element of the array at the address From[0], or of that slice
)

// A Step is what a value comes to when it is looked at one step back.
type Step struct {
	Kind  StepKind
	From  []ssa.Value
	Fn    *ssa.Function
	Call  *ssa.Call
	Index int
	Field *types.Var
}

// StepOf returns where a value comes from, one step back. What captures a variable has its address.
func StepOf(v ssa.Value) Step {
	switch v := v.(type) {
	case *ssa.Function:
		return Step{Kind: Function, Fn: v}
	case *ssa.MakeClosure:
		return Step{Kind: Function, Fn: v.Fn.(*ssa.Function), From: v.Bindings}
	case *ssa.ChangeType:
		return Step{Kind: Alias, From: []ssa.Value{v.X}}
	case *ssa.ChangeInterface:
		return Step{Kind: Alias, From: []ssa.Value{v.X}}
	case *ssa.MakeInterface:
		return Step{Kind: Alias, From: []ssa.Value{v.X}}
	case *ssa.TypeAssert:
		return Step{Kind: Alias, From: []ssa.Value{v.X}}
	case *ssa.Phi:
		return Step{Kind: Alias, From: edges(v)}
	case *ssa.FreeVar:
		return Step{Kind: Alias, From: Bindings(v)}
	case *ssa.Call:
		return Step{Kind: Result, Call: v}
	case *ssa.Extract:
		return extracted(v)
	case *ssa.Parameter:
		return Step{Kind: Param}
	case *ssa.UnOp:
		switch v.Op {
		case token.MUL:
			return Step{Kind: Load, From: []ssa.Value{v.X}}
		case token.ARROW:
			return Step{Kind: Received, From: []ssa.Value{v.X}}
		}
	case *ssa.Field:
		return Step{Kind: FieldOf, From: []ssa.Value{v.X}, Field: Field(v.X.Type(), v.Field)}
	case *ssa.Lookup:
		return Step{Kind: Entry, From: []ssa.Value{v.X}}
	case *ssa.Index:
		return Step{Kind: Entry, From: []ssa.Value{v.X}}
	case *ssa.Slice:
		return Step{Kind: Sliced, From: []ssa.Value{v.X}}
	case *ssa.MakeChan, *ssa.MakeMap, *ssa.MakeSlice:
		return Step{Kind: Made}
	case *ssa.Const:
		return Step{Kind: Constant}
	case *ssa.Alloc, *ssa.Global:
		return Step{Kind: Variable}
	case *ssa.FieldAddr:
		return Step{Kind: FieldAddr, From: []ssa.Value{v.X}, Field: FieldAt(v)}
	case *ssa.IndexAddr:
		return Step{Kind: ElementAddr, From: []ssa.Value{v.X}}
	}
	return Step{}
}

// extracted is the step back from one of several results.
func extracted(v *ssa.Extract) Step {
	switch tuple := v.Tuple.(type) {
	case *ssa.Call:
		return Step{Kind: Result, Call: tuple, Index: v.Index}
	case *ssa.TypeAssert:
		if v.Index == 0 {
			return Step{Kind: Alias, From: []ssa.Value{tuple.X}}
		}
	case *ssa.Lookup:
		if v.Index == 0 {
			return Step{Kind: Entry, From: []ssa.Value{tuple.X}}
		}
	case *ssa.UnOp: // v, ok := <-c
		if v.Index == 0 {
			return Step{Kind: Received, From: []ssa.Value{tuple.X}}
		}
	case *ssa.Select:
		received := 1
		for _, state := range tuple.States {
			if state.Send == nil {
				received++
			}
			if state.Send == nil && received == v.Index {
				return Step{Kind: Received, From: []ssa.Value{state.Chan}}
			}
		}
	case *ssa.Next:
		if over, ok := tuple.Iter.(*ssa.Range); ok && v.Index == 2 {
			return Step{Kind: Entry, From: []ssa.Value{over.X}}
		}
	}
	return Step{}
}

// FieldRead returns the field that a value was read from; nil if it wasn't read from one.
func FieldRead(v ssa.Value) *types.Var {
	step := StepOf(v)
	switch step.Kind {
	case FieldOf:
		return step.Field
	case Load:
		if of := StepOf(step.From[0]); of.Kind == FieldAddr {
			return of.Field
		}
	}
	return nil
}

// edges returns the values that paths bring, but those that are nil there, as the condition says that leads there. Of what
// the condition says that it isn't a value that stays the same, there is what else it may be: a copy that is made once, in
//
//	if out == in {
//		out = in.DeepCopy()
//	}
func edges(phi *ssa.Phi) []ssa.Value {
	var out []ssa.Value
	for n, v := range phi.Edges {
		branch, ok := Last(phi.Block().Preds[n]).(*ssa.If)
		switch {
		case !ok:
			out = append(out, v)
		case isNilOn(branch, phi.Block(), v):
		default:
			out = append(out, unlike(branch, phi, v)...)
		}
	}
	if len(out) == 0 {
		return phi.Edges
	}
	return out
}

// unlike returns what a value may be on the way from a branch to a phi: not the other side of a comparison that says that it
// differs.
func unlike(branch *ssa.If, phi *ssa.Phi, v ssa.Value) []ssa.Value {
	joins, ok := v.(*ssa.Phi)
	cond, compares := branch.Cond.(*ssa.BinOp)
	if !ok || !compares {
		return []ssa.Value{v}
	}
	other := cond.Y
	if cond.Y == v {
		other = cond.X
	} else if cond.X != v {
		return []ssa.Value{v}
	}
	differs := map[token.Token]int{token.EQL: 1, token.NEQ: 0}
	if side, ok := differs[cond.Op]; !ok || branch.Block().Succs[side] != phi.Block() || branch.Block().Succs[1-side] == phi.Block() || !isSameIn(phi.Block(), other) {
		return []ssa.Value{v}
	}
	var out []ssa.Value
	seen := map[ssa.Value]bool{phi: true, other: true}
	for todo := []ssa.Value{joins}; len(todo) > 0; {
		v := todo[0]
		if todo = todo[1:]; seen[v] {
			continue
		}
		if seen[v] = true; len(seen) > maxJoined {
			return []ssa.Value{joins}
		}
		if joined, ok := v.(*ssa.Phi); ok {
			if !isSameIn(joined.Block(), other) {
				return []ssa.Value{joins}
			}
			todo = append(todo, joined.Edges...)
		} else {
			out = append(out, v)
		}
	}
	return out
}

// maxJoined bounds how many values are joined that a comparison leaves something out of.
const maxJoined = 50

// isSameIn tells whether a value is the same each time that its function comes to a block, or has been made anew since: what is
// made in a loop outside is, for the loops inside.
func isSameIn(b *ssa.BasicBlock, v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Parameter, *ssa.FreeVar:
		return true
	case ssa.Instruction:
		return !InLoop(v.Block()) || v.Block() != b && v.Block().Dominates(b)
	}
	return false
}

// isNilOn tells whether a value is nil on the way from a branch to a block.
func isNilOn(branch *ssa.If, to *ssa.BasicBlock, v ssa.Value) bool {
	for side, by := range []token.Token{token.EQL, token.NEQ} {
		tested, is := Compared(branch.Cond, by)
		if is != nil && is.IsNil() && tested == v && branch.Block().Succs[side] == to && branch.Block().Succs[1-side] != to {
			return true
		}
	}
	return false
}
