package loops

import (
	"context"

	"ctrllint.test/cr025/staleread/loops/unpack"
)

// Each round asks for the jobs of its own bundle, which isn't to be seen here.
func (r *Ending) bundles(ctx context.Context, paths []string) error {
	for _, path := range paths {
		if err := unpack.Ensure(ctx, r.Client, path); err != nil {
			return err
		}
	}
	return nil
}

// Each round counts what the ones before it have created.
func (r *Ending) atMost(ctx context.Context, paths []string) error {
	for _, path := range paths {
		if err := unpack.EnsureAny(ctx, r.Client, path); err != nil { // want `Jobs.*how many there are decides.*\[staleread/list\]`
			return err
		}
	}
	return nil
}
