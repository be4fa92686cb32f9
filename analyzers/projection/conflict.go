package projection

import (
	"cmp"
	"fmt"
	"go/token"
	"go/types"
	"maps"
	"path"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/ctrllint/ctrllint/internal/config"
	"github.com/ctrllint/ctrllint/internal/diag"
	"github.com/ctrllint/ctrllint/internal/domain/client"
	"github.com/ctrllint/ctrllint/internal/domain/kind"
	"github.com/ctrllint/ctrllint/internal/domain/use"
	"github.com/ctrllint/ctrllint/internal/kube"
	"github.com/ctrllint/ctrllint/internal/model"
)

// newConflicts returns an analyzer that finds what there is to report in a package, and tells those that import it.
func newConflicts(settings *config.Settings, models *analysis.Analyzer) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:       "ctrllintconflicts",
		Doc:        "find the kinds for which a program starts two informers",
		Requires:   []*analysis.Analyzer{settings.Analyzer, models},
		FactTypes:  settings.FactTypes(new(Reported)),
		ResultType: reflect.TypeFor[[]view](),
		Run: func(pass *analysis.Pass) (any, error) {
			return findConflicts(pass, settings.Of(pass), pass.ResultOf[models].(*model.Package).Uses), nil
		},
	}
}

// Reported is what packages that import a package need to know of what is reported there, or in those that it imports.
type Reported struct {
	Uses []string // the keys of uses that are in a conflict, by themselves and with each program in which they are, sorted
	// Asks are the packages that hear of events, each with one that reads objects and that it imports, and the types of a package that
	// do, each with one that reads and that it doesn't ask, sorted.
	Asks []string
}

// AFact marks Reported as a fact.
func (*Reported) AFact() {}

func (r *Reported) String() string {
	return fmt.Sprintf("reported:%d asks:%d", len(r.Uses), len(r.Asks))
}

// A conflict is a kind that is cached in two projections.
type conflict struct {
	Kind  kind.Kind
	Cache string
	// Odd is the side that the author will want to change: reads, where the other side has watches; else the
	// projection that is not typed. Those in this package come first.
	Odd, Base []*use.Use
	// Pos is where to report it: a place of the odd side in this package, or of the other, or where this package brings
	// the odd side together with the other.
	Pos token.Pos
	// At is the use that is at Pos, nil where both sides are in other packages.
	At *use.Use
	// Quiet says that the two informers cost memory alone.
	Quiet bool
}

// category returns the conflict's category: a note where nobody who hears of events by the one reads the other.
func (c *conflict) category() diag.Category {
	category := metadataCategory
	if c.has(kind.Unstructured) {
		category = unstructuredCategory
	}
	if c.Quiet {
		return category.Mild(diag.Note)
	}
	return category
}

// quiet tells whether two informers cost memory alone: who reads the kind in one projection is not told of its events by the other,
// nor is there a write that waits until the cache has it.
func (j *judge) quiet(a, b []*use.Use) bool { return !j.races(a, b) && !j.races(b, a) }

// races tells whether there are reads of one side that may come before the informer has what an event of the other side
// told of: those of packages which hear of these events, and don't only watch what they read, and those of packages that
// one which hears of them imports. Who reads elsewhere does so for another reason, and so does a type that watches what it reads,
// beside another of its package which hears of these events.
func (j *judge) races(reads, events []*use.Use) bool {
	watches := func(side []*use.Use, in string) bool {
		return slices.ContainsFunc(side, func(u *use.Use) bool { return u.Watch && u.Place.Dir == in })
	}
	ofType := func(side []*use.Use, of *use.Use) bool {
		return slices.ContainsFunc(side, func(u *use.Use) bool { return u.Watch && u.Place.Dir == of.Place.Dir && receiver(u) == receiver(of) })
	}
	apart := func(u *use.Use) bool {
		return receiver(u) != "" && ofType(reads, u) && !ofType(events, u) && !slices.ContainsFunc(events, func(e *use.Use) bool {
			return e.Watch && e.Place.Dir == u.Place.Dir && !j.asks[notAsking(e, u)]
		})
	}
	asks := func(u *use.Use) bool {
		return slices.ContainsFunc(events, func(e *use.Use) bool {
			return e.Watch && (e.Pos().IsValid() && !u.Pos().IsValid() || j.asks[asking(e.Place.Dir, u.Place.Dir)])
		})
	}
	return slices.ContainsFunc(reads, func(u *use.Use) bool {
		return u.Need == use.ByWrite || !u.Watch && (watches(events, u.Place.Dir) && !apart(u) || asks(u) && !watches(reads, u.Place.Dir))
	})
}

// has tells whether a type of a package may ask another one, which a field of it holds or may hold; what isn't one of its types may
// ask all.
func has(scope *types.Scope, name, other string) bool {
	of, ok := scope.Lookup(name).(*types.TypeName)
	if !ok {
		return true
	}
	s, ok := of.Type().Underlying().(*types.Struct)
	if !ok {
		return true
	}
	for field := range s.Fields() {
		t := field.Type()
		if p, ok := t.Underlying().(*types.Pointer); ok {
			t = p.Elem()
		}
		named, ok := types.Unalias(t).(*types.Named)
		if ok && named.Obj().Parent() == scope && (named.Obj().Name() == other || types.IsInterface(named)) {
			return true
		}
	}
	return false
}

// receiver names the type whose method a use is in; empty if it is in a function.
func receiver(u *use.Use) string {
	recv, _, method := strings.Cut(u.Func, ".")
	if !method {
		return ""
	}
	return recv
}

// asking is what is said of a package that hears of events and imports another one.
func asking(hears, reads string) string { return hears + " > " + reads }

// notAsking is what is said of a type that hears of events and doesn't ask another one of its package.
func notAsking(hears, reads *use.Use) string {
	return asking(hears.Place.Dir+" "+receiver(hears), "not "+receiver(reads))
}

// asksOf adds what is to be said of a package.
func asksOf(pass *analysis.Pass, info *use.Info, asks map[string]bool) {
	hears := slices.IndexFunc(info.Own, func(r use.Reached) bool { return r.Watch })
	if hears < 0 {
		return
	}
	typesApart(pass, info, asks)
	own := info.Own[hears].Place.Dir
	module := strings.TrimSuffix(strings.TrimSuffix(pass.Pkg.Path(), own), "/")
	imported := map[string]bool{}
	for _, p := range pass.Pkg.Imports() {
		imported[p.Path()] = true
	}
	for _, part := range info.Parts {
		for _, u := range part.Uses {
			if !u.Watch && !u.Pos().IsValid() && imported[path.Join(module, u.Place.Dir)] {
				asks[asking(own, u.Place.Dir)] = true
			}
		}
	}
}

// typesApart adds which types of a package that hear of events don't ask which others that read.
func typesApart(pass *analysis.Pass, info *use.Info, asks map[string]bool) {
	hear, read := map[string]*use.Use{}, map[string]*use.Use{}
	for _, u := range info.Own {
		if u.Watch {
			hear[receiver(u.Use)] = u.Use
		} else {
			read[receiver(u.Use)] = u.Use
		}
	}
	for hears, e := range hear {
		for reads, u := range read {
			if hears != reads && !has(pass.Pkg.Scope(), hears, reads) {
				asks[notAsking(e, u)] = true
			}
		}
	}
}

// about names what the conflict is about: of one place there may be several.
func (c *conflict) about() string { return c.Kind.Pkg + "." + c.Kind.Name + " in " + c.Cache }

func (c *conflict) has(p kind.Projection) bool {
	return c.Odd[0].Projection == p || c.Base[0].Projection == p
}

// A view is what is found in the programs that have the same options.
type view struct {
	programs []string
	found    []*conflict
}

// A judge looks for conflicts in one view of a package.
type judge struct {
	client.View
	tests    bool            // places in test files count
	asks     map[string]bool // see Reported
	reported map[string]bool // keys of uses
	found    []*conflict
}

// findConflicts finds the conflicts that no package which this one imports could see.
func findConflicts(pass *analysis.Pass, told *config.Config, info *use.Info) []view {
	trace(told.Trace.By("projection", pass.Fset), info)
	if info == nil || len(info.Parts) == 0 {
		return nil
	}
	var before []string
	asks := map[string]bool{}
	if told.Facts {
		for _, imp := range pass.Pkg.Imports() {
			if r := new(Reported); pass.ImportPackageFact(imp, r) {
				before = append(before, r.Uses...)
				for _, a := range r.Asks {
					asks[a] = true
				}
			}
		}
	}
	asksOf(pass, info, asks)
	reported := map[string]bool{}
	var views []view
	for _, v := range apart(info) {
		j := &judge{View: v, tests: told.Check("projection").Tests, asks: asks, reported: map[string]bool{}}
		for _, key := range before {
			j.reported[key] = true
		}
		j.judge(info)
		views = append(views, view{v.Programs, j.found})
		maps.Copy(reported, j.reported)
	}
	if told.Facts && len(reported)+len(asks) > 0 {
		pass.ExportPackageFact(&Reported{slices.Sorted(maps.Keys(reported)), slices.Sorted(maps.Keys(asks))})
	}
	return views
}

// judge looks at all that becomes part of one program together.
func (j *judge) judge(info *use.Info) {
	j.part(use.Part{Uses: info.Own}, info.Together)
	for _, part := range info.Parts {
		if j.judged(part.Place) && !part.Several {
			j.part(part, nil)
		}
	}
	slices.SortStableFunc(j.found, func(a, b *conflict) int { return cmp.Compare(a.Pos, b.Pos) })
}

// apart returns the views of a package, those apart whose programs don't come to the same of its uses. A program that comes
// to none of them says nothing: who calls the package isn't seen.
func apart(info *use.Info) []client.View {
	var out []client.View
	for _, v := range info.Views {
		by := map[string]int{}
		for _, program := range v.Programs {
			idle, some := "", false
			for _, u := range info.Own {
				is := v.Idle != nil && v.Idle(program, u.Pos())
				idle, some = idle+fmt.Sprint(is), some || !is
			}
			at, known := by[idle]
			if !known {
				at = len(out)
				by[idle] = at
				view := v
				if view.Programs = nil; !some {
					view.Idle = nil
				}
				out = append(out, view)
			}
			out[at].Programs = append(out[at].Programs, program)
		}
		if len(v.Programs) == 0 {
			out = append(out, v)
		}
	}
	return out
}

// isIdle tells whether none of the programs comes to a use of the package.
func (j *judge) isIdle(u *use.Use) bool {
	return j.Idle != nil && len(j.Programs) > 0 && u.Pos().IsValid() && j.Idle(j.Programs[0], u.Pos())
}

// report notes that a use is in a conflict, and whether in a quiet one.
func (j *judge) report(u *use.Use, quiet bool) {
	j.reported[key(u, "", quiet)] = true
	for _, program := range j.Programs {
		j.reported[key(u, program, quiet)] = true
	}
}

// isReported tells whether a use is known to be in a conflict in each of the programs, which is no quiet one unless this
// one is.
func (j *judge) isReported(u *use.Use, quiet bool) bool {
	programs := j.Programs
	if len(programs) == 0 {
		programs = []string{""}
	}
	return !slices.ContainsFunc(programs, func(program string) bool {
		return !j.reported[key(u, program, false)] && !(quiet && j.reported[key(u, program, true)])
	})
}

// key identifies a use in a conflict, quiet or not, in a program if that is known.
func key(u *use.Use, program string, quiet bool) string {
	text := u.Key()
	if program != "" {
		text += " in " + program
	}
	if quiet {
		text += ", quietly"
	}
	return text
}

// A cached kind is what one cache may hold in several projections.
type cached struct {
	kind  kind.Kind
	cache string
}

// judged tells whether what is at a place counts.
func (j *judge) judged(p use.Place) bool { return j.tests || !p.InTest() }

// part looks at uses that are part of one program, if together says so, or is nil.
func (j *judge) part(part use.Part, together func(a, b *use.Use) bool) {
	byKind := map[cached][]use.Reached{}
	var order []cached
	for _, r := range part.Uses {
		cache, active := r.In(j.View)
		if !r.Kind.Known() || r.Perhaps || !active || !j.judged(r.Place) || j.isIdle(r.Use) {
			continue
		}
		key := cached{r.Kind, cache}
		if byKind[key] == nil {
			order = append(order, key)
		}
		byKind[key] = append(byKind[key], r)
	}
	for _, key := range order {
		for _, p := range []kind.Projection{kind.Metadata, kind.Unstructured} {
			in, others := inOne(byKind[key], p, together)
			j.pair(key, in, others, part.Unit)
		}
	}
}

// inOne returns the uses in projection p, and those in others, that are part of one program with some of the others.
func inOne(uses []use.Reached, p kind.Projection, together func(a, b *use.Use) bool) (in, others []use.Reached) {
	for _, r := range uses {
		switch {
		case r.Projection == p:
			in = append(in, r)
		case p == kind.Unstructured || r.Projection == kind.Typed:
			others = append(others, r)
		}
	}
	with := func(side []use.Reached) func(use.Reached) bool {
		return func(r use.Reached) bool {
			return !slices.ContainsFunc(side, func(o use.Reached) bool {
				return !r.Apart(o) && (together == nil || together(r.Use, o.Use))
			})
		}
	}
	return slices.DeleteFunc(slices.Clone(in), with(others)), slices.DeleteFunc(slices.Clone(others), with(in))
}

// pair looks for a conflict of uses in one projection with those in others, all of one kind and cache; unit tells whether
// a manager runs them that is in view. Where one of them was reported before, so were the two informers.
func (j *judge) pair(of cached, in, others []use.Reached, unit bool) {
	silent := j.quiet(usesOf(in, nil), usesOf(others, nil))
	if len(in) == 0 || len(others) == 0 || !unit && deferred(in, others) ||
		slices.ContainsFunc(in, func(r use.Reached) bool { return j.isReported(r.Use, silent) }) {
		return
	}
	for _, r := range in {
		j.report(r.Use, silent)
	}
	odd, base := in, others
	if watched(in) && !watched(others) {
		odd, base = others, in
	}
	c := &conflict{Kind: of.kind, Cache: of.cache, Odd: usesOf(odd, base), Base: usesOf(base, odd), Quiet: silent}
	switch here := slices.Concat(local(c.Odd), local(c.Base)); {
	case len(here) > 0:
		c.At, c.Pos = here[0], here[0].Pos()
	default:
		first := slices.IndexFunc(odd, func(r use.Reached) bool { return r.Use == c.Odd[0] })
		c.Pos = slices.Max(odd[first].At)
	}
	j.found = append(j.found, c)
}

// deferred tells whether a conflict has to wait for the package that makes the manager: it may be gone if the manager's
// options leave out the kind, as operators do in main.
func deferred(a, b []use.Reached) bool {
	if k := a[0].Kind; !kube.OftenUncached(k.Pkg, k.Name) {
		return false
	}
	stays := func(side []use.Reached) bool {
		return slices.ContainsFunc(side, func(r use.Reached) bool { return r.Need == use.Always })
	}
	return !stays(a) || !stays(b)
}

func watched(side []use.Reached) bool {
	return slices.ContainsFunc(side, func(r use.Reached) bool { return r.Watch })
}

// local returns the uses in this package.
func local(side []*use.Use) []*use.Use {
	return slices.DeleteFunc(slices.Clone(side), func(u *use.Use) bool { return !u.Pos().IsValid() })
}

// usesOf returns the uses of one side: those in this package first, then watches, then those beside one of the other
// side.
func usesOf(side, other []use.Reached) []*use.Use {
	rank := func(u *use.Use) int {
		n := 0
		if u.Pos().IsValid() {
			n -= 4
		}
		if slices.ContainsFunc(other, func(r use.Reached) bool { return r.Place.Dir == u.Place.Dir }) {
			n--
		}
		if u.Watch {
			n -= 2
		}
		return n
	}
	var out []*use.Use
	for _, r := range side {
		out = append(out, r.Use)
	}
	slices.SortStableFunc(out, func(a, b *use.Use) int { return cmp.Compare(rank(a), rank(b)) })
	return out
}
