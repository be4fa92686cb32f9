package projection

import "github.com/ctrllint/ctrllint/internal/diag"

// setup is what the examples are part of.
const setup = `
type Reconciler struct {
	client.Client
}`

// What the check finds, with the pages that users read.
var (
	metadataCategory = diag.Category{
		Name:  "metadata",
		Doc:   "a kind is cached as metadata and as typed objects, by two informers that are not in step",
		Level: diag.Warning,
		Why: `
The cache has one informer for the metadata of a kind and another for its typed
objects, each with a watch of its own (controller-runtime from 0.6.4 on). When
the event of one comes in, the other may not have it yet: a Get in that
reconcile answers NotFound for an object that was just created, or returns it as
it was before. Code that takes NotFound for "deleted" then cleans up what
belongs to a live object. The typed informer also holds all that watching the
metadata was meant to save.

Read what you watch: a metav1.PartialObjectMetadata with the same kind, if its
metadata is enough; or watch the typed objects. If the data is needed and the
kind should not be in memory, leave it out of the client's cache:

	Client: client.Options{Cache: &client.CacheOptions{
		DisableFor: []client.Object{&corev1.Secret{}},
	}},

or read it through mgr.GetAPIReader(). Both ask the API server each time. They
change reads only: two watches in two projections stay two informers, and so
does IndexField on a typed object beside a watch of metadata.`,
		Setup: setup,
		Bad: `
func (r *Reconciler) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).
		For(&appsv1.Deployment{}, builder.OnlyMetadata).
		Complete(r)
}

func (r *Reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var deployment appsv1.Deployment
	if err := r.Get(ctx, req.NamespacedName, &deployment); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	ctrl.LoggerFrom(ctx).Info("seen", "generation", deployment.Generation)
	return ctrl.Result{}, nil
}`,
		Good: `
func (r *Reconciler) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).
		For(&appsv1.Deployment{}, builder.OnlyMetadata).
		Complete(r)
}

func (r *Reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var deployment metav1.PartialObjectMetadata
	deployment.SetGroupVersionKind(appsv1.SchemeGroupVersion.WithKind("Deployment"))
	if err := r.Get(ctx, req.NamespacedName, &deployment); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	ctrl.LoggerFrom(ctx).Info("seen", "generation", deployment.Generation)
	return ctrl.Result{}, nil
}`,
		NotSeen: `
Kinds that the options of a manager keep out of the cache, or may under a
condition. Conflicts of Secrets and ConfigMaps outside of the function that
makes the manager, if only reads through its client make the second informer.
OnlyMetadata that is among the options on one path only.`,
	}

	unstructuredCategory = diag.Category{
		Name:  "unstructured",
		Doc:   "a kind is cached as unstructured objects and in another form, by two informers that are not in step",
		Level: diag.Warning,
		Why: `
The cache has an informer of its own for the unstructured objects of a kind, in
every release. One comes of For, Owns, Watches or source.Kind with an
unstructured.Unstructured, of mgr.GetCache().Get, and of the manager's client
only if its options say Unstructured: true (CacheUnstructured to 0.14), or that
it reads its own writes (from 0.25 on; then every write makes one, too). Beside
typed objects or metadata of the same kind, the two are never in step: right
after the event of one, a read from the other finds nothing, or an older object.
Both hold all objects in full.

Use one projection for what is watched and what is read: convert with
runtime.DefaultUnstructuredConverter where the other is needed. A write that
needn't wait makes no informer with client.DisableReadYourWritesConsistency.`,
		Setup: setup,
		Bad: `
func (r *Reconciler) SetupWithManager(mgr ctrl.Manager) error {
	job := &unstructured.Unstructured{}
	job.SetGroupVersionKind(batchv1.SchemeGroupVersion.WithKind("Job"))
	return ctrl.NewControllerManagedBy(mgr).For(job).Complete(r)
}

func (r *Reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var job batchv1.Job
	err := r.Get(ctx, req.NamespacedName, &job)
	return ctrl.Result{}, client.IgnoreNotFound(err)
}`,
		Good: `
func (r *Reconciler) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&batchv1.Job{}).Complete(r)
}

func (r *Reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var job batchv1.Job
	err := r.Get(ctx, req.NamespacedName, &job)
	return ctrl.Result{}, client.IgnoreNotFound(err)
}`,
		NotSeen: `
Types that embed unstructured.Unstructured, which count as unstructured from
0.15 on and as typed before. Unstructured reads through the manager's client,
which are live, unless an option that caches them is in view.`,
	}
)

// categories are all of these, in the order of the documentation.
var categories = []diag.Category{metadataCategory, unstructuredCategory}
