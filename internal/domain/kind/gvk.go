package kind

import (
	"go/constant"
	"go/token"
	"go/types"
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
		return Kind{}
	case g.of.Known():
		return g.of
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

// gvks returns what a schema.GroupVersionKind, or a metav1.TypeMeta, may be.
func (w *walk) gvks(v ssa.Value) []gvk {
	if !w.enter(v) {
		return nil
	}
	defer w.leave(v)
	switch v := v.(type) {
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return w.storedGVKs(v.X)
		}
	case *ssa.Parameter:
		if kube.IsGroupVersionKind(v.Type()) {
			return []gvk{{hole: Hole{KindHole, ir.ParamIndex(v), v.Parent()}}}
		}
	case *ssa.Phi:
		return w.allGVKs(v.Edges)
	case *ssa.Field:
		return w.fieldGVKs(v)
	case *ssa.Call:
		return w.calledGVKs(v, 0)
	case *ssa.Extract:
		if call, ok := v.Tuple.(*ssa.Call); ok {
			return w.calledGVKs(call, v.Index)
		}
	}
	return nil
}

func (w *walk) allGVKs(values []ssa.Value) []gvk {
	var out []gvk
	for _, v := range values {
		out = append(out, w.gvks(v)...)
	}
	return out
}

// storedGVKs returns what is stored at an address, as a whole or field by field.
func (w *walk) storedGVKs(addr ssa.Value) []gvk {
	if !w.enter(addr) {
		return nil
	}
	defer w.leave(addr)
	var out []gvk
	for _, place := range w.f.places.Same(addr) {
		out = append(out, w.at(place)...)
	}
	if g, ok := addr.(*ssa.Global); ok && len(out) == 0 && w.f.Variable != nil {
		if v, ok := g.Object().(*types.Var); ok {
			if k := w.f.Variable(v); k.Known() {
				out = append(out, gvk{of: k})
			}
		}
	}
	return out
}

func (w *walk) fieldGVKs(v *ssa.Field) []gvk {
	var out []gvk
	for _, addr := range w.f.places.FieldAddrs(ir.Field(v.X.Type(), v.Field)) {
		out = append(out, w.at(addr)...)
	}
	return out
}

// at returns what is stored at this very address, as a whole, field by field, or as a whole and then changed.
func (w *walk) at(addr ssa.Value) []gvk {
	whole := w.allGVKs(w.f.places.StoredAt(addr))
	if len(whole) == 0 {
		return w.composed(addr)
	}
	out := whole
	for _, g := range whole {
		if g.hole.Of != NoHole || g.of.Known() || g.gv.pkg != "" {
			continue
		}
		for _, t := range w.fieldTexts(addr, "Version") {
			changed := g
			changed.gv.version = t.lit
			out = append(out, changed)
		}
		for _, t := range w.fieldTexts(addr, "Kind") {
			changed := g
			changed.name = t.lit
			out = append(out, changed)
		}
	}
	return out
}

// enter notes that what a value is, is being looked for; false if it is already, or after too many steps.
func (w *walk) enter(v ssa.Value) bool {
	if w.steps++; w.seen[v] || w.steps > maxSteps {
		return false
	}
	w.seen[v] = true
	return true
}

func (w *walk) leave(v ssa.Value) { delete(w.seen, v) }

// composed returns what the fields of the struct at an address come to: of a schema.GroupVersionKind, or a TypeMeta.
func (w *walk) composed(addr ssa.Value) []gvk {
	names := w.fieldTexts(addr, "Kind")
	if len(names) == 0 {
		return nil
	}
	var gvs []groupVersion
	for _, t := range w.fieldTexts(addr, "APIVersion") {
		gvs = append(gvs, t.groupVersion())
	}
	groups := w.fieldTexts(addr, "Group")
	if len(groups) == 0 {
		groups = []text{{}} // the group of core
	}
	for _, version := range w.fieldTexts(addr, "Version") {
		for _, group := range groups {
			gvs = append(gvs, join(group, version))
		}
	}
	return product(gvs, names)
}

func (w *walk) fieldTexts(addr ssa.Value, field string) []text {
	var out []text
	for _, part := range w.f.places.Parts(addr, field) {
		for _, stored := range w.f.places.StoredAt(part) {
			out = append(out, w.texts(stored)...)
		}
	}
	return out
}

// product returns the kinds of all names in all groups. What a hole decides needs no group.
func product(gvs []groupVersion, names []text) []gvk {
	var out []gvk
	for _, name := range names {
		if name.hole.Of != NoHole {
			out = append(out, gvk{hole: name.hole})
			continue
		}
		for _, gv := range gvs {
			if gv.known && name.lit != "" {
				out = append(out, gvk{gv: gv, name: name.lit})
			}
		}
	}
	return out
}

// join returns the group and version that two strings name.
func join(group, version text) groupVersion {
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

// groupVersion returns what an apiVersion names.
func (t text) groupVersion() groupVersion {
	switch {
	case t.pkg != "":
		return groupVersion{pkg: t.pkg, known: true}
	case t.lit != "":
		return parseGroupVersion(t.lit)
	}
	return groupVersion{}
}

// calledGVKs returns what a call returns that makes a schema.GroupVersionKind.
func (w *walk) calledGVKs(call *ssa.Call, index int) []gvk {
	common := &call.Call
	switch kube.KindMakerOf(kube.SymbolOf(ir.Called(common))) {
	case kube.WithKind:
		return product(w.groupVersions(common.Args[0]), w.texts(common.Args[1]))
	case kube.FromStrings:
		var gvs []groupVersion
		for _, t := range w.texts(common.Args[0]) {
			gvs = append(gvs, t.groupVersion())
		}
		return product(gvs, w.texts(common.Args[1]))
	case kube.OfObject:
		return w.objectGVKs(common.Args[0])
	case kube.KindOfObject:
		if recv, _ := ir.Receiver(common); recv != nil {
			return w.objectGVKs(owner(recv))
		}
	}
	var out []gvk
	for _, t := range w.returned(call, index) {
		for _, s := range w.fill(t, common) {
			out = append(out, gvk{of: s.Kind, hole: s.Hole})
		}
	}
	return out
}

// owner returns the object of which recv is the embedded TypeMeta or the ObjectKind.
func owner(recv ssa.Value) ssa.Value {
	switch v := recv.(type) {
	case *ssa.FieldAddr:
		if ir.Field(v.X.Type(), v.Field).Name() == "TypeMeta" {
			return v.X
		}
	case *ssa.Call:
		if ir.CalledName(&v.Call) == "GetObjectKind" {
			if of, _ := ir.Receiver(&v.Call); of != nil {
				return owner(of)
			}
		}
	}
	return recv
}

func (w *walk) objectGVKs(object ssa.Value) []gvk {
	inner := w.f.walk()
	if inner.depth = w.depth + 1; inner.depth > maxDepth {
		return nil
	}
	inner.object(object)
	var out []gvk
	for _, s := range inner.out {
		out = append(out, gvk{of: s.Kind, hole: s.Hole})
	}
	return out
}

// groupVersions returns what a schema.GroupVersion may be.
func (w *walk) groupVersions(v ssa.Value) []groupVersion {
	switch v := v.(type) {
	case *ssa.Phi:
		if !w.enter(v) {
			return nil
		}
		defer w.leave(v)
		var out []groupVersion
		for _, edge := range v.Edges {
			out = append(out, w.groupVersions(edge)...)
		}
		return out
	case *ssa.UnOp:
		return w.storedGroupVersions(v.X)
	case *ssa.Call:
		if ir.CalledName(&v.Call) == "GroupVersion" && len(v.Call.Args) == 1 { // of a GroupVersionKind
			var out []groupVersion
			for _, g := range w.gvks(v.Call.Args[0]) {
				if g.of.Known() {
					out = append(out, groupVersion{pkg: g.of.Pkg, known: true})
				} else if g.hole.Of == NoHole {
					out = append(out, g.gv)
				}
			}
			return out
		}
	}
	return nil
}

func (w *walk) storedGroupVersions(addr ssa.Value) []groupVersion {
	if g, ok := addr.(*ssa.Global); ok && g.Object() != nil && isGroupVersionVar(g.Object()) {
		return []groupVersion{{pkg: kube.Path(g.Pkg.Pkg.Path()), known: true}}
	}
	if !w.enter(addr) {
		return nil
	}
	defer w.leave(addr)
	var out []groupVersion
	for _, place := range w.f.places.Same(addr) {
		for _, stored := range w.f.places.StoredAt(place) {
			out = append(out, w.groupVersions(stored)...)
		}
		groups := w.fieldTexts(place, "Group")
		if len(groups) == 0 {
			groups = []text{{}}
		}
		for _, version := range w.fieldTexts(place, "Version") {
			for _, group := range groups {
				out = append(out, join(group, version))
			}
		}
	}
	return out
}

// texts returns what a string may be.
func (w *walk) texts(v ssa.Value) []text {
	switch v := v.(type) {
	case *ssa.Const:
		if v.Value != nil && v.Value.Kind() == constant.String {
			return []text{{lit: constant.StringVal(v.Value)}}
		}
	case *ssa.Phi:
		if !w.enter(v) {
			return nil
		}
		defer w.leave(v)
		var out []text
		for _, edge := range v.Edges {
			out = append(out, w.texts(edge)...)
		}
		return out
	case *ssa.BinOp: // gvk.Kind + "List"
		if c, ok := v.Y.(*ssa.Const); ok && v.Op == token.ADD && c.Value != nil && c.Value.Kind() == constant.String {
			suffix := constant.StringVal(c.Value)
			var out []text
			for _, t := range w.texts(v.X) {
				if t.lit != "" {
					t.lit += suffix
				}
				out = append(out, t)
			}
			return out
		}
	case *ssa.ChangeType:
		return w.texts(v.X)
	case *ssa.MakeInterface:
		return w.texts(v.X)
	case *ssa.Field:
		return w.partOf(w.gvks(v.X), ir.Field(v.X.Type(), v.Field).Name())
	case *ssa.UnOp:
		return w.loadedTexts(v)
	case *ssa.Call:
		return w.calledTexts(v)
	}
	return nil
}

func (w *walk) loadedTexts(v *ssa.UnOp) []text {
	if addr, ok := v.X.(*ssa.FieldAddr); ok {
		field := ir.Field(addr.X.Type(), addr.Field).Name()
		if kube.IsGroupVersion(ir.Deref(addr.X.Type())) {
			var out []text
			for _, gv := range w.storedGroupVersions(addr.X) {
				out = append(out, gv.part(field))
			}
			return out
		}
		if kube.IsGroupVersionKind(ir.Deref(addr.X.Type())) {
			return w.partOf(w.storedGVKs(addr.X), field)
		}
	}
	if !w.enter(v) {
		return nil
	}
	defer w.leave(v)
	var out []text
	for _, stored := range w.f.places.Contents(v.X) {
		out = append(out, w.texts(stored)...)
	}
	return out
}

func (w *walk) calledTexts(v *ssa.Call) []text {
	name := ir.CalledName(&v.Call)
	recv, _ := ir.Receiver(&v.Call)
	if recv == nil || !kube.IsGroupVersion(ir.Deref(recv.Type())) || name != "String" && name != "Identifier" {
		return nil
	}
	var out []text
	for _, gv := range w.groupVersions(recv) {
		if gv.pkg != "" {
			out = append(out, text{pkg: gv.pkg})
		} else if gv.known {
			out = append(out, text{lit: gv.String()})
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

// partOf returns one field of each of these.
func (w *walk) partOf(of []gvk, field string) []text {
	var out []text
	for _, g := range of {
		switch {
		case g.hole.Of != NoHole:
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
