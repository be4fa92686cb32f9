package use

import (
	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/kind"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// start looks at a call that makes an informer by itself.
func (s *scan) start(at site, starter kube.Starter) {
	common := at.call.Common()
	use := Use{What: starter.As.String(), Watch: starter.As != kube.IndexField, Need: Always}
	switch starter.Cache {
	case -1:
	case kube.Receiver:
		recv, _ := ir.Receiver(common)
		use.Cache = s.cacheOf(recv)
	default:
		if cache := ir.Written(common, starter.Cache); cache != nil {
			use.Cache = s.cacheOf(cache)
		}
	}
	if starter.Kind >= 0 {
		if k := ir.Written(common, starter.Kind); k != nil {
			s.emit(at, project(s.kinds.Kinds(k), kind.Typed), use, nil, -1)
		}
		return
	}
	only, perhaps := s.onlyMetadata(ir.Written(common, starter.Opts))
	use.Perhaps = perhaps
	if source := ir.Written(common, starter.Source); source != nil && isSource(source) {
		s.watchSource(at, source, use, only)
		return
	}
	if starter.As == kube.SourceKind {
		if call, ok := at.call.(ssa.Value); ok && s.taken[call] {
			return
		}
	}
	object := ir.Written(common, starter.Object)
	if starter.Object == kube.FirstObject {
		object = firstObject(common)
	}
	if object == nil {
		return
	}
	sources := s.kinds.Objects(object)
	if only || starter.Meta {
		sources = project(sources, kind.Metadata)
	}
	s.emit(at, sources, use, nil, -1)
}

func isSource(v ssa.Value) bool {
	return kube.IsSource(v.Type()) || kube.IsKindSource(v.Type())
}

// firstObject returns the first argument that is an object.
func firstObject(common *ssa.CallCommon) ssa.Value {
	for i := 0; ; i++ {
		arg := ir.Written(common, i)
		if arg == nil {
			return nil
		}
		if kube.IsObject(arg.Type()) {
			return arg
		}
	}
}

// project gives the sources another projection. What a parameter decides is then the kind alone.
func project(sources []kind.Source, p kind.Projection) []kind.Source {
	out := make([]kind.Source, len(sources))
	for i, src := range sources {
		out[i] = src
		out[i].Projection = p
	}
	return out
}

// watchSource notes the objects of source.Kind sources that a watch is given. Other sources make no informer.
func (s *scan) watchSource(at site, source ssa.Value, use Use, only bool) {
	for _, made := range s.made(source, 0) {
		s.taken[made] = true
		u := use
		var sources []kind.Source
		switch made := made.(type) {
		case *ssa.Alloc:
			for _, object := range s.kinds.FieldOf(made, "Type") {
				sources = append(sources, s.kinds.Objects(object)...)
			}
		case *ssa.Call:
			starter, _ := kube.StarterOf(kube.SymbolOf(ir.Called(&made.Call)))
			object := ir.Written(&made.Call, starter.Object)
			if starter.Object == kube.FirstObject {
				object = firstObject(&made.Call)
			}
			if object == nil {
				continue
			}
			if cache := ir.Written(&made.Call, starter.Cache); cache != nil {
				u.Cache = s.cacheOf(cache)
			}
			sources = s.kinds.Objects(object)
		}
		if only {
			sources = project(sources, kind.Metadata)
		}
		s.emit(at, sources, u, nil, -1)
	}
}

// made returns the places of this package where a source is made that is a source.Kind.
func (s *scan) made(v ssa.Value, depth int) []ssa.Value {
	if depth > 6 {
		return nil
	}
	var out []ssa.Value
	for _, from := range s.kinds.Values(v) {
		switch from := from.(type) {
		case *ssa.Alloc:
			if kube.IsKindSource(from.Type()) {
				out = append(out, from)
			}
		case *ssa.Call:
			starter, ok := kube.StarterOf(kube.SymbolOf(ir.Called(&from.Call)))
			if ok && starter.As == kube.SourceKind {
				out = append(out, from)
			}
		}
	}
	return out
}

// sources notes the sources that are made and given to nobody in view, such as those that a function returns.
func (s *scan) sources() {
	for _, fn := range s.lazy.Functions() {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				alloc, ok := instr.(*ssa.Alloc)
				if !ok || !kube.IsKindSource(alloc.Type()) || s.taken[alloc] || isTest(s.pass.Fset.Position(fn.Pos()).Filename) {
					continue
				}
				for _, object := range s.kinds.FieldOf(alloc, "Type") {
					s.literal(fn, alloc, s.kinds.Objects(object))
				}
			}
		}
	}
}

// literal notes the uses of a source.Kind literal.
func (s *scan) literal(fn *ssa.Function, alloc *ssa.Alloc, sources []kind.Source) {
	for _, src := range sources {
		if src.Hole.Of == kind.NoHole && src.Projection != kind.NoProjection {
			s.found = append(s.found, &Use{
				Kind: src.Kind, Projection: src.Projection, What: kube.SourceKind.String(), Watch: true,
				Func: enclosing(fn), Place: s.place(alloc.Pos()), pos: alloc.Pos(),
			})
		}
	}
}

// onlyMetadata tells whether builder.OnlyMetadata is among the options, and whether that is so under a condition only.
func (s *scan) onlyMetadata(opts ssa.Value) (only, perhaps bool) {
	if opts == nil {
		return false, false
	}
	for _, opt := range s.kinds.Elements(opts) {
		for _, v := range s.kinds.Values(opt) {
			if load, ok := v.(*ssa.UnOp); ok {
				if g, ok := load.X.(*ssa.Global); ok && g.Object() != nil && kube.IsOnlyMetadata(kube.SymbolOf(g.Object())) {
					only = true
				}
			}
		}
	}
	return only, only && conditional(opts)
}

// conditional tells whether a slice has more elements on one path than on another.
func conditional(v ssa.Value) bool {
	for range 10 {
		switch at := v.(type) {
		case *ssa.Phi:
			return true
		case *ssa.Slice:
			v = at.X
		case *ssa.Call:
			if b, ok := at.Call.Value.(*ssa.Builtin); !ok || b.Name() != "append" {
				return false
			}
			v = at.Call.Args[0]
		default:
			return false
		}
	}
	return false
}

// cacheOf names the cache behind a client, reader, cache or indexer; it is empty for the manager's, and for what can't
// be seen.
func (s *scan) cacheOf(v ssa.Value) string {
	if v == nil {
		return ""
	}
	for _, from := range s.kinds.Values(v) {
		if name := s.madeCache(from, 0); name != "" {
			return name
		}
	}
	return ""
}

func (s *scan) madeCache(v ssa.Value, depth int) string {
	if depth > 4 {
		return ""
	}
	call, ok := v.(*ssa.Call)
	if !ok {
		if extract, isExtract := v.(*ssa.Extract); isExtract {
			call, ok = extract.Tuple.(*ssa.Call)
		}
	}
	if !ok {
		if kube.IsCluster(v.Type()) {
			return "the cluster of " + s.place(v.Pos()).String()
		}
		return ""
	}
	symbol := kube.SymbolOf(ir.Called(&call.Call))
	if kube.MakesCache(symbol) {
		return "the cache of " + s.place(call.Pos()).String()
	}
	if recv, _ := ir.Receiver(&call.Call); recv != nil && kube.IsCluster(recv.Type()) {
		for _, from := range s.kinds.Values(recv) {
			if name := s.madeCache(from, depth+1); name != "" {
				return name
			}
		}
		return "the cluster of " + s.place(call.Pos()).String()
	}
	switch kube.ProvenanceOf(symbol) {
	case kube.Wraps:
		for _, arg := range call.Call.Args {
			if kube.IsReader(arg.Type()) {
				return s.cacheOf(arg)
			}
		}
	case kube.ByOptions, kube.ManagerClient:
		for _, arg := range call.Call.Args {
			for _, reader := range s.kinds.Nested(arg, "Reader", "CacheReader") {
				if name := s.cacheOf(reader); name != "" {
					return name
				}
			}
		}
	}
	return ""
}
