// Package builder starts drafts of another package, which remember what went wrong, with what a lister has.
package builder

import (
	netv1 "k8s.io/api/networking/v1"
	netlisters "k8s.io/client-go/listers/networking/v1"

	"ctrllint.test/cr025/mutation/callee/builder/draft"
)

type gate struct {
	policies netlisters.NetworkPolicyLister
	peers    map[string]string
}

func (g *gate) open(namespace, name string) (*netv1.NetworkPolicy, error) {
	policy, err := g.policies.NetworkPolicies(namespace).Get(name)
	if err != nil {
		return nil, err
	}
	return draft.Of(policy).From(g.peers).Done() // want `draft.Draft.From \(draft.go:[0-9]+\) changes Spec.PodSelector.MatchLabels of the networkingv1.NetworkPolicy.*\[mutation/callee\]`
}

func (g *gate) openCopy(namespace, name string) (*netv1.NetworkPolicy, error) {
	policy, err := g.policies.NetworkPolicies(namespace).Get(name)
	if err != nil {
		return nil, err
	}
	return draft.OfCopy(policy).From(g.peers).Done()
}

func (g *gate) openOwn(namespace, name string) (*netv1.NetworkPolicy, error) {
	policy, err := g.policies.NetworkPolicies(namespace).Get(name)
	if err != nil {
		return nil, err
	}
	return draft.Of(policy.DeepCopy()).From(g.peers).Done()
}

func (g *gate) openFresh(namespace, name string) (*netv1.NetworkPolicy, error) {
	policy, err := g.policies.NetworkPolicies(namespace).Get(name)
	if err != nil {
		return nil, err
	}
	return draft.Of(policy).Fresh().From(g.peers).Done()
}

// The draft has a copy by the time.
func (g *gate) openDetached(namespace, name string) (*netv1.NetworkPolicy, error) {
	policy, err := g.policies.NetworkPolicies(namespace).Get(name)
	if err != nil {
		return nil, err
	}
	return draft.LateOf(policy).Detached().From(g.peers).Done()
}

// So it has here, by itself.
func (g *gate) openDetachedFirst(namespace, name string) (*netv1.NetworkPolicy, error) {
	policy, err := g.policies.NetworkPolicies(namespace).Get(name)
	if err != nil {
		return nil, err
	}
	d := draft.LateOf(policy)
	d.Detached()
	return d.From(g.peers).Done()
}
