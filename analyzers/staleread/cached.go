package staleread

import (
	"maps"
	"slices"
	"strings"

	"github.com/ctrllint/ctrllint/internal/diag"
	"github.com/ctrllint/ctrllint/internal/domain/client"
	"github.com/ctrllint/ctrllint/internal/domain/footprint"
	"github.com/ctrllint/ctrllint/internal/domain/kind"
	"github.com/ctrllint/ctrllint/internal/domain/subresource"
	"github.com/ctrllint/ctrllint/internal/kube"
	"github.com/ctrllint/ctrllint/internal/paths"
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
	switch read.Via {
	case kube.Lister, kube.Store:
		return inCache
	case kube.Client:
	default:
		return fresh
	}
	from := j.known(read)
	o := from.Options
	if from.Apart(j.known(write)) {
		return fresh // of another cluster, for all that is known
	}
	switch from.Class {
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

// known returns what is known of the client of an operation in the view. Where callers decide, it is what whole programs hand to
// the parameter, and nothing if none are in view.
func (j *judge) known(op *paths.Op) client.Known {
	known := j.view.Of(op.Origin)
	if op.Origin.Param >= 0 && op.Origin.Class == client.Unknown && !known.Seen {
		return client.Known{Options: j.view.Options}
	}
	return known
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
		switch from := j.known(read); from.Class {
		case client.Live, client.Strong:
			return true
		case client.Cached, client.Backed:
			return from.Options.IsUncached(read.What.Kind) || read.What.Projection == kind.Unstructured && !from.Options.Unstructured
		}
		return false
	}
	return true
}

// immaterial tells whether it doesn't matter that the read is stale: nothing that the write changes is looked at in the
// object; after a delete, nothing is done but to come back as long as there is something; a list is only looked through
// for what to delete, in which what was just created is not missed, and what was just deleted not found again.
func (j *judge) immaterial(p *paths.Pair, category diag.Category) bool {
	switch {
	case p.Read.Polled != nil:
		return j.pollsThrough(p)
	case p.Read.Verb == kube.VerbList:
		return j.isBesideList(p)
	case category.Name == existsCategory.Name:
		return j.copes(p.Read) || j.info.FoundBefore(p)
	case p.Read.Verb == kube.VerbCreateOrPatch: // which sends what its function changes, and nothing else
		return updates(p.Write) && !j.meets(j.info.Composed(p.Read), p.Write)
	case p.Read.Verb == kube.VerbGet && j.info.OnlyTold(p.Read):
		return true
	case p.Read.Verb == kube.VerbGet && deletes(p.Write):
		_, writes := j.info.After(p.Read.Call)
		return (j.info.ComesBack(p.Read) || len(writes) == 0 && j.info.Looked(p.Read).In("DeletionTimestamp")) && !j.info.Leaves(p.Read)
	case p.Read.Verb == kube.VerbGet && p.Write.Verb == kube.VerbCreate && (j.asksLive(p.Read) || j.expects(p.Read) || j.notYet(p.Read) || j.info.Deals(p.Read)):
		return true
	case category.Name == getCategory.Name || category.Name == listerCategory.Name:
		return p.Read.Verb == kube.VerbGet && updates(p.Write) && !j.meets(j.info.Looked(p.Read), p.Write)
	}
	return false
}

// isBesideList tells whether it doesn't matter that a list is without a write.
func (j *judge) isBesideList(p *paths.Pair) bool {
	switch {
	case updates(p.Write):
		return !j.undoes(p) && !j.info.Reselects(p.Write, p.Read) && len(j.told(p)) == 0 || j.onlyDeletes(p.Read) && !j.deletesAmiss(p)
	case deletes(p.Write) && j.info.SelectionOf(p.Write, p.Read) == paths.Unselected:
		return true
	}
	return j.onlyDeletes(p.Read) || j.info.LeavesOut(p.Read) || p.Write.Verb == kube.VerbCreate && j.info.SkipsFresh(p.Read)
}

// deletesAmiss tells whether what a list brings is deleted though a write has given it another label since.
func (j *judge) deletesAmiss(p *paths.Pair) bool {
	return j.onlyDeletes(p.Read) && j.info.Deselects(p.Write, p.Read) && !j.info.LeavesOut(p.Read)
}

// pollsThrough tells whether a poll goes on until the cache has seen the write, whatever it finds before, and isn't content with that.
func (j *judge) pollsThrough(p *paths.Pair) bool {
	if p.Write.Verb == kube.VerbCreate {
		return !p.Read.Polled.Missing
	}
	return !updates(p.Write) || p.Read.Verb == kube.VerbList || !j.meets(p.Read.Polled.Found, p.Write) && !j.info.ContentBefore(p)
}

// meets tells whether what is looked at has something of what a write changes.
func (j *judge) meets(looked footprint.Set, write *paths.Op) bool {
	return len(j.met(looked, write)) > 0
}

// met returns what of that it is.
func (j *judge) met(looked footprint.Set, write *paths.Op) []string {
	looked = maps.Clone(looked)
	leaves := (updates(write) || write.Verb == kube.VerbCreateOrUpdate) && write.Sub == "" && j.statuses.Of(write.What.Kind) == subresource.Apart
	maps.DeleteFunc(looked, func(path string, _ bool) bool {
		return strings.HasPrefix(path, "DeletionTimestamp") || // which is of deletes
			kube.IsSetOnce(write.What.Kind.Pkg, write.What.Kind.Name, path) || // which is of creates
			leaves && (path == status || strings.HasPrefix(path, status+"."))
	})
	return looked.Meeting(j.info.Changed(write))
}

// status is the field that the API server keeps apart.
const status = "Status"

// told returns what an update has changed of an object that decides what is done, or is written elsewhere, when the object is
// found in a list: nothing if it isn't known what the update changes, or if what is found in the list is only written
// in its turn.
func (j *judge) told(p *paths.Pair) []string {
	changed := j.info.Changed(p.Write)
	if changed[""] || j.info.LeavesOut(p.Read) || j.info.Empties(p.Write) {
		return nil
	}
	met := j.met(j.info.Consequences(p.Read).OfElements(), p.Write)
	if len(met) == 0 {
		return nil
	}
	_, writes := j.info.After(p.Read.Call)
	if len(writes) > 0 && !slices.ContainsFunc(writes, func(w *paths.Op) bool {
		return !updates(w) || w.What.Kind != p.Read.What.Kind || !paths.Derives(w, p.Read)
	}) {
		return nil
	}
	return met
}

// copes tells whether a function is prepared for a read that doesn't find what is there: it then asks the API server, or
// returns without an error, and without an answer that its callers go by.
func (j *judge) copes(read *paths.Op) bool {
	return j.asksLive(read) || slices.ContainsFunc(j.info.Missing(read), func(f paths.Failure) bool { return f.Tested && !f.Fails && !f.Says })
}

// expects tells whether all that a function does when a read doesn't find what there is, which it asks for, is to come back
// later without an error.
func (j *judge) expects(read *paths.Op) bool {
	return slices.ContainsFunc(j.info.Missing(read), func(f paths.Failure) bool { return f.Tested && f.Ends && !f.Fails && !f.Says })
}

// notYet tells whether all that a function says of an object which was just created is what it says of none, since the API
// server keeps the status apart, and that is empty still.
func (j *judge) notYet(read *paths.Op) bool {
	return j.statuses.Of(read.What.Kind) == subresource.Apart && j.info.NotYet(read)
}

// asksLive tells whether a function asks the API server for what a read from the cache doesn't find.
func (j *judge) asksLive(read *paths.Op) bool {
	asks := func(r *paths.Op) bool { return r.What.Kind == read.What.Kind && j.isLive(r) }
	same := func(r *paths.Op) bool { return asks(r) && (r.Verb == kube.VerbList || paths.SameObject(read, r)) }
	return slices.ContainsFunc(j.info.Missing(read), func(f paths.Failure) bool { return f.Tested && slices.ContainsFunc(f.Reads, asks) }) ||
		slices.ContainsFunc(j.info.Instead(read), same)
}

// answers tells whether a function takes it for an answer that a read finds nothing.
func (j *judge) answers(read *paths.Op) bool {
	return slices.ContainsFunc(j.info.Missing(read), func(f paths.Failure) bool { return f.Says })
}

// missedBefore tells whether the cache that is read after AlreadyExists was asked for the object before it was created,
// so that it is known to be behind.
func (j *judge) missedBefore(p *paths.Pair) bool {
	for _, call := range p.Write.Path {
		reads, _ := j.info.Before(call)
		_, writes := j.info.At(call)
		if slices.ContainsFunc(reads, func(r *paths.Op) bool {
			return r.Verb == kube.VerbGet && !j.isLive(r) && slices.ContainsFunc(writes, func(w *paths.Op) bool { return w.Call == p.Write.Call && paths.SameObject(w, r) })
		}) {
			return true
		}
	}
	return false
}

// onlyDeletes tells whether what follows a list deletes objects of its kind, which aren't from another list that this one may stop
// short of its end, and writes no others.
func (j *judge) onlyDeletes(read *paths.Op) bool {
	deletes := false
	_, writes := j.info.After(read.Call)
	for _, w := range writes {
		if w.What.Kind != read.What.Kind {
			continue
		}
		if w.Verb != kube.VerbDelete || j.info.ListedElsewhere(w, read) {
			return false
		}
		deletes = true
	}
	return deletes
}
