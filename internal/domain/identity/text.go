package identity

import "strings"

// What texts are put together by: the sum of two, fmt.Sprintf and strings.Join (standard library, all versions).
const (
	sum     = "+"
	sprintf = "fmt.Sprintf"
	join    = "strings.Join"
)

// What lists and maps are put together by.
const (
	List   = "list" // of arguments, or elements
	Mapped = "map"  // of each key and value in turn
)

// text is the term of a text that a function puts together of others, in one way however that is written: a-b is
// a + "-" + b, fmt.Sprintf("%s-%s", a, b) and strings.Join([]string{a, b}, "-"). Nil if the function is none of those, or what
// it puts together isn't known.
func text(function string, args []*Term) *Term {
	switch {
	case function == sum:
		return concat(args...)
	case len(args) != 2 || args[0] == nil || args[1] == nil:
		return nil
	case function == sprintf && args[0].Kind == ConstTerm && args[1].Name == List:
		return formatted(args[0].Name, args[1].Args)
	case function == join && args[1].Kind == ConstTerm && args[0].Name == List:
		var parts []*Term
		for i, part := range args[0].Args {
			if i > 0 {
				parts = append(parts, args[1])
			}
			parts = append(parts, part)
		}
		return concat(parts...)
	}
	return nil
}

// concat is the term of texts one after the other.
func concat(parts ...*Term) *Term {
	var all []*Term
	for _, part := range parts {
		if part == nil || IsPending(part) {
			return part
		}
		for _, one := range partsOf(part) {
			last := len(all) - 1
			switch {
			case one.Kind == ConstTerm && one.Name == "":
			case one.Kind == ConstTerm && last >= 0 && all[last].Kind == ConstTerm:
				all[last] = Text(all[last].Name + one.Name)
			default:
				all = append(all, one)
			}
		}
	}
	if len(all) == 0 {
		return Text("")
	}
	out := all[0]
	for _, one := range all[1:] {
		out = compose(CallTerm, sum, out, one)
	}
	return out
}

// partsOf returns what a text is put together of.
func partsOf(t *Term) []*Term {
	if t.Kind == CallTerm && t.Name == sum {
		return append(partsOf(t.Args[0]), t.Args[1])
	}
	return []*Term{t}
}

// formatted is the term of a text with verbs for its parts, nil if one of them isn't the part as it is, or a number.
func formatted(format string, args []*Term) *Term {
	var parts []*Term
	for format != "" {
		before, after, found := strings.Cut(format, "%")
		parts = append(parts, Text(before))
		if !found {
			break
		}
		switch {
		case after == "":
			return nil
		case after[0] == '%':
			parts = append(parts, Text("%"))
		case len(args) == 0:
			return nil
		case after[0] == 's' || after[0] == 'v':
			parts, args = append(parts, args[0]), args[1:]
		case after[0] == 'd':
			parts, args = append(parts, compose(CallTerm, "%d", args[0])), args[1:]
		default:
			return nil
		}
		format = after[1:]
	}
	if len(args) > 0 {
		return nil
	}
	return concat(parts...)
}
