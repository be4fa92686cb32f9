package staleread

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ctrllint/ctrllint/internal/diag"
	"github.com/ctrllint/ctrllint/internal/domain/footprint"
	"github.com/ctrllint/ctrllint/internal/domain/kind"
	"github.com/ctrllint/ctrllint/internal/domain/subresource"
	"github.com/ctrllint/ctrllint/internal/domain/use"
	"github.com/ctrllint/ctrllint/internal/kube"
	"github.com/ctrllint/ctrllint/internal/paths"
)

// A consequence is what follows from a stale read, as far as the code shows it: nothing else is said of it, and what costs
// no more than a try is a note.
type consequence struct {
	mild bool
	// heard says that the event of the write brings the next reconcile, which mends it.
	heard bool
	says  string // after what the read returns; empty if nothing is known
	none  bool   // the read may find nothing
	// nothing says that all that is done with the object is seen, and that it is the same whichever state it is in.
	nothing bool
	older   bool // an object in a list is in another state, and says says so
	spared  bool // a loop deletes only as long as there are more than some number, so that it is meant for several
}

// consequenceOf returns what follows from a stale read. A stale read leads to nothing worse than an error with which the
// queue tries again if all that comes of it is an update of the old state, which is refused, or if what a read, or the
// composite that begins with it, doesn't find after it was created is an error.
func (j *judge) consequenceOf(category diag.Category, p *paths.Pair) consequence {
	created := p.Write.Verb == kube.VerbCreate && p.Write.Via != kube.Subresource
	made := created || p.Write.Verb >= kube.VerbCreateOrUpdate
	switch {
	case p.Back != nil:
		return consequence{} // of which that pair is made
	case scaffold(p):
		return consequence{mild: true}
	case p.Lost:
		return consequence{mild: !p.Retried}
	case p.Failed:
		return consequence{mild: category.Name == existsCategory.Name && j.fails(p)}
	case p.Read.Verb == kube.VerbCreateOrUpdate:
		return j.anew(p)
	case deletes(p.Write) && p.Read.Verb == kube.VerbGet:
		return consequence{mild: j.chosenWithin(p), heard: j.isReportedAnew(p)}
	case category.Name == listCategory.Name:
		return j.counted(p)
	case category.Name == listerCategory.Name && p.Read.Verb == kube.VerbList:
		return j.undone(p)
	case p.Read.Verb != kube.VerbGet || !updates(p.Write) && !made:
		return consequence{}
	case !updates(p.Write) && j.info.Absent(p.Read) >= paths.Passes:
		return consequence{mild: j.info.Absent(p.Read) == paths.Passes || j.isShownAnew(p), none: true, says: ", and what follows goes on as if there were none"}
	case created && j.info.Absent(p.Read) == paths.Answers:
		return consequence{mild: true, none: true}
	case created:
		return consequence{mild: true, none: true, says: ", so that what follows fails and is tried again"}
	}
	return j.weighed(p)
}

// fails tells whether what a read after AlreadyExists doesn't find is an error: one with which the queue tries again, or, where
// nothing shows that the cache was behind when the object was created, which is so seldom then, whatever callers make of it.
func (j *judge) fails(p *paths.Pair) bool {
	ends, before := j.info.Ends(p.Read), j.missedBefore(p)
	return !j.answers(p.Read) && (ends && !before || j.info.Absent(p.Read) < paths.Passes && (ends || !before))
}

// anew returns what follows from it that CreateOrUpdate and kin begin with an old state, or with nothing. What is left of a deleted
// object refuses the update of its old state; if there is nothing to update, its event comes.
func (j *judge) anew(p *paths.Pair) consequence {
	created := p.Write.Verb == kube.VerbCreate && p.Write.Via != kube.Subresource || p.Write.Verb >= kube.VerbCreateOrUpdate
	gone := deletes(p.Write) && j.watches(p.Write.What.Kind)
	return consequence{mild: updates(p.Write) || created && !j.info.Drops(p.Read) || gone}
}

// isShownAnew tells whether all that comes of a read is shown in a status until the event of the very write comes, of which
// the package's own controllers hear.
func (j *judge) isShownAnew(p *paths.Pair) bool {
	return j.watches(p.Write.What.Kind) && j.info.OnlyShown(p.Read)
}

// isReportedAnew tells whether nothing but statuses is written behind a read that may find an object which was deleted, until the event
// of that comes, of which the package's own controllers hear.
func (j *judge) isReportedAnew(p *paths.Pair) bool {
	_, writes := j.info.After(p.Read.Path[0])
	return j.watches(p.Write.What.Kind) && !slices.ContainsFunc(writes, func(w *paths.Op) bool { return w.Sub == "" })
}

// watches tells whether the package handles the events of a kind.
func (j *judge) watches(k kind.Kind) bool {
	return slices.ContainsFunc(j.uses, func(u *use.Use) bool { return u.Watch && u.Kind == k })
}

// chosenWithin tells whether both a write and a read are behind calls of functions that don't do them in any case: what chooses
// whether they are done is not all seen.
func (j *judge) chosenWithin(p *paths.Pair) bool {
	return len(p.Write.Path) > 1 && len(p.Read.Path) > 1 && !(j.info.Always(p.Read) && (j.info.Always(p.Write) || j.missesTurn(p)))
}

// missesTurn tells whether a function that would make the deleted object anew is called in any case once it was deleted, and what is
// written then of another object says that all is done, though nothing was made: no event of the delete is heard that would mend it,
// and no other round is asked for.
func (j *judge) missesTurn(p *paths.Pair) bool {
	_, writes := j.info.After(p.Read.Call)
	_, further := j.info.After(p.Read.Path[0])
	makes := func(w *paths.Op) bool { return w.Verb == kube.VerbCreate && w.What.Kind == p.Read.What.Kind }
	says := func(w *paths.Op) bool { return updates(w) && w.What.Kind != p.Read.What.Kind }
	return !j.watches(p.Write.What.Kind) && slices.ContainsFunc(writes, makes) && slices.ContainsFunc(further, says) &&
		!j.info.MayAskBack(p.Read.Path[0]) && j.info.Follows(p.Write, p.Read)
}

// weighed returns what follows from it that an object is in the state before a write.
func (j *judge) weighed(p *paths.Pair) consequence {
	c := j.info.Consequences(p.Read)
	decides, written := j.met(c.Decides, p.Write), j.met(c.Written, p.Write)
	switch {
	case j.info.ContentBefore(p):
		return consequence{says: ", with which the poll is content at once"}
	case len(written) > 0:
		return consequence{says: fmt.Sprintf(", and what is written is made of its %s", named(written))}
	case len(decides) > 0 && decides[0] != "": // of the object as a whole it isn't seen what is looked at
		return consequence{says: fmt.Sprintf(", and its %s what is done", deciding(decides))}
	case c.Lost:
		return consequence{says: ", so that its update is refused, which is only told or passed over"}
	case c.Sent:
		return consequence{mild: true, says: ", so that its update is refused and tried again"}
	}
	return consequence{mild: true, nothing: updates(p.Write) && !c.Unseen && len(decides)+len(j.met(c.Fails, p.Write))+len(j.met(c.Set, p.Write)) == 0}
}

// undone returns what follows from it that objects of a list, which are written in their turn, are in the state before a
// write.
func (j *judge) undone(p *paths.Pair) consequence {
	c := j.info.Consequences(p.Read)
	return consequence{mild: !c.Lost && len(j.met(c.Written, p.Write)) == 0}
}

// counted returns what follows from it that a list lacks an object, or still has one.
func (j *judge) counted(p *paths.Pair) consequence {
	c := j.info.Consequences(p.Read)
	if told := j.told(p); updates(p.Write) && len(told) > 0 {
		// An object of which nothing is known but that its kind is listed may be none of those that have the labels.
		labelled := slices.ContainsFunc(told, func(field string) bool { return strings.HasPrefix(field, "Labels.") })
		return consequence{mild: !labelled && j.info.SelectionOf(p.Write, p.Read) == paths.Unsure, older: true, says: fmt.Sprintf("an object may be as it was before, and its %s what is done", deciding(told))}
	}
	if j.deletesAmiss(p) {
		return consequence{older: true, says: "an object may still be selected by the label that it had, and be deleted"}
	}
	if updates(p.Write) { // of the label that selects
		return consequence{mild: len(c.Decides)+len(c.Written) == 0 && !c.Sent && !c.Lost, says: ", and which there are decides what is done"}
	}
	if (deletes(p.Write) || p.Write.Verb == kube.VerbCreate && j.info.AsksUnsaid(p.Read)) && j.info.SelectionOf(p.Write, p.Read) == paths.Unsure {
		return consequence{mild: true} // it may be none of those that are listed
	}
	going := deletes(p.Write) && c.Decides.OfItems("DeletionTimestamp") // by which the deleted object isn't told from others yet
	counts := footprint.Set.Counts
	if !deletes(p.Write) {
		apart := j.statuses.Of(p.Write.What.Kind) == subresource.Apart
		counts = func(f footprint.Set) bool { return f.CountsNew(apart) }
	}
	// By the round before, which has gone by the number too, for an element of another list.
	spared := deletes(p.Write) && c.Spares && wraps(p) == 1 && j.info.ListedElsewhere(p.Write, p.Read)
	if !counts(c.Decides) && !counts(c.Written) && !spared && !(c.Fewer && p.Write.Verb == kube.VerbCreate) && !going {
		return consequence{mild: true, nothing: p.Write.Verb >= kube.VerbCreateOrUpdate} // which most often finds its object
	}
	if j.mayBeLeftOut(p) {
		return consequence{mild: true}
	}
	return consequence{heard: !spared && j.isShownAnew(p), spared: spared, says: ", and how many there are decides what is done"}
}

// mayBeLeftOut tells whether an object that is written may be none of those that a list asks for: both are behind calls,
// whose arguments may choose others for the other package to list, or it was created where a list by other labels has shown
// none.
func (j *judge) mayBeLeftOut(p *paths.Pair) bool {
	within := p.Read.Where != "" && len(p.Write.Path) > 1 && len(p.Read.Path) > 1
	return within && j.info.SelectionOf(p.Write, p.Read) != paths.Selected || j.info.CreatedForAnother(p.Write, p.Read)
}

// deciding says of fields that they decide.
func deciding(fields []string) string {
	if len(fields) > 1 && fields[0] != "" {
		return named(fields) + " decide"
	}
	return named(fields) + " decides"
}

// maxNamed bounds how many fields a message names.
const maxNamed = 2

// named names fields.
func named(fields []string) string {
	if fields[0] == "" {
		return "state"
	}
	return strings.ReplaceAll(strings.Join(fields[:min(maxNamed, len(fields))], " and "), ".[", "[")
}
