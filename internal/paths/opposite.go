package paths

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// An answer is what a setting is where something is done: true or false, or the text of a constant that it is or isn't.
type answer struct {
	setting *identity.Term
	is      string // "" of one that is a condition itself
	yes     bool
}

// excludes tells whether a setting can't be both.
func (a answer) excludes(b answer) bool {
	same := a.is == b.is
	return identity.Same(a.setting, b.setting) && (same && a.yes != b.yes || !same && a.yes && b.yes && a.is != "" && b.is != "")
}

// equals tells whether the same is said of the same setting.
func (a answer) equals(b answer) bool {
	return identity.Same(a.setting, b.setting) && a.is == b.is && a.yes == b.yes
}

// maxAnswers bounds how many settings are known at a place, the nearest first: as many conditions there are seldom.
const maxAnswers = 24

// and adds what more is said of settings, each thing once.
func and(answers []answer, more ...answer) []answer {
	for _, a := range more {
		if len(answers) < maxAnswers && !slices.ContainsFunc(answers, a.equals) {
			answers = append(answers, a)
		}
	}
	return answers
}

// opposed tells whether a read can't come after a write, since a setting is another one where it is done.
func (in *Info) opposed(write, read *Op, crossed []*ssa.BasicBlock) bool {
	answers := in.answersFor(write)
	if len(answers) == 0 {
		return false
	}
	excluded := func(said []answer) bool {
		return slices.ContainsFunc(said, func(a answer) bool {
			return slices.ContainsFunc(answers, a.excludes) && !varies(a.setting, crossed) && in.lasts(a, write, read)
		})
	}
	return excluded(in.answersFor(read)) || slices.ContainsFunc(in.waysTo(read), func(ways [][]answer) bool {
		return !slices.ContainsFunc(ways, func(said []answer) bool { return !excluded(said) })
	})
}

// once tells whether a read can't come after a write in a later round of a loop, since both are done for an element that is
// a given constant: no other element is the same, as names of finalizers or of steps are not.
func once(write, read *Op, crossed []*ssa.BasicBlock) bool {
	return slices.ContainsFunc(crossed, func(head *ssa.BasicBlock) bool {
		for is := range elementsAt(head, write.Path[0].Block()) {
			if elementsAt(head, read.Path[0].Block())[is] {
				return true
			}
		}
		return false
	})
}

// OfSomeElements tells whether a loop comes to a write and the read after it in two of its rounds, and to each for some of its
// elements only: perhaps for one.
func (p *Pair) OfSomeElements() bool {
	write, read := p.Write.Path[0].Block(), p.Read.Path[0].Block()
	loop := ir.LoopOf(write)
	if !loop[read] || p.Write.Path[0] != p.Read.Path[0] && write == read {
		return false
	}
	head, some := ofSome(write, loop)
	_, also := ofSome(read, loop)
	inRound := func(b *ssa.BasicBlock) []*ssa.BasicBlock {
		return slices.DeleteFunc(slices.Clone(b.Succs), func(s *ssa.BasicBlock) bool { return s == head })
	}
	return some && also && !ir.Reachable(inRound, inRound(write)...)[read]
}

// ofSome returns the head of a loop, and whether a round comes to a block by what its element is.
func ofSome(b *ssa.BasicBlock, loop map[*ssa.BasicBlock]bool) (head *ssa.BasicBlock, some bool) {
	for ; loop[b.Idom()]; b = b.Idom() {
		branch, ok := ir.Last(b.Idom()).(*ssa.If)
		some = some || ok && len(b.Preds) == 1 && hangsOnElement(branch.Cond, maxFollowed)
	}
	return b, some
}

// hangsOnElement tells whether a value is computed of the element that a round of a loop is about.
func hangsOnElement(v ssa.Value, depth int) bool {
	if depth == 0 {
		return false
	}
	switch v := v.(type) {
	case *ssa.Extract:
		if _, ok := v.Tuple.(*ssa.Next); ok {
			return v.Index > 0 // the first is whether there is one
		}
	case *ssa.Alloc: // a copy of one
		stored := ir.StoredAt(v)
		return len(stored) == 1 && hangsOnElement(stored[0], depth-1)
	}
	if isElement(v) {
		return true
	}
	instr, ok := v.(ssa.Instruction)
	return ok && slices.ContainsFunc(instr.Operands(nil), func(of *ssa.Value) bool { return *of != nil && hangsOnElement(*of, depth-1) })
}

// An element says which constant an element is that a round of a loop is about.
type element struct {
	value ssa.Value
	is    string
}

// elementsAt returns what is known of elements in a block of a loop with that head.
func elementsAt(head, b *ssa.BasicBlock) map[element]bool {
	out := map[element]bool{}
	for d := b.Idom(); d != nil && head.Dominates(d); d = d.Idom() {
		branch, ok := ir.Last(d).(*ssa.If)
		if !ok || len(d.Succs[0].Preds) != 1 || !d.Succs[0].Dominates(b) {
			continue
		}
		if of, is := ir.Compared(branch.Cond, token.EQL); is != nil && isElement(of) {
			out[element{of, ir.Exactly(is)}] = true
		}
	}
	return out
}

// isElement tells whether a value is the element of a list or map that a round of a loop is about.
func isElement(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.UnOp:
		at, ok := v.X.(*ssa.IndexAddr)
		if !ok || v.Op != token.MUL {
			return false
		}
		_, fixed := at.Index.(*ssa.Const)
		return !fixed
	case *ssa.Extract:
		_, ok := v.Tuple.(*ssa.Next)
		return ok
	}
	return false
}

// answersFor returns the settings that an operation hangs on, in the functions that lead to it, in terms of the outermost.
func (in *Info) answersFor(op *Op) []answer {
	var out []answer
	for i := len(op.Path) - 1; i >= 0; i-- {
		call := op.Path[i]
		if i < len(op.Path)-1 {
			out = in.outOf(out, op.Path[i+1].Parent(), call.Common())
		}
		out = and(out, in.answersAt(call.Block())...)
	}
	return out
}

// Impossible tells whether control can't come from a function to the last of some places, each of which is in the function that the
// one before calls: a setting would have to be something else in one of these functions than in another, and the function comes to none
// of them by other calls.
func (in *Info) Impossible(from *ssa.Function, way []ssa.Instruction) bool {
	return in.excluded(way) && !in.comesOtherwise(from, way)
}

// comesOtherwise tells whether a function comes to one of those on the way by another call too, as far as it is looked into.
func (in *Info) comesOtherwise(from *ssa.Function, way []ssa.Instruction) bool {
	reached := in.reaching.Of(from, in.findReaching)
	if len(reached) >= maxReaching {
		return true
	}
	for i, at := range way[1:] {
		fn := at.Parent()
		if fn.Origin() != nil {
			fn = fn.Origin()
		}
		if _, all := in.lazy.Index().AllCallers(fn); !all {
			return true
		}
		for from := range reached {
			for call := range ir.All[ssa.CallInstruction](from.Blocks) {
				if ssa.Instruction(call) != way[i] && ir.CalledName(call.Common()) == fn.Name() {
					return true
				}
			}
		}
	}
	return false
}

// maxReaching bounds how many functions are looked into to see where one comes to.
const maxReaching = 300

// findReaching returns the functions of the package that one calls, directly or by way of others, and the literals in them.
func (in *Info) findReaching(from *ssa.Function) map[*ssa.Function]bool {
	seen, todo := map[*ssa.Function]bool{}, []*ssa.Function{from}
	for len(todo) > 0 && len(seen) < maxReaching {
		fn := todo[len(todo)-1]
		if todo = todo[:len(todo)-1]; seen[fn] {
			continue
		}
		seen[fn] = true
		todo = append(todo, fn.AnonFuncs...)
		for call := range ir.All[ssa.CallInstruction](fn.Blocks) {
			if callee := in.lazy.Callee(call.Common()); callee != nil {
				todo = append(todo, callee)
			}
		}
	}
	return seen
}

// excluded tells it of one way.
func (in *Info) excluded(way []ssa.Instruction) bool {
	var inner []answer
	for i := len(way) - 1; i >= 0; i-- {
		if i < len(way)-1 {
			call, ok := way[i].(*ssa.Call)
			callee := way[i+1].Parent()
			if ok && in.lazy.Callee(call.Common()) == callee {
				if slices.ContainsFunc(inner, func(a answer) bool { return a.isDenied(callee, call.Common()) }) {
					return true
				}
				inner = in.outOf(inner, callee, call.Common())
			} else {
				inner = nil
			}
		}
		here := in.answersAt(way[i].Block())
		if slices.ContainsFunc(here, func(a answer) bool { return !a.isPredicate() && slices.ContainsFunc(inner, a.excludes) }) {
			return true
		}
		inner = and(inner, here...)
	}
	return false
}

// isDenied tells whether a call passes a constant for a parameter of which something else is said.
func (a answer) isDenied(callee *ssa.Function, call *ssa.CallCommon) bool {
	p, ok := parameterIn(a.setting)
	if !ok || p.Parent() != callee {
		return false
	}
	given, ok := ir.ArgFor(call, p).(*ssa.Const)
	switch {
	case !ok:
		return false
	case a.is != "":
		return (a.is == ir.Exactly(given)) != a.yes
	}
	return isBool(given.Type()) && ir.IsTrue(given) != a.yes
}

// parameterIn returns the parameter that a setting is.
func parameterIn(setting *identity.Term) (*ssa.Parameter, bool) {
	if setting == nil || setting.Kind != identity.LeafTerm {
		return nil, false
	}
	p, ok := setting.Leaf.(*ssa.Parameter)
	return p, ok
}

// isChoice tells whether a type is one of which parameters choose what a function does: flags, texts and numbers.
func isChoice(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&(types.IsBoolean|types.IsString|types.IsInteger) != 0
}

// answersAt returns the settings that decide whether control comes to a block of a function.
func (in *Info) answersAt(b *ssa.BasicBlock) []answer {
	var out []answer
	for d := b.Idom(); d != nil; d = d.Idom() {
		branch, ok := ir.Last(d).(*ssa.If)
		if !ok {
			continue
		}
		for side, to := range d.Succs {
			if len(to.Preds) == 1 && to.Dominates(b) {
				out = and(out, in.implied(branch.Cond, side == 0)...)
			}
		}
	}
	return out
}

// A condition is one that is true, or false.
type condition struct {
	value ssa.Value
	yes   bool
}

// implied returns what a condition that is true, or false, says of settings: of one that it is, of both sides of a
// conjunction, and of what a function of this package asks before it returns that.
func (in *Info) implied(cond ssa.Value, yes bool) []answer {
	return in.questions.implied.Of(condition{cond, yes})
}

func (in *Info) findImplied(c condition) []answer {
	switch v := c.value.(type) {
	case *ssa.UnOp:
		if v.Op == token.NOT {
			return in.implied(v.X, !c.yes)
		}
	case *ssa.Phi:
		return in.impliedByAll(v.Edges, c.yes, func(i int) []answer { return in.answersOn(v.Block().Preds[i], v.Block()) })
	case *ssa.Call:
		if kube.IsZeroTest(ir.Symbol(v.Common())) && len(v.Call.Args) == 1 && isDeletion(v.Call.Args[0]) {
			when := v.Call.Args[0] // once it is set, it stays
			if setting := in.settingOf(when); setting != nil {
				return []answer{{setting, ir.Exactly(ssa.NewConst(nil, when.Type())), c.yes}}
			}
			return nil
		}
		said := in.impliedBy(v, 0, c.yes)
		if t := in.predicate(v); t != nil {
			said = and(slices.Clone(said), answer{t, "", c.yes})
		}
		return said
	case *ssa.Extract:
		if call, ok := v.Tuple.(*ssa.Call); ok {
			return in.impliedBy(call, v.Index, c.yes)
		}
	}
	if a := in.answerTo(c.value, c.yes); a.setting != nil {
		return []answer{a}
	}
	return nil
}

// impliedBy returns what a call's result that is true, or false, says of settings.
func (in *Info) impliedBy(call *ssa.Call, result int, yes bool) []answer {
	callee := in.lazy.Callee(call.Common())
	if callee == nil {
		return nil
	}
	var results []ssa.Value
	var at []*ssa.BasicBlock
	for ret := range ir.All[*ssa.Return](callee.Blocks) {
		results, at = append(results, ret.Results[result]), append(at, ret.Block())
	}
	return in.outOf(in.impliedByAll(results, yes, func(i int) []answer { return in.answersAt(at[i]) }), callee, call.Common())
}

// impliedByAll returns what is said of settings by each of several values that may be true, or false, with what is known
// where the value is from.
func (in *Info) impliedByAll(values []ssa.Value, yes bool, known func(i int) []answer) []answer {
	var out []answer
	first := true
	for i, v := range values {
		if is, ok := v.(*ssa.Const); ok && ir.IsTrue(is) != yes {
			continue
		}
		said := and(slices.Clone(in.implied(v, yes)), known(i)...)
		if first {
			out, first = said, false
			continue
		}
		out = slices.DeleteFunc(slices.Clone(out), func(a answer) bool { return !slices.ContainsFunc(said, a.equals) })
	}
	return out
}

// answersOn returns the settings that decide whether control goes from one block on to another.
func (in *Info) answersOn(from, to *ssa.BasicBlock) []answer {
	out := in.answersAt(from)
	if branch, ok := ir.Last(from).(*ssa.If); ok && from.Succs[0] != from.Succs[1] {
		out = and(out, in.implied(branch.Cond, from.Succs[0] == to)...)
	}
	return out
}

// outOf returns what is said of settings in a function in terms of a call of it, but for what only it knows.
func (in *Info) outOf(answers []answer, callee *ssa.Function, call *ssa.CallCommon) []answer {
	var out []answer
	for _, a := range answers {
		if a.setting = in.objects.Lift(a.setting, callee, call); a.setting != nil {
			out = append(out, a)
		}
	}
	return out
}

// answerTo returns what a condition says of a setting that is true, or false; of none, if it asks for something else.
func (in *Info) answerTo(cond ssa.Value, yes bool) answer {
	if field, is := ir.Compared(cond, token.EQL); is != nil {
		return answer{in.settingOf(field), ir.Exactly(is), yes}
	}
	if field, is := ir.Compared(cond, token.NEQ); is != nil {
		return answer{in.settingOf(field), ir.Exactly(is), !yes}
	}
	return answer{in.settingOf(cond), "", yes}
}

// settingOf returns the term of a value that is a parameter, or a field which nothing in the package sets: of a configuration, or of
// an object, of whose status nothing around the field is set either. Nil if it is none.
func (in *Info) settingOf(cond ssa.Value) *identity.Term {
	if p, ok := cond.(*ssa.Parameter); ok && isChoice(p.Type()) {
		return in.objects.Leaf(p)
	}
	if ir.FieldRead(cond) == nil {
		return nil
	}
	t := in.objects.Term(cond)
	set := false
	for of := t; of != nil && of.Kind == identity.FieldTerm; of = of.Args[0] {
		if of.Field == nil {
			return nil
		}
		set = set || in.isSet(of.Field)
		if set && (of == t || of.Name == status) {
			return nil
		}
	}
	if t == nil || t.Kind != identity.FieldTerm {
		return nil
	}
	return t
}

// isSet tells whether the package sets a field elsewhere than in a literal.
func (in *Info) isSet(field *types.Var) bool {
	index := in.lazy.Index()
	return slices.ContainsFunc(index.FieldAddrs(field), func(addr ssa.Value) bool {
		at, ok := addr.(*ssa.FieldAddr)
		return ok && !isLiteral(at.X) && len(index.StoredAt(addr)) > 0
	})
}

func isLiteral(v ssa.Value) bool {
	_, ok := v.(*ssa.Alloc)
	return ok
}
