package projection

import "github.com/ctrllint/ctrllint/internal/diag"

var categories = []diag.Category{
	{Name: "metadata", Doc: "a kind is cached as metadata and as typed objects, by two informers that are not in step"},
	{Name: "unstructured", Doc: "a kind is cached as unstructured objects and in another form, by two informers that are not in step"},
}
