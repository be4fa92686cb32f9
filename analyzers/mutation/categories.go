package mutation

import "github.com/ctrllint/ctrllint/internal/diag"

// What the check finds, with the pages that users read.
var (
	fieldCategory = diag.Category{
		Name:  "field",
		Doc:   "an object of a cache is changed",
		Level: diag.Error,
		Why: `
A lister and an informer's store return the very object that the cache holds. A
field of it, an entry of one of its maps, an element of one of its slices that
is changed, is changed for all who read the cache, while they read.

If the Update that follows fails, the next try finds the change in the cache,
takes it for saved, and sends nothing. An Update of a cached object that was not
changed would have been tried again.

Take a DeepCopy where the object is obtained, and change that.`,
		Setup: labelerSetup,
		Bad: `
func (l *Labeler) open(ctx context.Context, name string) error {
	pod, err := l.pods.Pods("shop").Get(name)
	if err != nil {
		return err
	}
	if pod.Labels["open"] == "yes" {
		return nil
	}
	pod.Labels["open"] = "yes"
	_, err = l.client.CoreV1().Pods("shop").Update(ctx, pod, metav1.UpdateOptions{})
	return err
}`,
		Good: `
func (l *Labeler) open(ctx context.Context, name string) error {
	pod, err := l.pods.Pods("shop").Get(name)
	if err != nil {
		return err
	}
	if pod.Labels["open"] == "yes" {
		return nil
	}
	pod = pod.DeepCopy()
	pod.Labels["open"] = "yes"
	_, err = l.client.CoreV1().Pods("shop").Update(ctx, pod, metav1.UpdateOptions{})
	return err
}`,
		NotSeen: `
A field of a struct, or a variable of the package, counts as a cache's object
only if nothing else is ever put there. What is kept in a slice of which
elements are replaced by copies, and a variable of which a flag says whether it
is a copy by now, are not followed. It is no finding to set kind and API version
of a typed object, which say no more than its type, or to put an empty map in
place of nil, which reads the same, unless something is put in it, or a pointer
to an empty struct, unless the object is sent then; nor to sort what is only
sorted if a test says that it isn't. An interface of one's own that
has less than a lister counts as one if nothing but listers is ever put in it:
the command sees that in all packages of a program, others only for interfaces
that a main package declares.`,
	}

	sharedCategory = diag.Category{
		Name:  "shared",
		Doc:   "what a shallow copy shares with an object of a cache is changed",
		Level: diag.Error,
		Why: `
An assignment of a struct, a range over a slice of structs, slices.Clone and
maps.Clone copy plain fields. Maps, slices and pointers in them refer to what
those of the original refer to: the copy's Labels are the cached object's Labels,
and the copy's Spec.Containers its containers. So do objects and items of lists
that are read with UnsafeDisableDeepCopy, or through a manager whose cache has
that option.

To set a field of the copy is right; to change what a field of it refers to
changes the cache. Take a DeepCopy, or give the field a map or slice of its own
first: maps.Clone, slices.Clone, append([]T(nil), ...).`,
		Setup: labelerSetup,
		Bad: `
func (l *Labeler) twin(name string) *corev1.Pod {
	pod, err := l.pods.Pods("shop").Get(name)
	if err != nil {
		return nil
	}
	twin := *pod
	twin.Name = name + "-twin"
	twin.Labels["twin"] = "yes"
	return &twin
}`,
		Good: `
func (l *Labeler) twin(name string) *corev1.Pod {
	pod, err := l.pods.Pods("shop").Get(name)
	if err != nil {
		return nil
	}
	twin := pod.DeepCopy()
	twin.Name = name + "-twin"
	twin.Labels["twin"] = "yes"
	return twin
}`,
		NotSeen: `
append to a slice of the copy, which may write into the room that the original
has behind its last element, is not reported, unless the slice is the beginning
of a longer one. What is assigned to fields of objects that were made elsewhere is
not followed. A copy whose address is passed to a function that the caller hands
in counts as complete from there on.`,
	}

	calleeCategory = diag.Category{
		Name:  "callee",
		Doc:   "a function changes the object of a cache that it is passed",
		Level: diag.Error,
		Why: `
The function that changes an object may not know whose it is: it is right for an
object of one's own, and wrong for one of a cache. The message names it, with
file and line of the change, however many calls away.

Pass it a DeepCopy, or take one where the object is obtained. A function that
must not change what it is given is one that copies it first, or returns what to
change.`,
		Setup: labelerSetup,
		Bad: `
func markOpen(pod *corev1.Pod) {
	if pod.Annotations == nil {
		pod.Annotations = map[string]string{}
	}
	pod.Annotations["open"] = "yes"
}

func (l *Labeler) open(ctx context.Context, name string) error {
	pod, err := l.pods.Pods("shop").Get(name)
	if err != nil {
		return err
	}
	markOpen(pod)
	_, err = l.client.CoreV1().Pods("shop").Update(ctx, pod, metav1.UpdateOptions{})
	return err
}`,
		Good: `
func markOpen(pod *corev1.Pod) {
	if pod.Annotations == nil {
		pod.Annotations = map[string]string{}
	}
	pod.Annotations["open"] = "yes"
}

func (l *Labeler) open(ctx context.Context, name string) error {
	pod, err := l.pods.Pods("shop").Get(name)
	if err != nil {
		return err
	}
	pod = pod.DeepCopy()
	markOpen(pod)
	_, err = l.client.CoreV1().Pods("shop").Update(ctx, pod, metav1.UpdateOptions{})
	return err
}`,
		NotSeen: `
Calls through an interface are followed if one type of the package implements it,
apart from those that hand calls on to it, and the package declares it; function values, if one function is ever in the
field. What is only changed, or returned, where a bool parameter says so, or one
that is empty or nil, doesn't count where the call passes the other constant, or
something that is known not to be nil, however many functions hand it on to what
changes it; flags in fields, and what is computed of several, may be either.`,
	}

	replyCategory = diag.Category{
		Name:  "reply",
		Doc:   "a client writes the server's answer into an object of a cache",
		Level: diag.Warning,
		Why: `
Create, Update and Patch of controller-runtime's client, and those of Status()
and SubResource(), decode the server's answer into the object that they are
given. If that is an object of a cache, all who read it meanwhile see it half
written, and then a state that no event has told of: the next update event has old
and new object alike, and handlers that compare them see no change. Get does it
too, which is a note: what it reads is most often what the cache has.

The methods of client-go's typed clients return the answer as a new object, and
leave their argument as it is.

Pass obj.DeepCopy(), or take the copy where the object is obtained.`,
		Setup: `
type Saver struct {
	client client.Client
	pods   corelisters.PodLister
}`,
		Bad: `
func (s *Saver) save(ctx context.Context, name string) error {
	pod, err := s.pods.Pods("shop").Get(name)
	if err != nil {
		return err
	}
	return s.client.Update(ctx, pod)
}`,
		Good: `
func (s *Saver) save(ctx context.Context, name string) error {
	pod, err := s.pods.Pods("shop").Get(name)
	if err != nil {
		return err
	}
	return s.client.Update(ctx, pod.DeepCopy())
}`,
		NotSeen: `
Delete and Apply leave the object as it is. Clients behind interfaces of one's own
are not known.`,
	}

	eventCategory = diag.Category{
		Name:  "event",
		Doc:   "an event function changes the object that it is given",
		Level: diag.Error,
		Why: `
The handlers of an informer, their filters, and controller-runtime's event
handlers, predicates and map functions are all given one and the same object: the
one that the cache holds. What one of them changes the others see, those before
and those after it, and whoever reads the cache. The functions by which an informer
has its objects indexed are given it too, when it comes and again when it goes.

What is to be left out of objects before they are cached belongs into a transform
function (SetTransform, cache.Options.DefaultTransform), which is called before
anybody else has the object.`,
		Setup: `
type Pods struct {
	queue workqueue.TypedRateLimitingInterface[string]
}`,
		Bad: `
func (p *Pods) watch(pods cache.SharedIndexInformer) {
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			pod := obj.(*corev1.Pod)
			pod.ManagedFields = nil
			p.queue.Add(pod.Name)
		},
	})
}`,
		Good: `
func (p *Pods) watch(pods cache.SharedIndexInformer) {
	pods.SetTransform(func(obj any) (any, error) {
		if pod, ok := obj.(*corev1.Pod); ok {
			pod.ManagedFields = nil
		}
		return obj, nil
	})
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) { p.queue.Add(obj.(*corev1.Pod).Name) },
	})
}`,
		NotSeen: `
What a delete handler is given, and the old object of an update, is in the cache
no more; the objects of generic events come from anywhere. None of these is
followed.`,
	}
)

// categories are all of these, in the order of the documentation.
var categories = []diag.Category{fieldCategory, sharedCategory, calleeCategory, replyCategory, eventCategory}

const labelerSetup = `
type Labeler struct {
	client kubernetes.Interface
	pods   corelisters.PodLister
}`
