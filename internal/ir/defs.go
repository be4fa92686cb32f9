package ir

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// Element is the step of a path that stands for any element.
const Element = "[]"

// A Def is an instruction that may set what lies at an address: the address itself, called the base, or one below it.
type Def struct {
	By ssa.Instruction
	// Path leads from the base to what is set: names of fields, and Element, with dots between.
	Path string
	// Index is the index of the last Element of the path, if that is the last step.
	Index ssa.Value
	// Val is what is stored; nil if a call is given the address, or a function literal captures the base.
	Val ssa.Value
	// Arg is the address that a call is given, of any type.
	Arg ssa.Value
	// Free is the name of the base in a function literal that captures it.
	Free *ssa.FreeVar
}

// maxDefs bounds how many instructions are looked at for one base.
const maxDefs = 2000

// Defs returns the instructions of the functions of the package that may set what lies at a base or below it, as far as
// that is done through addresses of fields and elements that are taken from the base itself.
func Defs(base ssa.Value) []Def {
	d := &defs{}
	d.of(base, "", nil)
	return d.found
}

type defs struct {
	found []Def
	looks int
}

func (d *defs) of(addr ssa.Value, path string, index ssa.Value) {
	if addr.Referrers() == nil || d.looks > maxDefs {
		return
	}
	for _, ref := range Uses(addr) {
		d.looks++
		switch ref := ref.(type) {
		case *ssa.Store:
			if ref.Addr == addr {
				d.found = append(d.found, Def{By: ref, Path: path, Index: index, Val: ref.Val})
			}
		case *ssa.FieldAddr:
			d.of(ref, Below(path, FieldAt(ref).Name()), nil)
		case *ssa.IndexAddr:
			if ref.X == addr {
				d.of(ref, Below(path, Element), ref.Index)
			}
		case *ssa.Slice:
			if _, isArray := Deref(addr.Type()).Underlying().(*types.Array); isArray {
				d.of(ref, path, nil) // the elements of a slice of an array are the array's
			}
		case *ssa.MakeInterface:
			for call := range Refs[ssa.CallInstruction](ref) {
				d.found = append(d.found, Def{By: call, Path: path, Arg: ref})
			}
		case *ssa.MakeClosure:
			for _, free := range Captured(ref, addr) {
				d.found = append(d.found, Def{By: ref, Path: path, Free: free.(*ssa.FreeVar)})
			}
		case ssa.CallInstruction:
			d.found = append(d.found, Def{By: ref, Path: path, Arg: addr})
		}
	}
}

// Below returns the path of a step below another.
func Below(path, step string) string {
	if path == "" || step == "" {
		return path + step
	}
	return path + "." + step
}

// PathIn tells whether a path is another, or of something in it, and what leads from that to it.
func PathIn(path, outer string) (rest string, ok bool) {
	rest, ok = strings.CutPrefix(path, outer)
	switch {
	case !ok || outer == "" || rest == "":
		return rest, ok
	case rest[0] == '.':
		return rest[1:], true
	}
	return "", false
}

// Base returns the value of which an address is a part, by way of addresses of fields and elements, and the path that
// leads there; the index of the path's last step, if that is an element. What a function literal captures is the base
// by the name that it has there.
func Base(addr ssa.Value) (base ssa.Value, path string, index ssa.Value) {
	var steps []string
	for {
		switch a := addr.(type) {
		case *ssa.FieldAddr:
			steps, addr = append(steps, FieldAt(a).Name()), a.X
			continue
		case *ssa.IndexAddr:
			if len(steps) == 0 {
				index = a.Index
			}
			steps, addr = append(steps, Element), a.X
			continue
		}
		slices.Reverse(steps)
		return addr, strings.Join(steps, "."), index
	}
}
