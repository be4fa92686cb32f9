package kube

import "testing"

func TestNames(t *testing.T) {
	for _, test := range []struct {
		what string
		is   func(string) bool
		yes  []string
		no   []string
	}{
		{
			"a patch of two states", IsDiffName,
			[]string{"MergeFrom", "MergeFromWithOptions", "StrategicMergeFrom", "CreateMergePatch", "CreateTwoWayMergePatch", "GenerateMergePatchPayload", "makePatch"},
			[]string{"Patch", "patchStatus", "MergePatch", "Dispatch", "getName", "Diff"},
		},
		{
			"about finalizers", IsAboutFinalizers,
			[]string{"AddFinalizer", "ContainsFinalizer", "RemoveFinalizer", "GetFinalizers", "removeFinalizers"},
			[]string{"finalize", "Finalizer", "handleFinalizer", "AddLabel"},
		},
		{
			"random", func(name string) bool { return IsRandom(Symbol{Pkg: "example.com/p", Name: name}) },
			[]string{"RandomName", "GenPVCName", "GenerateName", "UniqueName", "nextName"},
			[]string{"ConfigName", "ToMCResourceName", "nameOf"},
		},
	} {
		for _, name := range test.yes {
			if !test.is(name) {
				t.Errorf("%s is not taken to be %s", name, test.what)
			}
		}
		for _, name := range test.no {
			if test.is(name) {
				t.Errorf("%s is taken to be %s", name, test.what)
			}
		}
	}
	for _, s := range []Symbol{{Pkg: "k8s.io/apimachinery/pkg/util/rand", Name: "String"}, {Pkg: "math/rand/v2", Name: "IntN"}, {Pkg: "github.com/google/uuid", Name: "NewString"}, {Pkg: "time", Name: "Since"}} {
		if !IsRandom(s) {
			t.Errorf("%v is not taken to be random", s)
		}
	}
}
