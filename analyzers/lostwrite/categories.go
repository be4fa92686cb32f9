package lostwrite

import "github.com/ctrllint/ctrllint/internal/diag"

// setup is what the examples are part of: a kind whose status is a subresource.
const setup = `
type Reconciler struct{ client.Client }

// +kubebuilder:object:root=true
// +kubebuilder:subresource:status

type Widget struct {
	metav1.TypeMeta   ` + "`json:\",inline\"`" + `
	metav1.ObjectMeta ` + "`json:\"metadata,omitempty\"`" + `

	Status WidgetStatus ` + "`json:\"status,omitempty\"`" + `
}

type WidgetStatus struct {
	Phase string ` + "`json:\"phase,omitempty\"`" + `
}

func (w *Widget) DeepCopy() *Widget {
	return &Widget{w.TypeMeta, *w.ObjectMeta.DeepCopy(), w.Status}
}

func (w *Widget) DeepCopyObject() runtime.Object { return w.DeepCopy() }`

// What the check finds, with the pages that users read.
var (
	baseCategory = diag.Category{
		Name:  "base",
		Doc:   "the base of a patch is the very object that is changed",
		Level: diag.Error,
		Why: `
client.MergeFrom, MergeFromWithOptions and StrategicMergeFrom keep the pointer
that they are given (controller-runtime, all releases), and Patch works out the
difference when it is called. Where the pointer is that of the object which is
patched, both are the same by then, whatever was changed in between. The patch
is {}: the server takes it, changes nothing, and answers with the object as it
was, which replaces the change in memory too. With an optimistic lock it is the
resource version alone, and the same.

A copy of the struct alone (base := *obj) has the very maps that are in the object:
what is set in these, or deleted, is in both, and isn't sent.

So is nothing sent of what is changed in the base, a copy, while the object stays
as it is: the patch leads from the base back to the object. And nothing is written
behind a comparison of the object with what was kept of it, if that is the object
itself: both are equal, whatever was changed. GetLabels and GetAnnotations of a
typed object return the very map that is in it, and so do its fields. A copy of the
status, the struct only, has the very list of conditions: SetStatusCondition changes
one that is there in place, so that both are equal again. And a function that
changes what it is given and returns it gives no second state of the object, of which
a patch could be made, be it with MergeFrom or of two texts with
strategicpatch.CreateTwoWayMergePatch or jsonpatch.

Make the base of a copy, before the first change.

A unit test with controller-runtime's fake client shows it, in all releases, if
it reads the object again: the fake patches with {} too.`,
		Setup: setup,
		Bad: `
func (r *Reconciler) mark(ctx context.Context, pod *corev1.Pod) error {
	patch := client.MergeFrom(pod)
	pod.Labels = map[string]string{"state": "seen"}
	return r.Patch(ctx, pod, patch)
}`,
		Good: `
func (r *Reconciler) mark(ctx context.Context, pod *corev1.Pod) error {
	patch := client.MergeFrom(pod.DeepCopy())
	pod.Labels = map[string]string{"state": "seen"}
	return r.Patch(ctx, pod, patch)
}`,
		NotSeen: `
A base that is a copy of the struct only (c := *pod) shares its slices, and what
pointers lead to, with the object: only the entries of maps are looked at, and only
where the function that sets them has both in view, or what holds both. Nor is
a comparison with a copy of the status, the struct only, where something else is
set in the status too, by which the change may be seen. Of patches that are made of
two texts it is known whether both are of one object, nothing else.`,
	}

	lateCategory = diag.Category{
		Name:  "late",
		Doc:   "the base of a patch is a copy that was made after the change",
		Level: diag.Error,
		Why: `
A merge patch sends what differs between its base and the object. What was
changed in the object before it was copied is in both, and is not sent. No error
comes back, and the server's answer replaces the change in memory too.

The same holds of a helper that copies the object when it is made and patches later,
such as Cluster API's patch.NewHelper: made where all changes are made already, it
has nothing to send.

Copy before the first change.

A unit test with controller-runtime's fake client shows it, in all releases, if
it reads the object again.`,
		Setup: setup,
		Bad: `
func (r *Reconciler) release(ctx context.Context, pod *corev1.Pod) error {
	pod.Labels = map[string]string{"state": "released"}
	base := pod.DeepCopy()
	return r.Patch(ctx, pod, client.MergeFrom(base))
}`,
		Good: `
func (r *Reconciler) release(ctx context.Context, pod *corev1.Pod) error {
	base := pod.DeepCopy()
	pod.Labels = map[string]string{"state": "released"}
	return r.Patch(ctx, pod, client.MergeFrom(base))
}`,
		NotSeen: `
Where something else is changed between the copy and the patch, a change of the spec
is reported only if the kind is one of Kubernetes' own, the function alone has the
object and nothing looks at what was changed: defaults are filled into the spec of
others in memory only. What another write stores first isn't lost, nor what another
pointer of the function's, which may lead into the object, changes in between.`,
	}

	statusCategory = diag.Category{
		Name:  "status",
		Doc:   "the status is set, and then the object is written, which leaves the status out",
		Level: diag.Error,
		Why: `
Where the status of a kind is a subresource, the API server ignores the status in
Create, Update and Patch of the object: it keeps the old one, or none. It answers
with the object as it is stored, and controller-runtime's client decodes the
answer into the object that it was given. Releases from 0.10 on clear the object
first; older ones keep in memory what the answer doesn't have. So the status that
was just set is gone, and a Status().Update that follows writes the old one, with
no error.

Write the object first, then set the status and write it. Or save the status
before, and put it back after the write. controllerutil.CreateOrUpdate writes the
object only, whatever its function sets; CreateOrPatch (from 0.7 on) patches the
status too, of an object that is there already.

So it is with a status in a patch's data, an apply configuration or a map.

Where a new object is created with a status, and the package never writes the
status of that kind, the finding is a note: its own controller makes the status.

A unit test with controller-runtime's fake client shows it if the kind is given
to WithStatusSubresource (from 0.15 on; the API server's own kinds need not be
given). Else the fake stores the status with the object, as no server does, and
Status().Update and Status().Patch fail: it finds no such object. Fakes before
0.15 store all with every write.`,
		Setup: setup,
		Bad: `
func (r *Reconciler) begin(ctx context.Context, w *Widget) error {
	w.Status.Phase = "Started"
	if controllerutil.AddFinalizer(w, "shop.example.com/widget") {
		if err := r.Update(ctx, w); err != nil {
			return err
		}
	}
	return r.Status().Update(ctx, w)
}`,
		Good: `
func (r *Reconciler) begin(ctx context.Context, w *Widget) error {
	if controllerutil.AddFinalizer(w, "shop.example.com/widget") {
		if err := r.Update(ctx, w); err != nil {
			return err
		}
	}
	w.Status.Phase = "Started"
	return r.Status().Update(ctx, w)
}`,
		NotSeen: `
Kinds of which it is not known that the status is a subresource; a status that is
set anew before it is written, or that a copy was made of before the write; a
status that is cleared, or taken over from another object; and a write right
before the return, where another path writes the status: the event of the write
brings the next reconcile, which gets there. Clientsets return the answer, and
leave the object as it is: what they leave out is reported only if the function
alone has the object, and does nothing with its status afterwards. Nor is a status
that is no field of a type, where the function writes that kind's status as well.`,
	}

	specCategory = diag.Category{
		Name:  "spec",
		Doc:   "something else than the status is changed, and then the status is written, which leaves it out",
		Level: diag.Error,
		Why: `
Update and Patch of the status subresource store the status and nothing else: of
custom resources the API server ignores spec, labels, annotations, finalizers and
owner references, of its own kinds the spec. It answers with the object as it is
stored, and controller-runtime's client decodes the answer into the object that
it was given, so that an Update that follows writes the old state, with no error.
A finalizer that was taken away so is still there, and the object is never
deleted.

Write the object, and then the status. Or write the status first, and change the
rest after that.

A unit test with controller-runtime's fake client shows it if the kind is given
to WithStatusSubresource (from 0.15 on). Else the write of the status fails: the
fake finds no such object. Fakes before 0.15 store all with every write.`,
		Setup: setup,
		Bad: `
func (r *Reconciler) finish(ctx context.Context, w *Widget) error {
	controllerutil.RemoveFinalizer(w, "shop.example.com/widget")
	w.Status.Phase = "Done"
	return r.Status().Update(ctx, w)
}`,
		Good: `
func (r *Reconciler) finish(ctx context.Context, w *Widget) error {
	w.Status.Phase = "Done"
	if err := r.Status().Update(ctx, w); err != nil {
		return err
	}
	controllerutil.RemoveFinalizer(w, "shop.example.com/widget")
	return r.Update(ctx, w)
}`,
		NotSeen: `
A change of the spec is reported only if the object itself is written later on, or
if the function alone has it and nothing looks at what was changed: defaults are
filled into a spec in memory only. Labels, annotations, finalizers
and owner references of the API server's own kinds are not reported: some of them
store these with the status.`,
	}

	rereadCategory = diag.Category{
		Name:  "reread",
		Doc:   "an object is changed, and read anew before it is written",
		Level: diag.Error,
		Why: `
Get fills the object that it is given with what is stored, and what was changed
in it before is gone. The Update that follows sends back what was read: the server
takes it, and nothing has changed.

It is the common mistake in retries: the function that RetryOnConflict calls reads
the object, so that the next try has the new resource version, and the change was
made once, before. The same happens if the object is read only after a conflict:
the second try succeeds, and stores nothing.

CreateOrUpdate and CreateOrPatch do it with what is put into the object before the
call: where there is such an object already, they read it into that, and then call
the function that they are given. What that doesn't set is stored when the object
is made, and never again. It is a note where the function does nothing at all, as all
that is asked for may be that there is an object.

A patch that is made of data, by client.RawPatch, sends these, whatever is in the
object, and the server's answer replaces that like a Get.

Make the change between Get and Update, in each try anew, or in the function.

A unit test with controller-runtime's fake client shows it, in all releases, if
it reads the object again.`,
		Setup: setup,
		Bad: `
func (r *Reconciler) finish(ctx context.Context, apiReader client.Reader, w *Widget) error {
	w.Status.Phase = "Done"
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		if err := apiReader.Get(ctx, client.ObjectKeyFromObject(w), w); err != nil {
			return err
		}
		return r.Status().Update(ctx, w)
	})
}`,
		Good: `
func (r *Reconciler) finish(ctx context.Context, apiReader client.Reader, w *Widget) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		if err := apiReader.Get(ctx, client.ObjectKeyFromObject(w), w); err != nil {
			return err
		}
		w.Status.Phase = "Done"
		return r.Status().Update(ctx, w)
	})
}`,
		NotSeen: `
Only what is written without any change since it was read is reported: where
something else is set in between, the first change may have been for the function's
own use. Where the object is copied between the change and the read, it is not
followed. Of what is put into an object before CreateOrUpdate, only what comes from
the content of other objects, where the name doesn't have that too, and the function
sets nothing of the field: what is constant or made up needs to be stored once.`,
	}

	copyCategory = diag.Category{
		Name:  "copy",
		Doc:   "a copy is changed, and then nobody uses it",
		Level: diag.Error,
		Why: `
The value of a range over a slice or map of structs is a copy of the element, a
struct that is passed by value is the function's own, and so is what DeepCopy
returns.
What is set in a copy is nowhere else: if nothing reads, writes, returns or keeps
the copy afterwards, the change is gone, and the object that is written is as it
was before.

So it is if the copy, of the object or of a part such as the status, is only compared with
the original, and that is written as it was read; with a map that is made where an object
has no labels or annotations, filled, and never set in the object; and with what NestedMap
of an unstructured object returns, or a helper that calls it, a deep copy, if it isn't put
back. What append returns is another slice than the object's list.

Change the element by its index, take a pointer, or write the copy.

The analyzer unusedwrite of golang.org/x/tools finds the plainest of them, in all
Go code. This check is for API objects and their parts, and also sees setters,
pointers to the copy, and copies by DeepCopy.

A unit test with controller-runtime's fake client shows it, in all releases, if
it reads the object again.`,
		Setup: setup,
		Bad: `
func (r *Reconciler) retire(ctx context.Context, pods *corev1.PodList) error {
	for _, pod := range pods.Items {
		pod.Labels = map[string]string{"state": "retired"}
	}
	for i := range pods.Items {
		if err := r.Update(ctx, &pods.Items[i]); err != nil {
			return err
		}
	}
	return nil
}`,
		Good: `
func (r *Reconciler) retire(ctx context.Context, pods *corev1.PodList) error {
	for i := range pods.Items {
		pods.Items[i].Labels = map[string]string{"state": "retired"}
	}
	for i := range pods.Items {
		if err := r.Update(ctx, &pods.Items[i]); err != nil {
			return err
		}
	}
	return nil
}`,
		NotSeen: `
A copy whose address somebody else may have, or of which something that was changed
is looked at afterwards, if only to log it. What a copy of a struct shares with the
original is changed in both. A DeepCopy that is compared then is there for that.`,
	}

	afterCategory = diag.Category{
		Name:  "after",
		Doc:   "an object is changed after its last write, or never written, and dropped",
		Level: diag.Error,
		Why: `
An object that a function reads or makes for itself is gone when the function
returns. What is set in it after the last write is never sent, and the server
keeps the old state: a phase or condition that is set so is never seen.

So it is with a write that is deferred, and given the object itself and no pointer:
the defer statement makes the copy that is written at the end, and what is set after
the statement is not in it. And with a change that is deferred before such a write:
what is deferred first is run last.

So it is with an object that another form was made of before, its JSON or with
ToUnstructured the content of an unstructured object: what is sent is that form.

So it is where the server refuses the write and a retry, which doesn't read the
object anew, asks the object in memory whether there is anything to do: it finds
what the try before has set, and says that all is well.

Write the object after the change, and read it anew in a retry.

A unit test with controller-runtime's fake client shows it, in all releases, if
it reads the object again.`,
		Setup: setup,
		Bad: `
func (r *Reconciler) finish(ctx context.Context, key client.ObjectKey) error {
	w := &Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return client.IgnoreNotFound(err)
	}
	if controllerutil.AddFinalizer(w, "shop.example.com/widget") {
		if err := r.Update(ctx, w); err != nil {
			return err
		}
	}
	w.Status.Phase = "Done"
	return nil
}`,
		Good: `
func (r *Reconciler) finish(ctx context.Context, key client.ObjectKey) error {
	w := &Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return client.IgnoreNotFound(err)
	}
	if controllerutil.AddFinalizer(w, "shop.example.com/widget") {
		if err := r.Update(ctx, w); err != nil {
			return err
		}
	}
	w.Status.Phase = "Done"
	return r.Status().Update(ctx, w)
}`,
		NotSeen: `
Objects that somebody else may have, such as those that are passed to a function
which may keep them, kept in a field or captured by a function literal that is called
later; lists; what a clientset's write answers, which is perhaps only shown;
changes on paths on which the function fails; what is looked at afterwards, if
only to log it; and, where a deferred write has a copy, what the copy may share with
the object: entries of maps, and what SetStatusCondition sets in the list.`,
	}

	halfwayCategory = diag.Category{
		Name:  "halfway",
		Doc:   "a write is tried only in the reconcile that made another one, and never again when it fails",
		Level: diag.Warning,
		Off:   true,
		Why: `
A reconcile looks whether an object is there, creates it if not, and goes on with a
second write: another object, or a status. Where that is refused, times out, or the
process ends between both, the error brings the reconcile back; but now the object
is found, the function takes the other way, and says that all is well. The second
write is never made, and nothing tells.

So it is with an object that is deleted first, and not found any more, and with a
field that is set and stored first, as a mark that the work has begun, where the
next reconcile asks for it.

Make the write last by which a reconcile sees that there is nothing to do. Or look
at both each time, and make what is missing.

A unit test with controller-runtime's fake client shows it only if an interceptor
(from 0.15 on) lets the second write fail once.

It is off by default: of the first findings in operators that it had not seen, more
were of little weight than mattered, such as a second delete that leaves one too many.`,
		Setup: setup,
		Bad: `
func (r *Reconciler) ensure(ctx context.Context, w *Widget) error {
	pod := &corev1.Pod{}
	err := r.Get(ctx, client.ObjectKeyFromObject(w), pod)
	if err == nil || !apierrors.IsNotFound(err) {
		return err
	}
	pod.Namespace, pod.Name = w.Namespace, w.Name
	if err := r.Create(ctx, pod); err != nil {
		return err
	}
	service := &corev1.Service{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: w.Name}}
	return r.Create(ctx, service)
}`,
		Good: `
func (r *Reconciler) ensure(ctx context.Context, w *Widget) error {
	pod := &corev1.Pod{}
	err := r.Get(ctx, client.ObjectKeyFromObject(w), pod)
	if err == nil || !apierrors.IsNotFound(err) {
		return err
	}
	service := &corev1.Service{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: w.Name}}
	if err := r.Create(ctx, service); client.IgnoreAlreadyExists(err) != nil {
		return err
	}
	pod.Namespace, pod.Name = w.Namespace, w.Name
	return r.Create(ctx, pod)
}`,
		NotSeen: `
A second write of a kind that the package may write at another place too: that may
make up for it. What other packages write unless this one calls them. A first write
that the next reconcile finds by a list, or by what it has kept in memory.`,
	}

	ownedCategory = diag.Category{
		Name:  "owned",
		Doc:   "a merge patch replaces a list that others write too",
		Level: diag.Warning,
		Off:   true,
		Why: `
A JSON merge patch has no way to add to a list: client.MergeFrom sends the whole
list if anything in it differs. Finalizers, owner references and conditions are
lists to which several controllers add of their own. What one of them has added
since the object was read, from a cache as a rule, is taken away, with no error: a
finalizer that is lost so lets an object go before its owner has cleaned up.

Let the server refuse the patch if the object has changed, and try again with the
queue: client.MergeFromWithOptions with client.MergeFromWithOptimisticLock (from
0.7 on). Or update the object, which is refused too, or apply the list's own
entries (server-side apply).

It is off by default: whether others write the list can't be seen.`,
		Setup: setup,
		Bad: `
func (r *Reconciler) protect(ctx context.Context, pod *corev1.Pod) error {
	base := pod.DeepCopy()
	controllerutil.AddFinalizer(pod, "shop.example.com/pod")
	return r.Patch(ctx, pod, client.MergeFrom(base))
}`,
		Good: `
func (r *Reconciler) protect(ctx context.Context, pod *corev1.Pod) error {
	base := pod.DeepCopy()
	controllerutil.AddFinalizer(pod, "shop.example.com/pod")
	return r.Patch(ctx, pod, client.MergeFromWithOptions(base, client.MergeFromWithOptimisticLock{}))
}`,
		NotSeen: `
Patches in a function of which the base is made in another one; other lists;
strategic merge patches, which have the elements that differ of the lists whose
types say so: finalizers and owner references, and the conditions of the API
server's own kinds.`,
	}
)

var categories = []diag.Category{baseCategory, lateCategory, statusCategory, specCategory, rereadCategory, copyCategory, afterCategory, halfwayCategory, ownedCategory}
