package access

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/flow"
)

// questions are what is asked of a package over and over, with answers that hang on each other.
type questions struct {
	solver *flow.Solver

	terms      *flow.Table[ssa.Value, *Term]
	leafKeys   *flow.Table[keysAt, []*Term]
	namings    *flow.Table[*ssa.Alloc, []naming]
	objects    *flow.Table[ssa.Value, *Term]
	lifted     *flow.Table[leafAt, *Term]
	returned   *flow.Table[resultOf, []*Term]
	shared     *flow.Table[resultOf, sharing]
	operations *flow.Table[ssa.CallInstruction, *Op]
	events     *flow.Table[ssa.CallInstruction, *event]
	functions  *flow.Table[*ssa.Function, *function]
	retries    *flow.Table[*ssa.Function, retrying]
	varying    *flow.Table[*ssa.Function, bool]
	takers     *flow.Table[*ssa.Function, bool]
}

// keysAt asks for the keys of an object at an instruction, or wherever, if it is nil.
type keysAt struct {
	object ssa.Value
	at     ssa.Instruction
}

// leafAt asks what a variable of the callee is in terms of a call.
type leafAt struct {
	leaf   ssa.Value
	callee *ssa.Function
	call   *ssa.CallCommon
}

// resultOf asks for a result of a function.
type resultOf struct {
	fn *ssa.Function
	n  int
}

func (in *Info) ask() {
	s := &flow.Solver{}
	q := &in.questions
	q.solver = s
	q.terms = flow.NewTable(s, flow.Rules[ssa.Value, *Term]{Compute: in.terms.make, Least: pending, Equal: equalTerms})
	q.leafKeys = flow.NewTable(s, flow.Rules[keysAt, []*Term]{Compute: in.findKeys, Least: anyKeys, Equal: equalKeys})
	q.namings = flow.NewTable(s, flow.Rules[*ssa.Alloc, []naming]{Compute: in.findNamings, Equal: equalNamings})
	q.objects = flow.NewTable(s, flow.Rules[ssa.Value, *Term]{Compute: in.findObject, Equal: equalTerms})
	q.lifted = flow.NewTable(s, flow.Rules[leafAt, *Term]{Compute: in.liftLeaf, Equal: equalTerms})
	q.returned = flow.NewTable(s, flow.Rules[resultOf, []*Term]{Compute: in.findReturned, Least: anyKeys, Equal: equalKeys})
	q.shared = flow.NewTable(s, flow.Rules[resultOf, sharing]{Compute: in.findShared, Unknown: notShared, Equal: flow.Equal[sharing]})
	q.operations = flow.NewTable(s, flow.Rules[ssa.CallInstruction, *Op]{Compute: in.findOperation, Equal: equalOps})
	q.events = flow.NewTable(s, flow.Rules[ssa.CallInstruction, *event]{Compute: in.findEvent, Equal: equalEvents})
	q.functions = flow.NewTable(s, flow.Rules[*ssa.Function, *function]{Compute: in.summarise, Least: &function{}, Unknown: &function{}, Equal: equalFunctions})
	q.retries = flow.NewTable(s, flow.Rules[*ssa.Function, retrying]{Compute: in.findRetrying, Equal: flow.Equal[retrying]})
	q.varying = flow.NewTable(s, flow.Rules[*ssa.Function, bool]{Compute: in.terms.findVarying, Unknown: true, Equal: flow.Equal[bool]})
	q.takers = flow.NewTable(s, flow.Rules[*ssa.Function, bool]{Compute: in.findTaker, Equal: flow.Equal[bool]})
}

// pending stands for a value that is still being looked for; what is made of it is pending too.
var pending = &Term{kind: pendingTerm, id: "?"}

// anyKeys stands for the keys of an object that are still being looked for.
var anyKeys = []*Term{pending}

func isPending(t *Term) bool { return t != nil && t.kind == pendingTerm }

func isAnyKeys(keys []*Term) bool { return len(keys) == 1 && keys[0] == pending }

func equalTerms(a, b *Term) bool { return a == b || a != nil && b != nil && a.id == b.id }

func equalKeys(a, b []*Term) bool { return slices.EqualFunc(a, b, equalTerms) }

func equalNamings(a, b []naming) bool {
	return slices.EqualFunc(a, b, func(x, y naming) bool { return x.at == y.at && equalKeys(x.keys, y.keys) })
}

func equalOps(a, b *Op) bool { return a == b || a != nil && b != nil && a.mark() == b.mark() }

func equalEvents(a, b *event) bool { return a == b || a != nil && b != nil && a.mark() == b.mark() }

func equalFunctions(a, b *function) bool { return a == b || a.mark() == b.mark() }

// mark is a text that is the same for operations of which the same is known.
func (op *Op) mark() string {
	var b strings.Builder
	fmt.Fprint(&b, op.Verb, op.Via, op.Sub, op.What, op.Origin, op.Where, op.Locks, op.Finalizer)
	for _, c := range op.Path {
		fmt.Fprintf(&b, "%p", c)
	}
	for _, t := range slices.Concat(op.keys, []*Term{op.namespace, op.object, op.client}, op.options) {
		if t != nil {
			b.WriteString(t.id)
		}
		b.WriteByte(' ')
	}
	return b.String()
}

func markAll(b *strings.Builder, ops []*Op) {
	for _, op := range ops {
		b.WriteString(op.mark())
		b.WriteByte(';')
	}
}

func (e *event) mark() string {
	var b strings.Builder
	markAll(&b, e.reads)
	markAll(&b, e.waits)
	for _, x := range e.exits {
		fmt.Fprint(&b, x.results)
		markAll(&b, x.writes)
	}
	for _, p := range slices.Concat(e.pairs, e.maybe) {
		markAll(&b, []*Op{p.Write, p.Read})
	}
	return b.String()
}

// mark compares what callers take over of a function.
func (f *function) mark() string {
	return (&event{reads: f.reads, exits: f.exits, pairs: f.pairs, maybe: f.maybe}).mark()
}
