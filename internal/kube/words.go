package kube

import (
	"slices"
	"strings"
	"sync"
	"unicode"
)

// Words splits an identifier, or the name of a folder, into its words, in lower case. A word ends before an upper-case
// letter that follows a lower-case one, before the last letter of an acronym that a word follows, where letters and
// digits meet, and at everything that is neither letter nor digit: getAPIReader2 is get, api, reader and 2. The s of an
// acronym's plural belongs to it: podIDs is pod and ids.
func Words(name string) []string {
	if words, ok := split.Load(name); ok {
		return words.([]string)
	}
	words := splitWords(name)
	split.Store(name, words)
	return words
}

// split keeps the words of the names that were asked for: the same few are, for each call and each rule.
var split sync.Map

func splitWords(name string) []string {
	var words []string
	letters := []rune(name)
	start := 0
	end := func(at int) {
		if at > start {
			words = append(words, strings.ToLower(string(letters[start:at])))
		}
		start = at
	}
	for i, r := range letters {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			end(i)
			start = i + 1
		case i == start:
		case unicode.IsDigit(r) != unicode.IsDigit(letters[i-1]), unicode.IsUpper(r) && !unicode.IsUpper(letters[i-1]):
			end(i)
		case unicode.IsUpper(r) && i+1 < len(letters) && unicode.IsLower(letters[i+1]) && !isPlural(letters, i+1):
			end(i)
		}
	}
	end(len(letters))
	return words
}

// isPlural tells whether the letter at i, which follows an upper-case one, is the s of an acronym's plural.
func isPlural(letters []rune, i int) bool {
	return letters[i] == 's' && (i+1 == len(letters) || !unicode.IsLower(letters[i+1]))
}

// A nameRule takes names by their words. A phrase of it is some whole words in a row, written together: apireader takes
// APIReader, apiReader and api_reader, and leaves capireader.
type nameRule struct {
	first []string // phrases of which the name begins with one; any beginning will do if there are none
	more  bool     // something must follow the beginning
	has   []string // phrases of which one must come behind the beginning; none is needed if there are none
	not   []string // phrases of which none may come behind the beginning
}

// takes tells whether the rule takes a name.
func (r nameRule) takes(name string) bool {
	words := Words(name)
	if len(r.first) == 0 {
		return r.takesRest(words)
	}
	for _, phrase := range r.first {
		if n := phraseAt(words, phrase); n > 0 && (len(words) > n || !r.more) && r.takesRest(words[n:]) {
			return true
		}
	}
	return false
}

func (r nameRule) takesRest(words []string) bool {
	return (len(r.has) == 0 || hasPhrase(words, r.has)) && !hasPhrase(words, r.not)
}

// hasPhrase tells whether one of the phrases is among the words.
func hasPhrase(words, phrases []string) bool {
	for i := range words {
		for _, phrase := range phrases {
			if phraseAt(words[i:], phrase) > 0 {
				return true
			}
		}
	}
	return false
}

// phraseAt returns how many words at the beginning are the phrase; 0 if they aren't.
func phraseAt(words []string, phrase string) int {
	for i, word := range words {
		rest, ok := strings.CutPrefix(phrase, word)
		if !ok {
			return 0
		}
		if phrase = rest; phrase == "" {
			return i + 1
		}
	}
	return 0
}

// takenBy tells whether one of the rules takes a name.
func takenBy(name string, rules ...nameRule) bool {
	return slices.ContainsFunc(rules, func(r nameRule) bool { return r.takes(name) })
}
