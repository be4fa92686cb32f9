package family

import (
	"errors"
	"go/token"
	"path/filepath"

	"golang.org/x/tools/go/packages"

	"github.com/ctrllint/ctrllint/internal/fixture"
)

// Base loads what sources import, in the module in dir, as a package without files. It errs if the module doesn't
// have it.
func Base(dir string) (*packages.Package, error) {
	fset := token.NewFileSet()
	libraries, err := packages.Load(&packages.Config{Mode: packages.LoadTypes | packages.NeedModule, Dir: dir, Fset: fset}, Imports()...)
	if err != nil {
		return nil, err
	}
	base := &packages.Package{
		ID: "shape", Name: "shape", PkgPath: "ctrllint.test/shape", Dir: filepath.Join(dir, "shape"),
		Fset: fset, Imports: map[string]*packages.Package{},
	}
	for _, p := range libraries {
		for _, e := range p.Errors {
			err = errors.Join(err, e)
		}
		base.Imports[p.PkgPath], base.TypesSizes = p, p.TypesSizes
	}
	base.Module = &packages.Module{Path: base.PkgPath, Main: true, Dir: base.Dir}
	return base, err
}

// Package returns the family's source for a size, type-checked, ready for analysis. It errs if it doesn't compile.
func Package(base *packages.Package, f Family, n int) (*packages.Package, error) {
	return fixture.Check(base, []fixture.File{{Name: filepath.Join(base.Dir, f.Name+".go"), Text: f.Source(n)}})
}
