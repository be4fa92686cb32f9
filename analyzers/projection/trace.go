package projection

import (
	"go/token"

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
		active := "makes no informer"
		if cache, ok := u.In(v); ok {
			active = "is in the manager's cache"
			if cache != "" {
				active = "is in another cache than the manager's"
			}
		}
		t.Say(at, "%s (%s): %s %s %s; assumed to be cached: %t, options undecided: %t", u.What, where, u.Projection, u.Kind, active, u.Assumed, u.Perhaps)
	}
}
