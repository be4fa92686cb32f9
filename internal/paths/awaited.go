package paths

import (
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/ir"
)

// Awaited tells whether nothing is looked at of what is read after a write unless it has the version with which the server
// answered the write, or a later one.
func (in *Info) Awaited(p *Pair) bool {
	return slices.ContainsFunc(in.comparing.Of(p.Read.Path[0].Parent(), in.findComparing), func(branch *ssa.If) bool {
		side := in.caughtUp(p, branch)
		return side != nil && len(side.Preds) == 1 && in.lookedBehind(p.Read, branch, side)
	})
}

// findComparing returns the branches of a function that compare versions.
func (in *Info) findComparing(fn *ssa.Function) (out []*ssa.If) {
	for branch := range ir.All[*ssa.If](fn.Blocks) {
		if op, ok := branch.Cond.(*ssa.BinOp); ok && in.versionOf(op.X).at != nil && in.versionOf(op.Y).at != nil {
			out = append(out, branch)
		}
	}
	return out
}

// caughtUp returns where a branch goes if what is read is as new as the write; nil if it doesn't ask for that.
func (in *Info) caughtUp(p *Pair, branch *ssa.If) *ssa.BasicBlock {
	op := branch.Cond.(*ssa.BinOp)
	seen, asked := in.versionOf(op.X), op.Op
	answered := in.versionOf(op.Y)
	if !in.isReadVersion(p.Read, seen) {
		seen, answered, asked = answered, seen, ir.Mirrored[asked]
	}
	if seen.field != answered.field || !in.isReadVersion(p.Read, seen) || !in.isAnswered(p, answered) {
		return nil
	}
	if seen.field == generation && !in.Changed(p.Write)[generation] {
		return nil // which stays as it is
	}
	switch asked {
	case token.EQL:
		return branch.Block().Succs[0]
	case token.NEQ:
		return branch.Block().Succs[1]
	}
	if seen.field != generation {
		return nil
	}
	switch asked {
	case token.GEQ, token.GTR:
		return branch.Block().Succs[0]
	case token.LSS, token.LEQ:
		return branch.Block().Succs[1]
	}
	return nil
}

// A version is a field that says which state of an object something is, where it is taken from the object.
type version struct {
	object *identity.Term
	field  string
	at     ssa.Instruction
}

// generation is the field that counts the changes of the spec.
const generation = "Generation"

// versionOf returns the version that a value is; the zero version if it is none.
func (in *Info) versionOf(v ssa.Value) version {
	var out version
	switch v := v.(type) {
	case *ssa.UnOp:
		if addr, ok := v.X.(*ssa.FieldAddr); ok {
			if t := in.objects.Pointer(addr); t != nil && t.Kind == identity.FieldTerm {
				out = version{t.Args[0], t.Name, v}
			}
		}
	case *ssa.Call:
		if recv, args := ir.Receiver(v.Common()); recv != nil && len(args) == 0 && ir.IsOnMetadata(v, recv) {
			out = version{in.objects.Pointer(recv), strings.TrimPrefix(ir.CalledName(v.Common()), "Get"), v}
		}
	}
	if out.field != generation && out.field != "ResourceVersion" {
		return version{}
	}
	return out
}

// isReadVersion tells whether a version is that of what was read.
func (in *Info) isReadVersion(r *Op, of version) bool {
	if of.at == nil || !ir.Before(r.Path[0], of.at) {
		return false
	}
	for v := range in.tour(r).seen {
		if identity.Same(in.objects.Pointer(v), of.object) {
			return true
		}
	}
	return false
}

// isAnswered tells whether a version is that with which the server answered the write.
func (in *Info) isAnswered(p *Pair, of version) bool {
	if of.at == nil || !ir.Before(p.Write.Path[0], of.at) || of.object == nil {
		return false
	}
	if answer, ok := of.object.Leaf.(*ssa.Extract); ok && answer.Tuple == p.Write.Path[0].Value() {
		return true
	}
	return !p.Write.Aside && identity.Same(of.object, p.Write.pointer) && (!in.isReadVersion(p.Read, version{of.object, of.field, of.at}) || ir.Before(of.at, p.Read.Path[0]))
}

// lookedBehind tells whether all that is looked at of what was read is looked at on one side of a branch, what the branch
// asks itself aside.
func (in *Info) lookedBehind(r *Op, branch *ssa.If, side *ssa.BasicBlock) bool {
	behind, cond := ir.MayFollow(r.Path[0]), branch.Cond.(*ssa.BinOp)
	for v := range in.tour(r).seen {
		here := v.Parent() == branch.Parent()
		for g := range in.footprints.Glances(v) {
			switch {
			case !here && g.Result == 0, g.By == nil:
				return false
			case !here, g.By == ssa.Instruction(cond), g.By == in.versionOf(cond.X).at, g.By == in.versionOf(cond.Y).at, !behind(g.By):
			case !side.Dominates(g.By.Block()):
				return false
			}
		}
	}
	return true
}
