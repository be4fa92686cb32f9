package ir

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/kube"
)

// An Index knows what is stored in the variables and fields of one package, whatever the path, and who calls what. A nil
// Index knows only what is stored within one function.
type Index struct {
	fields  map[*types.Var][]ssa.Value // addresses of the field, each a FieldAddr
	globals map[*ssa.Global][]ssa.Instruction
	callers map[*ssa.Function][]ssa.CallInstruction
	values  map[*types.Func]bool          // functions that are used otherwise than by calling them
	invoked map[string]bool               // methods of interfaces that are called, and of which it isn't known whose they are
	bound   map[*ssa.Function][]ssa.Value // what method values have for the receiver, by the wrapper that the compiler makes
	puts    []put
	inside  map[Pipe][]ssa.Value // see [Index.Put]
}

func newIndex(p *Package) *Index {
	x := &Index{
		fields:  map[*types.Var][]ssa.Value{},
		globals: map[*ssa.Global][]ssa.Instruction{},
		callers: map[*ssa.Function][]ssa.CallInstruction{},
		values:  map[*types.Func]bool{},
		invoked: map[string]bool{},
		bound:   map[*ssa.Function][]ssa.Value{},
	}
	var operands [8]*ssa.Value
	var calls []ssa.CallInstruction
	for _, fn := range p.Functions() {
		for instr := range All[ssa.Instruction](fn.Blocks) {
			switch i := instr.(type) {
			case *ssa.FieldAddr:
				field := FieldAt(i)
				x.fields[field] = append(x.fields[field], i)
			case ssa.CallInstruction:
				calls = append(calls, i)
				if recv, args := Receiver(i.Common()); recv != nil {
					if n, ok := kube.PutBy(Symbol(i.Common())); ok && n < len(args) {
						x.puts = append(x.puts, put{recv, args[n]})
					}
				}
			case *ssa.MakeClosure:
				if fn := i.Fn.(*ssa.Function); fn.Synthetic != "" {
					x.bound[fn] = append(x.bound[fn], i.Bindings...)
				}
			case *ssa.Send:
				x.puts = append(x.puts, put{i.Chan, i.X})
			case *ssa.MapUpdate:
				x.puts = append(x.puts, put{i.Map, i.Value})
			case *ssa.Select:
				for _, state := range i.States {
					if state.Send != nil {
						x.puts = append(x.puts, put{state.Chan, state.Send})
					}
				}
			}
			for _, operand := range instr.Operands(operands[:0]) {
				switch v := (*operand).(type) {
				case *ssa.Global:
					x.globals[v] = append(x.globals[v], instr)
				case *ssa.Function:
					if call, ok := instr.(ssa.CallInstruction); !ok || operand != &call.Common().Value {
						x.values[Declared(v)] = true
					}
				}
			}
		}
	}
	for _, call := range calls { // which hang on what is stored in fields
		if callee := p.callee(call.Common(), x); callee != nil {
			x.callers[callee] = append(x.callers[callee], call)
			if generic := callee.Origin(); generic != nil && generic != callee {
				x.callers[generic] = append(x.callers[generic], call)
			}
		} else if call.Common().IsInvoke() {
			x.invoked[call.Common().Method.Name()] = true
		}
	}
	return x
}

// Callers returns the calls in the package that come to a function, of a generic one those of its instances; see
// [Package.Callee].
func (p *Index) Callers(fn *ssa.Function) []ssa.CallInstruction {
	if p == nil {
		return nil
	}
	return p.callers[fn]
}

// AllCallers returns the calls that come to a declared function, and whether there are no others: its name isn't exported,
// nothing has it as a value, and it is called through no interface by which other methods may be meant.
func (p *Index) AllCallers(fn *ssa.Function) ([]ssa.CallInstruction, bool) {
	obj := Declared(fn)
	if p == nil || obj == nil || obj.Exported() || p.values[obj] || p.invoked[obj.Name()] {
		return nil, false
	}
	return p.callers[fn], true
}

// IsValue tells whether the package uses a function otherwise than by calling it, so that others may call it: it is put somewhere,
// returned or passed. A literal counts as one, whatever becomes of it.
func (p *Index) IsValue(fn *ssa.Function) bool {
	declared := Declared(fn)
	return declared == nil || p != nil && p.values[declared]
}

// Passed returns what the calls in the package pass for a parameter.
func (p *Index) Passed(param *ssa.Parameter) (args []ssa.Value) {
	for _, call := range p.Callers(param.Parent()) {
		if arg := ArgFor(call.Common(), param); arg != nil {
			args = append(args, arg)
		}
	}
	return args
}

// Bound returns what the package's values of a method have for the receiver, by the wrapper that such a value calls.
func (p *Index) Bound(wrapper *ssa.Function) []ssa.Value { return p.bound[wrapper] }

// Referrers returns what refers to a value; for a package variable, in the functions of the package.
func (p *Index) Referrers(v ssa.Value) []ssa.Instruction {
	if g, ok := v.(*ssa.Global); ok {
		if p == nil {
			return nil
		}
		return p.globals[g]
	}
	if refs := v.Referrers(); refs != nil {
		return *refs
	}
	return nil
}

// Same returns the addresses of what an address points to: of a field, those in the same variable, or else in the
// whole package; of an element, those of all elements; of a captured variable, that one.
func (p *Index) Same(addr ssa.Value) []ssa.Value {
	return (&places{p, map[ssa.Value]bool{}}).same(addr)
}

// Place returns one address that stands for others of a variable, a field, or the elements of a slice: what [Index.Same]
// returns for the one, it returns for the others.
func (p *Index) Place(addr ssa.Value) ssa.Value {
	switch a := addr.(type) {
	case *ssa.FreeVar:
		if bound := Binding(a); bound != nil {
			return p.Place(bound)
		}
	case *ssa.FieldAddr:
		if same := p.Same(a); len(same) > 0 {
			return same[0]
		}
	case *ssa.IndexAddr:
		for _, ref := range p.Referrers(a.X) {
			if first, ok := ref.(*ssa.IndexAddr); ok && first.X == a.X {
				return first
			}
		}
	}
	return addr
}

// Elements returns the addresses of the elements of a slice or array.
func (p *Index) Elements(v ssa.Value) []ssa.Value {
	return (&places{p, map[ssa.Value]bool{}}).elements(v)
}

// places is one search for addresses. A slice may well be an element of itself.
type places struct {
	*Index
	seen map[ssa.Value]bool
}

func (p *places) same(addr ssa.Value) []ssa.Value {
	switch addr := addr.(type) {
	case *ssa.Alloc, *ssa.Global:
		return append([]ssa.Value{addr}, p.captured(addr)...)
	case *ssa.FreeVar:
		return FlatMap(Bindings(addr), p.same)
	case *ssa.FieldAddr:
		switch addr.X.(type) {
		case *ssa.Alloc, *ssa.Global:
			if local := p.localFields(addr); len(local) > 0 {
				return local
			}
		}
		return p.FieldAddrs(FieldAt(addr))
	case *ssa.IndexAddr:
		return p.elements(addr.X)
	}
	return nil
}

func (p *places) elements(v ssa.Value) []ssa.Value {
	if p.seen[v] {
		return nil
	}
	p.seen[v] = true
	var out, of []ssa.Value
	switch v := v.(type) {
	case *ssa.Alloc, *ssa.Global:
		for _, ref := range p.Referrers(v) {
			if elem, ok := ref.(*ssa.IndexAddr); ok && elem.X == v {
				out = append(out, elem)
			}
		}
	case *ssa.Slice:
		of = []ssa.Value{v.X}
	case *ssa.ChangeType:
		of = []ssa.Value{v.X}
	case *ssa.Phi:
		of = v.Edges
	case *ssa.UnOp:
		of = FlatMap(p.same(v.X), p.StoredAt)
	case *ssa.Field:
		of = p.OfField(Field(v.X.Type(), v.Field))
	case *ssa.Call:
		if IsBuiltin(&v.Call, "append") {
			of = v.Call.Args
		}
		of = append(of, p.returned(v, 0)...)
	case *ssa.Extract:
		if call, ok := v.Tuple.(*ssa.Call); ok {
			of = p.returned(call, v.Index)
		}
	}
	return append(out, FlatMap(of, p.elements)...)
}

// returned returns what a function of the package that is called by its name returns.
func (p *places) returned(call *ssa.Call, n int) []ssa.Value {
	if fn := call.Call.StaticCallee(); p.Index != nil && fn != nil {
		return Returned(fn, n)
	}
	return nil
}

// captured returns the names that a variable has in the function literals that use it.
func (p *Index) captured(addr ssa.Value) []ssa.Value {
	var out []ssa.Value
	for _, ref := range p.Referrers(addr) {
		if closure, ok := ref.(*ssa.MakeClosure); ok {
			out = append(out, Captured(closure, addr)...)
		}
	}
	return out
}

// localFields returns the addresses of a field in one variable, if something is stored there.
func (p *Index) localFields(addr *ssa.FieldAddr) []ssa.Value {
	var out []ssa.Value
	written := false
	for _, ref := range p.Referrers(addr.X) {
		if other, ok := ref.(*ssa.FieldAddr); ok && other.X == addr.X && other.Field == addr.Field {
			out = append(out, other)
			written = written || isWritten(other)
		}
	}
	if !written {
		return nil
	}
	return out
}

func isWritten(addr ssa.Value) bool {
	for _, ref := range Uses(addr) {
		switch ref := ref.(type) {
		case *ssa.Store:
			if ref.Addr == addr {
				return true
			}
		case *ssa.FieldAddr:
			if isWritten(ref) {
				return true
			}
		}
	}
	return false
}

// Contents returns the values that are stored as a whole at an address.
func (p *Index) Contents(addr ssa.Value) []ssa.Value {
	return FlatMap(p.Same(addr), p.StoredAt)
}

func (p *Index) StoredAt(addr ssa.Value) []ssa.Value {
	var out []ssa.Value
	for _, ref := range p.Referrers(addr) {
		if store, ok := ref.(*ssa.Store); ok && store.Addr == addr {
			out = append(out, store.Val)
		}
	}
	return out
}

// FieldAddrs returns the addresses of a field that the package takes.
func (p *Index) FieldAddrs(field *types.Var) []ssa.Value {
	if p == nil {
		return nil
	}
	return p.fields[field]
}

// OfField returns the values that are stored in a field.
func (p *Index) OfField(field *types.Var) []ssa.Value {
	return FlatMap(p.FieldAddrs(field), p.StoredAt)
}

// StoredIn returns what is stored in one field of the struct at an address.
func (p *Index) StoredIn(addr ssa.Value, name string) []ssa.Value {
	return FlatMap(p.Parts(addr, name), p.StoredAt)
}

// Parts returns the addresses of one field of the struct at an address.
func (p *Index) Parts(addr ssa.Value, name string) []ssa.Value {
	var out []ssa.Value
	for _, ref := range p.Referrers(addr) {
		if part, ok := ref.(*ssa.FieldAddr); ok && part.X == addr && FieldAt(part).Name() == name {
			out = append(out, part)
		}
	}
	return out
}
