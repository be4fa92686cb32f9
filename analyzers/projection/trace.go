package projection

import (
	"go/token"
	"strings"

	"github.com/ctrllint/ctrllint/internal/config"
	"github.com/ctrllint/ctrllint/internal/domain/use"
)

// trace tells what is known of the places in a line that make informers or read from them: those in the package, and
// those elsewhere of which it brings together what they come to.
func trace(t config.Trace, info *use.Info) {
	if !t.On() || info == nil {
		return
	}
	for _, u := range info.Uses {
		tell(t, u.Pos(), info, u, "here")
	}
	for _, part := range info.Parts {
		for _, r := range part.Uses {
			for _, at := range r.At {
				if at != token.NoPos && at != r.Pos() {
					tell(t, at, info, r.Use, r.Place.String())
				}
			}
		}
	}
}

// tell tells of one use at a position.
func tell(t config.Trace, at token.Pos, info *use.Info, u *use.Use, where string) {
	if !t.At(at) {
		return
	}
	for _, v := range info.Views {
		in := "the manager's cache"
		cache, active := u.In(v)
		switch made := u.Made(v); {
		case made.Known():
			in = "the cache that is made at " + t.Line(made.Pos)
		case cache != "":
			in = "a cache that need not be the manager's: " + cache
		}
		says := "makes no informer in " + in
		if active {
			says = "is in " + in
		}
		if u.Assumed && !u.Client(v).Seen {
			says += "; its client is taken for the manager's"
		}
		if u.Perhaps {
			says += "; options that can't be seen decide whether it is " + u.Projection.String()
		}
		if len(v.Programs) > 0 {
			says += "; in program " + strings.Join(v.Programs, ", ")
		}
		t.Say(at, "%s (%s): %s %s %s", u.What, where, u.Projection, u.Kind, says)
	}
}
