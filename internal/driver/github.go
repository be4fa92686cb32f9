package driver

import (
	"fmt"
	"io"
	"strings"

	"github.com/ctrllint/ctrllint/internal/diag"
)

// Properties of a workflow command end with a comma, and its properties with a colon, so that both are escaped in them.
var (
	githubMessage  = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	githubProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

// githubCommands are the commands for the levels, and for what has none.
var githubCommands = map[diag.Level]string{diag.Error: "error", diag.Warning: "warning", diag.Note: "notice", 0: "warning"}

// writeGitHub writes the findings as GitHub's workflow commands, which show them as annotations of a pull request's
// files. Related places, for which annotations have no field, go into the message.
func writeGitHub(w io.Writer, findings []finding) error {
	root, err := findRoot()
	if err != nil {
		return err
	}
	sources := newSources()
	var text strings.Builder
	for _, f := range findings {
		file, _ := root.relative(f.posn.Filename)
		level, message := diag.CutLevel(f.Message)
		for _, r := range f.Related {
			posn := f.fset.Position(r.Pos)
			name, _ := root.relative(posn.Filename)
			message += fmt.Sprintf("\n%s:%d: %s", name, posn.Line, r.Message)
		}
		fmt.Fprintf(&text, "::%s file=%s,line=%d,endLine=%d,col=%d,title=%s::%s\n",
			githubCommands[level], githubProperty.Replace(file), f.posn.Line, f.lastLine(),
			sources.utf16Column(f.posn.Filename, f.posn.Line, f.posn.Column),
			githubProperty.Replace(f.rule()), githubMessage.Replace(message))
	}
	_, err = io.WriteString(w, text.String())
	return err
}
