package kube

import (
	"go/constant"
	"testing"
	"time"
)

func TestUniqueNames(t *testing.T) {
	for _, test := range []struct {
		pkg, recv, name string
		want            bool
	}{
		{"k8s.io/apimachinery/pkg/util/rand", "", "String", true},
		{"k8s.io/apimachinery/pkg/util/rand", "", "SafeEncodeString", false}, // of a hash
		{"k8s.io/apimachinery/pkg/util/uuid", "", "NewUUID", true},
		{"github.com/google/uuid", "", "New", true},
		{"github.com/google/uuid", "", "NewSHA1", false},
		{"github.com/gofrs/uuid/v5", "", "NewV5", false},
		{"github.com/gofrs/uuid/v5", "", "NewV4", true},
		{"k8s.io/apiserver/pkg/storage/names", "NameGenerator", "GenerateName", true},
		{"time", "", "Now", false}, // of which two reconciles may have the same second
		{"fmt", "", "Sprintf", false},
	} {
		if got := IsUnique(Symbol{test.pkg, test.recv, test.name}); got != test.want {
			t.Errorf("%s.%s: %t", test.pkg, test.name, got)
		}
	}
}

func TestComesBackSoon(t *testing.T) {
	for _, test := range []struct {
		field     string
		value     constant.Value
		at, later bool
	}{
		{"Requeue", constant.MakeBool(true), true, false},
		{"Requeue", constant.MakeBool(false), false, false},
		{"Requeue", nil, false, false},
		{"RequeueAfter", constant.MakeInt64(int64(time.Millisecond)), true, false},
		{"RequeueAfter", constant.MakeInt64(int64(time.Minute)), false, true},
		{"RequeueAfter", constant.MakeInt64(0), false, false},
		{"RequeueAfter", nil, false, true},
		{"Priority", constant.MakeInt64(1), false, false},
	} {
		if at, later := ComesBackSoon(test.field, test.value); at != test.at || later != test.later {
			t.Errorf("%s %v: %t %t", test.field, test.value, at, later)
		}
	}
}

func TestPredicatesThatKeepChanges(t *testing.T) {
	for s, want := range map[Symbol]bool{
		{Pkg: crPredicate, Name: "ResourceVersionChangedPredicate"}:                                  true,
		{Pkg: crPredicate, Name: "GenerationChangedPredicate"}:                                       false,
		{Pkg: crPredicate, Name: "LabelChangedPredicate"}:                                            false,
		{Pkg: "sigs.k8s.io/cluster-api/util/predicates", Name: "ResourceNotPausedAndHasFilterLabel"}: true,
		{Pkg: "sigs.k8s.io/cluster-api/util/predicates", Name: "ResourceIsChanged"}:                  false,
	} {
		if got := KeepsChanges(s); got != want {
			t.Errorf("%v: %t", s, got)
		}
	}
}
