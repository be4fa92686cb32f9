// Package journal is a program's own logger.
package journal

import (
	"context"
	"fmt"
	"os"
)

// Entry is what is told.
type Entry interface {
	WithFields(fields map[string]any) Entry
	Trace(args ...any)
	Errorf(format string, args ...any)
}

type entry struct{ fields map[string]any }

// Of returns the logger of a context.
func Of(ctx context.Context) Entry {
	fields, _ := ctx.Value("fields").(map[string]any)
	return &entry{fields}
}

func (e *entry) WithFields(fields map[string]any) Entry { return &entry{fields} }
func (e *entry) Trace(args ...any)                      { fmt.Fprint(os.Stderr, args...) }
func (e *entry) Errorf(format string, args ...any)      { fmt.Fprintf(os.Stderr, format, args...) }
