// Package lists works on lists and maps, and knows nothing of the API.
package lists

import (
	"maps"
	"slices"
)

// Names are of a type of its own.
type Names []string

// Sieve drops the empty ones, in place.
func (n Names) Sieve() Names { return slices.DeleteFunc(n, func(s string) bool { return s == "" }) }

// Drop filters in place.
func Drop(list []string, name string) []string {
	out := list[:0]
	for _, e := range list {
		if e != name {
			out = append(out, e) // rests
		}
	}
	return out
}

// Filter filters in place, whatever the elements are.
func Filter[S ~[]E, E any](list S, keep func(E) bool) S {
	kept := list[:0]
	for _, e := range list {
		if keep(e) {
			kept = append(kept, e) // rests
		}
	}
	return kept
}

// Uniq drops neighbours that are equal, in place, as the standard library does.
func Uniq[E comparable](list []E) []E { return slices.Compact(list) } // rests

// First gives the beginning of a list, with the rest as room.
func First(list []string) []string { return list[:1] }

// Put adds an entry.
func Put(m map[string]string, key, value string) { m[key] = value } // rests

// Without copies before it filters.
func Without(list []string, name string) []string {
	list = slices.Clone(list)
	kept := list[:0]
	for _, e := range list {
		if e != name {
			kept = append(kept, e)
		}
	}
	return kept
}

// Select fills a new list, since it leaves itself no room in the old one.
func Select[E any](list []E, keep func(E) bool) []E {
	kept := list[:0:0]
	for _, e := range list {
		if keep(e) {
			kept = append(kept, e)
		}
	}
	return kept
}

// Head gives the beginning of a list, and no room.
func Head(list []string) []string { return list[:1:1] }

// With gives a map that has one more entry.
func With(m map[string]string, key, value string) map[string]string {
	out := maps.Clone(m)
	out[key] = value
	return out
}

// Largest looks at numbers, of which no object is a part.
func Largest[N ~int | ~int64](all ...N) (most N) {
	for _, n := range all {
		most = max(most, n)
	}
	return most
}
