package kube

import "testing"

// TestErrorPackages says what functions of the libraries for errors return, as their sources do.
func TestErrorPackages(t *testing.T) {
	for _, c := range []struct {
		symbol        Symbol
		wraps, is, as bool
		never         bool
	}{
		{symbol: Symbol{"github.com/pkg/errors", "", "Wrapf"}, wraps: true},
		{symbol: Symbol{"github.com/cockroachdb/errors", "", "Wrapf"}, wraps: true},
		{symbol: Symbol{"github.com/cockroachdb/errors", "", "WithStack"}, wraps: true},
		{symbol: Symbol{"github.com/cockroachdb/errors", "", "WrapWithDepth"}},
		{symbol: Symbol{"github.com/cockroachdb/errors", "", "UnwrapAll"}},
		{symbol: Symbol{"github.com/cockroachdb/errors", "", "Newf"}, never: true},
		{symbol: Symbol{"emperror.dev/errors", "", "WrapIf"}, wraps: true},
		{symbol: Symbol{"emperror.dev/errors", "", "New"}, never: true},
		{symbol: Symbol{"github.com/crossplane/crossplane-runtime/pkg/errors", "", "Wrap"}, wraps: true},
		{symbol: Symbol{"errors", "", "Is"}, is: true},
		{symbol: Symbol{"errors", "", "As"}, as: true},
		{symbol: Symbol{"errors", "", "Unwrap"}},
		{symbol: Symbol{"fmt", "", "Errorf"}, never: true},
		{symbol: Symbol{"example.com/errors", "", "Wrap"}},
		{symbol: Symbol{"example.com/errors", "", "New"}},
	} {
		if got := WrapsError(c.symbol); got != c.wraps {
			t.Errorf("WrapsError(%v) = %v", c.symbol, got)
		}
		if got := ComparesErrors(c.symbol); got != c.is {
			t.Errorf("ComparesErrors(%v) = %v", c.symbol, got)
		}
		if got := OfTypeErrors(c.symbol); got != c.as {
			t.Errorf("OfTypeErrors(%v) = %v", c.symbol, got)
		}
		if got := NeverNil(c.symbol); got != c.never {
			t.Errorf("NeverNil(%v) = %v", c.symbol, got)
		}
	}
}
