package base

import (
	"context"

	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/lostwrite/api"
)

// Params are what a scope is made of.
type Params struct {
	Client client.Client
	Widget *api.Widget
}

// A scope has the widget as it was, or so its author thinks.
type scope struct {
	client   client.Client
	original *api.Widget
	Widget   *api.Widget
}

func newScope(params Params) *scope {
	return &scope{client: params.Client, original: params.Widget, Widget: params.Widget}
}

func (s *scope) setSize(size int) { s.Widget.Spec.Size = size }

func (s *scope) close(ctx context.Context) error {
	return s.client.Patch(ctx, s.Widget, client.MergeFrom(s.original)) // want `the base of this patch is the very object that Patch at line \d+ patches with it.*\[lostwrite/base\]`
}

// A copyScope has a copy.
type copyScope struct {
	client   client.Client
	original *api.Widget
	Widget   *api.Widget
}

func newCopyScope(params Params) *copyScope {
	return &copyScope{client: params.Client, original: params.Widget.DeepCopy(), Widget: params.Widget}
}

func (s *copyScope) close(ctx context.Context) error {
	return s.client.Patch(ctx, s.Widget, client.MergeFrom(s.original))
}

// A begun scope gets its copy later.
type begunScope struct {
	client   client.Client
	original *api.Widget
	Widget   *api.Widget
}

func newBegunScope(params Params) *begunScope {
	return &begunScope{client: params.Client, original: params.Widget, Widget: params.Widget}
}

func (s *begunScope) begin() { s.original = s.Widget.DeepCopy() }

func (s *begunScope) close(ctx context.Context) error {
	return s.client.Patch(ctx, s.Widget, client.MergeFrom(s.original))
}

// A pairScope is made of two widgets, or of one.
type pairScope struct {
	client   client.Client
	original *api.Widget
	Widget   *api.Widget
}

func newPairScope(params Params, other *api.Widget) *pairScope {
	if other == nil {
		return &pairScope{client: params.Client, original: params.Widget, Widget: params.Widget}
	}
	return &pairScope{client: params.Client, original: other, Widget: params.Widget}
}

func (s *pairScope) close(ctx context.Context) error {
	return s.client.Patch(ctx, s.Widget, client.MergeFrom(s.original))
}
