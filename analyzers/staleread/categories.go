package staleread

import "github.com/ctrllint/ctrllint/internal/diag"

// setup is what the examples of most categories are part of.
const setup = `
type Reconciler struct {
	client.Client
	APIReader client.Reader
}`

// listerSetup is what the examples with a lister are part of.
const listerSetup = `
type Controller struct {
	clientset  kubernetes.Interface
	configMaps corelisters.ConfigMapLister
}`

// What the check finds, with the pages that users read.
var (
	getCategory = diag.Category{
		Name:  "get",
		Doc:   "an object is read from the cache after it was written",
		Level: diag.Warning,
		Why: `
The client of a manager writes to the API server and reads from a cache, which
gets to know of the write by a watch event, later (controller-runtime, all
releases: the typed and the metadata-only reads, unless the kind is in
DisableFor). A Get right after Create, Update, Patch, Apply or a write of the
status most often returns the object as it was before, or NotFound. It replaces
the whole variable: what the write had put there is gone, with the resource
version, so that the next update conflicts, or undoes the write.

Create, Update and Patch, also those of Status and SubResource, fill the object
that they are given with what the API server answered. It needs no second read.
Else read through mgr.GetAPIReader(), or return and let the event of the write
bring the next reconcile. From controller-runtime 0.25 on,
EnableReadYourWritesConsistency makes reads wait for the client's own writes in
the same projection.

The finding is a warning where the code shows that something follows, and the
message says what: what the write has changed decides what is done, left out or
returned; what is written is made of it, by a patch without an optimistic lock,
into another object, or for a process, a server or a database that is told; an
update of the old state is refused, and the error is only logged, or becomes a
status or a condition, and nobody tries again; a poll waits for a constant in a field
that was just set to another one, and is content at once with what was there before;
or what was just created isn't found, and the program goes on without it. Else it is a note: it costs a try. The
update is refused and its error returned, for all that is seen, or NotFound is,
and the queue tries again; or a status, in a field that nothing else looks at, is
wrong until the event of the new object, of which a controller of the package
hears. What functions of other modules make of the object is not known, and no
reason for a warning. Kubebuilder's scaffold has Status().Update and then Get "to
have the latest state". It is found too, with a message of its own, as a note.`,
		Setup: setup,
		Bad: `
func (r *Reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	cm := &corev1.ConfigMap{}
	if err := r.Get(ctx, req.NamespacedName, cm); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	cm.Data = map[string]string{"size": "large"}
	if err := r.Update(ctx, cm); err != nil {
		return ctrl.Result{}, err
	}
	if err := r.Get(ctx, req.NamespacedName, cm); err != nil {
		return ctrl.Result{}, err
	}
	cm.Labels = map[string]string{"sized": "yes"}
	return ctrl.Result{}, r.Update(ctx, cm)
}`,
		Good: `
func (r *Reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	cm := &corev1.ConfigMap{}
	if err := r.Get(ctx, req.NamespacedName, cm); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	cm.Data = map[string]string{"size": "large"}
	if err := r.Update(ctx, cm); err != nil {
		return ctrl.Result{}, err
	}
	cm.Labels = map[string]string{"sized": "yes"}
	return ctrl.Result{}, r.Update(ctx, cm)
}`,
		NotSeen: `
A read of which only the UID, name or namespace is used, or parts of the object
that the write can't have changed, is not reported: the status, where the API
server keeps it apart, changes with writes of the status only. A change of the
spec changes the generation too: a rollout looks complete that hasn't begun. A
read is left alone that is compared with the resource version, or the generation,
of the write's answer. A poll that asks at once is reported only if it gives up
with an error on what the cache has. Of an object in a field of a struct, what is
looked at is only seen as long as nobody else is given the struct. Reads in other
goroutines and in the next reconcile are not seen.`,
	}

	deleteCategory = diag.Category{
		Name:    "delete",
		Doc:     "an object is read from the cache after it was deleted",
		Level:   diag.Warning,
		MildOff: true,
		Why: `
Delete returns when the API server has accepted it. The cache holds the object until
the watch event comes, so that a Get right after it most likely finds the object,
without a deletion timestamp: code that asks whether the object is gone, to make a
new one, decides on the past. Where both the delete and the read are behind calls of
functions that don't do them in any case, it is not all seen when which of them is
done, and it is a note; not so where the one that would make the object anew comes
behind the delete in any case and says nothing but whether it failed, another object
is written then as if all were done, no other round is asked for, and no controller
of the package hears of the delete. It is a note for Pods that have a grace period:
the API server has them until it is over, and where nothing but a status is written
behind the read and a controller of the package hears of the delete, which brings
the next reconcile.

Return after Delete: its event brings the next reconcile. What has to know now
asks through mgr.GetAPIReader().`,
		Setup: setup,
		Bad: `
func (r *Reconciler) renew(ctx context.Context, key types.NamespacedName) error {
	config := &corev1.ConfigMap{}
	if err := r.Get(ctx, key, config); err != nil {
		return err
	}
	if err := r.Delete(ctx, config); err != nil {
		return err
	}
	left := &corev1.ConfigMap{}
	if err := r.Get(ctx, key, left); err == nil {
		left.Labels = map[string]string{"state": "survived"}
		return r.Update(ctx, left)
	}
	return nil
}`,
		Good: `
func (r *Reconciler) renew(ctx context.Context, key types.NamespacedName) error {
	config := &corev1.ConfigMap{}
	if err := r.Get(ctx, key, config); err != nil {
		return err
	}
	if err := r.Delete(ctx, config); err != nil {
		return err
	}
	left := &corev1.ConfigMap{}
	if err := r.APIReader.Get(ctx, key, left); err == nil {
		left.Labels = map[string]string{"state": "survived"}
		return r.Update(ctx, left)
	}
	return nil
}`,
		NotSeen: `
A Get after which nothing is written and of which only the error is looked at is
not reported: it asks to come back until the object is gone.`,
	}

	listCategory = diag.Category{
		Name:    "list",
		Doc:     "objects are listed from the cache or a lister after one was created, deleted or changed",
		Level:   diag.Warning,
		MildOff: true,
		Why: `
A List through the manager's client is answered from the cache, which doesn't
have the object yet that was just created, and still has the one that was just
deleted. A count is off by one, and what is decided by it happens twice or not at
all.

Count in what was just written, list before the write, or leave the decision to
the reconcile that the write's event brings.

A list is a warning where the code shows that the number of its objects, or
whether there are any, decides what is done: one more is created, or none, or a
status says that all is done; or a loop deletes one after the other as long as there
are more than some number; or a loop is left, or notes it, at the first object of
which a part of the status isn't set yet, as that of a new one isn't, and something
is done if there is none. What comes back until there are none, deletes once more
what is gone, or does something for each object, is none of it. A list of which
that isn't shown is a note, and notes of this category are off by default: in real
operators most of them are stale, and few matter.

A list after an update is a warning where a field that the update has set decides
what is done when it is found in the objects, such as in a count of those that are
cordoned, or in the search for a number that none of them has. A list by a label
that an update has just changed is one too: the object is still selected by the
label that it had. A list that is gone through but for what was just written, by its
name or UID, is none. It is a note, which is off by default, after a create where
all that hangs on the list is which of some names are there, and those that are not
are created: the server refuses a second object of the name; and where the list goes
into a set that the program keeps, and in which it puts what it creates.

The write may be that of the reconcile before. Who finds by a list that something is
missing, creates it under a name that is another one each time (GenerateName, a
random suffix), and then writes the object that is reconciled, or returns
Requeue: true or a RequeueAfter below a second, is brought back at once; so is the
key that a worker adds to its own queue again. The list of that reconcile may be
without the new object, and a second one is created, which no AlreadyExists
prevents. It is a warning, at the list, and names the create and what
brings the reconcile back. Give the object a name that follows from what it is for;
or ask the API reader before the create, wait until the cache has the object, keep
in mind what was created (expectations), or write into the very status that brings
the reconcile back that there is one. Who just returns is brought back by the event
of the new object, which the cache has then.

A list from a lister after an update, whose objects are updated in their turn, is
in category lister: there, what was just written is undone.`,
		Setup: setup,
		Bad: `
func (r *Reconciler) grow(ctx context.Context, pod *corev1.Pod, want int) error {
	if err := r.Create(ctx, pod); err != nil {
		return err
	}
	var pods corev1.PodList
	if err := r.List(ctx, &pods, client.InNamespace(pod.Namespace)); err != nil {
		return err
	}
	if len(pods.Items) < want {
		return r.Create(ctx, &corev1.Pod{ObjectMeta: metav1.ObjectMeta{GenerateName: "more-"}})
	}
	return nil
}`,
		Good: `
func (r *Reconciler) grow(ctx context.Context, pod *corev1.Pod, want int) error {
	var pods corev1.PodList
	if err := r.List(ctx, &pods, client.InNamespace(pod.Namespace)); err != nil {
		return err
	}
	if err := r.Create(ctx, pod); err != nil || len(pods.Items)+1 >= want {
		return err
	}
	return r.Create(ctx, &corev1.Pod{ObjectMeta: metav1.ObjectMeta{GenerateName: "more-"}})
}`,
		NotSeen: `
A list after a create of which the items are only deleted is not reported: what
was just created is not missed there. A list of another namespace is none of the
kind; whether a label selector leaves the object out is known only of constant
labels that it is made with. A list after an update is not reported where it isn't
known what the update changes, nor where labels are set as a whole by which it
selects. How many objects a function of another package lists is not followed.

What spans two reconciles is seen of Reconcile methods that come to both the list
and the create. A write counts as what brings the reconcile back if the package has
the builder that is For the object, without predicates other than those that are
known to let a change of the status pass; queues that are filled by hand are not
followed. Where anything else decides on the create that may be another in the next
reconcile, such as a field that is set on the way, a record in memory, or the time,
nothing is said; a phase that is only set to others than those which end a reconcile
is none of that. Nothing is said either where a function of another package both
lists and creates.`,
	}

	listerCategory = diag.Category{
		Name:  "lister",
		Doc:   "a lister or indexer is read after a write of the same kind",
		Level: diag.Warning,
		Why: `
Listers and indexers (client-go, all releases) return pointers into an informer's
store, which learns of a write by a watch event. After a write through a
clientset, or any other client, they return what was before.

A clientset's Create, Update, UpdateStatus, Patch and Apply return the object as
the API server has it: use that. A Get of the clientset asks the API server.

As in category get, it is a warning where the code shows that something follows,
and else a note; so it is after a delete, as in category delete. A status that is marshalled as a whole and sent as a patch
undoes what was patched in it a moment before, but for the fields that are set
again.`,
		Setup: listerSetup,
		Bad: `
func (c *Controller) label(ctx context.Context, cm *corev1.ConfigMap) (map[string]string, error) {
	_, err := c.clientset.CoreV1().ConfigMaps(cm.Namespace).Update(ctx, cm, metav1.UpdateOptions{})
	if err != nil {
		return nil, err
	}
	now, err := c.configMaps.ConfigMaps(cm.Namespace).Get(cm.Name)
	if err != nil {
		return nil, err
	}
	return now.Labels, nil
}`,
		Good: `
func (c *Controller) label(ctx context.Context, cm *corev1.ConfigMap) (map[string]string, error) {
	now, err := c.clientset.CoreV1().ConfigMaps(cm.Namespace).Update(ctx, cm, metav1.UpdateOptions{})
	if err != nil {
		return nil, err
	}
	return now.Labels, nil
}`,
		NotSeen: `
cache.MutationCache, which remembers its owner's writes, is none of them. The kind
of what a dynamic client writes is not known.`,
	}

	compositeCategory = diag.Category{
		Name:  "composite",
		Doc:   "CreateOrUpdate or CreateOrPatch of an object after it was written",
		Level: diag.Warning,
		Why: `
controllerutil.CreateOrUpdate and CreateOrPatch begin with a Get through the client
that they are given (controller-runtime, all releases). After a write of the same
object the cache may not find what was created, so that the function creates it
again and fails with AlreadyExists, or returns an old state, which it updates: a
conflict, or the write undone. CreateOrUpdate after a create or an update is a
note: AlreadyExists and the conflict are errors, with which the queue tries again.
Who passes over AlreadyExists leaves what was to be set unset. After a delete it
finds what is no longer there, and makes no new one.

Do all of it in one call, with one function that sets everything. Where that
can't be, the manager's client can wait for its own writes, from
controller-runtime 0.25 on, if all of them have the same projection:

	ctrl.Options{Client: client.Options{Cache: &client.CacheOptions{
		EnableReadYourWritesConsistency: ptr.To(true),
	}}}`,
		Setup: setup,
		Bad: `
func (r *Reconciler) ensure(ctx context.Context, key types.NamespacedName) error {
	cm := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: key.Namespace, Name: key.Name}}
	if err := r.Create(ctx, cm); err != nil && !apierrors.IsAlreadyExists(err) {
		return err
	}
	_, err := controllerutil.CreateOrUpdate(ctx, r.Client, cm, func() error {
		cm.Data = map[string]string{"size": "large"}
		return nil
	})
	return err
}`,
		Good: `
func (r *Reconciler) ensure(ctx context.Context, key types.NamespacedName) error {
	cm := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: key.Namespace, Name: key.Name}}
	_, err := controllerutil.CreateOrUpdate(ctx, r.Client, cm, func() error {
		cm.Data = map[string]string{"size": "large"}
		return nil
	})
	return err
}`,
		NotSeen: `
Composites of other libraries are seen as far as their source is in the main
module. CreateOrPatch after an update is left alone if its function neither looks
at what was updated nor sets it: nothing else is sent.`,
	}

	existsCategory = diag.Category{
		Name:  "exists",
		Doc:   "the cache is asked for an object after Create has found that it exists already",
		Level: diag.Warning,
		Why: `
Who creates an object after the cache has found none learns from AlreadyExists
that the cache is behind, or that a selector keeps the object out of it: the same
cache most likely doesn't find it again, and the reconcile fails with NotFound.
Where nobody has asked the cache before, it is behind only if the object is new.
There, and where NotFound is returned as an error, so that the queue tries again,
the finding is a note; it is a warning where the error of what the cache is known
to lack becomes a status, and is not tried again.

Read through mgr.GetAPIReader() there, or return and let the queue try again.`,
		Setup: setup,
		Bad: `
func (r *Reconciler) ensure(ctx context.Context, cm *corev1.ConfigMap) (*corev1.ConfigMap, error) {
	found := &corev1.ConfigMap{}
	err := r.Get(ctx, client.ObjectKeyFromObject(cm), found)
	if !apierrors.IsNotFound(err) {
		return found, err
	}
	if err = r.Create(ctx, cm); apierrors.IsAlreadyExists(err) {
		err = r.Get(ctx, client.ObjectKeyFromObject(cm), found)
		return found, err
	}
	return cm, err
}`,
		Good: `
func (r *Reconciler) ensure(ctx context.Context, cm *corev1.ConfigMap) (*corev1.ConfigMap, error) {
	found := &corev1.ConfigMap{}
	err := r.Get(ctx, client.ObjectKeyFromObject(cm), found)
	if !apierrors.IsNotFound(err) {
		return found, err
	}
	if err = r.Create(ctx, cm); apierrors.IsAlreadyExists(err) {
		err = r.APIReader.Get(ctx, client.ObjectKeyFromObject(cm), found)
		return found, err
	}
	return cm, err
}`,
		NotSeen: `
That CreateOrUpdate found the object to exist is not followed. A Get is not
reported whose NotFound falls back on the API server, or is no error.`,
	}
)

// categories are all of these, in the order of the documentation.
var categories = []diag.Category{getCategory, deleteCategory, listCategory, listerCategory, compositeCategory, existsCategory, retryCategory, retryblindCategory, retrylostCategory}
