package paths

import (
	"slices"

	"github.com/ctrllint/ctrllint/internal/domain/identity"
)

// requirementsOfMerged adds what a map asks for that has got all entries of another one. What the first one asked of a label that
// both have, or may have, isn't asked any more.
func (in *Info) requirementsOfMerged(list *Op, o *identity.Term, out []requirement, depth int) []requirement {
	before, since := o.Args[0], o.Args[1]
	more, all := in.requirementsOf(list, since, nil, depth), saysLabels(since)
	for _, r := range in.requirementsOf(list, before, nil, depth) {
		switch {
		case slices.ContainsFunc(more, func(m requirement) bool { return m.key == r.key }):
		case all:
			out = append(out, r)
		default:
			out = append(out, requirement{key: r.key, operator: unsaid})
		}
	}
	return append(out, more...)
}

// saysLabels tells whether it is known of a map which labels it has.
func saysLabels(t *identity.Term) bool {
	switch {
	case t.Kind == identity.ConstTerm: // nil
		return true
	case t.Kind == identity.CallTerm && t.Name == identity.Merged:
		return saysLabels(t.Args[0]) && saysLabels(t.Args[1])
	case t.Kind != identity.CallTerm || t.Name != identity.Mapped:
		return false
	}
	for i := 0; i < len(t.Args); i += 2 {
		if t.Args[i].Kind != identity.ConstTerm {
			return false
		}
	}
	return true
}
