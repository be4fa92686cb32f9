package ir

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// LiveBy returns the blocks of a function that are reached by a call that passes these constants for parameters. A parameter
// may be set anew: what a variable holds at the head of a loop is what comes to it on the ways that are reached.
func LiveBy(fn *ssa.Function, passed func(*ssa.Parameter) ssa.Value) []*ssa.BasicBlock {
	if len(fn.Blocks) == 0 {
		return nil
	}
	s := &settling{
		values: map[ssa.Value]settled{}, ways: map[[2]*ssa.BasicBlock]bool{}, live: map[*ssa.BasicBlock]bool{fn.Blocks[0]: true},
	}
	for _, p := range fn.Params {
		if arg, ok := passed(p).(*ssa.Const); ok && arg.Value != nil {
			s.values[p] = settled{known: true, is: arg.Value}
		}
	}
	if fn.Recover != nil {
		s.live[fn.Recover] = true
	}
	for again := true; again; {
		again = false
		for _, b := range fn.Blocks {
			again = s.live[b] && s.step(b) || again
		}
	}
	return slices.DeleteFunc(slices.Clone(fn.Blocks), func(b *ssa.BasicBlock) bool { return !s.live[b] })
}

// A settling finds out, from the first block on, what is reached and what values are there: nothing is taken for reached, nor
// for a value, until something comes to it, and nothing is taken back.
type settling struct {
	values map[ssa.Value]settled // of the parameters and what is joined
	ways   map[[2]*ssa.BasicBlock]bool
	live   map[*ssa.BasicBlock]bool
}

// A settled value is not known yet, or a constant, or, if that is nil, one of several.
type settled struct {
	known bool
	is    constant.Value
}

// join returns what a value is that is one or the other.
func (s settled) join(other settled) settled {
	switch {
	case !s.known:
		return other
	case !other.known || s.is != nil && other.is != nil && s.is.Kind() == other.is.Kind() && constant.Compare(s.is, token.EQL, other.is):
		return s
	}
	return settled{known: true}
}

// step notes what a block joins, and which ways lead on from it. It tells whether that is news.
func (s *settling) step(b *ssa.BasicBlock) (news bool) {
	for _, instr := range b.Instrs {
		phi, ok := instr.(*ssa.Phi)
		if !ok {
			break
		}
		had := s.values[phi]
		now := had
		for i, pred := range b.Preds {
			if s.ways[[2]*ssa.BasicBlock{pred, b}] {
				now = now.join(s.of(phi.Edges[i]))
			}
		}
		if now.known != had.known || (now.is == nil) != (had.is == nil) {
			s.values[phi], news = now, true
		}
	}
	for _, next := range s.taken(b) {
		if way := [2]*ssa.BasicBlock{b, next}; !s.ways[way] {
			s.ways[way], s.live[next], news = true, true, true
		}
	}
	return news
}

// taken returns the successors of a block but those that a branch doesn't take.
func (s *settling) taken(b *ssa.BasicBlock) []*ssa.BasicBlock {
	branch, ok := Last(b).(*ssa.If)
	if !ok {
		return b.Succs
	}
	cond := s.of(branch.Cond)
	switch {
	case !cond.known:
		return nil
	case cond.is == nil || cond.is.Kind() != constant.Bool:
		return b.Succs
	case constant.BoolVal(cond.is):
		return b.Succs[:1]
	}
	return b.Succs[1:]
}

// of returns what a value is.
func (s *settling) of(v ssa.Value) settled {
	switch x := v.(type) {
	case *ssa.Const:
		return settled{known: true, is: x.Value}
	case *ssa.Phi:
		return s.values[x]
	case *ssa.Parameter:
		return settled{known: true, is: s.values[x].is}
	case *ssa.BinOp:
		if x.Op != token.EQL && x.Op != token.NEQ {
			break
		}
		one, other := s.of(x.X), s.of(x.Y)
		switch {
		case !one.known || !other.known:
			return settled{}
		case one.is != nil && other.is != nil && one.is.Kind() == other.is.Kind():
			return settled{known: true, is: constant.MakeBool(constant.Compare(one.is, x.Op, other.is))}
		}
	}
	return settled{known: true}
}

// Chooses tells whether a parameter is compared with constants, itself or where it is one of several values of a variable:
// what is passed for it may choose what the function does.
func Chooses(p *ssa.Parameter) bool {
	if _, ok := p.Type().Underlying().(*types.Basic); !ok {
		return false
	}
	seen := map[ssa.Value]bool{p: true}
	for todo := []ssa.Value{p}; len(todo) > 0 && len(seen) <= maxFlagSteps; todo = todo[1:] {
		for _, ref := range Uses(todo[0]) {
			switch ref := ref.(type) {
			case *ssa.BinOp:
				_, left := ref.X.(*ssa.Const)
				if _, right := ref.Y.(*ssa.Const); (left || right) && (ref.Op == token.EQL || ref.Op == token.NEQ) {
					return true
				}
			case *ssa.Phi:
				if !seen[ref] {
					seen[ref] = true
					todo = append(todo, ref)
				}
			}
		}
	}
	return false
}
