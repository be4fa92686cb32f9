package change

import (
	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// droppedEncoded returns what a function changes of an object that it has for itself when it has been made another form of, if
// nothing uses it afterwards: what goes on is the other form, without the change. So it is with one that it is given, if all who give
// it are known, and do nothing with it then. Nil if there is nothing.
func (t *tracer) droppedEncoded(call *ssa.Call) *Dropped {
	object := encodedBy(call)
	if object == nil {
		return nil
	}
	deep := false
	switch v := object.(type) {
	case *ssa.Alloc:
		if deep = copying(v) == NoCopy; !deep {
			return nil // see dropped
		}
	case *ssa.Call:
		if !t.isMadeBy(v) {
			return nil
		}
	case *ssa.Parameter:
		deep = true
	default:
		return nil
	}
	p, isGiven := object.(*ssa.Parameter)
	o := t.follow(object, deep)
	if len(o.ops) > 0 || isGiven && o.isCopiedIn(p.Parent()) { // see accessed
		return nil
	}
	d := &Dropped{Object: object, How: Encoded, Last: call}
	for by, paths := range o.changes {
		for _, path := range paths {
			if ir.Before(call, by) && !o.isLent(path) && isSent(object, path) && !o.restores(by, path) && o.isUnseen(object, by, path) && !(isGiven && t.beyond.Of(given{p, path})) {
				d.Fields, d.By = append(d.Fields, Fields(path)), append(d.By, by)
			}
		}
	}
	if len(d.By) == 0 {
		return nil
	}
	d.sort()
	if isGiven {
		d.Calls = t.givers(p)
	}
	return d
}

// encodedBy returns the object, one of a type of its own, of which a call makes another form that has nothing of it; nil if it
// makes none.
func encodedBy(call *ssa.Call) ssa.Value {
	_, args := ir.Receiver(call.Common())
	if symbol := ir.Symbol(call.Common()); len(args) == 0 || !kube.EncodesJSON(symbol) && !kube.MakesUnstructured(symbol) {
		return nil
	}
	if object := ir.Unwrap(args[0]); kube.IsObject(object.Type()) && ir.IsStruct(ir.Deref(object.Type())) && !isUnstructured(object) {
		return object
	}
	return nil
}

// isEncoded tells whether a call makes another form of an object that it is given, and does nothing else with it.
func isEncoded(call ssa.CallInstruction) bool {
	value, ok := call.(*ssa.Call)
	return ok && encodedBy(value) != nil
}

// isMadeBy tells whether a call returns an object that the function, one of the package, puts together and does nothing else with.
func (t *tracer) isMadeBy(call *ssa.Call) bool {
	callee := t.pkg.Callee(call.Common())
	if callee == nil || callee.Signature.Results().Len() != 1 {
		return false
	}
	returned := ir.Returned(callee, 0)
	if len(returned) != 1 {
		return false
	}
	made, ok := returned[0].(*ssa.Alloc)
	return ok && isOnlySet(made)
}

// isOnlySet tells whether fields of a struct are set, and nothing else is done with it but to return it.
func isOnlySet(addr ssa.Value) bool {
	for _, ref := range ir.Uses(addr) {
		switch ref := ref.(type) {
		case *ssa.FieldAddr:
			if !isOnlySet(ref) {
				return false
			}
		case *ssa.Store:
			if ref.Addr != addr {
				return false
			}
		case *ssa.Return:
		default:
			return false
		}
	}
	return true
}
