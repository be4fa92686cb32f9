package paths

import "slices"

// A RemoteFailure is a Failure for other packages: what comes of it that a read of a function finds nothing, in one of the
// functions that lead to the read.
type RemoteFailure struct {
	Tested, Fails, Says, Ends bool
	Reads                     []int // of Ops
}

// unfound says what comes of it in the function, or in one that it calls, that each of its reads finds nothing. What these
// functions read then has been said by now, in terms of this one's parameters.
func (x *exporter) unfound(f *function) {
	for _, r := range f.reads {
		n, ok := x.index[r]
		if !ok || n < 0 || len(x.facts.Ops[n].Missing) > 0 {
			continue
		}
		for _, of := range x.in.Missing(r) {
			if of.Tested {
				x.facts.Ops[n].Missing = append(x.facts.Ops[n].Missing, x.failure(f, r, of))
			}
		}
	}
}

// failure says what comes of it that a read of a function finds nothing.
func (x *exporter) failure(f *function, r *Op, of Failure) RemoteFailure {
	out := RemoteFailure{Tested: of.Tested, Fails: of.Fails, Says: of.Says, Ends: of.Ends}
	for _, inner := range of.Reads {
		i := slices.IndexFunc(f.reads, func(o *Op) bool { return o.isLifted(inner, r) })
		if i < 0 {
			continue
		}
		if n, ok := x.index[f.reads[i]]; ok && n >= 0 && !slices.Contains(out.Reads, n) {
			out.Reads = append(out.Reads, n)
		}
	}
	return out
}

// isLifted tells whether an operation is an inner one, of a function on the way to a read, as the function says it from
// which that way starts.
func (op *Op) isLifted(inner, r *Op) bool {
	own := len(op.Path) - len(inner.Path)
	return own >= 0 && own < len(r.Path) && op.remote == inner.remote &&
		slices.Equal(op.Path[own:], inner.Path) && slices.Equal(op.Path[:own], r.Path[:own])
}

// failures says what comes of it, in a function of another package, that a read there finds nothing; ops are the operations
// of that function at a call of it.
func (r *Remote) failures(ops []*Op) []Failure {
	var out []Failure
	for _, of := range r.Missing {
		f := Failure{Tested: of.Tested, Fails: of.Fails, Says: of.Says, Ends: of.Ends}
		for _, n := range of.Reads {
			f.Reads = append(f.Reads, ops[n])
		}
		out = append(out, f)
	}
	return out
}
