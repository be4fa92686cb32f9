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
	if recv, _ := ir.Receiver(common); recv != nil && (starter.Cache == kube.Receiver || kube.IsBuilder(recv.Type())) {
		s.in(&use, recv)
	} else if cache := ir.Written(common, starter.Cache); cache != nil {
		s.in(&use, cache)
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
	object := startedBy(common, starter)
	if object == nil {
		return
	}
	sources := s.kinds.Objects(object)
	if only || starter.Meta {
		sources = project(sources, kind.Metadata)
	}
	s.emit(at, sources, use, nil, -1)
}

// startedBy returns the object whose informer a call starts, nil if there is none.
func startedBy(common *ssa.CallCommon, starter kube.Starter) ssa.Value {
	if starter.Object == kube.FirstObject {
		return firstObject(common)
	}
	return ir.Written(common, starter.Object)
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
	for _, made := range s.kinds.Values(source) {
		u, step := use, ir.StepOf(made)
		var objects []ssa.Value
		switch {
		case step.Kind == ir.Variable && kube.IsKindSource(made.Type()):
			objects = s.places.StoredIn(made, "Type")
		case step.Kind == ir.Result && isSourceKind(site{call: step.Call}):
			starter, _ := kube.StarterOf(ir.Symbol(&step.Call.Call))
			if object := startedBy(&step.Call.Call, starter); object != nil {
				objects = []ssa.Value{object}
			}
			if cache := ir.Written(&step.Call.Call, starter.Cache); cache != nil {
				s.in(&u, cache)
			}
		default:
			continue
		}
		s.taken[made] = true
		for _, object := range objects {
			sources := s.kinds.Objects(object)
			if only {
				sources = project(sources, kind.Metadata)
			}
			s.emit(at, sources, u, nil, -1)
		}
	}
}

// sources notes the sources that are made and given to nobody in view, such as those that a function returns.
func (s *scan) sources() {
	for _, fn := range s.lazy.Functions() {
		for alloc := range ir.All[*ssa.Alloc](fn.Blocks) {
			if !kube.IsKindSource(alloc.Type()) || s.taken[alloc] {
				continue
			}
			for _, object := range s.places.StoredIn(alloc, "Type") {
				s.literal(fn, alloc, s.kinds.Objects(object))
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

// onlyMetadata tells whether builder.OnlyMetadata is among the options, and whether that can't be known.
func (s *scan) onlyMetadata(opts ssa.Value) (only, perhaps bool) {
	if opts == nil {
		return false, false
	}
	l := s.light.Of(opts)
	return l == Light, l == Perhaps
}
