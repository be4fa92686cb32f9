package patch

import (
	"regexp"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
)

// unknownText stands for the parts of a patch that aren't constant: it may be a number, or in a text.
const unknownText = "0"

// Text returns the text that a string or its bytes are made of, with unknownText for the parts that aren't constant; false if
// nothing is.
func Text(v ssa.Value) (string, bool) { return textIn(v, maxSteps) }

// textIn returns it in no more steps than that.
func textIn(v ssa.Value, depth int) (string, bool) {
	if depth == 0 {
		return "", false
	}
	switch v := v.(type) {
	case *ssa.Const:
		return ir.Text(v)
	case *ssa.Convert:
		return textIn(v.X, depth-1)
	case *ssa.BinOp:
		x, some := textIn(v.X, depth-1)
		y, more := textIn(v.Y, depth-1)
		if !some {
			x = unknownText
		}
		if !more {
			y = unknownText
		}
		return x + y, some || more
	case *ssa.Call:
		args := v.Call.Args
		switch ir.Symbol(v.Common()).String() {
		case "fmt.Sprintf":
			return filledIn(args[0], args[1])
		case "fmt.Appendf":
			before, _ := textIn(args[0], depth-1)
			after, ok := filledIn(args[1], args[2])
			return before + after, ok
		}
	}
	return "", false
}

// filledIn returns what a format makes of its arguments, as far as these are constant; false if it isn't known itself.
func filledIn(format, args ssa.Value) (string, bool) {
	text, ok := ir.Text(format)
	values, n := ir.Variadic(args), -1
	return verb.ReplaceAllStringFunc(text, func(verb string) string {
		out := unknownText
		if n++; n < len(values) {
			if text, known := ir.Text(ir.Unwrap(values[n])); known {
				out = text
			}
		}
		if strings.HasSuffix(verb, "q") {
			return strconv.Quote(out)
		}
		return out
	}), ok
}

var verb = regexp.MustCompile(`%[-+# 0-9.]*[a-zA-Z]`)
