package paths

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/footprint"
	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/domain/kind"
	"github.com/ctrllint/ctrllint/internal/flow"
)

// questions are what is asked of a package over and over, with answers that hang on each other.
type questions struct {
	solver *flow.Solver
	kinds  *kind.Finder

	going      *flow.Table[givenField, bool]
	shared     *flow.Table[resultOf, every]
	operations *flow.Table[ssa.CallInstruction, *Op]
	// What is done with objects.
	built     *flow.Table[resultOf, footprint.Set]
	certain   *flow.Table[certainty, bool]
	spoiled   *flow.Table[spoiling, bool]
	events    *flow.Table[ssa.CallInstruction, *event]
	functions *flow.Table[*ssa.Function, *function]
	retries   *flow.Table[*ssa.Function, Retrying]
	polling   *flow.Table[*ssa.Function, bool]
	takers    *flow.Table[*ssa.Function, bool]
	endings   *flow.Table[*ssa.BasicBlock, ending]
	// What functions look at of objects, and what they set in them.
	fetched *flow.Table[resultOf, fetched]
	told    *flow.Table[telling, string]
	typed   *flow.Table[*ssa.Function, []typed]
	// What hangs on objects.
	weighed  *flow.Table[*Op, weight]
	weights  *flow.Table[weighing, weight]
	passed   *flow.Table[givenField, weight]
	stakes   *flow.Table[choice, stake]
	concerns *flow.Table[*ssa.Function, map[string]*identity.Term]
	rests    *flow.Table[restAt, arm]
	acting   *flow.Table[*ssa.Function, bool]
	talking  *flow.Table[talk, bool]
	unsets   *flow.Table[*ssa.Function, verdict]
	// What comes of calls that fail.
	absent   *flow.Table[absence, without]
	failures *flow.Table[failing, Failure]
	settled  *flow.Table[*ssa.Function, []settled]
	dealings *flow.Table[dealing, dealt]
}

// resultOf asks for a result of a function.
type resultOf struct {
	fn *ssa.Function
	n  int
}

func (in *Info) ask(s *flow.Solver, kinds *kind.Finder) {
	q := &in.questions
	q.solver = s
	q.kinds = kinds
	q.going = flow.NewTable(s, flow.Rules[givenField, bool]{Compute: in.findGoing, Unknown: true, Equal: flow.Equal[bool]})
	q.shared = flow.NewTable(s, flow.Rules[resultOf, every]{Compute: in.findShared, Unknown: notSo, Equal: flow.Equal[every]})
	q.operations = flow.NewTable(s, flow.Rules[ssa.CallInstruction, *Op]{Compute: in.findOperation, Equal: equalOps})
	q.built = flow.NewTable(s, flow.Rules[resultOf, footprint.Set]{Compute: in.findBuilt, Equal: maps.Equal[footprint.Set, footprint.Set]})
	q.certain = flow.NewTable(s, flow.Rules[certainty, bool]{Compute: in.findCertain, Equal: flow.Equal[bool]})
	q.spoiled = flow.NewTable(s, flow.Rules[spoiling, bool]{Compute: in.findSpoiled, Equal: flow.Equal[bool]})
	q.events = flow.NewTable(s, flow.Rules[ssa.CallInstruction, *event]{Compute: in.findEvent, Equal: equalEvents})
	q.functions = flow.NewTable(s, flow.Rules[*ssa.Function, *function]{Compute: in.summarise, Least: &function{}, Unknown: &function{}, Equal: equalFunctions})
	q.retries = flow.NewTable(s, flow.Rules[*ssa.Function, Retrying]{Compute: in.findRetrying, Equal: flow.Equal[Retrying]})
	q.polling = flow.NewTable(s, flow.Rules[*ssa.Function, bool]{Compute: in.findPolling, Equal: flow.Equal[bool]})
	q.takers = flow.NewTable(s, flow.Rules[*ssa.Function, bool]{Compute: in.findTaker, Equal: flow.Equal[bool]})
	q.endings = flow.NewTable(s, flow.Rules[*ssa.BasicBlock, ending]{Compute: in.findEnding, Unknown: ending{goesOn: true}, Equal: flow.Equal[ending]})
	q.weighed = flow.NewTable(s, flow.Rules[*Op, weight]{Compute: in.findWeighed, Equal: equalWeights})
	q.weights = flow.NewTable(s, flow.Rules[weighing, weight]{Compute: in.findWeight, Equal: equalWeights})
	q.passed = flow.NewTable(s, flow.Rules[givenField, weight]{Compute: in.findPassed, Equal: equalWeights})
	q.failures = flow.NewTable(s, flow.Rules[failing, Failure]{Compute: in.findFailure, Equal: equalFailures})
	q.absent = flow.NewTable(s, flow.Rules[absence, without]{Compute: in.findAbsent, Equal: equalWithout})
	q.rests = flow.NewTable(s, flow.Rules[restAt, arm]{Compute: in.findRest, Least: newArm(), Unknown: arm{cut: true}, Equal: equalArms})
	q.dealings = flow.NewTable(s, flow.Rules[dealing, dealt]{Compute: in.findDealing, Equal: flow.Equal[dealt]})
	q.settled = flow.NewTable(s, flow.Rules[*ssa.Function, []settled]{Compute: in.findSettled, Equal: equalSettled})
	q.stakes = flow.NewTable(s, flow.Rules[choice, stake]{Compute: in.findStake, Equal: equalStakes})
	q.concerns = flow.NewTable(s, flow.Rules[*ssa.Function, map[string]*identity.Term]{Compute: in.findConcerns, Equal: equalConcerns})
	q.acting = flow.NewTable(s, flow.Rules[*ssa.Function, bool]{Compute: in.findActing, Equal: flow.Equal[bool]})
	q.talking = flow.NewTable(s, flow.Rules[talk, bool]{Compute: in.findTalking, Least: true, Equal: flow.Equal[bool]})
	q.unsets = flow.NewTable(s, flow.Rules[*ssa.Function, verdict]{Compute: in.findUnset, Equal: flow.Equal[verdict]})
	q.typed = flow.NewTable(s, flow.Rules[*ssa.Function, []typed]{Compute: in.findTyped, Equal: slices.Equal[[]typed]})
	q.told = flow.NewTable(s, flow.Rules[telling, string]{Compute: in.findTold, Equal: flow.Equal[string]})
	q.fetched = flow.NewTable(s, flow.Rules[resultOf, fetched]{Compute: in.findFetched, Unknown: readIf(false), Equal: equalFetched})
}

func equalSettled(a, b []settled) bool {
	return slices.EqualFunc(a, b, func(x, y settled) bool { return x.found == y.found && equalOps(x.first, y.first) })
}

func equalOps(a, b *Op) bool { return a == b || a != nil && b != nil && a.essence() == b.essence() }

func equalEvents(a, b *event) bool { return a == b || a != nil && b != nil && a.mark() == b.mark() }

func equalFunctions(a, b *function) bool { return a == b || a.mark() == b.mark() }

// essence is a text that is the same for operations at one place of which the same is known, whichever calls lead
// there.
func (op *Op) essence() string {
	if op.said != "" {
		return op.said
	}
	var b strings.Builder
	from := op.Origin
	fmt.Fprintf(&b, "%p %d %d %d %s %v %s %t %t %d %t %t ", op.Path[len(op.Path)-1], op.turn, op.Verb, op.Via, op.Sub, op.What, op.Where, op.Locks, op.Finalizer, len(op.Dying), op.Tries, op.Unique)
	fmt.Fprintf(&b, "%d %d %p %t %v ", from.Class, from.Param, from.Fn, from.Assumed, from.Wiring)
	fmt.Fprint(&b, op.needs)
	for _, t := range slices.Concat(op.keys, []*identity.Term{op.namespace, op.object, op.client, op.pointer, op.sent}, op.base.Terms(), op.options) {
		if t != nil {
			b.WriteString(t.ID)
		}
		b.WriteByte(' ')
	}
	op.said = b.String()
	return op.said
}

// addOps adds operations to a list, unless they are there, by way of other calls; and no more than maxOps.
func addOps(list []*Op, ops ...*Op) []*Op {
	for _, op := range ops {
		if len(list) < maxOps && !slices.ContainsFunc(list, func(o *Op) bool { return o == op || o.essence() == op.essence() }) {
			list = append(list, op)
		}
	}
	return list
}

func markAll(b *strings.Builder, ops []*Op) {
	for _, op := range ops {
		b.WriteString(op.essence())
		b.WriteByte(';')
	}
}

// mark is the same for events of which the same is known.
func (e *event) mark() string {
	var b strings.Builder
	markAll(&b, e.reads)
	markAll(&b, e.first)
	markAll(&b, e.waits)
	for _, x := range e.exits {
		fmt.Fprint(&b, x.results, x.left)
		markAll(&b, x.writes)
	}
	for _, p := range slices.Concat(e.pairs, e.maybe) {
		markAll(&b, []*Op{p.Write, p.Read})
	}
	return b.String()
}

// mark is the same for functions of which callers take over the same.
func (f *function) mark() string {
	open := slices.DeleteFunc(slices.Clone(f.pairs), func(p *Pair) bool { return !p.unresolved() })
	return (&event{reads: f.reads, first: f.first, exits: f.exits, pairs: open, maybe: f.maybe}).mark()
}
