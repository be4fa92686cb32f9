package tombstone

import (
	"golang.org/x/tools/go/analysis"

	"github.com/ctrllint/ctrllint/internal/diag"
)

// Analyzer is the tombstone check.
var Analyzer = &analysis.Analyzer{
	Name: "tombstone",
	Doc:  "find informer delete handlers and filters that panic on, lose or mis-key cache.DeletedFinalStateUnknown",
	Run:  run,
}

var options = diag.NewOptions(
	diag.Category{Name: "panic", Doc: "a type assertion without check panics on a tombstone"},
	diag.Category{Name: "nilderef", Doc: "the result of a failed assertion is used: nil dereference"},
	diag.Category{Name: "lost", Doc: "something is done for an object and nothing for a tombstone"},
	diag.Category{Name: "key", Doc: "a key function that fails on a tombstone"},
	diag.Category{Name: "filter", Doc: "a filter that panics on a tombstone, or keeps every tombstone from the delete handler"},
	diag.Category{Name: "pointer", Doc: "only *DeletedFinalStateUnknown is asserted, tombstones come by value"},
	diag.Category{Name: "wrongunwrap", Doc: "the tombstone is used where its Obj was meant"},
	diag.Category{Name: "inner", Doc: "the tombstone's Obj is asserted without check, it may be nil"},
	diag.Category{Name: "optional", Doc: "DeletedObject.OptionalObj is used without a nil check"},
)

func init() { options.Register(&Analyzer.Flags) }

func run(pass *analysis.Pass) (any, error) {
	_ = diag.NewReporter(pass, options)
	return nil, nil
}
