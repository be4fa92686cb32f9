package family

import "strings"

// write and read are of the object a, a *corev1.ConfigMap.
const (
	write = "if err := r.Update(ctx, a); err != nil {\nreturn ctrl.Result{}, err\n}\n"
	read  = "if err := r.Get(ctx, req.NamespacedName, a); err != nil {\nreturn ctrl.Result{}, err\n}\n"
)

// paths are families of which the number of paths through a function grows.
var paths = []Family{
	{"pairs", "writes and reads, each of another object, in a straight line", 40, func(n int) string {
		return reconciler(each(n, `	var a{i} corev1.ConfigMap
	if err := r.Get(ctx, types.NamespacedName{Namespace: req.Namespace, Name: "a{i}"}, &a{i}); err != nil {
		return ctrl.Result{}, err
	}
	a{i}.Data = map[string]string{"k": "v"}
	if err := r.Update(ctx, &a{i}); err != nil {
		return ctrl.Result{}, err
	}
`))
	}},
	{"same", "writes and reads of the same object, in a straight line", 40, func(n int) string {
		return reconciler("\ta := new(corev1.ConfigMap)\n" + each(n, read+write))
	}},
	{"held", "writes and reads of an object in a field of a struct, in a straight line", 40, func(n int) string {
		return reconciler("\ts := &struct{ a *corev1.ConfigMap }{new(corev1.ConfigMap)}\n\ts = r.keep(s)\n"+each(n, strings.NewReplacer(", a)", ", s.a)").Replace(read+"s.a.Data[\"{i}\"] = \"\"\n"+write))) +
			"\nfunc (r *Reconciler) keep(s *struct{ a *corev1.ConfigMap }) *struct{ a *corev1.ConfigMap } { return s }\n"
	}},
	{"said", "steps that write and say it in a field of the struct that they are given, and reads if they don't", 40, func(n int) string {
		return reconciler("\ta, s := new(corev1.ConfigMap), &said{}\n"+each(n, "if err := r.step{i}(ctx, req, s); err != nil || s.stop {\nreturn ctrl.Result{}, err\n}\n"+read)) +
			"\ntype said struct{ stop, more bool }\n" + each(n, `
func (r *Reconciler) step{i}(ctx context.Context, req ctrl.Request, s *said) error {
	a := new(corev1.ConfigMap)
	if err := r.Get(ctx, req.NamespacedName, a); err != nil || r.on({i}) {
		s.more = true
		return err
	}
	s.stop = !s.more
	return r.Update(ctx, a)
}
`)
	}},
	{"branches", "branches that write or read the same object", 40, func(n int) string {
		return reconciler("\ta := new(corev1.ConfigMap)\n" + each(n, "if r.on({i}) {\n"+write+"} else {\n"+read+"}\n"))
	}},
	{"nested", "ifs in each other, each of which writes before and reads after", 32, func(n int) string {
		return reconciler("\ta := new(corev1.ConfigMap)\n" + each(n, "if r.on({i}) {\n"+write) + strings.Repeat("}\n"+read, n))
	}},
	{"cases", "cases of a switch, each of which writes or reads", 32, func(n int) string {
		return reconciler("\ta := new(corev1.ConfigMap)\n" + read + "\tswitch len(r.flags) {\n" +
			each(n, "case 2 * {i}:\n"+write+"case 2 * {i} + 1:\n"+read+"fallthrough\n") + "default:\n}\n" + read)
	}},
	{"validated", "cases of a switch in a loop, each of which may add to a list of errors", 48, func(n int) string {
		return reconciler("\ta := new(corev1.ConfigMap)\n"+read+"if errs := validate(r.flags, a); len(errs) == 0 {\n"+write+"}\n"+read) +
			"\nfunc validate(flags []bool, a *corev1.ConfigMap) []error {\nvar errs []error\nfor i := range flags {\nswitch i {\n" +
			each(n, "case {i}:\nif a.DeletionTimestamp != nil {\nerrs = append(errs, apierrors.NewBadRequest(\"\"))\n}\n"+
				"if phase := a.Data[\"{i}\"]; phase != \"\" && phase != \"Done\" {\nerrs = append(errs, apierrors.NewBadRequest(phase))\n}\n") + "}\n}\nreturn errs\n}\n"
	}},
	{"gotos", "loops made of goto that read and write", 32, func(n int) string {
		return reconciler("\ta := new(corev1.ConfigMap)\n" +
			each(n, "again{i}:\nif err := r.Get(ctx, req.NamespacedName, a); err == nil {\n"+
				"err = r.Update(ctx, a)\nif r.on({i}) {\ngoto again{i}\n}\n}\n"))
	}},
	{"loops", "loops in each other, each of which writes and reads", 24, func(n int) string {
		return reconciler("\ta := new(corev1.ConfigMap)\n" + each(n, "for r.on({i}) {\n"+write) + strings.Repeat(read+"}\n", n))
	}},
	{"defers", "deferred function literals that write, and read if they should", 40, func(n int) string {
		return reconciler("\ta := new(corev1.ConfigMap)\n" + read +
			each(n, "defer func() {\nif r.on({i}) {\n_ = r.Get(ctx, req.NamespacedName, a)\n}\n_ = r.Update(ctx, a)\n}()\n"))
	}},
	{"kinds", "kinds, each read, written and read again", 40, func(n int) string {
		return reconciler(each(n, `	var a{i} Kind{i}
	if err := r.Get(ctx, req.NamespacedName, &a{i}); err != nil {
		return ctrl.Result{}, err
	}
	if r.on({i}) {
		if err := r.Update(ctx, &a{i}); err != nil {
			return ctrl.Result{}, err
		}
	}
`)) + each(n, `
type Kind{i} struct {
	metav1.TypeMeta
	metav1.ObjectMeta
}

func (k *Kind{i}) DeepCopyObject() runtime.Object { c := *k; return &c }
`)
	}},
	{"assertions", "assertions of a handler's object, one after the other failed", 64, func(n int) string {
		return handler("\tgone(q, obj)\n") + "\nfunc gone(q workqueue.TypedInterface[string], obj any) {\n" +
			each(n, "if o, ok := obj.(interface{ M{i}() string }); ok {\nq.Add(o.M{i}())\nreturn\n}\n") +
			"if pod, ok := obj.(*corev1.Pod); ok {\nq.Add(pod.Name)\n}\n}\n"
	}},
	{"watches", "kinds that a program watches and reads", 32, func(n int) string {
		return `
type Reconciler struct {
	client.Client
}
` + each(n, `
type Kind{i} struct {
	metav1.TypeMeta
	metav1.ObjectMeta
}

func (k *Kind{i}) DeepCopyObject() runtime.Object { c := *k; return &c }

func (r *Reconciler) set{i}(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&Kind{i}{}, builder.OnlyMetadata).Owns(&corev1.Secret{}).Complete(r)
}

func (r *Reconciler) read{i}(ctx context.Context, req ctrl.Request) error {
	var a Kind{i}
	return r.Get(ctx, req.NamespacedName, &a)
}
`) + "\nfunc (r *Reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {\n" +
			each(n, "if err := r.read{i}(ctx, req); err != nil {\nreturn ctrl.Result{}, err\n}\n") +
			"return ctrl.Result{}, nil\n}\n\nfunc (r *Reconciler) SetupWithManager(mgr ctrl.Manager) error {\n" +
			each(n, "if err := r.set{i}(mgr); err != nil {\nreturn err\n}\n") + "return nil\n}\n"
	}},
}

// handler returns a function that registers a delete handler with the statements, which have q and obj.
func handler(statements string) string {
	return `
func watch(pods cache.SharedIndexInformer, q workqueue.TypedInterface[string]) {
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) {
` + statements + `	}})
}
`
}
