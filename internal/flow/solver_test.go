package flow

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// reachable answers which leaves (negative numbers) can be reached in a graph.
func reachable(s *Solver, graph map[int][]int) *Table[int, string] {
	var t *Table[int, string]
	t = NewTable(s, Rules[int, string]{
		Unknown: "[unknown]",
		Equal:   Equal[string],
		Compute: func(n int) string {
			found := map[string]bool{}
			for _, to := range graph[n] {
				if to < 0 {
					found[fmt.Sprint(to)] = true
					continue
				}
				for _, f := range split(t.Of(to)) {
					found[f] = true
				}
			}
			var all []string
			for f := range found {
				all = append(all, f)
			}
			slices.Sort(all)
			return fmt.Sprint(all)
		},
	})
	return t
}

func split(s string) []string {
	var out []string
	var word string
	for _, r := range s {
		switch r {
		case '[', ' ', ']':
			if word != "" {
				out = append(out, word)
			}
			word = ""
		default:
			word += string(r)
		}
	}
	return out
}

// closure is the same by brute force.
func closure(graph map[int][]int, from int) string {
	seen, found := map[int]bool{}, []string{}
	var visit func(int)
	visit = func(n int) {
		if seen[n] {
			return
		}
		seen[n] = true
		if n < 0 {
			found = append(found, fmt.Sprint(n))
		}
		for _, to := range graph[n] {
			visit(to)
		}
	}
	visit(from)
	slices.Sort(found)
	return fmt.Sprint(found)
}

func TestAnyOrderGivesTheSame(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		graph := map[int][]int{}
		size := 2 + random.IntN(12)
		for range size * 2 {
			from, to := random.IntN(size), random.IntN(size+3)
			if to >= size {
				to = -1 - random.IntN(4)
			}
			graph[from] = append(graph[from], to)
		}
		table := reachable(&Solver{}, graph)
		for _, n := range random.Perm(size) {
			if got, want := table.Of(n), closure(graph, n); got != want {
				t.Fatalf("%v: %d reaches %s, want %s", graph, n, got, want)
			}
		}
	}
}

// TestGrowth counts the steps for graphs of doubling sizes, such as a ring, whose answers are all settled in a few
// rounds, and a chain of diamonds, which has exponentially many paths.
func TestGrowth(t *testing.T) {
	families := map[string]func(size int) map[int][]int{
		"ring": func(size int) map[int][]int {
			g := map[int][]int{0: {1 % size, -1}}
			for n := 1; n < size; n++ {
				g[n] = []int{(n + 1) % size}
			}
			return g
		},
		"diamonds": func(size int) map[int][]int {
			g := map[int][]int{}
			for n := 0; n < size; n++ {
				g[3*n], g[3*n+1], g[3*n+2] = []int{3*n + 1, 3*n + 2}, []int{3*n + 3}, []int{3*n + 3}
			}
			g[3*size] = []int{-1}
			return g
		},
		"ring of rings": func(size int) map[int][]int {
			g := map[int][]int{}
			for n := range size {
				g[2*n], g[2*n+1] = []int{2*n + 1}, []int{2 * n, 2 * ((n + 1) % size), -1}
			}
			return g
		},
	}
	for name, family := range families {
		var steps []int
		for _, size := range []int{50, 100, 200, 400} {
			s := &Solver{}
			reachable(s, family(size)).Of(0)
			steps = append(steps, s.Steps())
			if n := len(steps); n > 1 && steps[n-1] > steps[n-2]*5/2 {
				t.Errorf("%s: %v steps", name, steps)
			}
		}
	}
}

func TestBudget(t *testing.T) {
	graph := map[int][]int{}
	for n := range 100 {
		graph[n] = []int{n + 1}
	}
	s := &Solver{Budget: 10}
	if got := reachable(s, graph).Of(0); got != "[unknown]" || !s.Spent() || s.Err() == nil {
		t.Errorf("got %s, spent %t, error %v", got, s.Spent(), s.Err())
	}
}

func TestDepth(t *testing.T) {
	graph := map[int][]int{}
	for n := range 20_000 {
		graph[n] = []int{n + 1}
	}
	s := &Solver{}
	reachable(s, graph).Of(0)
	if !s.Spent() || s.Err() != nil {
		t.Error("a chain of twenty thousand is followed to its end")
	}
}

// TestUnsettled has an answer that grows with each round.
func TestUnsettled(t *testing.T) {
	s := &Solver{}
	var table *Table[string, int]
	table = NewTable(s, Rules[string, int]{
		Unknown: -1, Equal: Equal[int],
		Compute: func(string) int { return table.Of("a") + 1 },
	})
	if got := table.Of("a"); got != -1 || !s.Spent() {
		t.Errorf("got %d, spent %t", got, s.Spent())
	}
}
