package analyzers_test

import (
	"go/types"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/ctrllint/ctrllint/analyzers"
	"github.com/ctrllint/ctrllint/internal/config"
	"github.com/ctrllint/ctrllint/internal/domain/handler"
	"github.com/ctrllint/ctrllint/internal/ir"
)

// told returns all checks, made anew, with flags set: check, flag and value of each.
func told(t *testing.T, flags ...[3]string) []*analysis.Analyzer {
	t.Helper()
	checks := analyzers.New(config.New(true))
	for _, f := range flags {
		i := slices.IndexFunc(checks, func(a *analysis.Analyzer) bool { return a.Name == f[0] })
		if err := checks[i].Flags.Set(f[1], f[2]); err != nil {
			t.Fatal(err)
		}
	}
	return checks
}

// Who sees all packages knows which listers they write themselves, and finds the rest.
func TestOwnListers(t *testing.T) {
	pkgs := load(t, "cr025", "./mutation/lister", "./mutation/lister/tolerant")
	infos := map[*types.Package]*types.Info{}
	for _, p := range pkgs {
		infos[p.Types] = p.TypesInfo
	}
	settings := config.New(true)
	settings.List(ir.OwnListers(infos))
	if found := findings(t, pkgs, analyzers.New(settings)...); len(found) != 1 || !strings.Contains(found[0], "corev1.Node") {
		t.Errorf("found\n%s\nwant a Node that is changed alone", strings.Join(found, "\n"))
	}
}

// Who sees all packages knows what a program puts in interfaces that have less than a lister.
func TestGetters(t *testing.T) {
	pkgs := load(t, "cr025", "./mutation/getter", "./mutation/getter/needs")
	infos := map[*types.Package]*types.Info{}
	for _, p := range pkgs {
		infos[p.Types] = p.TypesInfo
	}
	alone := func(f string) bool { return strings.Contains(f, "needs.go") && strings.Contains(f, "mutation/") }
	settings := config.New(true)
	if found := findings(t, pkgs, analyzers.New(settings)...); slices.ContainsFunc(found, alone) {
		t.Errorf("found\n%s\nwant nothing of a package alone", strings.Join(found, "\n"))
	}
	settings.Get(ir.Getters(infos, nil))
	found := slices.DeleteFunc(findings(t, pkgs, analyzers.New(settings)...), func(f string) bool { return !alone(f) })
	if len(found) != 1 || !strings.Contains(found[0], "corev1.Node") {
		t.Errorf("found\n%s\nwant a Node that is changed alone", strings.Join(found, "\n"))
	}
}

// Who sees all packages knows which event handlers others put into layers, and what these hand on.
func TestLayers(t *testing.T) {
	pkgs := load(t, "cr025", "./tombstone/relayed/layers", "./tombstone/relayed/owns", "./tombstone/relayed/wraps")
	infos := map[*types.Package]*types.Info{}
	for _, p := range pkgs {
		infos[p.Types] = p.TypesInfo
	}
	pkgs[1].Imports[pkgs[0].PkgPath] = pkgs[0] // as the command does
	settings := config.New(true)
	settings.Layer(handler.Layers(infos))
	var found []string
	for _, f := range findings(t, pkgs, analyzers.New(settings)...) {
		for _, kind := range []string{"Pod ", "Node ", "PersistentVolumeClaim ", "LimitRange ", "ResourceQuota ", "Service ", "Endpoints "} {
			if strings.Contains(f, "owns.go") && strings.Contains(f, "*corev1."+kind) {
				found = append(found, strings.TrimSpace(kind))
			}
		}
	}
	slices.Sort(found)
	if want := []string{"Endpoints", "Node", "ResourceQuota"}; !slices.Equal(found, want) {
		t.Errorf("found handlers of %v, want %v: those to which tombstones come", found, want)
	}
}

// What an event function reads is told of by itself where nobody is to hear of what it writes.
func TestReadsWithoutWrites(t *testing.T) {
	pkgs := load(t, "cr025", "./oneshot/multi/controller")
	isLive := func(f string) bool { return strings.Contains(f, "[oneshot/live]") }
	reads := func(flags ...[3]string) int {
		return len(slices.DeleteFunc(findings(t, pkgs, told(t, flags...)...), func(f string) bool { return !isLive(f) }))
	}
	if with, without := reads(), reads([3]string{"oneshot", "disable", "write"}); without <= with {
		t.Errorf("found %d reads with writes, and %d without; want more", with, without)
	}
}

// Runs in one process, at the same time and on the same packages, find what their own settings say.
func TestRunsWithOwnSettings(t *testing.T) {
	pkgs := load(t, "cr025", "./staleread/loops", "./staleread/helpers", "./staleread/list")
	runs := [][]*analysis.Analyzer{
		told(t),
		told(t, [3]string{"staleread", "enable", "list"}),
		told(t, [3]string{"staleread", "uncached", "v1/Secret"}),
		told(t, [3]string{"staleread", "disable", "get"}),
	}
	found := make([][]string, len(runs))
	var wg sync.WaitGroup
	for i, checks := range runs {
		wg.Go(func() { found[i] = findings(t, pkgs, checks...) })
	}
	wg.Wait()
	isList := func(f string) bool {
		return strings.Contains(f, " note: ") && strings.Contains(f, "[staleread/list]") // which is off
	}
	ofSecret := func(f string) bool { return strings.Contains(f, "corev1.Secret") }
	isGet := func(f string) bool { return strings.Contains(f, "[staleread/get]") }
	if slices.ContainsFunc(found[0], isList) || !slices.ContainsFunc(found[0], ofSecret) || !slices.ContainsFunc(found[0], isGet) {
		t.Fatalf("by default, found\n%s", strings.Join(found[0], "\n"))
	}
	if !slices.ContainsFunc(found[1], isList) || !slices.Equal(slices.DeleteFunc(found[1], isList), found[0]) {
		t.Errorf("with notes of lists, found\n%s", strings.Join(found[1], "\n"))
	}
	for i, without := range map[int]func(string) bool{2: ofSecret, 3: isGet} {
		if want := slices.DeleteFunc(slices.Clone(found[0]), without); !slices.Equal(found[i], want) {
			t.Errorf("run %d found\n%s\nwant\n%s", i, strings.Join(found[i], "\n"), strings.Join(want, "\n"))
		}
	}
}
