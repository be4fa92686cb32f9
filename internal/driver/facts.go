package driver

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"encoding/gob"
	"fmt"
	"go/token"
	"go/types"
	"os"
	"reflect"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/gcexportdata"
	"golang.org/x/tools/go/types/objectpath"
)

// This file reads and writes facts files in the format of golang.org/x/tools/go/analysis/unitchecker and
// golang.org/x/tools/internal/facts, which can't be imported: a go vet whose configurations unitchecker has to handle
// may find files that we wrote, and the other way round.

// A gobFact is a fact as facts files hold it: a sequence of these, encoded by encoding/gob.
type gobFact struct {
	PkgPath string
	Object  objectpath.Path // of an object in the package, or empty for a fact about the package itself
	Fact    analysis.Fact
}

// vetxMagic begins every facts file that is not empty. There follow, as four bytes each with the lowest first, the
// lengths of the two parts: types, in the indexed export format, and facts.
const vetxMagic = "vetx"

const vetxHeader = len(vetxMagic) + 4 + 4

// readFactsFile returns the facts in the file. An empty file, which stands for a dependency, has none. It errs if the
// file can't be read, is damaged, or holds a type of fact that was not registered with gob.
func readFactsFile(name string) ([]gobFact, error) {
	data, err := os.ReadFile(name)
	if err != nil || len(data) == 0 {
		return nil, err
	}
	if len(data) < vetxHeader || string(data[:len(vetxMagic)]) != vetxMagic {
		return nil, fmt.Errorf("%s is not a facts file", name)
	}
	typesLen := uint64(binary.LittleEndian.Uint32(data[len(vetxMagic):]))
	factsLen := uint64(binary.LittleEndian.Uint32(data[len(vetxMagic)+4:]))
	if uint64(vetxHeader)+typesLen+factsLen > uint64(len(data)) {
		return nil, fmt.Errorf("%s is cut short", name)
	}
	data = data[uint64(vetxHeader)+typesLen:][:factsLen]
	if len(data) == 0 {
		return nil, nil
	}
	var facts []gobFact
	if err := gob.NewDecoder(bytes.NewReader(data)).Decode(&facts); err != nil {
		return nil, fmt.Errorf("%s: %v", name, err)
	}
	return facts, nil
}

// writeFactsFile writes the types of the package, unless it is nil, and these facts. It errs if the file can't be
// written, or if a fact can't be encoded, which is a mistake in its check.
func writeFactsFile(name string, fset *token.FileSet, pkg *types.Package, facts []gobFact) error {
	var exported, encoded bytes.Buffer
	var typesPart []byte
	if pkg != nil {
		if err := gcexportdata.Write(&exported, fset, pkg); err != nil {
			return err
		}
		typesPart = exported.Bytes()[1:] // the first byte only tells the format
	}
	if len(facts) > 0 {
		if err := gob.NewEncoder(&encoded).Encode(facts); err != nil {
			return fmt.Errorf("encoding facts: %v", err)
		}
	}
	data := []byte(vetxMagic)
	data = binary.LittleEndian.AppendUint32(data, uint32(len(typesPart)))
	data = binary.LittleEndian.AppendUint32(data, uint32(encoded.Len()))
	data = append(data, typesPart...)
	data = append(data, encoded.Bytes()...)
	return os.WriteFile(name, data, 0o666)
}

// factsToExport returns what the facts file of the package should hold after the analysis, in a fixed order: the facts
// about the package and its objects, and those about objects of other packages that an importer may get hold of
// without importing their package, which are methods, fields and types.
func factsToExport(g *checker.Graph, pkg *types.Package) []gobFact {
	var facts []gobFact
	var paths objectpath.Encoder
	for act := range g.All() {
		if act.Package.Types != pkg {
			continue
		}
		for _, f := range act.AllPackageFacts() {
			if f.Package == pkg {
				facts = append(facts, gobFact{pkg.Path(), "", f.Fact})
			}
		}
		for _, f := range act.AllObjectFacts() {
			if f.Object.Pkg() != pkg && !travels(f.Object) {
				continue
			}
			path, err := paths.For(f.Object)
			if err != nil {
				continue // no importer can get hold of it
			}
			facts = append(facts, gobFact{f.Object.Pkg().Path(), path, f.Fact})
		}
	}
	slices.SortFunc(facts, func(a, b gobFact) int {
		return cmp.Or(
			cmp.Compare(a.PkgPath, b.PkgPath),
			cmp.Compare(a.Object, b.Object),
			cmp.Compare(reflect.TypeOf(a.Fact).String(), reflect.TypeOf(b.Fact).String()))
	})
	return facts
}

// travels tells whether facts about the object are known to packages that import its package only indirectly.
func travels(obj types.Object) bool {
	switch obj := obj.(type) {
	case *types.TypeName:
		return obj.Parent() == obj.Pkg().Scope()
	case *types.Func:
		return obj.Signature().Recv() != nil
	case *types.Var:
		return obj.IsField()
	}
	return false
}

// An importedFact is a fact that a facts file told.
type importedFact struct {
	object types.Object // or nil for a fact about the package itself
	fact   analysis.Fact
}

// importedFacts are the facts about imported packages, direct and indirect.
type importedFacts struct {
	of    map[*types.Package][]importedFact
	about map[*types.Package][]*types.Package // the packages that the facts file of a direct import tells of
}

// readImportedFacts reads the facts files of the packages that pkg imports. A package of which files doesn't name the
// facts file has no facts. It errs if a file can't be read.
func readImportedFacts(pkg *types.Package, files map[string]string) (*importedFacts, error) {
	known := map[string]*types.Package{} // every package that the sources can refer to
	var visit func(*types.Package)
	visit = func(p *types.Package) {
		if known[p.Path()] == nil {
			known[p.Path()] = p
			for _, imp := range p.Imports() {
				visit(imp)
			}
		}
	}
	visit(pkg)

	facts := &importedFacts{map[*types.Package][]importedFact{}, map[*types.Package][]*types.Package{}}
	for _, imp := range pkg.Imports() {
		file, ok := files[imp.Path()]
		if !ok {
			continue
		}
		read, err := readFactsFile(file)
		if err != nil {
			return nil, err
		}
		for _, f := range read {
			of := known[f.PkgPath]
			if of == nil {
				continue // nothing in the sources refers to it
			}
			fact := importedFact{fact: f.Fact}
			if f.Object != "" {
				if fact.object, err = objectpath.Object(of, f.Object); err != nil {
					continue // not exported
				}
			}
			facts.of[of] = append(facts.of[of], fact)
			if !slices.Contains(facts.about[imp], of) {
				facts.about[imp] = append(facts.about[imp], of)
			}
		}
	}
	return facts, nil
}
