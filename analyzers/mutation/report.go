package mutation

import (
	"fmt"
	"go/token"
	"go/types"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/ctrllint/ctrllint/internal/domain/change"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
	"github.com/ctrllint/ctrllint/internal/place"
)

// maxOthers is how many other changes of the same object a finding names.
const maxOthers = 8

// message says what happens at run time, why, and what to do.
func (j *judge) message(f *finding, c change.Change) string {
	instead := "change a DeepCopy of it"
	if c.Read {
		instead = "read into another object"
	}
	return fmt.Sprintf("%s%s%s: %s; %s", j.subject(c), j.fields(c), j.object(f), consequence(f, c), instead)
}

// subject says what changes something.
func (j *judge) subject(c change.Change) string {
	does := "changes "
	switch {
	case c.Read:
		does = "reads into "
	case c.Reply:
		does = "writes the server's answer into "
	}
	if c.Where != "" {
		return c.Where + " " + does
	}
	return c.What + " " + does
}

// fields says what of the object is changed.
func (j *judge) fields(c change.Change) string {
	path := change.Fields(c.Root.Path)
	switch {
	case c.Reply || path == "":
		return ""
	case c.Root.Copied:
		return path + ", which a shallow copy shares with "
	}
	return path + " of "
}

// object says whose object it is.
func (j *judge) object(f *finding) string {
	kind := "object"
	if t := ir.Deref(f.source.Type); !types.IsInterface(t) && kube.IsObject(types.NewPointer(t)) {
		kind = types.TypeString(t, kube.Qualifier(j.pass.Pkg))
	}
	switch f.source.Kind {
	case change.Event:
		return fmt.Sprintf("the %s that %s is given, which is the cache's own", kind, f.source.Surface)
	case change.Unsafe:
		return fmt.Sprintf("the cache's %s, %s", kind, j.from(f, "read with UnsafeDisableDeepCopy"))
	case change.Store:
		return fmt.Sprintf("the %s %s, which is the cache's own", kind, j.from(f, "from the informer's store"))
	}
	return fmt.Sprintf("the %s %s, which is the cache's own", kind, j.from(f, "from the lister"))
}

// from names what hands out an object, with its place.
func (j *judge) from(f *finding, what string) string {
	if f.source.Where != "" {
		return "from " + f.source.Where
	}
	return fmt.Sprintf("%s (%s)", what, j.at(f))
}

// at says where an object comes from.
func (j *judge) at(f *finding) string {
	p := j.pass.Fset.Position(f.source.Pos)
	return fmt.Sprintf("%s:%d", filepath.Base(p.Filename), p.Line)
}

// consequence says what comes of a change.
func consequence(f *finding, c change.Change) string {
	switch {
	case c.Read:
		return "others read it meanwhile without a lock, and may see half of it"
	case c.Reply:
		return "others read it meanwhile without a lock, and no event will tell of the difference"
	case f.harm == change.Unlocked:
		return "the server has it by then, but others read it meanwhile without a lock, and see half of it or crash"
	case f.source.Surface == kube.IndexFunction:
		return "all who read the cache see the change, and take it for what the server has"
	case f.harm == change.Same:
		return "it is the same each time, but others read it meanwhile without a lock, and see half of it or crash"
	case f.source.Kind == change.Event:
		return "other handlers and all who read the cache see the change, and read it meanwhile without a lock"
	case !f.updated:
		return "all who read the cache see it at once, unlocked, and take it for what the server has"
	}
	return "all who read the cache see it at once, unlocked, and take it for saved even if the update fails"
}

// related points at where the object comes from, at what the called function does, and at the other changes.
func (j *judge) related(f *finding) []analysis.RelatedInformation {
	var out place.Related
	first := f.changes[0]
	out.Add(f.source.Pos, "the object is the cache's")
	out.Add(place.Named(j.pass, f.source.Where), "which hands it out")
	out.Add(first.At, "which is changed here")
	if first.Where != "" && !first.At.IsValid() {
		out.Add(place.Named(j.pass, first.Where), "which is changed here")
	}
	seen := map[token.Pos]bool{position(first): true}
	for _, c := range f.changes {
		if pos := position(c); !seen[pos] && len(seen) <= maxOthers {
			seen[pos] = true
			out.Add(pos, "%s", strings.TrimSpace(j.subject(c)+j.fields(c)+"it too"))
		}
	}
	return out
}
