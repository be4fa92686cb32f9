package counted

import (
	"context"

	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/counted/pool"
)

// Pools keeps pods by a package that both lists and deletes them.
type Pools struct {
	client.Client
	pool *pool.Pool
}

// NewPools makes Pools.
func NewPools(c client.Client) *Pools { return &Pools{c, pool.New(c)} }

// What is deleted was in the list that is asked again.
func (p *Pools) recycle(ctx context.Context, namespace, name, image string, wanted int) error {
	if _, err := p.pool.Recycle(ctx, namespace, name, image); err != nil {
		return err
	}
	return p.pool.Scale(ctx, namespace, name, wanted) // want `warning: the List in pool.Pool.members .* after the Delete in pool.Pool.Recycle .* the deleted object may still be there, and how many there are decides what is done.*\[staleread/list\]`
}

// How many stay is said by what deletes.
func (p *Pools) told(ctx context.Context, namespace, name, image string, wanted int) error {
	stay, err := p.pool.Recycle(ctx, namespace, name, image)
	if err != nil {
		return err
	}
	return p.pool.Add(ctx, namespace, name, wanted-stay)
}

// What is deleted was in a list of others.
func (p *Pools) others(ctx context.Context, namespace, image string, wanted int) error {
	if _, err := p.pool.Recycle(ctx, namespace, "old", image); err != nil {
		return err
	}
	return p.pool.Scale(ctx, namespace, "new", wanted)
}
