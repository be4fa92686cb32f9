package kind

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// places knows what is stored in the variables and fields of one package, whatever the path.
type places struct {
	fields  map[*types.Var][]ssa.Value // addresses of the field, each a FieldAddr
	globals map[*ssa.Global][]ssa.Instruction
}

func newPlaces(funcs []*ssa.Function) *places {
	p := &places{map[*types.Var][]ssa.Value{}, map[*ssa.Global][]ssa.Instruction{}}
	var operands [8]*ssa.Value
	for _, fn := range funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if addr, ok := instr.(*ssa.FieldAddr); ok {
					field := fieldOf(addr.X.Type(), addr.Field)
					p.fields[field] = append(p.fields[field], addr)
				}
				for _, operand := range instr.Operands(operands[:0]) {
					if g, ok := (*operand).(*ssa.Global); ok {
						p.globals[g] = append(p.globals[g], instr)
					}
				}
			}
		}
	}
	return p
}

// fieldOf returns a field of a struct type or pointer to one; of a generic type's instance, the generic type's.
func fieldOf(t types.Type, index int) *types.Var {
	t = t.Underlying()
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem().Underlying()
	}
	return t.(*types.Struct).Field(index).Origin()
}

// referrers returns what refers to a value; for a package variable, in the functions of the package.
func (p *places) referrers(v ssa.Value) []ssa.Instruction {
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

// same returns the addresses of what an address points to: of a field, those in the same variable, or else in the
// whole package; of an element, those of all elements; of a captured variable, that one.
func (p *places) same(addr ssa.Value) []ssa.Value {
	switch addr := addr.(type) {
	case *ssa.Alloc, *ssa.Global:
		return append([]ssa.Value{addr}, p.captured(addr)...)
	case *ssa.FreeVar:
		var out []ssa.Value
		for _, bound := range bindings(addr) {
			out = append(out, p.same(bound)...)
		}
		return out
	case *ssa.FieldAddr:
		switch addr.X.(type) {
		case *ssa.Alloc, *ssa.Global:
			if local := p.localFields(addr); len(local) > 0 {
				return local
			}
		}
		if p != nil {
			return p.fields[fieldOf(addr.X.Type(), addr.Field)]
		}
	case *ssa.IndexAddr:
		return p.elements(addr.X, 0)
	}
	return nil
}

// captured returns the names that a variable has in the function literals that use it.
func (p *places) captured(addr ssa.Value) []ssa.Value {
	var out []ssa.Value
	for _, ref := range p.referrers(addr) {
		if closure, ok := ref.(*ssa.MakeClosure); ok {
			for i, bound := range closure.Bindings {
				if bound == addr {
					out = append(out, closure.Fn.(*ssa.Function).FreeVars[i])
				}
			}
		}
	}
	return out
}

// localFields returns the addresses of a field in one variable, if something is stored there.
func (p *places) localFields(addr *ssa.FieldAddr) []ssa.Value {
	var out []ssa.Value
	written := false
	for _, ref := range p.referrers(addr.X) {
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
	for _, ref := range *addr.Referrers() {
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

// elements returns the addresses of the elements of a slice or array.
func (p *places) elements(v ssa.Value, depth int) []ssa.Value {
	if depth > maxDepth {
		return nil
	}
	var out []ssa.Value
	switch v := v.(type) {
	case *ssa.Alloc, *ssa.Global:
		for _, ref := range p.referrers(v) {
			if elem, ok := ref.(*ssa.IndexAddr); ok && elem.X == v {
				out = append(out, elem)
			}
		}
	case *ssa.Slice:
		return p.elements(v.X, depth+1)
	case *ssa.ChangeType:
		return p.elements(v.X, depth+1)
	case *ssa.Phi:
		for _, edge := range v.Edges {
			out = append(out, p.elements(edge, depth+1)...)
		}
	case *ssa.UnOp:
		for _, stored := range p.contents(v.X) {
			out = append(out, p.elements(stored, depth+1)...)
		}
	case *ssa.Field:
		for _, stored := range p.ofField(fieldOf(v.X.Type(), v.Field)) {
			out = append(out, p.elements(stored, depth+1)...)
		}
	case *ssa.Call:
		if b, ok := v.Call.Value.(*ssa.Builtin); ok && b.Name() == "append" {
			for _, arg := range v.Call.Args {
				out = append(out, p.elements(arg, depth+1)...)
			}
		}
	}
	return out
}

// contents returns the values that are stored as a whole at an address.
func (p *places) contents(addr ssa.Value) []ssa.Value {
	var out []ssa.Value
	for _, place := range p.same(addr) {
		out = append(out, p.storedAt(place)...)
	}
	return out
}

func (p *places) storedAt(addr ssa.Value) []ssa.Value {
	var out []ssa.Value
	for _, ref := range p.referrers(addr) {
		if store, ok := ref.(*ssa.Store); ok && store.Addr == addr {
			out = append(out, store.Val)
		}
	}
	return out
}

func storesTo(addr ssa.Value) []ssa.Value { return (*places)(nil).storedAt(addr) }

// ofField returns the values that are stored in a field.
func (p *places) ofField(field *types.Var) []ssa.Value {
	if p == nil {
		return nil
	}
	var out []ssa.Value
	for _, addr := range p.fields[field] {
		out = append(out, p.storedAt(addr)...)
	}
	return out
}

// parts returns the addresses of one field of the struct at an address.
func (p *places) parts(addr ssa.Value, name string) []ssa.Value {
	var out []ssa.Value
	for _, ref := range p.referrers(addr) {
		if part, ok := ref.(*ssa.FieldAddr); ok && part.X == addr && fieldOf(addr.Type(), part.Field).Name() == name {
			out = append(out, part)
		}
	}
	return out
}

// bindings returns what a captured variable is in the function around the function literal.
func bindings(v *ssa.FreeVar) []ssa.Value {
	fn := v.Parent()
	index := -1
	for i, fv := range fn.FreeVars {
		if fv == v {
			index = i
		}
	}
	if index < 0 || fn.Parent() == nil {
		return nil
	}
	var out []ssa.Value
	for _, b := range fn.Parent().Blocks {
		for _, instr := range b.Instrs {
			if closure, ok := instr.(*ssa.MakeClosure); ok && closure.Fn == fn {
				out = append(out, closure.Bindings[index])
			}
		}
	}
	return out
}

func paramIndex(p *ssa.Parameter) int {
	for i, other := range p.Parent().Params {
		if other == p {
			return i
		}
	}
	return -1
}

// Arguments returns what is bound to the parameters of the function that a call comes to, the receiver first.
func Arguments(call *ssa.CallCommon) []ssa.Value {
	if call.IsInvoke() {
		return append([]ssa.Value{call.Value}, call.Args...)
	}
	return call.Args
}

// calleeName returns the name of the method or function that a call names.
func calleeName(call *ssa.CallCommon) string {
	if call.IsInvoke() {
		return call.Method.Name()
	}
	if fn := call.StaticCallee(); fn != nil {
		return fn.Name()
	}
	return ""
}

// receiver returns the receiver of a method call, nil if it is none.
func receiver(call *ssa.CallCommon) ssa.Value {
	if call.IsInvoke() {
		return call.Value
	}
	if fn := call.StaticCallee(); fn != nil && fn.Signature.Recv() != nil && len(call.Args) > 0 {
		return call.Args[0]
	}
	return nil
}
