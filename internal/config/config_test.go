package config

import (
	"flag"
	"slices"
	"testing"

	"golang.org/x/tools/go/analysis"
)

// told returns what a run is told that begins now.
func told(t *testing.T, s *Settings) *Config {
	t.Helper()
	result, err := s.Analyzer.Run(&analysis.Pass{})
	if err != nil {
		t.Fatal(err)
	}
	return s.Of(&analysis.Pass{ResultOf: map[*analysis.Analyzer]any{s.Analyzer: result}})
}

// What is set after a run has begun is for the next run.
func TestConfigStays(t *testing.T) {
	s := New(true)
	s.Check("a").Disabled = []string{"one"}
	first := told(t, s)
	s.Check("a").Disabled[0] = "two"
	s.Check("a").Tests = true
	s.See(7)
	second := told(t, s)
	if got := first.Check("a").Disabled; !slices.Equal(got, []string{"one"}) || first.Tests() || first.Seen != nil {
		t.Errorf("the first run's settings have changed: %v", first)
	}
	if got := second.Check("a").Disabled; !slices.Equal(got, []string{"two"}) || !second.Tests() || second.Seen != 7 {
		t.Errorf("the second run goes by %v", second)
	}
	if c := first.Check("b"); c.Tests || c.Generated || c.Disabled != nil || c.Enabled != nil {
		t.Errorf("of a check that nothing is said about: %v", c)
	}
}

func TestFacts(t *testing.T) {
	for _, facts := range []bool{true, false} {
		s := New(facts)
		if got := len(s.FactTypes(nil)) > 0; got != facts || told(t, s).Facts != facts {
			t.Errorf("facts %v: types %v, a run has facts %v", facts, got, told(t, s).Facts)
		}
	}
}

func TestClientFlags(t *testing.T) {
	s := New(true)
	var one, other flag.FlagSet
	s.RegisterClients(&one)
	s.RegisterClients(&other)
	if got := told(t, s).Clients; got.Unknown != AssumeAuto || got.LiveReaders != nil || got.Uncached != nil || got.ReadYourWrites {
		t.Errorf("by default: %v", got)
	}
	for name, value := range map[string]string{
		"unknown-client": "live", "live-readers": "reader, ,fetcher", "read-your-writes": "true",
		"uncached": "v1/Secret, apps/v1/Deployment,cert-manager.io/v1/Issuer,example.com/api/v1.Widget",
	} {
		if err := one.Set(name, value); err != nil {
			t.Error(err)
		}
	}
	got := told(t, s).Clients
	if got.Unknown != AssumeLive || !got.ReadYourWrites || !slices.Equal(got.LiveReaders, []string{"reader", "fetcher"}) || len(got.Uncached) != 4 {
		t.Errorf("set: %v", got)
	}
	if value := other.Lookup("live-readers").Value.String(); value != "reader,fetcher" {
		t.Errorf("for another check, -live-readers is %q", value)
	}
	for _, wrong := range []string{"Secret", "secrets", "v1/secret", "v1/Secret;v1/Pod"} {
		if err := one.Set("uncached", wrong); err == nil {
			t.Errorf("-uncached=%s is no error", wrong)
		}
	}
	if err := one.Set("unknown-client", "cached"); err == nil {
		t.Error("-unknown-client=cached is no error")
	}
}
