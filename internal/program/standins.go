package program

import "go/types"

// A standIn is what a variable or field gets where it is asked before whether it is nil: only if nothing else gets there, or
// what does may be nil.
type standIn struct {
	at   func() []int // the nodes, of which each is one variable, or field of one object
	give func(at int)
	done map[int]bool
}

// standIn notes that a variable gets a value where it is nil.
func (r *reader) standIn(to, from ref) {
	if !to.ok() || !from.ok() {
		return
	}
	r.do(func(s *solver, ctx context) {
		at, value := s.at(to, ctx), s.at(from, ctx)
		s.standIns = append(s.standIns, &standIn{at: func() []int { return []int{at} }, give: func(at int) { s.copy(at, value) }, done: map[int]bool{}})
	})
}

// standInField notes that a field of the module's structs gets a value where it is nil.
func (r *reader) standInField(base ref, f *types.Var, from ref) {
	if !r.carries(f.Type()) || !from.ok() {
		return
	}
	name := r.name(f)
	r.do(func(s *solver, ctx context) {
		of, value, all := s.at(base, ctx), s.at(from, ctx), s.node(node{place: name})
		fields := func() (out []int) {
			for _, o := range s.objectsAt(of) {
				if s.objects[o].sort == structure {
					out = append(out, s.node(node{place: name, of: o + 1}))
				}
			}
			if len(out) == 0 {
				return []int{all}
			}
			return out
		}
		s.standIns = append(s.standIns, &standIn{at: fields, give: func(at int) {
			if o := s.nodes[at].of - 1; o >= 0 {
				s.fields[o] = append(s.fields[o], at)
			}
			s.copy(at, value)
			s.copy(all, value)
		}, done: map[int]bool{}})
	})
}

// lack notes that a variable may be nil: nothing is put there when it is declared, or what isn't followed.
func (r *reader) lack(to ref) {
	if to.ok() {
		r.do(func(s *solver, ctx context) { s.lacking[s.at(to, ctx)] = true })
	}
}

// standing gives all that is found to stand in for something, and tells whether there was any. Nothing of it gets anywhere before
// all of it is known, so that it makes no difference which is the first.
func (s *solver) standing() bool {
	type due struct {
		*standIn
		at int
	}
	var all []due
	var vacant map[int]bool
	for _, in := range s.standIns {
		for _, at := range in.at() {
			if in.done[at] {
				continue
			}
			if vacant == nil {
				vacant = s.vacant()
			}
			if len(s.held[at]) == 0 || vacant[at] {
				all = append(all, due{in, at})
			}
		}
	}
	for _, d := range all {
		d.done[d.at] = true
		d.give(d.at)
	}
	return len(all) > 0
}

// vacant returns the nodes where something may be nil, as far as is seen: a nil, or a variable that isn't set, gets there.
func (s *solver) vacant() map[int]bool {
	seen, todo := map[int]bool{}, sorted(s.lacking)
	for len(todo) > 0 {
		last := todo[len(todo)-1]
		if todo = todo[:len(todo)-1]; !seen[last] {
			seen[last] = true
			todo = append(todo, s.next[last]...)
		}
	}
	return seen
}

// isSet tells whether each object of the program that has a field has something in it.
func (a *answers) isSet(field place) bool {
	if len(a.places[field]) == 0 {
		return false
	}
	owner, found := (*types.Named)(nil), false
	for _, o := range a.owners[field] {
		owner = a.objects[o].typ
	}
	for i, o := range a.objects {
		if o.sort != structure || o.typ == nil || o.typ != owner {
			continue
		}
		at, ok := a.index[node{place: field, of: i + 1}]
		if !ok || len(a.held[at]) == 0 || a.vacant[at] {
			return false
		}
		found = true
	}
	return found
}
