package gclplugin

import (
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
)

// The settings about clients reach every check that has them, and no other plugin's.
func TestClientSettings(t *testing.T) {
	value := func(built []*analysis.Analyzer, check, name string) string {
		t.Helper()
		for _, a := range built {
			if f := a.Flags.Lookup(name); a.Name == check && f != nil {
				return f.Value.String()
			}
		}
		t.Fatalf("no flag %s.%s", check, name)
		return ""
	}
	set := analyzersOf(t, map[string]any{
		"uncached": []any{"v1/Secret", "apps/v1/Deployment"}, "read-your-writes": true, "live-readers": []any{"fetcher"}, "unknown-client": "live",
	})
	for name, want := range map[string]string{
		"uncached": "v1/Secret,apps/v1/Deployment", "read-your-writes": "true", "live-readers": "fetcher", "unknown-client": "live",
	} {
		for _, check := range []string{"staleread", "projection"} {
			if got := value(set, check, name); got != want {
				t.Errorf("%s.%s is %q, want %q", check, name, got, want)
			}
		}
	}
	if got := value(analyzersOf(t, nil), "staleread", "unknown-client"); got != "auto" {
		t.Errorf("in another plugin, unknown-client is %q, want auto", got)
	}
	for name, conf := range map[string]map[string]any{
		`"secrets" is no kind`:            {"uncached": []any{"secrets"}},
		`"cached" is none of auto, manag`: {"unknown-client": "cached"},
	} {
		if _, err := newPlugin(t, conf); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%v: error %v, want one with %s", conf, err, name)
		}
	}
}
