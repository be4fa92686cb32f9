package footprint

import (
	"slices"
	"strings"
)

// The number of the objects in a list has a path too: count in its field items, or in what a lister returns; and so has
// whether a certain one is there, and whether one is there of the name under which it would be made, if nothing else hangs on that.
const (
	Items  = "Items"
	Count  = "len"
	Has    = "has"
	ByName = "named"
)

// Counts tells whether a footprint has the number of objects in a list, but for those that are new.
func (f Set) Counts() bool {
	for path := range f {
		if IsCount(path) && !IsUnset(path) {
			return true
		}
	}
	return false
}

// CountsNew tells whether a footprint has the number of objects in a list, as far as one counts that has just been created: not if
// all that comes of it that it is missing is that it would be made again under its name; and if no object has a status then, not
// that of those that have something there.
func (f Set) CountsNew(noStatus bool) bool {
	for path := range f {
		if IsCount(path) && !EndsIn(path, ByName) && !(noStatus && OfStatus(path)) && (noStatus || !IsUnset(path)) {
			return true
		}
	}
	return false
}

// OfStatus tells whether a path is of the status of an object, be it one of a list, or of those that have something there.
func OfStatus(path string) bool { return slices.Contains(strings.Split(path, "."), status) }

// OfItems tells whether a footprint has a field of the objects in a list, or something of those that were chosen by it.
func (f Set) OfItems(field string) bool {
	for path := range f {
		if path = strings.TrimPrefix(path, Items+"."); path == field || strings.HasPrefix(path, field+".") {
			return true
		}
	}
	return false
}

// IsCount tells whether a path is of the number of objects, or of whether one is there.
func IsCount(path string) bool {
	return EndsIn(path, Count) || EndsIn(path, Has) || EndsIn(path, ByName) || IsUnset(path)
}

// EndsIn tells whether the last step of a path is that.
func EndsIn(path, last string) bool { return path == last || strings.HasSuffix(path, "."+last) }

// By ends the path of what is not a part of the objects in a list, but hangs on the one by which some of them were chosen.
const By = ".by"

// UnchosenPath is the part that such a path is about, and whether it is one.
func UnchosenPath(path string) (of string, chosen bool) { return strings.CutSuffix(path, By) }

// Unchosen is a footprint of the parts themselves by which objects were chosen.
func (f Set) Unchosen() Set {
	out := Set{}
	for path := range f {
		path, _ = UnchosenPath(path)
		out[path] = true
	}
	return out
}

// These end the paths of whether there is an object of which a part of the status isn't set: what has the one is true if there is
// one, what has the other if there is none.
const (
	SomeUnset = "some unset"
	NoneUnset = "none unset"
)

// IsUnset tells whether a path ends so.
func IsUnset(path string) bool { return EndsIn(path, SomeUnset) || EndsIn(path, NoneUnset) }
