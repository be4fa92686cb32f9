package program

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/ctrllint/ctrllint/internal/domain/client"
)

// arrivals are what gets to the places of one package in a program.
type arrivals struct {
	sum    [sha256.Size]byte // of all that is said of it, but what made it
	makers []client.Maker    // of each, in the order of the places
	hands  bool              // there is a client, reader or cache among it
}

// arrivals returns what gets where in a program, by the packages' paths.
func (ps *Programs) arrivals(p *Program) map[string]*arrivals {
	p.sorting.Do(func() {
		places := map[string][]place{}
		for at := range p.answers.places {
			pkg := ps.files[ps.fset.File(at.pos)]
			places[pkg] = append(places[pkg], at)
		}
		p.arrive = map[string]*arrivals{}
		for pkg, all := range places {
			slices.SortFunc(all, func(a, b place) int {
				return cmp.Or(cmp.Compare(a.pos, b.pos), cmp.Compare(a.index, b.index), cmp.Compare(a.name, b.name))
			})
			of, text := &arrivals{}, strings.Builder{}
			for _, at := range all {
				for _, s := range p.answers.sources(at) {
					fmt.Fprint(&text, at, s.Class, s.Options, ";")
					of.makers = append(of.makers, s.Made)
					of.hands = of.hands || s.Class != client.Unknown
				}
			}
			of.sum = sha256.Sum256([]byte(text.String()))
			p.arrive[pkg] = of
		}
	})
	return p.arrive
}

// signature tells programs apart in which something else is so for a package: what options say, and what gets where in
// the package and in those that it imports.
func (ps *Programs) signature(p *Program, within map[string]bool) string {
	made := map[client.Maker]int{} // what makes managers goes by its turn, since each program has its own
	var out strings.Builder
	fmt.Fprint(&out, p.Options, p.manages)
	all := ps.arrivals(p)
	for _, pkg := range slices.Sorted(maps.Keys(all)) {
		if !within[pkg] {
			continue
		}
		out.WriteString(pkg)
		out.Write(all[pkg].sum[:])
		for _, by := range all[pkg].makers {
			if _, ok := made[by]; !ok && by.Known() {
				made[by] = len(made) + 1
			}
			fmt.Fprint(&out, made[by], ",")
		}
	}
	return out.String()
}

// importsOf returns the paths of a package and of all that it imports.
func importsOf(p *packages.Package) map[string]bool {
	within := map[string]bool{}
	packages.Visit([]*packages.Package{p}, nil, func(p *packages.Package) { within[p.PkgPath] = true })
	return within
}
