package driver

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// A parsing parses the files of packages, those of a folder one after the other in the order of their names: go/packages
// asks for all at once, and the positions of what is in two files of a package would be in another order each time.
type parsing struct {
	mu      sync.Mutex
	folders map[string]*folder
}

// A folder is what was parsed of one.
type folder struct {
	once  sync.Once
	files map[string]parsedFile // by name
}

type parsedFile struct {
	src  []byte
	file *ast.File
	err  error
}

// file is what go/packages asks for.
func (p *parsing) file(fset *token.FileSet, name string, src []byte) (*ast.File, error) {
	dir, base := filepath.Split(name)
	if filepath.Ext(base) != ".go" { // what the go command has made, and keeps among much else
		return parse(fset, name, src)
	}
	p.mu.Lock()
	if p.folders == nil {
		p.folders = map[string]*folder{}
	}
	f := p.folders[dir]
	if f == nil {
		f = &folder{files: map[string]parsedFile{}}
		p.folders[dir] = f
	}
	p.mu.Unlock()
	f.once.Do(func() { f.parse(fset, dir) })
	if has, ok := f.files[base]; ok && bytes.Equal(has.src, src) {
		return has.file, has.err
	}
	return parse(fset, name, src)
}

// parse parses all files of a folder that may belong to a package. What can't be read isn't asked for, or the go command has said so.
func (f *folder) parse(fset *token.FileSet, dir string) {
	entries, _ := os.ReadDir(dir) // sorted
	for _, e := range entries {
		base := e.Name()
		if filepath.Ext(base) != ".go" || strings.HasPrefix(base, "_") || strings.HasPrefix(base, ".") {
			continue
		}
		name := filepath.Join(dir, base)
		if src, err := os.ReadFile(name); err == nil {
			file, err := parse(fset, name, src)
			f.files[base] = parsedFile{src, file, err}
		}
	}
}

// parse parses one file. Nothing needs the parser to resolve identifiers: the type checker does.
func parse(fset *token.FileSet, name string, src []byte) (*ast.File, error) {
	return parser.ParseFile(fset, name, src, parser.AllErrors|parser.ParseComments|parser.SkipObjectResolution)
}
