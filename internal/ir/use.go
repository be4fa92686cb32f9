package ir

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// A Use is what an instruction does with a value: what those who follow values on to where they go switch on.
type Use struct {
	Does Does
	// To is what comes of it.
	To ssa.Value
	// Field is the field that is taken.
	Field *types.Var
	// Addr is where it is stored.
	Addr ssa.Value
	// Key and Val are what is put into it.
	Key, Val ssa.Value
	// Call is the call that it takes part in.
	Call ssa.CallInstruction
}

// Does is what an instruction does with a value.
type Does uint8

// The uses.
const (
	Else     Does = iota // computes To from it, returns it, sends it
	Converts             // makes it To, of another type
	Takes                // takes Field of it, or an element if that is nil: To is its address or what it holds
	Loads                // loads To from where it points to
	Stores               // stores it at Addr
	Fills                // stores Val where it points to, or in it under Key
	Passes               // is Call
	Compares             // compares it, with another value or with the keys of a map
	Looks                // looks up To, an entry of it, or goes through it
)

// UseOf tells what an instruction that refers to a value does with it.
func UseOf(v ssa.Value, by ssa.Instruction) Use {
	to, _ := by.(ssa.Value)
	switch by := by.(type) {
	case *ssa.MakeInterface, *ssa.ChangeInterface, *ssa.ChangeType, *ssa.TypeAssert:
		return Use{Does: Converts, To: to}
	case *ssa.FieldAddr:
		return Use{Does: Takes, To: to, Field: FieldAt(by)}
	case *ssa.Field:
		return Use{Does: Takes, To: to, Field: Field(by.X.Type(), by.Field)}
	case *ssa.IndexAddr:
		return Use{Does: Takes, To: to}
	case *ssa.UnOp:
		return Use{Does: Loads, To: to}
	case *ssa.Store:
		if by.Addr == v {
			return Use{Does: Fills, Val: by.Val}
		}
		return Use{Does: Stores, Addr: by.Addr}
	case *ssa.MapUpdate:
		if by.Map == v {
			return Use{Does: Fills, Key: by.Key, Val: by.Value}
		}
	case ssa.CallInstruction:
		return Use{Does: Passes, To: to, Call: by}
	case *ssa.BinOp:
		return Use{Does: Compares, To: to}
	case *ssa.Lookup:
		if by.X != v { // it is the key, and To is no entry of it
			return Use{Does: Compares, To: to}
		}
		return Use{Does: Looks, To: to}
	case *ssa.Range:
		return Use{Does: Looks, To: to}
	}
	return Use{To: to}
}

// Uses returns what the functions of the package do with a value; see [Index.Referrers].
func (p *Index) Uses(v ssa.Value) []Use {
	return Map(p.Referrers(v), func(by ssa.Instruction) Use { return UseOf(v, by) })
}
