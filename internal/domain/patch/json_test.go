package patch_test

import (
	"go/token"
	"go/types"
	"slices"
	"testing"

	"github.com/ctrllint/ctrllint/internal/domain/patch"
)

func TestJSONPaths(t *testing.T) {
	for _, test := range []struct {
		text string
		want []string // nil if the text is no JSON patch
	}{
		{`[{"op": "add", "path": "/metadata/labels/pool", "value": %q}]`, []string{"Labels.[pool]"}},
		{`[{"op": "add", "path": "/metadata/labels/shop.example.com~1pool", "value": "a"}]`, []string{"Labels.[shop.example.com/pool]"}},
		{`[{"op": "add", "path": "/metadata/annotations/%s", "value": "a"}]`, []string{"Annotations"}},
		{`[{"op": "add", "path": "/metadata/finalizers/0", "value": "a"}]`, []string{"Finalizers"}},
		{`[{ "op": "%s", "path": "/metadata/annotations", "value": %s }, {"op":"remove","path":"/spec/paused"}]`, []string{"Annotations", "Spec.Paused"}},
		{`[{"op": "replace", "path": "/metadata"}]`, []string{""}},
		{`[{"op": "add", "path": "/metadata/%s", "value": 1}]`, nil},
		{`[{"op": "remove", "path": "/spec/paused"}, {"op": "remove", "path": "/%s"}]`, nil},
		{`{"spec": {"paused": true}}`, nil},
	} {
		got := patch.JSONPaths(test.text, patch.Layout{})
		if test.want == nil && got != nil || test.want != nil && !slices.Equal(got.List(), test.want) {
			t.Errorf("paths of %s: %q, want %q", test.text, got.List(), test.want)
		}
	}
}

func TestMergedEntries(t *testing.T) {
	data := types.NewField(token.NoPos, nil, "Data", types.NewMap(types.Typ[types.String], types.Typ[types.String]), false)
	of := patch.Layout{Struct: types.NewStruct([]*types.Var{data}, []string{`json:"data,omitempty"`})}
	for _, test := range []struct {
		text string
		of   patch.Layout
		want []string
	}{
		{`{"data": {"seed": "x"}}`, of, []string{"Data.[seed]"}},
		{`{"data": {"0": "x"}}`, of, []string{"Data"}},
		{`{"metadata": {"labels": {"pool": "a"}, "annotations": {"0": "b"}, "finalizers": ["c"]}}`, of, []string{"Annotations", "Finalizers", "Labels.[pool]"}},
		{`{"metadata": {"labels": null}}`, of, []string{"Labels"}},
		{`{"data": {"seed": "x"}}`, patch.Layout{}, []string{"Data.Seed"}},
		{`{"spec": {"size": 1}}`, of, []string{"Spec.Size"}},
	} {
		if got := patch.MergePaths(test.text, test.of).List(); !slices.Equal(got, test.want) {
			t.Errorf("%s changes %q, want %q", test.text, got, test.want)
		}
	}
}
