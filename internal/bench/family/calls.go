package family

import (
	"fmt"
	"strconv"
	"strings"
)

// calls are families of which the number of ways through the functions of a package grows.
var calls = []Family{
	{"layers", "layers of functions that hand a client on, each in four calls", 3, func(n int) string {
		return reconciler("\tif err := f0(ctx, r.Client, req); err != nil {\nreturn ctrl.Result{}, err\n}\n") +
			each(n, "\nfunc f{i}(ctx context.Context, c client.Client, req ctrl.Request) error {\n"+
				strings.Repeat("if err := f{j}(ctx, c, req); err != nil {\nreturn err\n}\n", 4)+"return nil\n}\n") +
			fmt.Sprintf(`
func f%d(ctx context.Context, c client.Client, req ctrl.Request) error {
	var a corev1.ConfigMap
	if err := c.Get(ctx, req.NamespacedName, &a); err != nil {
		return err
	}
	return c.Update(ctx, &a)
}
`, n)
	}},
	{"work", "layers of functions below an event handler, each with four calls", 3, func(n int) string {
		return `
func watch(ctx context.Context, pods cache.SharedIndexInformer, c client.Client) {
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(obj any) { f0(ctx, c, obj) }, DeleteFunc: func(obj any) { f0(ctx, c, obj) }})
}
` + each(n, "\nfunc f{i}(ctx context.Context, c client.Client, obj any) {\n"+strings.Repeat("f{j}(ctx, c, obj)\n", 4)+"}\n") +
			fmt.Sprintf("\nfunc f%d(ctx context.Context, c client.Client, obj any) { _ = c.Update(ctx, obj.(*corev1.Pod)) }\n", n)
	}},
	{"objects", "objects that one helper takes, names by each other and writes", 12, func(n int) string {
		return reconciler(each(n, "a{i} := &corev1.ConfigMap{}\na{i}.Name = req.Name\n")+
			"if err := r.all(ctx, "+each(n, "a{i}, ")+"a0); err != nil {\nreturn ctrl.Result{}, err\n}\n"+
			each(n, "if err := r.Get(ctx, client.ObjectKeyFromObject(a{i}), a{i}); err != nil {\nreturn ctrl.Result{}, err\n}\n")) +
			"\nfunc (r *Reconciler) all(ctx context.Context, " + each(n, "a{i}, ") + "last *corev1.ConfigMap) error {\n" +
			each(n, "a{i}.Namespace = last.Namespace + a{i}.Name\nif err := r.Update(ctx, a{i}); err != nil {\nreturn err\n}\n") + "return nil\n}\n"
	}},
	{"interface", "implementations of an interface, and calls through it", 32, func(n int) string {
		return reconciler("\tvar steps []step\n\ta := new(corev1.ConfigMap)\n"+
			each(n, "steps = append(steps, step{i}{r.Client})\n")+
			each(n, "if err := steps[{i}].do(ctx, a); err != nil {\nreturn ctrl.Result{}, err\n}\n")) +
			"\ntype step interface {\ndo(context.Context, *corev1.ConfigMap) error\n}\n" + each(n, `
type step{i} struct{ client.Client }

func (s step{i}) do(ctx context.Context, a *corev1.ConfigMap) error {
	if err := s.Get(ctx, client.ObjectKeyFromObject(a), a); err != nil {
		return err
	}
	return s.Update(ctx, a)
}
`)
	}},
	{"halfway", "functions that create two objects if there isn't one, and call the next one", 16, func(n int) string {
		return reconciler("\tif err := r.make0(ctx, req); err != nil {\nreturn ctrl.Result{}, err\n}\n") + each(n, `
func (r *Reconciler) make{i}(ctx context.Context, req ctrl.Request) error {
	a := new(corev1.ConfigMap)
	err := r.Get(ctx, req.NamespacedName, a)
	if apierrors.IsNotFound(err) {
		a.Name, a.Namespace = req.Name+"{i}", req.Namespace
		if err := r.Create(ctx, a); err != nil {
			return err
		}
		return r.Create(ctx, &corev1.Pod{ObjectMeta: a.ObjectMeta})
	}
	if err != nil || a.Name == "{i}" {
		return err
	}
	return r.make{j}(ctx, req)
}
`) + fmt.Sprintf("\nfunc (r *Reconciler) make%d(context.Context, ctrl.Request) error { return nil }\n", n)
	}},
	{"results", "functions that make and ask results, each by the next one, with steps between", 16, func(n int) string {
		return reconciler("\ta := new(corev1.ConfigMap)\n"+each(n, "if ends{i}(r.step{i}(ctx, a)) {\nreturn ctrl.Result{}, nil\n}\n"+read)) + `
type result struct {
	err  error
	more bool
}

` + each(n, `
func make{i}(err error) result {
	if err == nil {
		return make{j}(err)
	}
	return result{err: err}
}

func ends{i}(r result) bool { return r.err != nil || ends{j}(r) }

func (r *Reconciler) step{i}(ctx context.Context, a *corev1.ConfigMap) result { return make{i}(r.Update(ctx, a)) }
`) + strings.NewReplacer("{n}", strconv.Itoa(n)).Replace(`
func make{n}(err error) result { return result{err: err, more: err == nil} }

func ends{n}(r result) bool { return !r.more }
`)
	}},
	{"ring", "functions that read, write and call the next two of them", 16, func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, `
func (r *Reconciler) f%d(ctx context.Context, a *corev1.ConfigMap, depth int) error {
	if depth == 0 {
		return r.Get(ctx, client.ObjectKeyFromObject(a), a)
	}
	if err := r.f%d(ctx, a, depth-1); err != nil {
		return r.f%d(ctx, a, depth-1)
	}
	return r.Update(ctx, a)
}
`, i, (i+1)%n, (i+2)%n)
		}
		return reconciler("\ta := new(corev1.ConfigMap)\n"+read+"if err := r.f0(ctx, a, 3); err != nil {\nreturn ctrl.Result{}, err\n}\n") + b.String()
	}},
	{"closures", "function literals in each other, each of which reads and writes", 24, func(n int) string {
		return reconciler("\ta := new(corev1.ConfigMap)\nvar err error\n" +
			each(n, "func() {\nif err = r.Get(ctx, req.NamespacedName, a); err != nil {\nreturn\n}\n") +
			strings.Repeat("err = r.Update(ctx, a)\n}()\n", n) + "if err != nil {\nreturn ctrl.Result{}, err\n}\n")
	}},
	{"generics", "instances of a generic helper", 40, func(n int) string {
		return reconciler(each(n, "if err := save(ctx, r.Client, &Kind{i}{ObjectMeta: metav1.ObjectMeta{Name: req.Name}}); err != nil {\nreturn ctrl.Result{}, err\n}\n")) + `
func save[T client.Object](ctx context.Context, c client.Client, a T) error {
	if err := c.Update(ctx, a); err != nil {
		return err
	}
	return c.Get(ctx, client.ObjectKeyFromObject(a), a)
}
` + each(n, `
type Kind{i} struct {
	metav1.TypeMeta
	metav1.ObjectMeta
}

func (k *Kind{i}) DeepCopyObject() runtime.Object { c := *k; return &c }
`)
	}},
	{"unwrap", "functions that each hand a handler's object on to the next, twice", 16, func(n int) string {
		return handler("\tf0(q, obj)\n") +
			each(n, "\nfunc f{i}(q workqueue.TypedInterface[string], obj any) {\nif o, ok := obj.(interface{ M{i}() string }); ok {\nf{j}(q, o)\nreturn\n}\nf{j}(q, obj)\n}\n") +
			fmt.Sprintf("\nfunc f%d(q workqueue.TypedInterface[string], obj any) { q.Add(obj.(*corev1.Pod).Name) }\n", n)
	}},
}
