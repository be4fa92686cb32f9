package diag

import (
	"fmt"
	"strings"
)

// A Level says how bad a finding is. The zero value is that of categories which don't say.
type Level int

// The levels, from the mildest on.
const (
	Note    Level = iota + 1 // it costs no more than tries, time or memory
	Warning                  // the program decides wrongly, which the next event may mend
	Error                    // the program crashes, or loses something
)

// levels have their names and what they mean in their order.
var levels = []struct{ name, meaning string }{
	{},
	{"note", "it costs no more than tries, time or memory"},
	{"warning", "the program decides wrongly, which the next event may mend"},
	{"error", "the program crashes, or loses something"},
}

// Levels returns all levels, the worst first.
func Levels() []Level { return []Level{Error, Warning, Note} }

// String returns the level's name, which is "" for the zero value.
func (l Level) String() string { return levels[l].name }

// Meaning says in a clause what findings of the level come to.
func (l Level) Meaning() string { return levels[l].meaning }

// levelNamed returns the level of this name, the zero value if there is none.
func levelNamed(name string) Level {
	for _, level := range Levels() {
		if level.String() == name {
			return level
		}
	}
	return 0
}

// CheckLevel errs, naming the levels, if there is none of this name.
func CheckLevel(name string) error {
	if levelNamed(name) != 0 {
		return nil
	}
	var known []string
	for _, level := range Levels() {
		known = append(known, level.String())
	}
	return fmt.Errorf("unknown level %q; known are %s", name, strings.Join(known, ", "))
}

// A levelFlag is a flag that is the name of a level.
type levelFlag struct{ name *string }

func (f *levelFlag) String() string {
	if f.name == nil { // package flag asks the zero value
		return ""
	}
	return *f.name
}

// Set errs if there is no such level.
func (f *levelFlag) Set(name string) error {
	if err := CheckLevel(name); err != nil {
		return err
	}
	*f.name = name
	return nil
}

// CutLevel takes the level from the message of a finding, which begins with it as those of compilers do. It returns
// the zero value and the message as it is if it doesn't.
func CutLevel(message string) (Level, string) {
	for _, level := range Levels() {
		if rest, ok := strings.CutPrefix(message, level.prefix()); ok {
			return level, rest
		}
	}
	return 0, message
}

// prefix is what a message of the level begins with.
func (l Level) prefix() string {
	if l == 0 {
		return ""
	}
	return l.String() + ": "
}
