// Package draft lays settings over objects, and remembers the first mistake.
package draft

import (
	"errors"

	netv1 "k8s.io/api/networking/v1"
)

// Draft is a policy that is worked on.
type Draft struct {
	policy *netv1.NetworkPolicy
	err    error
}

// Of starts with a policy as it is.
func Of(policy *netv1.NetworkPolicy) *Draft { return &Draft{policy: policy} }

// OfCopy starts with a copy.
func OfCopy(policy *netv1.NetworkPolicy) *Draft { return &Draft{policy: policy.DeepCopy()} }

// Fresh is another draft, of a copy.
func (d *Draft) Fresh() *Draft { return &Draft{policy: d.policy.DeepCopy(), err: d.err} }

// From lets in who has these labels.
func (d *Draft) From(peers map[string]string) *Draft {
	if d.err != nil {
		return d
	}
	if len(peers) == 0 {
		d.err = errors.New("nobody is let in")
		return d
	}
	for key, value := range peers {
		d.policy.Spec.PodSelector.MatchLabels[key] = value
	}
	return d
}

// Done is the policy.
func (d *Draft) Done() (*netv1.NetworkPolicy, error) { return d.policy, d.err }

// Late is a draft that takes a copy when it is told to.
type Late struct {
	policy *netv1.NetworkPolicy
	err    error
}

// LateOf starts with a policy as it is.
func LateOf(policy *netv1.NetworkPolicy) *Late { return &Late{policy: policy} }

// Detached goes on with a copy.
func (l *Late) Detached() *Late {
	l.policy = l.policy.DeepCopy()
	return l
}

// From lets in who has these labels.
func (l *Late) From(peers map[string]string) *Late {
	for key, value := range peers {
		l.policy.Spec.PodSelector.MatchLabels[key] = value
	}
	return l
}

// Done is the policy.
func (l *Late) Done() (*netv1.NetworkPolicy, error) { return l.policy, l.err }
