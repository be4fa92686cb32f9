package client

import (
	"go/ast"
	"go/constant"
	"go/types"
	"maps"
	"slices"
	"strings"

	"github.com/ctrllint/ctrllint/internal/domain/kind"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// Options are what the options of the managers and clients in view say about reads through the manager's client. One
// that is set under a condition, or in one of several managers, counts as set.
type Options struct {
	Uncached       []kind.Kind // kinds that are read live, sorted
	UncachedOther  bool        // and others, which can't be seen
	Unstructured   bool        // unstructured objects are read from the cache too
	OwnClient      bool        // the manager's client is made by a function that can't be seen through
	ReadYourWrites bool        // reads wait for the client's own writes
	Uncopied       []kind.Kind // kinds of which reads return what the cache holds, in place of copies, sorted
	UncopiedAll    bool        // of all kinds they do
	Copied         []kind.Kind // but for these, sorted

	said []string // kinds that are read live, as users name them
}

// IsUncached tells whether the manager's client may read the kind live.
func (o Options) IsUncached(k kind.Kind) bool {
	return o.UncachedOther || slices.Contains(o.Uncached, k) || names(o.said, k)
}

// Empty tells whether the options say nothing of reads.
func (o Options) Empty() bool {
	return len(o.Uncached) == 0 && !o.UncachedOther && !o.Unstructured && !o.OwnClient && !o.ReadYourWrites && !o.Uncopies() && len(o.Copied) == 0
}

// Equal tells whether two options say the same of reads.
func (o Options) Equal(other Options) bool {
	return slices.Equal(o.Uncached, other.Uncached) && slices.Equal(o.said, other.said) && o.UncachedOther == other.UncachedOther &&
		o.Unstructured == other.Unstructured && o.OwnClient == other.OwnClient && o.ReadYourWrites == other.ReadYourWrites &&
		slices.Equal(o.Uncopied, other.Uncopied) && o.UncopiedAll == other.UncopiedAll && slices.Equal(o.Copied, other.Copied)
}

// Join adds what other says.
func (o *Options) Join(other Options) {
	o.Uncached, o.Uncopied, o.Copied = union(o.Uncached, other.Uncached), union(o.Uncopied, other.Uncopied), union(o.Copied, other.Copied)
	o.UncopiedAll = o.UncopiedAll || other.UncopiedAll
	o.UncachedOther = o.UncachedOther || other.UncachedOther
	o.Unstructured = o.Unstructured || other.Unstructured
	o.OwnClient = o.OwnClient || other.OwnClient
	o.ReadYourWrites = o.ReadYourWrites || other.ReadYourWrites
	if o.said == nil {
		o.said = other.said // there is one list in a run
	}
}

// union returns the kinds that are in one of two lists, sorted.
func union(a, b []kind.Kind) []kind.Kind {
	all := slices.Concat(a, b)
	slices.SortFunc(all, func(a, b kind.Kind) int { return strings.Compare(a.Pkg+"."+a.Name, b.Pkg+"."+b.Name) })
	return slices.Compact(all)
}

// names tells whether one of what users say about kinds names this: by package and type, or by what kubectl calls it.
func names(said []string, k kind.Kind) bool {
	for _, name := range said {
		if name == k.Pkg+"."+k.Name || name == k.String() {
			return true
		}
		group, typ, ok := kind.CutLast(name)
		if !ok || typ != k.Name {
			continue
		}
		// k8s.io/api/core/v1 is version v1 of the group "", apps/v1 of apps; the first word of others' groups is the
		// folder, by custom.
		dir, version, _ := kind.CutLast(k.Pkg)
		_, folder, _ := kind.CutLast(dir)
		g, v, grouped := kind.CutLast(group)
		if !grouped {
			g, v = "core", group
		}
		first, _, _ := strings.Cut(g, ".")
		if group == k.Pkg || v == version && (first == folder || folder == "api" || folder == "apis") {
			return true
		}
	}
	return false
}

// Unnamed returns those of the kinds that users name of which there is neither a type, in some packages and in what they
// import, nor the name in a string.
func Unnamed(said []string, in map[*types.Package]*types.Info) []string {
	all := ir.Reachable((*types.Package).Imports, slices.Collect(maps.Keys(in))...)
	return slices.DeleteFunc(slices.Clone(said), func(name string) bool {
		typ := name[strings.LastIndexAny(name, "./")+1:]
		for p := range all {
			if t, ok := p.Scope().Lookup(typ).(*types.TypeName); ok && names([]string{name}, kind.OfType(t.Type()).Kind) {
				return true
			}
		}
		for _, info := range in { // of an unstructured object
			for _, e := range info.Types {
				if e.Value != nil && e.Value.Kind() == constant.String && strings.Contains(constant.StringVal(e.Value), typ) {
					return true
				}
			}
		}
		return false
	})
}

// inView joins what the package itself says with what its imports and the user say.
func (o *Origins) inView(own Options) Options {
	all := own
	for _, f := range o.imported {
		all.Join(f.Options)
	}
	return o.asTold(all)
}

// asTold adds to options what the user says.
func (o *Origins) asTold(options Options) Options {
	options.said = o.told.Clients.Uncached
	options.ReadYourWrites = options.ReadYourWrites || o.told.Clients.ReadYourWrites
	return options
}

// OptionsIn returns what the options in the files of one package say. elsewhere tells of functions of other packages.
func OptionsIn(files []*ast.File, info *types.Info, elsewhere Elsewhere) Options {
	s := &survey{files: files, info: info, elsewhere: elsewhere, seen: map[types.Object]bool{}}
	if !s.mentions() {
		return Options{}
	}
	for _, f := range files {
		ast.Inspect(f, s.visit)
	}
	s.out.Join(Options{}) // sorts
	return s.out
}

// Said returns what an option says that is set to a value, in a package of these files. elsewhere tells of functions of
// other packages.
func Said(files []*ast.File, info *types.Info, elsewhere Elsewhere, option kube.ClientOption, value ast.Expr) Options {
	s := &survey{files: files, info: info, elsewhere: elsewhere, seen: map[types.Object]bool{}}
	s.option(option, value)
	s.out.Join(Options{}) // sorts
	return s.out
}

// A survey looks for the options of one package.
type survey struct {
	files     []*ast.File
	info      *types.Info
	elsewhere Elsewhere
	out       Options
	seen      map[types.Object]bool
	inside    bool // a function that makes the manager's client is looked through for options
}

// mentions tells whether the package has to do with options at all.
func (s *survey) mentions() bool {
	for _, obj := range s.info.Uses {
		if kube.MayBeClientOption(obj) {
			return true
		}
	}
	return false
}

func (s *survey) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.CompositeLit:
		t := s.info.TypeOf(n)
		for _, elt := range n.Elts {
			if kv, ok := elt.(*ast.KeyValueExpr); ok && t != nil {
				if key, ok := kv.Key.(*ast.Ident); ok {
					s.option(kube.ClientOptionOf(t, key.Name), kv.Value)
				}
			}
		}
	case *ast.AssignStmt:
		for i, lhs := range n.Lhs {
			if sel, ok := ast.Unparen(lhs).(*ast.SelectorExpr); ok && len(n.Rhs) == len(n.Lhs) {
				if t := s.info.TypeOf(sel.X); t != nil {
					s.option(kube.ClientOptionOf(t, sel.Sel.Name), n.Rhs[i])
				}
			}
		}
	case *ast.CallExpr:
		switch {
		case s.makesClient(n):
			return hasReader(n) // without one, its options mean nothing
		case kube.ProvenanceOf(kube.SymbolOf(s.objectOf(n.Fun))) == kube.AlwaysCached:
			return false // they are that cache's
		}
		if sel, ok := ast.Unparen(n.Fun).(*ast.SelectorExpr); ok && kube.TakesUncached(kube.SymbolOf(s.info.Uses[sel.Sel])) {
			for _, arg := range n.Args {
				s.objects(arg)
			}
		}
	}
	return true
}

// makesClient tells whether the call is one of client.New, with the options in it.
func (s *survey) makesClient(call *ast.CallExpr) bool {
	return len(call.Args) == 2 && kube.ProvenanceOf(kube.SymbolOf(s.objectOf(call.Fun))) == kube.ByOptions
}

func (s *survey) option(o kube.ClientOption, value ast.Expr) {
	switch o {
	case kube.Uncached:
		s.objects(value)
	case kube.CachesUnstructured:
		s.out.Unstructured = s.out.Unstructured || !s.isFalse(value)
	case kube.ReadYourWrites:
		s.out.ReadYourWrites = s.out.ReadYourWrites || !s.isFalse(value)
	case kube.OwnClient:
		s.out.OwnClient = s.out.OwnClient || !s.usualClient(value)
	case kube.Uncopied:
		s.out.UncopiedAll = s.out.UncopiedAll || isTrue(value)
	case kube.UncopiedByObject:
		s.byObject(value)
	}
}

// isFalse tells whether the expression is false, nil or a pointer to false.
func (s *survey) isFalse(e ast.Expr) bool {
	if call, ok := ast.Unparen(e).(*ast.CallExpr); ok && len(call.Args) == 1 {
		e = call.Args[0]
	}
	id, ok := ast.Unparen(e).(*ast.Ident)
	return ok && (id.Name == "false" || id.Name == "nil")
}

// hasReader tells whether the options in a call give the client a cache to read from.
func hasReader(call *ast.CallExpr) bool {
	found := false
	ast.Inspect(call, func(n ast.Node) bool {
		if kv, ok := n.(*ast.KeyValueExpr); ok {
			key, ok := kv.Key.(*ast.Ident)
			found = found || ok && key.Name == "Reader"
		}
		return !found
	})
	return found
}

// given calls each for what a statement or declaration gives to a variable, field or function; it tells whether it
// declares a variable that is empty.
func (s *survey) given(n ast.Node, obj types.Object, each func(ast.Node)) (empty bool) {
	switch n := n.(type) {
	case *ast.AssignStmt:
		for i, lhs := range n.Lhs {
			if s.objectOf(lhs) == obj && (len(n.Rhs) == len(n.Lhs) || i == 0) { // the first of two is what is looked up
				each(n.Rhs[i])
			}
		}
	case *ast.RangeStmt:
		if n.Value != nil && s.objectOf(n.Value) == obj {
			each(n.X)
		}
	case *ast.ValueSpec:
		for i, name := range n.Names {
			if s.info.Defs[name] == obj && i < len(n.Values) {
				each(n.Values[i])
			} else if s.info.Defs[name] == obj {
				empty = true
			}
		}
	case *ast.FuncDecl:
		if s.info.Defs[n.Name] == obj && n.Body != nil {
			each(n.Body)
		}
	case *ast.KeyValueExpr:
		if key, ok := n.Key.(*ast.Ident); ok && s.info.Uses[key] == obj {
			each(n.Value)
		}
	}
	return empty
}

func (s *survey) objectOf(e ast.Expr) types.Object {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		if obj := s.info.Defs[e]; obj != nil {
			return obj
		}
		return s.info.Uses[e]
	case *ast.SelectorExpr:
		return s.info.Uses[e.Sel]
	}
	return nil
}
