package kube

import (
	"slices"
	"testing"
)

func TestWords(t *testing.T) {
	for name, want := range map[string][]string{
		"":                 nil,
		"_":                nil,
		"get":              {"get"},
		"fetchDefaults":    {"fetch", "defaults"},
		"getAPIReader2":    {"get", "api", "reader", "2"},
		"APIReader":        {"api", "reader"},
		"GenPVCName":       {"gen", "pvc", "name"},
		"podIDs":           {"pod", "ids"},
		"IDsOfPods":        {"ids", "of", "pods"},
		"isSSA":            {"is", "ssa"},
		"uncached_client":  {"uncached", "client"},
		"kubectl-my.thing": {"kubectl", "my", "thing"},
		"V1Beta1":          {"v", "1", "beta", "1"},
		"größeÄndern":      {"größe", "ändern"},
		"nextID":           {"next", "id"},
	} {
		if got := Words(name); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}

func TestNameRule(t *testing.T) {
	rule := nameRule{first: []string{"set"}, more: true, has: []string{"apireader"}, not: []string{"orget"}}
	for name, want := range map[string]bool{
		"setAPIReader": true, "SetMyApiReader": true, "set_api_reader": true, "setapireader": false, "setMyAPIReaderOrFail": true,
		"set": false, "setter": false, "setReader": false, "setCAPIReader": false, "setAPIReaders": false, "getAPIReader": false,
		"setAPIReaderOrGet": false, "resetAPIReader": false, "APIReaderSet": false,
	} {
		if got := rule.takes(name); got != want {
			t.Errorf("%s: %t, want %t", name, got, want)
		}
	}
}
