// Package flow is the engine under every check: it answers questions whose answers hang on each other, such as where a
// value comes from, or what a function does that calls others.
//
// Each question is a [Table] from keys to answers. The tables of one package share a [Solver], so a question of one may
// lead to questions of another, and round in a circle: the answers of a circle are computed again and again until none
// changes, from the least answer on, so they don't hang on where it was entered. Every answer is kept. Steps and depth
// are counted; when they are spent, the answer is that nothing is known.
//
// What is done with a value, by the instructions that refer to it and by what these make of it, is found out by a [Walk].
package flow

import "fmt"

// Limits of a solver. The depth bounds the stack, which can't be recovered from: a step takes some kilobytes of the
// gigabyte that Go allows. A circle whose answers haven't settled after so many rounds has an answer that grows.
const (
	DefaultBudget = 5_000_000
	maxDepth      = 4_000
	maxRounds     = 24
)

// A Solver answers the questions of one package. It is not safe for use by several goroutines at once. The zero value
// has the default budget.
type Solver struct {
	// Budget is how many steps may be taken, [DefaultBudget] if it is 0.
	Budget int

	steps   int
	depth   int
	clock   int     // counts beginnings and ends of computations
	changes int     // counts answers that turned out other than before
	spent   bool    // the budget, the depth, or the rounds of a circle
	top     *node   // what is being computed
	stack   []*node // what is being computed, and what waits for the rest of its circle
}

// Steps returns how many answers have been computed.
func (s *Solver) Steps() int { return s.steps }

// Spent tells whether an answer is that nothing is known because the budget or the depth was spent, or since the answers
// of a circle didn't settle.
func (s *Solver) Spent() bool { return s.spent }

// Err returns an error if the budget was spent, so that much of what there is to know isn't known: it is the package's,
// and says what to do about it.
func (s *Solver) Err() error {
	if s.steps <= s.budget() {
		return nil
	}
	return BudgetError{s.budget()}
}

// A BudgetError says that the analysis of a package took too many steps.
type BudgetError struct{ Steps int }

func (e BudgetError) Error() string {
	return fmt.Sprintf("gave up after %d steps: the package is too large or too entangled to be analysed whole", e.Steps)
}

func (s *Solver) budget() int {
	if s.Budget == 0 {
		return DefaultBudget
	}
	return s.Budget
}

// Step counts a step of a walk that keeps no answers, and tells whether it may be taken.
func (s *Solver) Step() bool {
	s.steps++
	if s.steps > s.budget() {
		s.spent = true
	}
	return s.steps <= s.budget()
}

// A node is a question on the stack.
type node struct {
	index  int
	low    int  // index of the lowest question that this one hangs on
	active bool // it is being computed, rather than waiting for the first of its circle
	asked  bool // for its answer, while it was being computed
	start  int  // by the clock, of its last computation
	end    int
	close  func(unknown bool) // makes its answer the last word
}

// hangs notes that what is being computed hangs on the question with that index.
func (s *Solver) hangs(index int) {
	if s.top != nil {
		s.top.low = min(s.top.low, index)
	}
}

// holds tells whether the answer of a question that waits for its circle was computed in the circle's present round.
func (s *Solver) holds(n *node) bool {
	head := n
	for !head.active {
		head = s.stack[head.low]
	}
	return n.end > head.start
}

// run computes the answer of a question, again if it is the first of a circle that isn't settled. compute tells whether
// the answer changed.
func (s *Solver) run(n *node, compute func() bool) {
	above := s.top
	s.top, n.active = n, true
	s.depth++
	settled := true
	for round := 1; ; round++ {
		s.clock++
		n.start = s.clock
		before := s.changes
		if compute() {
			s.changes++
		}
		if n.low < n.index || !n.asked || s.changes == before {
			break
		}
		if round == maxRounds || s.spent {
			settled, s.spent = false, true
			break
		}
	}
	s.depth--
	s.clock++
	n.end = s.clock
	s.top, n.active = above, false
	if n.low < n.index {
		s.hangs(n.low)
		return
	}
	for _, member := range s.stack[n.index:] {
		member.close(!settled)
	}
	s.stack = s.stack[:n.index]
}

// A Table is one question: it has an answer for every key.
type Table[K comparable, V any] struct {
	solver *Solver
	rules  Rules[K, V]
	known  map[K]V
	open   map[K]*entry[V]
}

// Rules are how the answers of a table are found.
type Rules[K comparable, V any] struct {
	// Compute returns the answer for a key. It asks the solver's tables for what it hangs on. Of what hangs on the very
	// answer that is looked for, they give what is known so far: at first Least.
	Compute func(K) V
	// Least is the answer that adds nothing to another.
	Least V
	// Unknown is the answer when nothing can be known.
	Unknown V
	// Equal tells whether two answers are the same.
	Equal func(a, b V) bool
}

type entry[V any] struct {
	node
	value V
}

// NewTable returns a table of the solver's.
func NewTable[K comparable, V any](s *Solver, rules Rules[K, V]) *Table[K, V] {
	return &Table[K, V]{solver: s, rules: rules, known: map[K]V{}, open: map[K]*entry[V]{}}
}

// Of returns the answer for a key.
func (t *Table[K, V]) Of(key K) V {
	if v, ok := t.known[key]; ok {
		return v
	}
	s := t.solver
	e := t.open[key]
	switch {
	case e == nil:
		if s.depth >= maxDepth || !s.Step() {
			s.spent = true
			return t.rules.Unknown
		}
		e = t.enter(key)
	case e.active:
		e.asked = true
		s.hangs(e.index)
		return e.value
	case s.holds(&e.node) || s.depth >= maxDepth || !s.Step():
		s.hangs(e.low)
		return e.value
	}
	s.run(&e.node, func() bool {
		v := t.rules.Compute(key)
		changed := !t.rules.Equal(v, e.value)
		e.value = v
		return changed
	})
	return e.value
}

// enter puts a question on the stack.
func (t *Table[K, V]) enter(key K) *entry[V] {
	s := t.solver
	e := &entry[V]{value: t.rules.Least}
	e.index, e.low = len(s.stack), len(s.stack)
	e.close = func(unknown bool) {
		if unknown {
			e.value = t.rules.Unknown
		}
		t.known[key] = e.value
		delete(t.open, key)
	}
	s.stack = append(s.stack, &e.node)
	t.open[key] = e
	return e
}

// CompareBools puts false before true.
func CompareBools(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

// Equal is the rule for answers that Go compares.
func Equal[V comparable](a, b V) bool { return a == b }
