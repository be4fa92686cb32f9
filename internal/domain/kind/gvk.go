package kind

import (
	"cmp"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// A gvk is one value that a schema.GroupVersionKind, or what is set in an object's TypeMeta, may have.
type gvk struct {
	gv   groupVersion
	name string
	of   Kind // where it is that of an object, or comes from another package
	hole Hole
}

func (g gvk) kind(from *types.Package) Kind {
	switch {
	case g.hole.Of != NoHole:
		return Kind{Pkg: g.gv.path()}
	case g.of.Known():
		return Resolve(g.of, from) // which the package that it comes from may not import
	}
	return g.gv.kind(g.name, from)
}

func (g gvk) list() bool { return strings.HasSuffix(g.name, "List") }

// A text is one value that a string may have: a literal, the group or version of the API that a package declares, or
// a part of the kind that the hole decides.
type text struct {
	lit  string
	pkg  string
	hole Hole
}

func compareGVKs(a, b gvk) int {
	return cmp.Or(compareGroups(a.gv, b.gv), cmp.Compare(a.name, b.name), cmp.Compare(a.of.Pkg, b.of.Pkg),
		cmp.Compare(a.of.Name, b.of.Name), a.hole.compare(b.hole))
}

func compareTexts(a, b text) int {
	return cmp.Or(cmp.Compare(a.lit, b.lit), cmp.Compare(a.pkg, b.pkg), a.hole.compare(b.hole))
}

// gvk finds what a schema.GroupVersionKind, or a metav1.TypeMeta, may be.
func (f *Finder) gvk(v ssa.Value) []gvk {
	switch s := ir.StepOf(v); s.Kind {
	case ir.Load:
		return f.gvksAt.Of(f.places.Place(s.From[0]))
	case ir.Param:
		if kube.IsGroupVersionKind(v.Type()) {
			return []gvk{{hole: Hole{Of: KindHole, Index: ir.ParamIndex(v.(*ssa.Parameter)), Fn: v.Parent()}}}
		}
	case ir.Alias:
		return ir.FlatMap(s.From, f.gvks.Of)
	case ir.FieldOf:
		return ir.FlatMap(f.places.FieldAddrs(s.Field), f.at)
	case ir.Entry:
		return ir.FlatMap(f.entries(v, s.From[0]), f.gvks.Of)
	case ir.Result:
		return f.calledGVKs(s.Call, s.Index)
	}
	return nil
}

// storedGVKs finds what is stored at an address, as a whole or field by field.
func (f *Finder) storedGVKs(addr ssa.Value) []gvk {
	out := ir.FlatMap(f.places.Same(addr), f.at)
	if g, ok := addr.(*ssa.Global); ok && f.Variable != nil && g.Object() != nil {
		if k := f.Variable(g.Object().(*types.Var)); k.Known() {
			out = append(out, gvk{of: k})
		}
	}
	return out
}

// at returns what is stored at this very address, as a whole, field by field, or as a whole and then changed.
func (f *Finder) at(addr ssa.Value) []gvk {
	stored := f.places.StoredAt(addr)
	if len(stored) == 0 {
		return f.composed(addr)
	}
	out := ir.FlatMap(stored, f.gvks.Of)
	for _, g := range out {
		if g.hole.Of != NoHole || g.of.Known() || g.gv.pkg != "" {
			continue
		}
		for _, t := range f.fieldTexts(addr, "Version") {
			changed := g
			changed.gv.version = t.lit
			out = append(out, changed)
		}
		for _, t := range f.fieldTexts(addr, "Kind") {
			changed := g
			changed.name = t.lit
			out = append(out, changed)
		}
	}
	return out
}

// composed returns what the fields of the struct at an address come to: of a schema.GroupVersionKind, or a TypeMeta.
func (f *Finder) composed(addr ssa.Value) []gvk {
	names := f.fieldTexts(addr, "Kind")
	if len(names) == 0 {
		return nil
	}
	return product(append(groupVersions(f.fieldTexts(addr, "APIVersion")), f.groupAt(addr)...), names)
}

// groupAt returns what the fields Group and Version of the struct at an address come to.
func (f *Finder) groupAt(addr ssa.Value) []groupVersion {
	groups := f.fieldTexts(addr, "Group")
	if len(groups) == 0 {
		groups = []text{{}} // the group of core
	}
	var out []groupVersion
	for _, version := range f.fieldTexts(addr, "Version") {
		for _, group := range groups {
			out = append(out, join(group, version))
		}
	}
	return out
}

func (f *Finder) fieldTexts(addr ssa.Value, field string) []text {
	return ir.FlatMap(f.places.StoredIn(addr, field), f.texts.Of)
}

// product returns the kinds of all names in all groups. What a hole decides as a whole needs no group.
func product(gvs []groupVersion, names []text) []gvk {
	var out []gvk
	for _, name := range names {
		if name.hole.Of == KindHole || name.hole.Of == ObjectHole {
			out = append(out, gvk{hole: name.hole})
			continue
		}
		for _, gv := range gvs {
			hole := name.hole
			switch {
			case gv.known && (name.lit != "" || hole.Of == NameHole):
				out = append(out, gvk{gv: gv, name: name.lit, hole: hole})
			case gv.hole.Of == NameHole && hole.Of == NameHole && gv.hole.Fn == hole.Fn:
				hole.Version = gv.hole.Index + 1
				out = append(out, gvk{hole: hole})
			}
		}
	}
	return out
}

// join returns the group and version that two strings name.
func join(group, version text) groupVersion {
	if group.hole.Of != NoHole || version.hole.Of != NoHole {
		return groupVersion{}
	}
	if version.pkg != "" {
		return groupVersion{pkg: version.pkg, known: true}
	}
	if group.pkg != "" {
		if strings.HasSuffix(group.pkg, "/"+version.lit) {
			return groupVersion{pkg: group.pkg, known: true}
		}
		return groupVersion{}
	}
	return groupVersion{group: group.lit, version: version.lit, known: version.lit != ""}
}

// groupVersions returns what apiVersions name.
func groupVersions(texts []text) []groupVersion { return ir.Map(texts, text.groupVersion) }

// groupVersion returns what an apiVersion names.
func (t text) groupVersion() groupVersion {
	switch {
	case t.pkg != "":
		return groupVersion{pkg: t.pkg, known: true}
	case t.lit != "":
		return parseGroupVersion(t.lit)
	case t.hole.Of == NameHole:
		return groupVersion{hole: t.hole}
	}
	return groupVersion{}
}

// calledGVKs returns what a call returns that makes a schema.GroupVersionKind.
func (f *Finder) calledGVKs(call *ssa.Call, index int) []gvk {
	common := &call.Call
	switch kube.KindMakerOf(ir.Symbol(common)) {
	case kube.WithKind:
		return product(f.groups.Of(common.Args[0]), f.texts.Of(common.Args[1]))
	case kube.FromStrings:
		return product(groupVersions(f.texts.Of(common.Args[0])), f.texts.Of(common.Args[1]))
	case kube.OfObject:
		return gvksOf(f.objects.Of(common.Args[0]))
	case kube.KindOfObject:
		if recv, _ := ir.Receiver(common); recv != nil {
			return gvksOf(f.objects.Of(owner(recv)))
		}
	}
	found, _ := f.returned(call, index)
	return gvksOf(found)
}

func gvksOf(sources []Source) []gvk {
	return ir.Map(sources, func(s Source) gvk { return gvk{of: s.Kind, hole: s.Hole} })
}

// owner returns the object of which recv is the embedded TypeMeta or the ObjectKind.
func owner(recv ssa.Value) ssa.Value {
	switch s := ir.StepOf(recv); s.Kind {
	case ir.FieldAddr:
		if s.Field.Name() == "TypeMeta" {
			return s.From[0]
		}
	case ir.Result:
		if ir.CalledName(&s.Call.Call) == "GetObjectKind" {
			if of, _ := ir.Receiver(&s.Call.Call); of != nil {
				return owner(of)
			}
		}
	}
	return recv
}

// groupVersion finds what a schema.GroupVersion may be.
func (f *Finder) groupVersion(v ssa.Value) []groupVersion {
	switch s := ir.StepOf(v); s.Kind {
	case ir.Alias:
		return ir.FlatMap(s.From, f.groups.Of)
	case ir.Load:
		return f.groupsAt.Of(f.places.Place(s.From[0]))
	case ir.Result:
		if ir.CalledName(&s.Call.Call) == "GroupVersion" && len(s.Call.Call.Args) == 1 { // of a GroupVersionKind
			var out []groupVersion
			for _, g := range f.gvks.Of(s.Call.Call.Args[0]) {
				if g.of.Known() {
					out = append(out, groupVersion{pkg: g.of.Pkg, known: true})
				} else if g.gv.known {
					out = append(out, g.gv)
				}
			}
			return out
		}
	}
	return nil
}

// storedGroups finds what is stored at the address of a schema.GroupVersion.
func (f *Finder) storedGroups(addr ssa.Value) []groupVersion {
	if g, ok := addr.(*ssa.Global); ok && g.Object() != nil && kube.IsGroupVersionVariable(g.Object()) {
		return []groupVersion{{pkg: kube.Path(g.Pkg.Pkg.Path()), known: true}}
	}
	var out []groupVersion
	if g, ok := addr.(*ssa.Global); ok && f.Variable != nil && g.Object() != nil {
		if gv := groupOf(f.Variable(g.Object().(*types.Var))); gv.known {
			out = append(out, gv)
		}
	}
	for _, place := range f.places.Same(addr) {
		out = append(append(out, ir.FlatMap(f.places.StoredAt(place), f.groups.Of)...), f.groupAt(place)...)
	}
	return out
}

// text finds what a string may be.
func (f *Finder) text(v ssa.Value) []text {
	switch s := ir.StepOf(v); s.Kind {
	case ir.Constant:
		if lit, ok := ir.Text(v); ok {
			return []text{{lit: lit}}
		}
	case ir.Param:
		return []text{{hole: Hole{Of: NameHole, Index: ir.ParamIndex(v.(*ssa.Parameter)), Fn: v.Parent()}}}
	case ir.Alias:
		return ir.FlatMap(s.From, f.texts.Of)
	case ir.Computed:
		return f.suffixed(v)
	case ir.FieldOf:
		return partsOf(f.gvks.Of(s.From[0]), s.Field.Name())
	case ir.Load:
		return f.loadedTexts(s.From[0])
	case ir.Result:
		return f.calledTexts(&s.Call.Call)
	}
	return nil
}

// suffixed returns what gvk.Kind + "List" may be. What has the suffix keeps it, and gets no other: the sum may be stored
// where the first string was.
func (f *Finder) suffixed(v ssa.Value) []text {
	sum, ok := v.(*ssa.BinOp)
	if !ok || sum.Op != token.ADD {
		return nil
	}
	suffix, ok := ir.Text(sum.Y)
	if !ok {
		return nil
	}
	out := slices.Clone(f.texts.Of(sum.X))
	for i, t := range out {
		if t.lit != "" && !strings.HasSuffix(t.lit, suffix) {
			out[i].lit += suffix
		}
	}
	return out
}

// loadedTexts returns what a string at an address may be.
func (f *Finder) loadedTexts(addr ssa.Value) []text {
	if s := ir.StepOf(addr); s.Kind == ir.FieldAddr {
		of := ir.Deref(s.From[0].Type())
		if kube.IsGroupVersion(of) {
			return ir.Map(f.groupsAt.Of(f.places.Place(s.From[0])), func(gv groupVersion) text { return gv.part(s.Field.Name()) })
		}
		if kube.IsGroupVersionKind(of) {
			return partsOf(f.gvksAt.Of(f.places.Place(s.From[0])), s.Field.Name())
		}
	}
	return f.textsAt.Of(f.places.Place(addr))
}

func (f *Finder) storedTexts(addr ssa.Value) []text {
	return ir.FlatMap(f.places.Contents(addr), f.texts.Of)
}

func (f *Finder) calledTexts(call *ssa.CallCommon) []text {
	name := ir.CalledName(call)
	recv, _ := ir.Receiver(call)
	if recv != nil && name == "Name" {
		if of := ir.StepOf(recv); of.Kind == ir.Result && kube.IsTypeOf(ir.Symbol(&of.Call.Call)) {
			return []text{typeText(ir.Unwrap(of.Call.Call.Args[0]).Type())}
		}
	}
	if recv == nil || !kube.IsGroupVersion(ir.Deref(recv.Type())) || name != "String" && name != "Identifier" {
		return nil
	}
	var out []text
	for _, gv := range f.groups.Of(recv) {
		if gv.known {
			out = append(out, gv.text())
		}
	}
	return out
}

func (gv groupVersion) part(field string) text {
	if gv.pkg != "" {
		return text{pkg: gv.pkg}
	}
	if field == "Group" {
		return text{lit: gv.group}
	}
	return text{lit: gv.version}
}

// partsOf returns one field of each of these.
func partsOf(of []gvk, field string) []text {
	var out []text
	for _, g := range of {
		switch {
		case g.hole.Of != NoHole && (field == "Kind" || !g.gv.known):
			out = append(out, text{hole: g.hole})
		case field == "Kind" && g.of.Known():
			out = append(out, text{lit: g.of.Name})
		case field == "Kind":
			out = append(out, text{lit: g.name})
		case g.of.Known():
			out = append(out, text{pkg: g.of.Pkg})
		default:
			out = append(out, g.gv.part(field))
		}
	}
	return out
}
