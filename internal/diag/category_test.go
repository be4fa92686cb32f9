package diag

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/tools/go/analysis"

	"github.com/ctrllint/ctrllint/internal/config"
)

// Of a message that is too long, as long names make it, what is to be done goes to a related place.
func TestLongMessages(t *testing.T) {
	c := Category{Name: "c", Level: Error}
	for _, test := range []struct {
		message, want string
		related       []string
	}{
		{"short → short; do this", "short → short; do this", nil},
		{strings.Repeat("é", 270) + "; do this; or that", strings.Repeat("é", 270) + "; do this", []string{"or that"}},
		{strings.Repeat("é", 270) + "; do it so that; or so", strings.Repeat("é", 270), []string{"do it so that", "or so"}},
		{strings.Repeat("a", 400), strings.Repeat("a", 400), nil},
	} {
		other := []analysis.RelatedInformation{{Message: "the other half"}}
		d, _ := c.Finding("check", config.Check{}, analysis.Diagnostic{Message: test.message, Related: other})
		if want := "error: " + test.want + " [check/c]"; d.Message != want {
			t.Errorf("%d characters became\n%s\nwant\n%s", utf8.RuneCountInString(test.message), d.Message, want)
		}
		var related []string
		for _, r := range d.Related {
			related = append(related, r.Message)
		}
		if !slices.Equal(related, append(test.related, "the other half")) {
			t.Errorf("related to %s: %q", d.Message, related)
		}
	}
}
