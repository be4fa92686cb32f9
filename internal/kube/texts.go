package kube

import (
	"go/constant"
	"strings"
)

// texts are the functions of package strings that are asked of a text whether, or where, another is in it (all versions).
var texts = map[string]func(s, other string) []constant.Value{
	"Contains": func(s, other string) []constant.Value {
		return []constant.Value{constant.MakeBool(strings.Contains(s, other))}
	},
	"HasPrefix": func(s, other string) []constant.Value {
		return []constant.Value{constant.MakeBool(strings.HasPrefix(s, other))}
	},
	"HasSuffix": func(s, other string) []constant.Value {
		return []constant.Value{constant.MakeBool(strings.HasSuffix(s, other))}
	},
	"Index": func(s, other string) []constant.Value {
		return []constant.Value{constant.MakeInt64(int64(strings.Index(s, other)))}
	},
	"Cut": func(s, other string) []constant.Value {
		before, after, found := strings.Cut(s, other)
		return []constant.Value{constant.MakeString(before), constant.MakeString(after), constant.MakeBool(found)}
	},
	"CutPrefix": func(s, other string) []constant.Value {
		after, found := strings.CutPrefix(s, other)
		return []constant.Value{constant.MakeString(after), constant.MakeBool(found)}
	},
}

// OfTexts returns what a function that is asked of two texts returns for them; false if it isn't known.
func OfTexts(s Symbol, args ...constant.Value) ([]constant.Value, bool) {
	of := texts[s.Name]
	if s.Pkg != "strings" || s.Recv != "" || of == nil || len(args) != 2 || args[0].Kind() != constant.String || args[1].Kind() != constant.String {
		return nil, false
	}
	return of(constant.StringVal(args[0]), constant.StringVal(args[1])), true
}
