package recursion

import (
	"context"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Scaler has a policy of policies: there are paths of any length in it.
type Scaler struct {
	metav1.TypeMeta
	metav1.ObjectMeta

	Spec Policy
}

// DeepCopyObject implements runtime.Object.
func (s *Scaler) DeepCopyObject() runtime.Object {
	out := *s
	s.ObjectMeta.DeepCopyInto(&out.ObjectMeta)
	return &out
}

// Policy is that of a plan, or of one of a chain's two ends.
type Policy struct {
	Kind  string
	Size  int
	Plan  *Plan
	Chain *Chain
}

// Plan has a policy.
type Plan struct{ Policy Policy }

// Chain has two.
type Chain struct{ First, Last Policy }

func (p *Policy) check() int {
	switch p.Kind {
	case "plan":
		return p.Plan.check()
	case "chain":
		return p.Chain.check()
	}
	return p.Size
}

func (p *Plan) check() int { return p.Policy.check() }

func (c *Chain) check() int { return c.First.check() + c.Last.check() }

func (s *Scaler) check() int { return s.Spec.check() }

// What is looked at after the write is all that the functions come to.
func scaled(ctx context.Context, c client.Client, s *Scaler) (int, error) {
	s.Spec.Size = 3
	if err := c.Update(ctx, s); err != nil {
		return 0, err
	}
	var now Scaler
	if err := c.Get(ctx, client.ObjectKeyFromObject(s), &now); err != nil { // want `after the Update.*Scaler.*\[staleread/get\]`
		return 0, err
	}
	return now.check(), nil
}
