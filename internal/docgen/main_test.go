package main

import (
	"io/fs"
	"os"
	"testing"

	"github.com/ctrllint/ctrllint/analyzers"
	"github.com/ctrllint/ctrllint/internal/page"
)

// The pages in docs/checks are those that the checks' documentation makes now, and no others are there.
func TestPagesAreUpToDate(t *testing.T) {
	dir, err := folder()
	if err != nil {
		t.Fatal(err)
	}
	pages := page.Files(analyzers.All())
	there := os.DirFS(dir)
	err = fs.WalkDir(there, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(there, name)
		if err != nil {
			return err
		}
		if want, ok := pages[name]; !ok {
			t.Errorf("docs/checks/%s is no page any more", name)
		} else if string(text) != want {
			t.Errorf("docs/checks/%s is out of date", name)
		}
		delete(pages, name)
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	for name := range pages {
		t.Errorf("docs/checks/%s is missing", name)
	}
	if t.Failed() {
		t.Log("run: go run ./internal/docgen")
	}
}
