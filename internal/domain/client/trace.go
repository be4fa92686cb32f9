package client

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// A tracer follows values back through one package.
type tracer struct {
	origins *Origins
	calls   *ir.Package
	known   map[ssa.Value]Origin
	busy    map[any]bool // values and fields that are being followed
	depth   int

	fields  map[*types.Var][]ssa.Value  // what is stored in struct fields
	globals map[*ssa.Global][]ssa.Value // what is stored in package variables
	args    map[*ssa.Function][]*ssa.CallCommon
	makes   bool // the package makes live clients
	kind    int
}

// nothing is the origin of a value that is never set: it leaves what it is joined with as it is.
var nothing = Origin{Class: 255, Param: -1}

func newTracer(o *Origins, pkg *ssa.Package, funcs []*ssa.Function, calls *ir.Package) *tracer {
	t := &tracer{
		origins: o, calls: calls,
		known:   map[ssa.Value]Origin{},
		busy:    map[any]bool{},
		fields:  map[*types.Var][]ssa.Value{},
		globals: map[*ssa.Global][]ssa.Value{},
		args:    map[*ssa.Function][]*ssa.CallCommon{},
	}
	for _, fn := range funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				t.index(instr)
			}
		}
	}
	return t
}

// index notes stores to fields and variables, and calls.
func (t *tracer) index(instr ssa.Instruction) {
	switch i := instr.(type) {
	case *ssa.Store:
		switch addr := i.Addr.(type) {
		case *ssa.FieldAddr:
			field := ir.Field(addr.X.Type(), addr.Field)
			t.fields[field] = append(t.fields[field], i.Val)
		case *ssa.Global:
			t.globals[addr] = append(t.globals[addr], i.Val)
		}
	case ssa.CallInstruction:
		common := i.Common()
		if callee := t.calls.Callee(common); callee != nil {
			t.args[callee] = append(t.args[callee], common)
		}
		if kube.ProvenanceOf(ir.Symbol(common)) == kube.ByOptions {
			t.makes = true
		}
	}
}

// makesClient tells whether the package makes clients that read live.
func (t *tracer) makesClient() bool { return t.makes }

// join is what is known of a value that is one of two.
func join(a, b Origin) Origin {
	switch {
	case a.Class == nothing.Class:
		return b
	case b.Class == nothing.Class:
		return a
	case a.Class == b.Class:
		if a.Param != b.Param {
			a.Param = -1
		}
		a.Assumed = a.Assumed && b.Assumed
		return a
	}
	return Origin{Param: -1}
}

func (t *tracer) joinAll(values []ssa.Value) Origin {
	out := nothing
	for _, v := range values {
		out = join(out, t.of(v))
	}
	return out
}

const maxDepth = 24

// of returns the origin of a value.
func (t *tracer) of(v ssa.Value) Origin {
	if o, ok := t.known[v]; ok {
		return o
	}
	if t.busy[v] || t.depth > maxDepth {
		return nothing
	}
	t.busy[v] = true
	t.depth++
	o := t.trace(v)
	t.depth--
	delete(t.busy, v)
	if t.depth == 0 || o.Class != nothing.Class && len(t.busy) == 0 {
		t.known[v] = o
	}
	return o
}

func (t *tracer) trace(v ssa.Value) Origin {
	if o, ok := t.wrapper(v.Type()); ok {
		return o
	}
	switch v := v.(type) {
	case *ssa.MakeInterface:
		return t.of(v.X)
	case *ssa.ChangeInterface:
		return t.of(v.X)
	case *ssa.ChangeType:
		return t.of(v.X)
	case *ssa.TypeAssert:
		return t.of(v.X)
	case *ssa.Phi:
		return t.joinAll(v.Edges)
	case *ssa.Const:
		return nothing
	case *ssa.Extract:
		if call, ok := v.Tuple.(*ssa.Call); ok {
			return t.result(call, v.Index)
		}
		if assert, ok := v.Tuple.(*ssa.TypeAssert); ok {
			return t.of(assert.X)
		}
	case *ssa.Call:
		return t.result(v, 0)
	case *ssa.Parameter:
		return t.parameter(v)
	case *ssa.FreeVar:
		return t.of(ir.Binding(v))
	case *ssa.Field:
		return t.field(v.X.Type(), v.Field)
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return t.load(v.X)
		}
	}
	return Origin{Param: -1}
}

// wrapper gives the origin of a type that says it all: a reader of the user's that embeds one client, and the struct
// that delegates in controller-runtime 0.6.
func (t *tracer) wrapper(typ types.Type) (Origin, bool) {
	named := kube.Named(typ)
	if named == nil {
		return Origin{}, false
	}
	if kube.IsDelegatingClient(named) {
		return Origin{Class: Cached, Param: -1}, true
	}
	s, ok := named.Underlying().(*types.Struct)
	if !ok || !kube.IsReader(types.NewPointer(named)) {
		return Origin{}, false
	}
	embedded := -1
	for i := range s.NumFields() {
		if f := s.Field(i); f.Embedded() && kube.IsReader(f.Type()) {
			if embedded >= 0 {
				return Origin{Param: -1}, true
			}
			embedded = i
		}
	}
	if embedded < 0 {
		return Origin{Param: -1}, true
	}
	return t.field(named, embedded), true
}

// load gives the origin of what is at an address.
func (t *tracer) load(addr ssa.Value) Origin {
	switch a := addr.(type) {
	case *ssa.FieldAddr:
		return t.field(a.X.Type(), a.Field)
	case *ssa.Global:
		return t.global(a)
	case *ssa.FreeVar:
		return t.load(ir.Binding(a))
	case *ssa.Alloc:
		out := nothing
		for _, ref := range *a.Referrers() {
			if store, ok := ref.(*ssa.Store); ok && store.Addr == a {
				out = join(out, t.of(store.Val))
			}
		}
		return out
	}
	return Origin{Param: -1}
}

// field gives the origin of what a struct field holds, wherever the struct is.
func (t *tracer) field(structType types.Type, n int) Origin {
	field := ir.Field(structType, n)
	if t.busy[field] {
		return nothing
	}
	t.busy[field] = true
	defer delete(t.busy, field)
	owner := kube.Named(structType)
	out := t.joinAll(t.fields[field])
	if out.Class == nothing.Class || out.Class == Unknown {
		if o := t.fact(fieldName(owner, field), field.Pkg()); o.Class != Unknown && out.Class == nothing.Class {
			return o
		}
		if out.Class == Unknown && !t.hangsOnCallers(field) {
			return out
		}
		out = t.assume(field.Name(), field.Type(), owner)
	}
	out.Param = -1
	return out
}

// hangsOnCallers tells whether everything that is stored in the field comes from parameters, so that what is usual for
// the field is a better guess than what is usual for the parameter.
func (t *tracer) hangsOnCallers(field *types.Var) bool {
	for _, v := range t.fields[field] {
		if t.of(v).Param < 0 {
			return false
		}
	}
	return true
}

func (t *tracer) global(g *ssa.Global) Origin {
	if t.busy[g] {
		return nothing
	}
	t.busy[g] = true
	defer delete(t.busy, g)
	out := t.joinAll(t.globals[g])
	if out.Class == nothing.Class {
		out = t.assume(g.Name(), g.Type().(*types.Pointer).Elem(), nil)
	}
	return out
}

// parameter gives the origin of a parameter: what the callers in the package pass, if all pass the same, or what is
// usual.
func (t *tracer) parameter(p *ssa.Parameter) Origin {
	fn := p.Parent()
	index := -1
	for i, param := range fn.Params {
		if param == p {
			index = i
		}
	}
	out := nothing
	for _, common := range t.args[fn] {
		if arg := ir.Arg(common, index); arg != nil {
			out = join(out, t.of(arg))
		}
	}
	if out.Class == nothing.Class {
		out = t.assume(p.Name(), p.Type(), nil)
	}
	out.Param = index
	return out
}

// result gives the origin of a result of a call.
func (t *tracer) result(call *ssa.Call, n int) Origin {
	common := call.Common()
	s := ir.Symbol(common)
	switch kube.ProvenanceOf(s) {
	case kube.ManagerClient:
		if t.origins.Options.OwnClient {
			return Origin{Param: -1}
		}
		return Origin{Class: Cached, Param: -1}
	case kube.AlwaysCached:
		return Origin{Class: Cache, Param: -1}
	case kube.AlwaysLive:
		return Origin{Class: Live, Param: -1}
	case kube.Strong:
		return Origin{Class: Strong, Param: -1}
	case kube.ByOptions:
		return t.byOptions(common)
	case kube.Wraps:
		for _, arg := range common.Args {
			if kube.IsReader(arg.Type()) {
				return t.of(arg)
			}
		}
	}
	if callee := t.calls.Callee(common); callee != nil {
		return t.returned(callee, common, n)
	}
	if o := t.fact(resultName(s), ir.CalledPackage(common)); o.Class != Unknown {
		return o
	}
	return t.assume(s.Name, ir.ResultType(call, n), nil)
}

// returned gives the origin of what a function of this package returns to a call.
func (t *tracer) returned(fn *ssa.Function, common *ssa.CallCommon, n int) Origin {
	out := nothing
	for _, b := range fn.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok || n >= len(ret.Results) {
			continue
		}
		o := t.of(ret.Results[n])
		if o.Param >= 0 {
			if arg := ir.Arg(common, o.Param); arg != nil {
				o = t.of(arg)
			}
		}
		out = join(out, o)
	}
	return out
}

// byOptions gives the origin of a client that client.New makes: its options may name a cache to read from.
func (t *tracer) byOptions(common *ssa.CallCommon) Origin {
	unknown, live := Origin{Param: -1}, Origin{Class: Live, Param: -1}
	if len(common.Args) < 2 {
		return unknown
	}
	if c, ok := common.Args[1].(*ssa.Const); ok && c.Value == nil {
		return live // the zero Options
	}
	options := ir.Literal(common.Args[1])
	if options == nil {
		return unknown
	}
	cache, set := ir.FieldStore(options, "Cache")
	if !set {
		return live
	}
	cacheOptions, ok := cache.(*ssa.Alloc)
	if !ok {
		return unknown
	}
	if _, reads := ir.FieldStore(cacheOptions, "Reader"); !reads {
		return live
	}
	return Origin{Class: Cached, Param: -1}
}
