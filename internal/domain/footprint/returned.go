package footprint

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/flow"
)

// Returned says that a part of an object with that path is a result of a function.
type Returned struct {
	Result int
	Path   string
}

// Returning returns which results of a function a part is.
func Returning(of flow.Part, ret *ssa.Return) (out []Returned) {
	for n, result := range ret.Results {
		if result == of.Value {
			out = append(out, Returned{n, of.Path})
		}
	}
	return out
}

// Sorted returns results in a fixed order.
func Sorted(back map[Returned]bool) []Returned {
	return slices.SortedFunc(maps.Keys(back), func(a, b Returned) int {
		return cmp.Or(a.Result-b.Result, strings.Compare(a.Path, b.Path))
	})
}
