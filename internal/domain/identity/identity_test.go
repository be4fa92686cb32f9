package identity_test

import (
	"go/types"
	"iter"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/fixture"
	"github.com/ctrllint/ctrllint/internal/flow"
	"github.com/ctrllint/ctrllint/internal/ir"
)

const prelude = `
import (
	"fmt"
	"k8s.io/apimachinery/pkg/util/rand"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

var (
	_ = fmt.Sprint
	_ = rand.String
	_ corev1.Pod
	_ metav1.Object
	_ ctrl.Request
	_ client.Object
)

type key = types.NamespacedName

// read reads an object by its key.
func read(k key, obj any) {}

// Are is called with two values, and what they are.
func Are(a, b any, want string) {}

`

// reads are calls of a function read, and nothing else is known of calls.
type reads struct{ finder *identity.Finder }

func (r *reads) Gets(call ssa.CallInstruction) iter.Seq[identity.Get] {
	return func(yield func(identity.Get) bool) {
		if ir.CalledName(call.Common()) == "read" {
			args := call.Common().Args
			yield(identity.Get{Object: r.finder.Term(args[1]), Pointer: r.finder.Pointer(args[1]), Keys: r.finder.KeysBy(args[0])})
		}
	}
}

func (*reads) IsOperation(ssa.CallInstruction) bool        { return false }
func (*reads) Answer(ssa.CallInstruction) []*identity.Term { return nil }
func (*reads) Renames(*ssa.Call) (may, unknown bool)       { return false, false }
func (*reads) Facts(types.Object) (facts *identity.Facts)  { return nil }

// asking gives what the finder says otherwise than the calls of Are, with the places of those, whichever function it is asked of
// first.
var asking = fixture.AskingCalls("Are", func(pass *analysis.Pass, lazy *ir.Package) func(*ssa.Call) string {
	calls := &reads{}
	calls.finder = identity.NewFinder(pass, lazy, new(flow.Solver), calls)
	return func(call *ssa.Call) string { return are(calls.finder, call, call.Call.Args[0], call.Call.Args[1]) }
})

// are says what two values have in common at a call: the term, the key as objects, the pointer; nothing if they are others, as far as
// can be said.
func are(f *identity.Finder, at ssa.Instruction, a, b ssa.Value) string {
	var same []string
	if identity.Same(f.Term(a), f.Term(b)) {
		same = append(same, "term")
	}
	others := f.Keys(b, at)
	if slices.ContainsFunc(f.Keys(a, at), func(k *identity.Term) bool { return identity.Among(k, others) }) {
		same = append(same, "key")
	}
	if identity.Same(f.Pointer(a), f.Pointer(b)) {
		same = append(same, "pointer")
	}
	return strings.Join(same, " ")
}

// TestFinder asks of two values each whether they are the same.
func TestFinder(t *testing.T) {
	tests := map[string]string{
		"itself":     `func f(p *corev1.Pod) { Are(p, p, "term key pointer") }`,
		"others":     `func f(p, q *corev1.Pod) { Are(p, q, "") }`,
		"copied":     `func f(p *corev1.Pod) { Are(p, p.DeepCopy(), "term key") }`,
		"converted":  `func f(p *corev1.Pod) { var o client.Object = p; Are(o.(*corev1.Pod), p, "term key pointer") }`,
		"field":      `func f(p *corev1.Pod) { n := p.Name; Are(n, p.GetName(), "term key") }`,
		"literals":   `func f(n string) { a, b := &corev1.Pod{}, &corev1.Pod{}; a.Name, b.Name = n, n; Are(a, b, "key") }`,
		"unnamed":    `func f() { a, b := &corev1.Pod{}, &corev1.Pod{}; Are(a, b, "") }`,
		"metadata":   `func f(n string) { a := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Name: n}}; b := &corev1.Pod{}; b.SetName(n); Are(a, b, "key") }`,
		"namespaces": `func f(n string) { a, b := &corev1.Pod{}, &corev1.Pod{}; a.Name, b.Name, b.Namespace = n, n, "b"; Are(a, b, "") }`,
		"read":       `func f(k key) { a, b := &corev1.Pod{}, &corev1.Pod{}; read(k, a); read(k, b); Are(a, b, "key") }`,
		"again":      `func f(k, l key) { a, b := &corev1.Pod{}, &corev1.Pod{}; read(k, a); read(l, a); read(k, b); Are(a, b, "") }`,
		"request":    `func f(r ctrl.Request) { a, b := &corev1.Pod{}, &corev1.Pod{}; read(r.NamespacedName, a); read(key{Namespace: r.Namespace, Name: r.Name}, b); Are(a, b, "key") }`,
		"rekeyed":    `func f(r ctrl.Request) { k := r.NamespacedName; a, b := &corev1.Pod{}, &corev1.Pod{}; read(k, a); k.Name = "b"; read(k, b); Are(a, b, "") }`,
		"texts":      `func f(s string) { Are(s+"-a", fmt.Sprintf("%s-%s", s, "a"), "term key"); Are(s+"-a", s+"-b", "") }`,
		"helper":     `func f(s string) { Are(name(s), s+"-a", "term key"); Are(name(s), name("b"), "") }; func name(s string) string { return s + "-a" }`,
		"random":     `func f() { Are(name(), name(), "") }; func name() string { return rand.String(5) }`,
		"counted":    `var n int; func f() { Are(name(), name(), "") }; func name() string { n++; if n > 3 { return "b" }; return fmt.Sprint(n) }`,
		"makes":      `func f(s string) { Are(pod(s), pod(s), "key"); Are(pod(s), pod("b"), "") }; func pod(n string) *corev1.Pod { p := &corev1.Pod{}; p.Name = n; return p }`,
		"loads":      `func f(k key) { a := &corev1.Pod{}; read(k, a); Are(a, load(k), "key") }; func load(k key) *corev1.Pod { p := &corev1.Pod{}; read(k, p); return p }`,
		"closure":    `func f(k key) { a := &corev1.Pod{}; func() { read(k, a); b := &corev1.Pod{}; read(k, b); Are(a, b, "key") }() }`,
		"captured":   `func f(p *corev1.Pod) { func() { Are(p, p, "term key pointer") }() }`,
		"set":        `func f(p, q *corev1.Pod) { r := p; defer func() { _ = r }(); r = q; Are(r, q, "term key pointer"); Are(r, p, "") }`,
		"joined":     `func f(p, q *corev1.Pod, b bool) { r := p; defer func() { _ = r }(); if b { r = q }; s := r; fmt.Print(); Are(s, r, "term key pointer"); Are(r, p, "") }`,
		"reset":      `func f(p, q *corev1.Pod, b bool) { r := p; defer func() { _ = r }(); if b { r = q }; s := r; r = p; if b { r = q }; Are(s, r, "") }`,
		"inside":     `func f(p, q *corev1.Pod, b bool) { r := p; set := func() { r = q }; if b { r = q }; s := r; set(); Are(s, r, "") }`,
		"onward":     `func f(p *corev1.Pod, n int) { r := p; defer func() { _ = r }(); for range n { s := r; r = load(key{Name: r.Name}); Are(s, r, "key") } }; func load(k key) *corev1.Pod { p := &corev1.Pod{}; read(k, p); return p }`,
		"lent":       `func f(p, q *corev1.Pod, b bool) { r := p; if b { r = q }; s := r; swap(&r); Are(s, r, "") }; func swap(r **corev1.Pod) { *r = nil }`,
		"method":     `type t struct{ p *corev1.Pod }; func (t t) f() { Are(t.p, t.p, "term key pointer") }; func g(t t) { go t.f() }`,
		"generic":    `func f(k, l key) { Are(get[corev1.Pod](k), get[corev1.Pod](k), "key"); Are(get[corev1.Pod](k), get[corev1.Pod](l), "") }; func get[T any, P interface{ *T; client.Object }](k key) P { o := P(new(T)); read(k, o); return o }`,
		"phi":        `func f(p *corev1.Pod, b bool) { q := p; if b { q = p.DeepCopy() }; Are(p, q, "term key") }`,
		"either":     `func f(p, q *corev1.Pod, b bool) { r := p; if b { r = q }; Are(p, r, "") }`,
		"made":       `func f(k key, b bool) { var p *corev1.Pod; if b { p = load(k) } else { p = load(k) }; Are(p, load(k), "key") }; func load(k key) *corev1.Pod { p := &corev1.Pod{}; read(k, p); return p }`,
		"round":      `func f(p *corev1.Pod, n int) { q := p; for range n { q = q.DeepCopy() }; Are(p, q, "term key") }`,
		"recursion":  `func f(s string) { Are(name(s, 3), s, "") }; func name(s string, n int) string { if n == 0 { return s }; return name(s+"-a", n-1) }`,
		"circle":     `func f(k key) { Are(a(k, 3), b(k, 3), "key") }; func a(k key, n int) *corev1.Pod { if n == 0 { p := &corev1.Pod{}; read(k, p); return p }; return b(k, n-1) }; func b(k key, n int) *corev1.Pod { return a(k, n) }`,
		"scope":      `type scope struct{ p *corev1.Pod }; func open(p *corev1.Pod) *scope { return &scope{p} }; func f(p *corev1.Pod) { s := open(p); Are(s.p, p, "key pointer") }`,
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
