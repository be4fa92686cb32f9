package footprint_test

import (
	"go/types"
	"iter"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/footprint"
	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/domain/kind"
	"github.com/ctrllint/ctrllint/internal/fixture"
	"github.com/ctrllint/ctrllint/internal/flow"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

const prelude = `
import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
)

var (
	_ context.Context
	_ corev1.Pod
	_ client.Object
	_ = controllerutil.AddFinalizer
	kept any
)

type key = types.NamespacedName

// read reads an object by its key, write writes one.
func read(k key, obj any) {}
func write(obj any)       {}

// Touched is called with an object, and what its function does with it.
func Touched(obj any, want string) {}

`

// operations are calls of functions read and write, and nothing else is known of calls.
type operations struct{ objects *identity.Finder }

func (o *operations) Operation(call ssa.CallInstruction) (op footprint.Operation, ok bool) {
	switch args := call.Common().Args; ir.CalledName(call.Common()) {
	case "read":
		return footprint.Operation{Verb: kube.VerbGet, Pointer: o.objects.Pointer(args[1])}, true
	case "write":
		return footprint.Operation{Verb: kube.VerbUpdate, Pointer: o.objects.Pointer(args[0]), Locks: true}, true
	}
	return op, false
}

func (o *operations) Gets(call ssa.CallInstruction) iter.Seq[identity.Get] {
	return func(yield func(identity.Get) bool) {
		if op, ok := o.Operation(call); ok && op.Verb == kube.VerbGet {
			yield(identity.Get{Object: op.Pointer, Pointer: op.Pointer, Keys: o.objects.KeysBy(call.Common().Args[0])})
		}
	}
}

func (o *operations) IsOperation(call ssa.CallInstruction) bool {
	_, ok := o.Operation(call)
	return ok
}

func (*operations) IsKnown(types.Object) bool                                   { return false }
func (*operations) Looks(ssa.CallInstruction, ssa.Value) (at []string, ok bool) { return nil, false }
func (*operations) Answer(ssa.CallInstruction) []*identity.Term                 { return nil }
func (*operations) Renames(*ssa.Call) (may, unknown bool)                       { return false, false }
func (*operations) Facts(types.Object) (facts *identity.Facts)                  { return nil }

// asking gives what the finder says otherwise than the calls of Touched, with the places of those, whichever function it is asked of
// first.
var asking = fixture.AskingCalls("Touched", func(pass *analysis.Pass, lazy *ir.Package) func(*ssa.Call) string {
	s, calls := new(flow.Solver), &operations{}
	calls.objects = identity.NewFinder(pass, lazy, s, calls)
	known := footprint.Known{Kinds: kind.NewFinder(lazy, s), Objects: calls.objects, Texts: ir.NewTexts(lazy, nil)}
	finder := footprint.NewFinder(pass, lazy, s, known, calls)
	return func(call *ssa.Call) string { return touched(finder, calls.objects, call) }
})

// touched says what the function of a call of Touched looks at of the object, what it sets, surely or perhaps, what it keeps, and
// whether it hands the object to what can't be followed; nothing if it does nothing with it.
func touched(f *footprint.Finder, objects *identity.Finder, call *ssa.Call) string {
	var out []string
	say := func(does string, s footprint.Set) {
		if len(s) > 0 {
			out = append(out, does+" "+s.String())
		}
	}
	v := identity.Root(call.Call.Args[0])
	say("looks at", f.Look(v, nil).At)
	edits := f.Edits(flow.At(v, "")).Fields()
	all := footprint.Touch{Sets: footprint.Set{}, Sure: footprint.Set{}, Keeps: footprint.Set{}}
	for _, t := range f.Object(call.Parent(), objects.Pointer(v)).At {
		all.Sets.Add(t.Sets)
		all.Sure.Add(t.Sure)
		all.Keeps.Add(t.Keeps)
		all.Hands = all.Hands || t.Hands
	}
	say("edits", edits)
	say("sets", all.Sure)
	for path := range all.Sure {
		delete(all.Sets, path)
	}
	say("may set", all.Sets)
	say("keeps", all.Keeps)
	if all.Hands {
		out = append(out, "hands on")
	}
	return strings.Join(out, "; ")
}

// TestFinder asks of an object each what its function does with it.
func TestFinder(t *testing.T) {
	tests := map[string]string{
		"nothing":   `func f(p *corev1.Pod) { Touched(p, "") }`,
		"looks":     `func f(p *corev1.Pod) string { Touched(p, "looks at Spec.NodeName"); return p.Spec.NodeName }`,
		"label":     `func f(p *corev1.Pod) bool { Touched(p, "looks at Labels.[a]"); return p.Labels["a"] == "b" }`,
		"loaded":    `func f(p *corev1.Pod) { s := p.Spec.NodeName; _ = s; Touched(p, "") }`,
		"getter":    `func f(p client.Object) int { Touched(p, "looks at Finalizers"); return len(p.GetFinalizers()) }`,
		"whole":     `func f(p *corev1.Pod) corev1.Pod { Touched(p, "looks at everything; keeps everything"); return *p }`,
		"field":     `func f(p *corev1.Pod) { p.Spec.NodeName = "n"; Touched(p, "edits Spec.NodeName; sets Spec.NodeName") }`,
		"cleared":   `func f(p *corev1.Pod) { p.Spec.NodeName = ""; Touched(p, "edits Spec.NodeName; may set Spec.NodeName") }`,
		"setter":    `func f(p client.Object, n string) { p.SetName(n); Touched(p, "edits Name; sets Name") }`,
		"entry":     `func f(p *corev1.Pod) { p.Labels["a"] = "b"; Touched(p, "edits Labels.[a]; sets Labels") }`,
		"renewed":   `func f(p *corev1.Pod) { if p.Labels == nil { p.Labels = map[string]string{} }; p.Labels["a"] = "b"; Touched(p, "edits Labels.[a]; sets Labels") }`,
		"key":       `func f(p *corev1.Pod) { label(p, "a"); Touched(p, "edits Labels.[a]; sets Labels") }; func label(p *corev1.Pod, k string) { p.Labels[k] = "b" }`,
		"keys":      `func f(p *corev1.Pod, k string) { p.Labels["shop/"+k] = "b"; Touched(p, "edits Labels.[shop/*]; sets Labels") }`,
		"library":   `func f(p *corev1.Pod) { controllerutil.AddFinalizer(p, "f"); Touched(p, "looks at Finalizers; edits Finalizers.[f]; sets Finalizers") }`,
		"append":    `func f(p *corev1.Pod) { p.Finalizers = append(p.Finalizers, "f"); Touched(p, "looks at Finalizers; edits Finalizers; sets Finalizers") }`,
		"inner":     `func f(p *corev1.Pod) { g(&p.Status); Touched(p, "looks at Status; edits Status.Reason; sets Status.Reason") }; func g(s *corev1.PodStatus) { s.Reason = "r" }`,
		"copied":    `func f(p *corev1.Pod) { q := p.DeepCopy(); q.Spec.NodeName = "n"; Touched(p, ""); Touched(q, "edits Spec.NodeName; sets Spec.NodeName") }`,
		"restored":  `func f(p *corev1.Pod) { g(p); Touched(p, "looks at Status.Reason; edits Status.Reason; may set Status.Reason") }; func g(p *corev1.Pod) { was := p.Status.Reason; p.Status.Reason = "r"; write(p); p.Status.Reason = was }`,
		"kept":      `func f(p *corev1.Pod) { kept = p; Touched(p, "looks at everything; edits everything; keeps everything") }`,
		"sent":      `func f(p *corev1.Pod, c chan *corev1.Pod) { c <- p; Touched(p, "looks at everything; edits everything; hands on") }`,
		"value":     `func f(p *corev1.Pod, g func(*corev1.Pod)) { g(p); Touched(p, "looks at everything; edits everything; hands on") }`,
		"asks":      `type t interface{ do(context.Context, *corev1.Pod) }; func f(p *corev1.Pod, t t, c context.Context) { t.do(c, p); Touched(p, "looks at everything; edits everything; hands on") }`,
		"written":   `func f(p *corev1.Pod) { write(p); Touched(p, "") }`,
		"closure":   `func f(p *corev1.Pod) { func() { p.Spec.NodeName = "n" }(); Touched(p, "edits Spec.NodeName; may set Spec.NodeName") }`,
		"deferred":  `func f(p *corev1.Pod) { defer func() { p.Spec.NodeName = "n" }(); Touched(p, "edits Spec.NodeName; may set Spec.NodeName") }`,
		"goroutine": `func f(p *corev1.Pod) { go g(p); Touched(p, "edits Spec.NodeName; sets Spec.NodeName; hands on") }; func g(p *corev1.Pod) { p.Spec.NodeName = "n" }`,
		"captured":  `func f(p *corev1.Pod) func() { Touched(p, "edits Spec.NodeName; may set Spec.NodeName; hands on"); return func() { p.Spec.NodeName = "n" } }`,
		"generic":   `func f(p *corev1.Pod) { set(p, "n"); Touched(p, "edits Name; sets Name") }; func set[T client.Object](o T, n string) { o.SetName(n) }`,
		"recursion": `func f(p *corev1.Pod, n int) { if n > 0 { f(p, n-1) }; p.Spec.NodeName = "n"; Touched(p, "edits Spec.NodeName; sets Spec.NodeName") }`,
		"circle":    `func f(p *corev1.Pod) { a(p, 3); Touched(p, "looks at Spec.NodeName; edits Status.Reason; sets Status.Reason") }; func a(p *corev1.Pod, n int) { p.Status.Reason = "r"; b(p, n) }; func b(p *corev1.Pod, n int) { if n > 0 && p.Spec.NodeName == "" { a(p, n-1) } }`,
		"phi":       `func f(p *corev1.Pod) { m := p.Labels; if m == nil { m = map[string]string{} }; m["a"] = "b"; p.Labels = m; Touched(p, "looks at Labels; edits Labels.[a]; sets Labels") }`,
		"either":    `func f(p, q *corev1.Pod, b bool) { r := p; if b { r = q }; r.Spec.NodeName = "n"; Touched(p, "edits Spec.NodeName; keeps everything") }`,
		"loop":      `func f(p *corev1.Pod, all []string) { for _, s := range all { p.Spec.NodeName += s }; Touched(p, "looks at Spec.NodeName; edits Spec.NodeName; sets Spec.NodeName") }`,
		"brought":   `func f(k key) { p := load(k); Touched(p, "sets Spec.NodeName") }; func load(k key) *corev1.Pod { p := &corev1.Pod{}; read(k, p); p.Spec.NodeName = "n"; return p }`,
		"scope":     `type scope struct{ p *corev1.Pod }; func (s *scope) name() { s.p.Spec.NodeName = "n" }; func f(s *scope) { s.name(); Touched(s.p, "sets Spec.NodeName") }`,
	}
	sources := map[string]string{}
	for name, source := range tests {
		sources[name] = "package " + name + prelude + source
	}
	for name, wrong := range fixture.Analyze(t, "cr025", "./staleread/comebacks", sources, asking) {
		for _, w := range wrong.([]string) {
			t.Errorf("%s: %s", name, w)
		}
	}
}
