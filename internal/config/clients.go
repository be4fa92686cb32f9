package config

import (
	"flag"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Clients are what users say about clients that can't be seen.
type Clients struct {
	Unknown        Assumption
	LiveReaders    []string // names of fields, variables and parameters that hold readers which ask the API server
	Uncached       []string // kinds that the manager's client doesn't cache: [group/]version/Kind or package.Kind
	ReadYourWrites bool     // the manager's client waits for its own writes
}

func (c Clients) clone() Clients {
	c.LiveReaders, c.Uncached = slices.Clone(c.LiveReaders), slices.Clone(c.Uncached)
	return c
}

// An Assumption is what a client.Client counts as whose origin can't be seen.
type Assumption string

// The assumptions.
const (
	AssumeAuto    Assumption = "auto"    // the manager's, in code of controllers
	AssumeManager Assumption = "manager" // always the manager's
	AssumeLive    Assumption = "live"
	AssumeNothing Assumption = "unknown"
)

// RegisterClients makes what is said about clients flags of a check. The checks that hang on it have the flags in
// common: what is set for one holds for all.
func (s *Settings) RegisterClients(f *flag.FlagSet) {
	f.Var(&s.clients.Unknown, "unknown-client", "what a client.Client counts as whose origin can't be seen: auto (the manager's, in code of controllers), manager, live or unknown")
	f.Var((*words)(&s.clients.LiveReaders), "live-readers", "comma-separated `names` of fields, variables and parameters that hold readers which ask the API server")
	f.Var((*kinds)(&s.clients.Uncached), "uncached", "comma-separated `kinds` that the manager's client doesn't cache, such as v1/Secret,apps/v1/Deployment or my.domain/api/v1.Widget")
	f.BoolVar(&s.clients.ReadYourWrites, "read-your-writes", false, "the manager's client waits for its own writes (EnableReadYourWritesConsistency)")
}

// String returns the assumption as users write it.
func (a *Assumption) String() string { return string(*a) }

// Set errs if there is no such assumption.
func (a *Assumption) Set(s string) error {
	all := []string{string(AssumeAuto), string(AssumeManager), string(AssumeLive), string(AssumeNothing)}
	if !slices.Contains(all, s) {
		return fmt.Errorf("%q is none of %s", s, strings.Join(all, ", "))
	}
	*a = Assumption(s)
	return nil
}

// words is a flag of comma-separated words.
type words []string

func (w *words) String() string { return strings.Join(*w, ",") }

// Set replaces the words.
func (w *words) Set(s string) error {
	*w = Words(s)
	return nil
}

// Words splits a comma-separated list. What is empty is left out.
func Words(s string) []string {
	var list []string
	for word := range strings.SplitSeq(s, ",") {
		if word = strings.TrimSpace(word); word != "" {
			list = append(list, word)
		}
	}
	return list
}

// kinds is a flag that lists kinds.
type kinds []string

var (
	groupKind  = regexp.MustCompile(`^([a-z0-9][a-z0-9.-]*/)?v[0-9][a-z0-9]*/[A-Z][A-Za-z0-9]*$`)
	goTypeKind = regexp.MustCompile(`^[^ ]+\.[A-Z][A-Za-z0-9]*$`)
)

func (k *kinds) String() string { return strings.Join(*k, ",") }

// Set errs if one of the kinds isn't written as the flag's help says.
func (k *kinds) Set(s string) error {
	list := Words(s)
	for _, name := range list {
		if !groupKind.MatchString(name) && !goTypeKind.MatchString(name) {
			return fmt.Errorf("%q is no kind; write v1/Secret, apps/v1/Deployment or my.domain/api/v1.Widget", name)
		}
	}
	*k = list
	return nil
}
