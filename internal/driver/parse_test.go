package driver

import (
	"fmt"
	"go/ast"
	"go/token"
	"os"
	"path/filepath"
	"sync"
	"testing"
)

// TestParsing asks for all files of a folder at once, as go/packages does: the positions are in the order of the names each time.
func TestParsing(t *testing.T) {
	dir := t.TempDir()
	var names []string
	for i := range 20 {
		name := filepath.Join(dir, fmt.Sprintf("f%02d.go", i))
		names = append(names, name)
		if err := os.WriteFile(name, fmt.Appendf(nil, "package p\n\nconst c%d = %d\n", i, i), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for range 20 {
		fset, files, p := token.NewFileSet(), make([]*ast.File, len(names)), new(parsing)
		var all sync.WaitGroup
		for i := len(names) - 1; i >= 0; i-- {
			all.Go(func() {
				src, err := os.ReadFile(names[i])
				if err != nil {
					t.Error(err)
				}
				if files[i], err = p.file(fset, names[i], src); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		for i := range names[1:] {
			if files[i].FileStart >= files[i+1].FileStart {
				t.Fatalf("%s comes behind %s", names[i], names[i+1])
			}
		}
	}
}

// TestParsingOther has another text for a file than the folder has, as an editor's buffer is.
func TestParsingOther(t *testing.T) {
	name := filepath.Join(t.TempDir(), "f.go")
	if err := os.WriteFile(name, []byte("package old\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{"package old\n": "old", "package edited\n": "edited"} {
		f, err := new(parsing).file(token.NewFileSet(), name, []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if f.Name.Name != want {
			t.Errorf("package %s, want %s", f.Name.Name, want)
		}
	}
}
