package config

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// withoutComment returns the line up to its comment, which begins with a # at the start or after a blank, outside of
// quotes. It errs if a quote isn't closed.
func withoutComment(line string) (string, error) {
	var quote rune
	before := ' '
	for i, r := range line {
		switch {
		case quote != 0:
			if r == quote && (quote != '"' || before != '\\') {
				quote = 0
			}
		case (r == '"' || r == '\'') && strings.ContainsRune(" [,", before):
			quote = r
		case r == '#' && (before == ' ' || before == '\t'):
			return line[:i], nil
		}
		before = r
	}
	if quote != 0 {
		return "", fmt.Errorf("no closing %c", quote)
	}
	return line, nil
}

// flowList reads a list in brackets.
func flowList(text string) ([]string, error) {
	inner, ok := strings.CutPrefix(text, "[")
	inner, closed := strings.CutSuffix(inner, "]")
	if !ok || !closed {
		return nil, errors.New("no list")
	}
	if strings.TrimSpace(inner) == "" {
		return []string{}, nil
	}
	var list []string
	parts := strings.Split(inner, ",")
	if strings.TrimSpace(parts[len(parts)-1]) == "" {
		parts = parts[:len(parts)-1] // YAML lets a list end so
	}
	for _, part := range parts {
		word, err := scalar(strings.TrimSpace(part))
		if err != nil {
			return nil, err
		}
		list = append(list, word)
	}
	return list, nil
}

// scalar reads a string, plain or in quotes. It errs if it is something else to YAML.
func scalar(text string) (string, error) {
	switch {
	case text == "":
		return "", errors.New("an empty value")
	case text[0] == '"':
		word, err := strconv.Unquote(text)
		if err != nil {
			return "", fmt.Errorf("can't read %s", text)
		}
		return word, nil
	case text[0] == '\'':
		inner, ok := strings.CutSuffix(text[1:], "'")
		if word := strings.ReplaceAll(inner, "''", "\x00"); ok && !strings.Contains(word, "'") {
			return strings.ReplaceAll(word, "\x00", "'"), nil
		}
		return "", fmt.Errorf("can't read %s", text)
	case text[0] == '*' && strings.Contains(text, "/"): // a path, which YAML would want in quotes
		return "", fmt.Errorf("put %s in quotes", text)
	case strings.ContainsRune("[]{}&*!|>%@`", rune(text[0])) || strings.Contains(text, ": ") || strings.HasPrefix(text, "- "):
		return "", fmt.Errorf("%s is no plain string", text)
	}
	return text, nil
}
