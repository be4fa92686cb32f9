package driver

import (
	"bytes"
	"encoding/json"
	"io"

	"golang.org/x/tools/go/analysis/checker"

	"github.com/ctrllint/ctrllint/internal/diag"
)

// printJSON prints the findings of the graph's roots, and why checks failed, as go vet does, and with the levels of the
// findings, in a field that go vet's findings don't have.
func printJSON(w io.Writer, g *checker.Graph) error {
	var printed bytes.Buffer
	if err := g.PrintJSON(&printed); err != nil {
		return err
	}
	var tree map[string]map[string]json.RawMessage // by package and check
	if err := json.Unmarshal(printed.Bytes(), &tree); err != nil {
		return err
	}
	for _, checks := range tree {
		for check, found := range checks {
			if !bytes.HasPrefix(found, []byte("[")) {
				continue // why the check failed
			}
			withLevels, err := addLevels(found)
			if err != nil {
				return err
			}
			checks[check] = withLevels
		}
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", "\t")
	return enc.Encode(tree)
}

// addLevels adds their levels to a list of findings.
func addLevels(list json.RawMessage) (json.RawMessage, error) {
	var findings []map[string]json.RawMessage
	if err := json.Unmarshal(list, &findings); err != nil {
		return nil, err
	}
	for _, f := range findings {
		var message string
		if err := json.Unmarshal(f["message"], &message); err != nil {
			return nil, err
		}
		if level, _ := diag.CutLevel(message); level != 0 {
			f["level"] = json.RawMessage(`"` + level.String() + `"`)
		}
	}
	return json.Marshal(findings)
}
