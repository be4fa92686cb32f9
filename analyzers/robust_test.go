package analyzers_test

import (
	"bytes"
	"encoding/gob"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"regexp"
	"slices"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/ctrllint/ctrllint/analyzers"
	"github.com/ctrllint/ctrllint/internal/fixture"
)

// load loads the packages of a fixture module, their dependencies from export data.
func load(t testing.TB, module string, patterns ...string) []*packages.Package {
	t.Helper()
	pkgs, err := fixture.Load(fixture.Module(t, module), patterns...)
	if err != nil {
		t.Fatal(err)
	}
	return pkgs
}

// analyse runs the checks on the packages, and fails if one of them fails.
func analyse(t testing.TB, pkgs []*packages.Package, checks ...*analysis.Analyzer) *checker.Graph {
	t.Helper()
	g, err := checker.Analyze(checks, pkgs, &checker.Options{SanityCheck: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, act := range g.Roots {
		if act.Err != nil {
			t.Errorf("%v: %v", act, act.Err)
		}
	}
	return g
}

// longest is how long a message may be, without the level and the name. More is in the related places, and on the page.
const longest = 300

// frame is what stands around a message's text.
var frame = regexp.MustCompile(`^(error|warning|note): | \[[a-z/]+\]$`)

// findings runs the checks and returns what they report, sorted.
func findings(t testing.TB, pkgs []*packages.Package, checks ...*analysis.Analyzer) []string {
	t.Helper()
	var out []string
	for _, act := range analyse(t, pkgs, checks...).Roots {
		for _, d := range act.Diagnostics {
			if text := frame.ReplaceAllString(d.Message, ""); len(text) > longest {
				t.Errorf("%s: %d characters: %s", act.Package.Fset.Position(d.Pos), len(text), text)
			}
			line := fmt.Sprintf("%s: %s", act.Package.Fset.Position(d.Pos), d.Message)
			for _, r := range d.Related {
				line += "\n\t" + act.Package.Fset.Position(r.Pos).String() + ": " + r.Message
			}
			out = append(out, line)
		}
	}
	slices.Sort(out)
	return out
}

// What must hold for the packages of every fixture module. They are loaded once, since this takes longest.
func TestModules(t *testing.T) {
	for _, module := range fixture.Modules(t) {
		t.Run(module, func(t *testing.T) {
			pkgs := load(t, module, "./...")
			t.Run("order", func(t *testing.T) { orderIsNothing(t, pkgs) })
			t.Run("facts", func(t *testing.T) { factsTravel(t, pkgs, module == "cr025") })
		})
	}
}

// orderIsNothing tests that the order of declarations, of the files of a package, and of the packages changes nothing.
func orderIsNothing(t *testing.T, pkgs []*packages.Package) {
	want := findings(t, pkgs, analyzers.All()...)
	if len(want) == 0 {
		t.Fatal("nothing found")
	}
	for seed := range uint64(2) {
		got := findings(t, permuted(t, pkgs, seed), analyzers.All()...)
		for _, line := range want {
			if !slices.Contains(got, line) {
				t.Errorf("not found in order %d: %s", seed, line)
			}
		}
		for _, line := range got {
			if !slices.Contains(want, line) {
				t.Errorf("found only in order %d: %s", seed, line)
			}
		}
	}
}

// permuted returns the packages in another order, and so their files and declarations.
func permuted(t *testing.T, pkgs []*packages.Package, seed uint64) []*packages.Package {
	t.Helper()
	random := rand.New(rand.NewPCG(1, seed))
	pkgs, err := fixture.Rewrite(pkgs, func(_ *packages.Package, files []fixture.File) []fixture.File {
		for i, f := range files {
			var err error
			if files[i], err = fixture.Permute(f, random); err != nil {
				t.Fatal(err)
			}
		}
		random.Shuffle(len(files), func(i, j int) { files[i], files[j] = files[j], files[i] })
		return files
	})
	if err != nil {
		t.Fatal(err)
	}
	random.Shuffle(len(pkgs), func(i, j int) { pkgs[i], pkgs[j] = pkgs[j], pkgs[i] })
	return pkgs
}

// patterns returns those of the packages that hold the fixtures of the check.
func patterns(check *analysis.Analyzer) []string {
	if check.Name == "directive" {
		return []string{"./directives/..."}
	}
	return []string{"./" + check.Name + "/..."}
}

// factsTravel tests that what travels to the packages that import one is there what it was here, and, if the packages
// have everything, that nothing that can travel is missing.
func factsTravel(t *testing.T, pkgs []*packages.Package, everything bool) {
	declared, travelled := map[reflect.Type]bool{}, map[reflect.Type]bool{}
	travels := func(fact analysis.Fact) {
		typ := reflect.TypeOf(fact)
		travelled[typ] = true
		arrived := reflect.New(typ.Elem()).Interface()
		var wire bytes.Buffer
		if err := gob.NewEncoder(&wire).Encode(fact); err != nil {
			t.Errorf("%T %v: %v", fact, fact, err)
		} else if err := gob.NewDecoder(&wire).Decode(arrived); err != nil {
			t.Errorf("%T %v: %v", fact, fact, err)
		} else if sent, came := exported(t, fact), exported(t, arrived); sent != came {
			t.Errorf("%T %s arrives as %s", fact, sent, came)
		}
	}
	for act := range analyse(t, pkgs, analyzers.All()...).All() {
		for _, f := range act.Analyzer.FactTypes {
			declared[reflect.TypeOf(f)] = true
		}
		for _, f := range act.AllObjectFacts() {
			travels(f.Fact)
		}
		for _, f := range act.AllPackageFacts() {
			travels(f.Fact)
		}
	}
	if everything && len(travelled) < len(declared) {
		t.Errorf("of %v only %v are in the fixtures", declared, travelled)
	}
}

// exported returns what the exported fields of a fact hold. The others are of its own package's pass.
func exported(t *testing.T, fact any) string {
	t.Helper()
	text, err := json.Marshal(fact)
	if err != nil {
		t.Error(err)
	}
	return string(text)
}
