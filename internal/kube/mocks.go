package kube

import "go/types"

// mockParts are the types of the libraries for mocks by which theirs answer calls: every type that mockery and mockgen
// generate has a field of one, and so has one that is written by hand. What they answer with only a test can say.
var mockParts = map[Symbol]bool{
	{Pkg: "github.com/stretchr/testify/mock", Name: "Mock"}:    true,
	{Pkg: "github.com/golang/mock/gomock", Name: "Controller"}: true,
	{Pkg: "go.uber.org/mock/gomock", Name: "Controller"}:       true,
}

// IsMock tells whether a type is a mock, which only tests make.
func IsMock(t *types.Named) bool {
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for f := range s.Fields() {
		of := f.Type()
		if p, ok := types.Unalias(of).(*types.Pointer); ok {
			of = p.Elem()
		}
		if mockParts[typeSymbol(of)] {
			return true
		}
	}
	return false
}
