package program

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"testing"
	"time"
)

// circles declares n interfaces, each of which has a method for every other one, and a struct that has one of them.
func circles(n int) string {
	var b strings.Builder
	b.WriteString("package circles\n\ntype Holder struct{ of I0 }\n")
	for i := range n {
		fmt.Fprintf(&b, "\ntype I%d interface {\n", i)
		for j := range n {
			if j != i {
				fmt.Fprintf(&b, "\tM%d(I%d) I%d\n", j, j, (j+1)%n)
			}
		}
		b.WriteString("}\n")
	}
	return b.String()
}

func check(t *testing.T, src string) *types.Package {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "circles.go", src, 0)
	if err != nil {
		t.Fatal(err)
	}
	pkg, err := new(types.Config).Check("example.com/circles", fset, []*ast.File{f}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return pkg
}

// Types that lead to each other, each to all, are looked at once.
func TestCarriesInCircles(t *testing.T) {
	pkg := check(t, circles(64))
	answered := make(chan bool)
	go func() {
		c := newCarrier(map[*types.Package]bool{pkg: true})
		carries := false
		for _, name := range pkg.Scope().Names() {
			carries = c.carries(pkg.Scope().Lookup(name).Type()) || carries
		}
		answered <- carries
	}()
	select {
	case carries := <-answered:
		if carries {
			t.Error("interfaces of no library carry a client")
		}
	case <-time.After(30 * time.Second):
		t.Fatal("it takes longer than 30 seconds")
	}
}

// What is found for one type of a circle is found for all that lead to it, whichever is asked for first.
func TestCarriesWhateverIsAskedFirst(t *testing.T) {
	const src = `package circles

type A interface{ B() B }
type B interface{ A() A; C() C }
type C interface{ B() B; Generic() G[A] }
type G[T any] struct{ of T }
type Alone interface{ Alone() Alone }
type Over interface{ Alone() Alone; Over() Over }
`
	pkg := check(t, src)
	for _, first := range pkg.Scope().Names() {
		c := newCarrier(map[*types.Package]bool{pkg: true})
		c.carries(pkg.Scope().Lookup(first).Type())
		for _, name := range pkg.Scope().Names() {
			want := name != "Alone" && name != "Over"
			if got := c.carries(pkg.Scope().Lookup(name).Type()); got != want {
				t.Errorf("after %s: %s: %t, want %t", first, name, got, want)
			}
		}
	}
}
