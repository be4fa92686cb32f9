package family

import (
	"fmt"
	"strings"
)

// createAndGet creates an object called name, and reads it.
const createAndGet = `	cm := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: req.Namespace, Name: name}}
	if err := r.Create(ctx, cm); err != nil {
		return ctrl.Result{}, err
	}
	var again corev1.ConfigMap
	if err := r.Get(ctx, types.NamespacedName{Namespace: req.Namespace, Name: name}, &again); err != nil {
		return ctrl.Result{}, err
	}
`

// values are families of which the number of ways to a value grows.
var values = []Family{
	{"appends", "conditions that each append to a name", 16, func(n int) string {
		return reconciler("\tname := req.Name\n" + each(n, "if r.on({i}) {\nname += \"x{i}\"\n}\n") + createAndGet)
	}},
	{"phis", "variables in a loop, each of which is one of two earlier ones", 24, func(n int) string {
		return reconciler("\tv0, v1 := req.Name, req.Namespace\n" + vars(n) + "for r.on(0) {\n" + choices(n) + "v0 = v" + fmt.Sprint(n+1) + "\n}\n" +
			"\tname := v" + fmt.Sprint(n+1) + "\n" + createAndGet)
	}},
	{"pointers", "variables, each of which is one of two earlier objects", 24, func(n int) string {
		return reconciler("\tv0, v1 := &corev1.ConfigMap{}, &corev1.ConfigMap{}\n" + strings.ReplaceAll(vars(n), "string", "*corev1.ConfigMap") + choices(n) +
			fmt.Sprintf("if err := r.Update(ctx, v%[1]d); err != nil {\nreturn ctrl.Result{}, err\n}\nif err := r.Get(ctx, req.NamespacedName, v%[1]d); err != nil {\nreturn ctrl.Result{}, err\n}\n", n+1))
	}},
	{"named", "objects that are named by fields of the two before", 16, func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "a%[1]d := &corev1.ConfigMap{}\na%[1]d.Name = a%[2]d.Name + a%[3]d.Namespace\na%[1]d.Namespace = a%[3]d.Name\n", i+2, i+1, i)
		}
		return reconciler("\ta0, a1 := &corev1.ConfigMap{}, &corev1.ConfigMap{}\na0.Name, a1.Name = req.Name, req.Namespace\n" + b.String() +
			fmt.Sprintf("if err := r.Create(ctx, a%[1]d); err != nil {\nreturn ctrl.Result{}, err\n}\nif err := r.Get(ctx, client.ObjectKeyFromObject(a%[1]d), a%[1]d); err != nil {\nreturn ctrl.Result{}, err\n}\n", n+1))
	}},
	{"maps", "maps of a struct that hold a lister's objects, each filled from the two before", 24, func(n int) string {
		return "\ntype keeper struct {\ninformer cache.SharedIndexInformer\n" + each(n+2, "m{i} map[string]*corev1.ConfigMap\n") + "}\n" + `
func (k *keeper) fill(name string) {
	obj, _, _ := k.informer.GetStore().GetByKey(name)
	cm, _ := obj.(*corev1.ConfigMap)
	k.m0[name], k.m1[name] = cm, cm
` + each(n, "if name != \"{i}\" {\nk.m{j}[name] = k.m{i}[name]\n}\nk.m{j}[name+\"x\"] = k.m{j}[name]\n") +
			"}\n\nfunc (k *keeper) change(name string) {\n" + each(n, "k.m{j}[name].Data[\"{i}\"] = name\n") + "}\n"
	}},
	{"fields", "fields of a struct that hold clients, made of each other", 40, func(n int) string {
		return "\ntype clients struct {\n" + each(n, "c{i} client.Client\n") + "c" + fmt.Sprint(n) + " client.Client\n}\n" +
			"\nfunc (c *clients) fill() {\n" + each(n, "c.c{j} = c.c{i}\n") + "}\n" +
			"\nfunc (c *clients) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {\na := new(corev1.ConfigMap)\n" +
			each(n, "if err := c.c{j}.Update(ctx, a); err != nil {\nreturn ctrl.Result{}, err\n}\nif err := c.c{j}.Get(ctx, req.NamespacedName, a); err != nil {\nreturn ctrl.Result{}, err\n}\n") +
			"return ctrl.Result{}, nil\n}\n" +
			"\nfunc setup(mgr ctrl.Manager) *clients {\nc := &clients{c0: mgr.GetClient()}\nc.fill()\nreturn c\n}\n"
	}},
	{"stores", "assignments to the same fields of one object before it is written", 40, func(n int) string {
		return reconciler("\ta := new(corev1.ConfigMap)\n" + each(n, "a.Name += req.Name\nif r.on({i}) {\na.Namespace = a.Name\n}\n") + write +
			"if err := r.Get(ctx, client.ObjectKeyFromObject(a), a); err != nil {\nreturn ctrl.Result{}, err\n}\n")
	}},
}

// vars declares strings v2 to v(n+1).
func vars(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "var v%d string\n", i+2)
	}
	return b.String()
}

// choices makes each of v2 to v(n+1) one of the two before.
func choices(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "if r.on(%[1]d) {\nv%[4]d = v%[2]d\n} else {\nv%[4]d = v%[3]d\n}\n", i, i, i+1, i+2)
	}
	return b.String()
}
