package family

import (
	"strconv"
	"strings"
)

// lists are families of which the number of elements of a list grows, or of the functions that a struct is handed to.
var lists = []Family{
	{"appended", "functions of a list, each of which is appended under a condition, and reads and writes", 8, func(n int) string {
		return reconciler("\tvar steps []func(context.Context, ctrl.Request) error\n"+
			each(n, "if r.on({i}) {\nsteps = append(steps, r.step{i})\n}\n")+
			"if err := all(ctx, req, steps...); err != nil {\nreturn ctrl.Result{}, err\n}\n") + `
func all(ctx context.Context, req ctrl.Request, steps ...func(context.Context, ctrl.Request) error) error {
	for _, s := range steps {
		if err := s(ctx, req); err != nil {
			return err
		}
	}
	return nil
}
` + each(n, `
func (r *Reconciler) step{i}(ctx context.Context, req ctrl.Request) error {
	var a corev1.ConfigMap
	if err := r.Get(ctx, req.NamespacedName, &a); err != nil {
		return err
	}
	a.Data = map[string]string{"k": "{i}"}
	return r.Update(ctx, &a)
}
`)
	}},
	{"children", "objects of a list, each of which is stored by a helper and read afterwards", 8, func(n int) string {
		return reconciler(each(n, "a{i} := &corev1.ConfigMap{}\na{i}.Name = req.Name + \"{i}\"\n")+
			"for _, obj := range []client.Object{"+each(n, "a{i}, ")+"} {\nif err := r.store(ctx, obj); err != nil {\nreturn ctrl.Result{}, err\n}\n}\n"+
			each(n, "if err := r.Get(ctx, client.ObjectKeyFromObject(a{i}), a{i}); err != nil || a{i}.Name == \"\" {\nreturn ctrl.Result{}, err\n}\n")) + `
func (r *Reconciler) store(ctx context.Context, obj client.Object) error {
	have := obj.DeepCopyObject().(client.Object)
	if err := r.Get(ctx, client.ObjectKeyFromObject(obj), have); err != nil {
		return r.Create(ctx, obj)
	}
	obj.SetResourceVersion(have.GetResourceVersion())
	return r.Update(ctx, obj)
}
`
	}},
	{"scope", "methods of a struct with an object that was read, each of which looks at it and calls the next twice", 8, func(n int) string {
		return reconciler("\ts := &scope{r.Client, req, new(corev1.ConfigMap)}\n"+
			strings.Repeat("if err := s.load(ctx); err != nil {\nreturn ctrl.Result{}, err\n}\nif err := s.do0(ctx); err != nil {\nreturn ctrl.Result{}, err\n}\n", 2)) + `
type scope struct {
	client.Client
	req ctrl.Request
	a   *corev1.ConfigMap
}

func (s *scope) load(ctx context.Context) error { return s.Get(ctx, s.req.NamespacedName, s.a) }
` + each(n, `
func (s *scope) do{i}(ctx context.Context) error {
	if s.a.Data["{i}"] == "" {
		return nil
	}
	if err := s.do{j}(ctx); err != nil {
		return err
	}
	return s.do{j}(ctx)
}
`) + strings.ReplaceAll(`
func (s *scope) doN(ctx context.Context) error { return s.Update(ctx, s.a) }
`, "N", strconv.Itoa(n))
	}},
}
