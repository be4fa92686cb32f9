package staleread

import "github.com/ctrllint/ctrllint/internal/diag"

var categories = []diag.Category{
	{Name: "get", Doc: "an object is read from the cache after it was written"},
	{Name: "delete", Doc: "an object is read from the cache after it was deleted"},
	{Name: "list", Doc: "objects are listed from the cache after one was created or deleted"},
	{Name: "lister", Doc: "a lister or indexer is read after a write of the same kind"},
	{Name: "composite", Doc: "CreateOrUpdate or CreateOrPatch of an object after it was written"},
	{Name: "exists", Doc: "the cache is asked for an object after Create has found that it exists already"},
	{Name: "retry", Doc: "a retry after a conflict reads the object from the cache"},
	{Name: "retryblind", Doc: "a retry after a conflict sends the same object again"},
}
