package lostwrite

import (
	"context"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"slices"
	"testing"

	"github.com/go-logr/logr"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	"github.com/ctrllint/ctrllint/proofs/internal/apiserver"
	"github.com/ctrllint/ctrllint/proofs/internal/flagged"
)

// TestMain has the libraries keep quiet about what is expected here.
func TestMain(m *testing.M) {
	ctrl.SetLogger(logr.Discard())
	os.Exit(m.Run())
}

type subject func(*Keeper, context.Context, *Widget) error

// proof says what a bug of a category leaves undone, and who would have shown it.
type proof struct {
	name, category string
	bug, mended    subject
	done           func(*Widget) bool // what is to be seen afterwards

	// shown says that the fake client shows it if the kind is given to WithStatusSubresource, and bare if it isn't: then
	// it has no status of the kind that could be written by itself, which is an error.
	shown, bare bool

	meanwhile func(*Widget) // what somebody else changes before the subject writes
	refused   bool          // then the server is to refuse the twin
}

var proofs = []proof{
	{"BaseBug", "base", (*Keeper).BaseBug, (*Keeper).BaseMended, grown, true, true, nil, false},
	{"LateBug", "late", (*Keeper).LateBug, (*Keeper).LateMended, grown, true, true, nil, false},
	{"StatusBug", "status", (*Keeper).StatusBug, (*Keeper).StatusMended, ready, true, true, nil, false},
	{"StatusOnlyBug", "status", (*Keeper).StatusOnlyBug, (*Keeper).StatusOnlyMended, ready, true, false, nil, false},
	{"StatusPatchBug", "status", (*Keeper).StatusPatchBug, (*Keeper).StatusPatchMended, ready, true, true, nil, false},
	{"SpecBug", "spec", (*Keeper).SpecBug, (*Keeper).SpecMended, released, true, true, nil, false},
	{"MutateBug", "status", (*Keeper).MutateBug, (*Keeper).MutateMended, ready, true, false, nil, false},
	{"RereadBug", "reread", (*Keeper).RereadBug, (*Keeper).RereadMended, grown, true, true, nil, false},
	{"EntryBug", "reread", (*Keeper).EntryBug, (*Keeper).EntryMended, annotated, true, true, nil, false},
	{"ComposedBug", "reread", (*Keeper).ComposedBug, (*Keeper).ComposedMended, grown, true, true, nil, false},
	{"CopyBug", "copy", (*Keeper).CopyBug, (*Keeper).CopyMended, grown, true, true, nil, false},
	{"AfterBug", "after", (*Keeper).AfterBug, (*Keeper).AfterMended, ready, true, true, nil, false},
	{"ResumedBug", "after", (*Keeper).ResumedBug, (*Keeper).ResumedMended, grown, true, true, guard, false},
	{"OwnedBug", "owned", (*Keeper).OwnedBug, (*Keeper).OwnedMended, guarded, true, true, guard, true},
}

func grown(w *Widget) bool    { return w.Size == 2 }
func ready(w *Widget) bool    { return w.Status.Phase == "Ready" }
func released(w *Widget) bool { return !controllerutil.ContainsFinalizer(w, finalizer) }

func annotated(w *Widget) bool { return w.Annotations[kept] != "" }

func guard(w *Widget)        { controllerutil.AddFinalizer(w, "guard.example.com/b") }
func guarded(w *Widget) bool { return controllerutil.ContainsFinalizer(w, "guard.example.com/b") }

func widget() *Widget {
	return &Widget{ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: "till", Finalizers: []string{"other.example.com/a", finalizer}}, Size: 1}
}

func newScheme() *runtime.Scheme {
	s := runtime.NewScheme()
	s.AddKnownTypes(GroupVersion, &Widget{}, &WidgetList{})
	metav1.AddToGroupVersion(s, GroupVersion)
	utilruntime.Must(corev1.AddToScheme(s))
	return s
}

// outcome runs a subject of a proof on what the client has, and reads again what came of it.
func outcome(t *testing.T, c client.Client, run subject, p proof) (bool, error) {
	t.Helper()
	ctx := t.Context()
	key := client.ObjectKeyFromObject(widget())
	var w, after Widget
	if err := c.Get(ctx, key, &w); err != nil {
		t.Fatal(err)
	}
	if p.meanwhile != nil {
		other := w.DeepCopy()
		p.meanwhile(other)
		if err := c.Update(ctx, other); err != nil {
			t.Fatal(err)
		}
	}
	failed := run(&Keeper{c, c}, ctx, &w)
	if err := c.Get(ctx, key, &after); err != nil {
		t.Fatal(err)
	}
	return p.done(&after), failed
}

// onServer returns a client of a server of its own.
func onServer(t *testing.T) client.Client {
	t.Helper()
	mapper := meta.NewDefaultRESTMapper(nil)
	for _, kind := range []schema.GroupVersionKind{GroupVersion.WithKind("Widget"), corev1.SchemeGroupVersion.WithKind("ConfigMap"), corev1.SchemeGroupVersion.WithKind("Pod")} {
		mapper.Add(kind, meta.RESTScopeNamespace)
	}
	c, err := client.New(apiserver.New(t).Config(), client.Options{Scheme: newScheme(), Mapper: mapper})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestServer shows that a server which keeps the status apart loses the change without an error, and that the twin stores it.
func TestServer(t *testing.T) {
	t.Parallel()
	for _, p := range proofs {
		t.Run(p.name, func(t *testing.T) {
			t.Parallel()
			for _, mended := range []bool{false, true} {
				c := onServer(t)
				if err := c.Create(t.Context(), widget()); err != nil {
					t.Fatal(err)
				}
				run := p.bug
				if mended {
					run = p.mended
				}
				done, err := outcome(t, c, run, p)
				if refused := mended && p.refused; apierrors.IsConflict(err) != refused || err != nil && !refused {
					t.Errorf("mended %v: error %v", mended, err)
				}
				if done != mended {
					t.Errorf("mended %v: the change is stored: %v", mended, done)
				}
			}
		})
	}
}

// TestFake tells which of the bugs a unit test with the fake client shows.
func TestFake(t *testing.T) {
	t.Parallel()
	for _, p := range proofs {
		for name, test := range map[string]struct {
			builder *fake.ClientBuilder
			shown   bool
		}{
			"with":    {fake.NewClientBuilder().WithStatusSubresource(&Widget{}), p.shown},
			"without": {fake.NewClientBuilder(), p.bare},
		} {
			t.Run(p.name+"/"+name, func(t *testing.T) {
				t.Parallel()
				c := test.builder.WithScheme(newScheme()).WithObjects(widget()).Build()
				done, err := outcome(t, c, p.bug, p)
				if shown := err != nil || !done; shown != test.shown {
					t.Errorf("shown: %v (error %v, stored %v), want %v", shown, err, done, test.shown)
				}
			})
		}
	}
}

// TestFlagged runs ctrllint over this package: it has one finding in every bug, of the category that the bug is proven in,
// and none anywhere else.
func TestFlagged(t *testing.T) {
	t.Parallel()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "keeper.go", nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	var got, want []string
	for _, f := range flagged.Findings(t, "lostwrite", "-lostwrite.enable=owned,halfway") {
		if f.File != "keeper.go" {
			t.Errorf("a finding in %s, line %d", f.File, f.Line)
		}
		for _, decl := range file.Decls {
			if fn, ok := decl.(*ast.FuncDecl); ok && fset.Position(fn.Pos()).Line <= f.Line && f.Line <= fset.Position(fn.End()).Line {
				got = append(got, fn.Name.Name+" "+f.Category)
			}
		}
	}
	for _, p := range proofs {
		want = append(want, p.name+" "+p.category)
	}
	want = append(want, "HalfwayBug halfway")
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("flagged\n%q, want\n%q", got, want)
	}
}
