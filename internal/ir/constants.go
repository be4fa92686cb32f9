package ir

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// Exactly returns what a constant is, with its type: two constants are the same if that is. The form that go/ssa has leaves out the end
// of long texts.
func Exactly(c *ssa.Const) string {
	if c.Value == nil {
		return c.String()
	}
	return c.Value.ExactString() + ":" + types.TypeString(c.Type(), nil)
}
