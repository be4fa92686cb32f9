package paths

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"golang.org/x/tools/go/ssa"
)

// A state is one point of a walk: where it is, and what is known there.
type state struct {
	block  *ssa.BasicBlock
	index  int // of the next instruction
	facts  map[ssa.Value]abs
	writes []carried // that are still to be seen by a cache
	marks  marks
	fate   fate   // of the change that a walk follows
	place  *place // where it is, once it is on the list
}

// A carried is a write on its way from where it was done.
type carried struct {
	op      *Op
	since   *beginning
	crossed []*ssa.BasicBlock // heads of the loops around the beginning that went round since
}

// A beginning is an instruction from which writes are followed.
type beginning struct {
	at    ssa.Instruction
	pairs int // reads that were found behind
}

// carry returns writes that begin with an instruction.
func carry(at ssa.Instruction, writes ...*Op) []carried {
	since := &beginning{at: at}
	var out []carried
	for _, op := range writes {
		out = append(out, carried{op: op, since: since})
	}
	return out
}

// A place is what is known at the beginning of a block, with all writes that have come by.
type place struct {
	came    map[arrival]bool
	waiting *state // on the list; nil if none is
}

// An arrival is a write that has come by, after as many loops went round.
type arrival struct {
	op      *Op
	since   *beginning
	crossed int
}

// marks are what a walk along a failed write has passed.
type marks struct {
	Conflict bool // a test that the error is a conflict was true
	Exists   bool // a test that the error is AlreadyExists was true
	Missing  bool // a test that the error is NotFound was true
	Other    bool // a test that the error is anything but a conflict was true
	Read     *Op  // the read that came after
}

func (s *state) clone() *state {
	c := *s
	c.place = nil
	c.facts = maps.Clone(s.facts)
	return &c
}

func (s *state) key(ids map[ssa.Value]int) string {
	type known struct {
		n int
		a abs
	}
	facts := make([]known, 0, len(s.facts))
	for v, a := range s.facts {
		n, ok := ids[v]
		if !ok {
			n = len(ids)
			ids[v] = n
		}
		facts = append(facts, known{n, a})
	}
	slices.SortFunc(facts, func(a, b known) int { return a.n - b.n })
	key := strconv.AppendInt(nil, int64(s.block.Index), 10)
	if s.marks != (marks{}) || s.fate != (fate{}) {
		key = fmt.Appendf(key, ";%v%v", s.marks, s.fate)
	}
	for _, f := range facts {
		key = strconv.AppendInt(append(key, ','), int64(f.n), 10)
		key = append(append(key, '='), f.a...)
	}
	return string(key)
}

// knowsNothing tells whether it makes no difference any more how the path began.
func (s *state) knowsNothing() bool { return s.marks == (marks{}) && len(s.facts) == 0 }

// isNextRound tells whether a loop has gone round since all of its writes were done: what is done now is about another object.
func (s *state) isNextRound() bool {
	return !slices.ContainsFunc(s.writes, func(c carried) bool { return len(c.crossed) == 0 })
}

// drop takes writes off the path.
func (s *state) drop(is func(carried) bool) {
	if slices.ContainsFunc(s.writes, is) {
		s.writes = slices.DeleteFunc(slices.Clone(s.writes), is)
	}
}

func set(facts map[ssa.Value]abs, v ssa.Value, a abs) {
	if a == anything {
		delete(facts, v)
	} else {
		facts[v] = a
	}
}
