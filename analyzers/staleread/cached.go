package staleread

import (
	"github.com/ctrllint/ctrllint/internal/diag"
	"github.com/ctrllint/ctrllint/internal/domain/client"
	"github.com/ctrllint/ctrllint/internal/domain/kind"
	"github.com/ctrllint/ctrllint/internal/kube"
	"github.com/ctrllint/ctrllint/internal/paths"
	"maps"
)

// An answer is who answers a read after a write, as far as it is known.
type answer uint8

const (
	fresh       answer = iota // the API server, or a cache that waits; or it isn't known
	inCache                   // a cache
	inOtherForm               // a cache that waits for the client's writes, but only for those in the same projection
)

// answered tells who answers the read (controller-runtime, the versions are in package kube's tables).
func (j *judge) answered(write, read *paths.Op) answer {
	o := j.view.Options
	switch read.Via {
	case kube.Lister, kube.Store:
		return inCache
	case kube.Client:
	default:
		return fresh
	}
	switch read.Origin.Class {
	case client.Cache:
		return inCache
	case client.Cached:
		if o.OwnClient {
			return fresh
		}
	case client.Backed:
	default:
		return fresh
	}
	switch {
	case read.What.Projection == kind.Unstructured && !o.Unstructured:
		return fresh
	case !read.What.Kind.Known() && (len(o.Uncached) > 0 || read.What.Projection == kind.NoProjection && o.Unstructured):
		return fresh
	case o.IsUncached(read.What.Kind):
		return fresh
	case !o.ReadYourWrites || read.OptedOut || write.OptedOut:
		return inCache
	case write.Via != kube.Client && write.Via != kube.Subresource || write.Via == kube.Subresource && write.Verb == kube.VerbCreate:
		return inCache
	case booked(write) != read.What.Projection:
		return inOtherForm
	}
	return fresh
}

// booked returns the projection for which read-your-writes consistency notes a write: that of the object, but typed for
// creates, updates and patches of unstructured objects (controller-runtime 0.25.0 to 0.25.2).
func booked(write *paths.Op) kind.Projection {
	if write.What.Projection == kind.Unstructured && write.Verb != kube.VerbDelete && write.Verb != kube.VerbApply {
		return kind.Typed
	}
	return write.What.Projection
}

// isLive tells whether the API server certainly answers the read.
func (j *judge) isLive(read *paths.Op) bool {
	switch read.Via {
	case kube.Lister, kube.Store:
		return false
	case kube.Client:
		return read.Origin.Class == client.Live || read.Origin.Class == client.Strong ||
			(read.Origin.Class == client.Cached || read.Origin.Class == client.Backed) &&
				(j.view.Options.IsUncached(read.What.Kind) || read.What.Projection == kind.Unstructured && !j.view.Options.Unstructured)
	}
	return true
}

// immaterial tells whether it doesn't matter that the read is stale: nothing that the write changes is looked at in the
// object; after a delete, nothing is done but to come back as long as there is something; a list is only looked through
// for what to delete, in which what was just created is not missed, and what was just deleted not found again.
func (j *judge) immaterial(p *paths.Pair, category diag.Category) bool {
	switch {
	case p.Read.Verb == kube.VerbList:
		return updates(p.Write) && !j.undoes(p) || j.onlyDeletes(p.Read)
	case category == deleteCategory:
		_, writes := j.info.After(p.Read.Call)
		return len(writes) == 0 && j.info.Looked(p.Read).In("DeletionTimestamp")
	case category == getCategory || category == listerCategory:
		if p.Read.Verb != kube.VerbGet || p.Write.Verb == kube.VerbCreate || p.Write.Verb == kube.VerbDelete {
			return false
		}
		looked := maps.Clone(j.info.Looked(p.Read))
		delete(looked, "DeletionTimestamp") // which is of deletes
		return !looked.Meets(j.info.Changed(p.Write))
	}
	return false
}

// onlyDeletes tells whether what follows a list deletes objects of its kind and writes no others.
func (j *judge) onlyDeletes(read *paths.Op) bool {
	deletes := false
	_, writes := j.info.After(read.Call)
	for _, w := range writes {
		if w.What.Kind != read.What.Kind {
			continue
		}
		if w.Verb != kube.VerbDelete {
			return false
		}
		deletes = true
	}
	return deletes
}
