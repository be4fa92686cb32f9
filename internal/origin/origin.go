// Package origin says where a client, reader or cache comes from, and so whether what it reads is answered from a cache
// or by the API server.
package origin

import "golang.org/x/tools/go/ssa"

// A Class is how a client or reader answers reads.
type Class uint8

// The classes.
const (
	Unknown Class = iota
	Live          // every read goes to the API server
	Cached        // the manager's client: cached, but for what its options leave out
	Cache         // a cache itself: everything is cached
	Strong        // reads see every write: fakes
)

// An Origin is where a client or reader comes from.
type Origin struct {
	Class Class
	// Param is the parameter of the function (the receiver counts) that the client is, so that callers decide; -1 if
	// it is none.
	Param int
	// Assumed says that Class is what is usual for a client of that type and name, and not seen.
	Assumed bool
}

// Of returns the origin of a client, reader or cache in the package of the Origins.
func (o *Origins) Of(v ssa.Value) Origin { return Origin{Param: -1} }

// Origins are the origins of the clients of one package.
type Origins struct{}
