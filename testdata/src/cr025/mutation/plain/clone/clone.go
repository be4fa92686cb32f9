// Package clone copies what it knows nothing of.
package clone

import "encoding/json"

// Shallow copies what p points to, but not what that refers to.
func Shallow[T any](p *T) *T {
	c := *p
	return &c
}

// Ptr gives a pointer to a copy.
func Ptr[T any](of T) *T { return &of }

// Twice copies by way of another.
func Twice[K comparable, T any](_ K, p *T) *T { return Shallow(p) }

// First gives an element.
func First[T any](list []T) (none T) {
	if len(list) == 0 {
		return none
	}
	return list[0]
}

// Deep copies all of it.
func Deep[T any](p *T) *T {
	c := new(T)
	if text, err := json.Marshal(p); err != nil || json.Unmarshal(text, c) != nil {
		return nil
	}
	return c
}

// Copy copies what can copy itself.
func Copy[T interface{ DeepCopy() T }](p T) T { return p.DeepCopy() }

// Apart copies, and has somebody give the copy what it is to have of its own.
func Apart[T any](p *T, own func(*T)) *T {
	c := *p
	own(&c)
	return &c
}
