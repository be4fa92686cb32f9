package tombstone

import "github.com/ctrllint/ctrllint/internal/diag"

// What the check finds, with the pages that users read.
var (
	panicCategory = diag.Category{
		Name:  "panic",
		Doc:   "a type assertion without check panics on a tombstone",
		Level: diag.Error,
		Why: `
The delete function of a handler gets an object, or a tombstone:
cache.DeletedFinalStateUnknown, a struct with the object's key and its last
known state. It comes when the informer's watch was interrupted and the object
was deleted meanwhile. So it is in every release of client-go (0.18 to 0.37
were looked at), whichever queue the informer uses inside.

An assertion with one result panics on the tombstone. client-go logs a panic of
a handler and panics again, unless the program set utilruntime.ReallyCrash to
false; controller-runtime recovers only from those of Reconcile. So the process
ends. When it starts again the object is not in the first list: nothing makes up
for the delete.

A panic or exit that the handler has for values of unexpected types counts too,
and so does what a function that the handler calls asserts.

Assert with two results and take the object out of the tombstone. From
client-go 0.37 on, cache.TypedResourceEventHandlerFuncs needs no assertion.`,
		Setup: setup,
		Bad: `
func (t *Tracker) watch(pods cache.SharedIndexInformer) {
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			pod := obj.(*corev1.Pod)
			t.forget(pod.UID)
		},
	})
}`,
		Good: `
func (t *Tracker) watch(pods cache.SharedIndexInformer) {
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
				obj = tombstone.Obj
			}
			if pod, ok := obj.(*corev1.Pod); ok {
				t.forget(pod.UID)
			}
		},
	})
}`,
		NotSeen: `
A handler that recovers from the panic is not reported. What is asserted after
the value went through a map, or in a package of another module, is not seen.
Add and update functions never get a tombstone. The command leaves out handlers
that are only added in a function which is not exported and which nobody calls,
if the package is part of a program.`,
	}

	nilderefCategory = diag.Category{
		Name:  "nilderef",
		Doc:   "the result of a failed assertion is used: nil dereference",
		Level: diag.Error,
		Why: `
The assertion of a tombstone to the object's type fails and leaves nil. Where
its second result is thrown away, or checked without leaving the function, the
next field that is read panics, as an assertion with one result would. See the
category panic for when tombstones come and what the panic does.

Leave the function when the assertion fails, after the object was taken out of
the tombstone.`,
		Setup: setup,
		Bad: `
func (t *Tracker) watch(pods cache.SharedIndexInformer) {
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			pod, ok := obj.(*corev1.Pod)
			if !ok {
				klog.Errorf("unexpected object %T", obj)
			}
			t.forget(pod.UID)
		},
	})
}`,
		Good: `
func (t *Tracker) watch(pods cache.SharedIndexInformer) {
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
				obj = tombstone.Obj
			}
			pod, ok := obj.(*corev1.Pod)
			if !ok {
				klog.Errorf("unexpected object %T", obj)
				return
			}
			t.forget(pod.UID)
		},
	})
}`,
		NotSeen: `
A nil object that goes to a function of another module is taken to be fine
there.`,
	}

	lostCategory = diag.Category{
		Name:  "lost",
		Doc:   "something is done for an object and nothing for a tombstone",
		Level: diag.Error,
		Why: `
The assertion to the object's type fails on a tombstone, and the delete function
returns, or goes on with the empty key that the assertion leaves, under which
nothing is kept. Or it goes by the tombstone's Key, which is namespace and name, and
all is kept under UIDs, or the queue that it is put on has the keys of owners, or the
names of nodes. Or the delete function of a typed handler (client-go 0.37) does nothing where
FinalStateUnknown of its cache.DeletedObject is set, which has the last known object, too. The
tombstone was the only news of this delete: informers (client-go 0.18 to 0.37) tell
of it once, and a resync goes through the objects that are still there. What was to
be queued or removed stays as it is until the process starts again.

It is a note where all that is done for an object is to put its own key on a work
queue, or its name, and the functions of the package that take from the queue, or
are handed on together with it, or to what makes the queue's owner, do nothing
before a lister, or a client of controller-runtime, has found the object under the
key.

Take the object out of the tombstone first, or do with the tombstone's Key what
can be done with a key.`,
		Setup: setup,
		Bad: `
func (t *Tracker) watch(pods cache.SharedIndexInformer) {
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			pod, ok := obj.(*corev1.Pod)
			if !ok {
				return
			}
			t.forget(pod.UID)
		},
	})
}`,
		Good: `
func (t *Tracker) watch(pods cache.SharedIndexInformer) {
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			pod, ok := obj.(*corev1.Pod)
			if !ok {
				tombstone, ok := obj.(cache.DeletedFinalStateUnknown)
				if !ok {
					return
				}
				if pod, ok = tombstone.Obj.(*corev1.Pod); !ok {
					return
				}
			}
			t.forget(pod.UID)
		},
	})
}`,
		NotSeen: `
Handlers that only log, count or compute lose nothing, and are not reported. Nor
are those that do the same for whatever comes, such as waking a worker. Whether
what is done for the tombstone is enough is not judged, but where that is only to
delete what is kept under its Key in a map that is in an unexported field, and into
which the package puts things under UIDs and nothing else; or to put its Key on a
work queue in an unexported field, where for an object a text is put that ends in
one of its labels or annotations or in the name of an owner, the package puts
nothing else there, and goes by what it takes off.`,
	}

	keyCategory = diag.Category{
		Name:  "key",
		Doc:   "a key function that fails on a tombstone",
		Level: diag.Error,
		Why: `
cache.MetaNamespaceKeyFunc, cache.ObjectToName (client-go 0.28) and
meta.Accessor look for the object's metadata. A tombstone has none, so they
return an error, in all releases from 0.18 to 0.37. Handlers log it and return:
nothing is queued, and the delete is lost.

cache.DeletionHandlingMetaNamespaceKeyFunc and, from client-go 0.30 on,
cache.DeletionHandlingObjectToName return the tombstone's key, and do the same
as the others for an object.`,
		Setup: setup,
		Bad: `
func (t *Tracker) watch(pods cache.SharedIndexInformer) {
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			key, err := cache.MetaNamespaceKeyFunc(obj)
			if err != nil {
				utilruntime.HandleError(err)
				return
			}
			t.queue.Add(key)
		},
	})
}`,
		Good: `
func (t *Tracker) watch(pods cache.SharedIndexInformer) {
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj)
			if err != nil {
				utilruntime.HandleError(err)
				return
			}
			t.queue.Add(key)
		},
	})
}`,
		NotSeen: `
Key functions that another module wraps around these are not seen, nor one in a
field in which something that the program calls may store another.`,
	}

	filterCategory = diag.Category{
		Name:  "filter",
		Doc:   "a filter that panics on a tombstone, or keeps every tombstone from the delete handler",
		Level: diag.Error,
		Why: `
cache.FilteringResourceEventHandler asks its FilterFunc for deletes too, and
gives it the same value that the delete function would get: a tombstone, if the
informer missed the delete (client-go 0.18 to 0.37). An assertion without check
panics there. One that fails and makes the filter false keeps the tombstone from
the delete function, however well that deals with it; so it is too where another
package makes one filter of several. What the delete function
would do wrong stands among the related places: it comes next.

Take the object out of the tombstone in the filter as well.`,
		Setup: setup,
		Bad: `
func (t *Tracker) handler(next cache.ResourceEventHandler) cache.ResourceEventHandler {
	return cache.FilteringResourceEventHandler{
		FilterFunc: func(obj any) bool {
			pod, ok := obj.(*corev1.Pod)
			return ok && pod.Spec.NodeName == t.node
		},
		Handler: next,
	}
}`,
		Good: `
func (t *Tracker) handler(next cache.ResourceEventHandler) cache.ResourceEventHandler {
	return cache.FilteringResourceEventHandler{
		FilterFunc: func(obj any) bool {
			if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
				obj = tombstone.Obj
			}
			pod, ok := obj.(*corev1.Pod)
			return ok && pod.Spec.NodeName == t.node
		},
		Handler: next,
	}
}`,
		NotSeen: `
A filter that is false for some tombstones only is not reported, nor one in front of
handlers that do nothing when something is deleted, or that another module makes. It
is a note where a deleted object only goes to the channel that updated ones go to,
on which the function waits that adds the handler: the tombstone holds a state that
was sent before; and where its key only goes to a work queue whose worker does
nothing for an object that is gone, or goes by no key and does nothing without the
one object that the filter lets through by its name. In front of the queue of a
Knative reconciler of the informer's kind that has no ObserveDeletion it is nothing
at all. Predicates of controller-runtime are no such filters: it takes tombstones
apart before it asks them.`,
	}

	pointerCategory = diag.Category{
		Name:  "pointer",
		Doc:   "only *DeletedFinalStateUnknown is asserted, tombstones come by value",
		Level: diag.Error,
		Why: `
Informers hand the tombstone over as a value, in all releases of client-go. An
assertion to *cache.DeletedFinalStateUnknown compiles, since the handler's
parameter is an interface, and never succeeds. What it was written for happens:
the delete is lost.

Assert the value.`,
		Setup: setup,
		Bad: `
func (t *Tracker) watch(pods cache.SharedIndexInformer) {
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if tombstone, ok := obj.(*cache.DeletedFinalStateUnknown); ok {
				obj = tombstone.Obj
			}
			if pod, ok := obj.(*corev1.Pod); ok {
				t.forget(pod.UID)
			}
		},
	})
}`,
		Good: `
func (t *Tracker) watch(pods cache.SharedIndexInformer) {
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
				obj = tombstone.Obj
			}
			if pod, ok := obj.(*corev1.Pod); ok {
				t.forget(pod.UID)
			}
		},
	})
}`,
		NotSeen: `
Where the value is asserted as well, the pointer does no harm and is not
reported.`,
	}

	wrongunwrapCategory = diag.Category{
		Name:  "wrongunwrap",
		Doc:   "the tombstone is used where its Obj was meant",
		Level: diag.Error,
		Why: `
The tombstone was recognised, and then the value that the handler was called
with is asserted once more, or a key is made of it. That is still the tombstone:
the object is in its field Obj. The assertion fails (or panics), often into a
message that says the tombstone holds no object, and the delete is lost.

Go on with the tombstone's Obj.`,
		Setup: setup,
		Bad: `
func (t *Tracker) watch(pods cache.SharedIndexInformer) {
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			pod, ok := obj.(*corev1.Pod)
			if !ok {
				if _, ok := obj.(cache.DeletedFinalStateUnknown); !ok {
					return
				}
				if pod, ok = obj.(*corev1.Pod); !ok {
					klog.Error("the tombstone holds no Pod")
					return
				}
			}
			t.forget(pod.UID)
		},
	})
}`,
		Good: `
func (t *Tracker) watch(pods cache.SharedIndexInformer) {
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			pod, ok := obj.(*corev1.Pod)
			if !ok {
				tombstone, ok := obj.(cache.DeletedFinalStateUnknown)
				if !ok {
					return
				}
				if pod, ok = tombstone.Obj.(*corev1.Pod); !ok {
					klog.Error("the tombstone holds no Pod")
					return
				}
			}
			t.forget(pod.UID)
		},
	})
}`,
		NotSeen: `
A tombstone that is logged or handed to a function that unwraps it is fine, and
not reported.`,
	}

	innerCategory = diag.Category{
		Name:  "inner",
		Doc:   "the tombstone's Obj is asserted without check, it may be nil",
		Level: diag.Note,
		Off:   true,
		Why: `
DeletedFinalStateUnknown.Obj is the last state that the informer knew, if it has
one. It is nil when the store had nothing under the key, or failed to look it
up, in client-go 0.18 to 0.37. It has another type where a transform function
stores one. An assertion with one result panics then.

It is off by default, since informers do neither by themselves: they list the keys
and look the objects up under the lock under which they fill their store, so that
one is missing only where somebody else takes objects out of that store, and what
a transform function stores is what the handler gets without a tombstone, too.
Turn it on for stores and queues of your own.

Assert with two results. The tombstone's Key is always there.`,
		Setup: setup,
		Bad: `
func (t *Tracker) watch(pods cache.SharedIndexInformer) {
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			pod, ok := obj.(*corev1.Pod)
			if !ok {
				tombstone, ok := obj.(cache.DeletedFinalStateUnknown)
				if !ok {
					return
				}
				pod = tombstone.Obj.(*corev1.Pod)
			}
			t.forget(pod.UID)
		},
	})
}`,
		Good: `
func (t *Tracker) watch(pods cache.SharedIndexInformer) {
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			pod, ok := obj.(*corev1.Pod)
			if !ok {
				tombstone, ok := obj.(cache.DeletedFinalStateUnknown)
				if !ok {
					return
				}
				if pod, ok = tombstone.Obj.(*corev1.Pod); !ok {
					klog.Errorf("no Pod is known for %s", tombstone.Key)
					return
				}
			}
			t.forget(pod.UID)
		},
	})
}`,
		NotSeen: `
A panic that the handler itself raises for a tombstone without object is its
author's choice, and not reported.`,
	}

	optionalCategory = diag.Category{
		Name:  "optional",
		Doc:   "DeletedObject.OptionalObj is used without a nil check",
		Level: diag.Note,
		Why: `
The typed handlers of client-go 0.37 (cache.TypedResourceEventHandlerFuncs and
those generated for each kind) hand a cache.DeletedObject to the delete
function. Its OptionalObj is nil when the informer missed the delete and has no
copy of the object. The filter of a cache.TypedFilteringResourceEventHandler
gets this nil as its argument. A field that is read, or a method that is called,
panics: see the category panic for what that does. It is a note for the reason that
the category inner names: informers have the object as a rule.

Check for nil. The methods GetKey, GetName and GetNamespace of DeletedObject
work without the object.`,
		Setup: setup,
		Bad: `
func (t *Tracker) watch(pods cache.TypedSharedIndexInformer[*corev1.Pod]) {
	pods.AddTypedEventHandler(cache.TypedResourceEventHandlerFuncs[*corev1.Pod]{
		DeleteFunc: func(deleted cache.DeletedObject[*corev1.Pod]) {
			t.forget(deleted.OptionalObj.UID)
		},
	})
}`,
		Good: `
func (t *Tracker) watch(pods cache.TypedSharedIndexInformer[*corev1.Pod]) {
	pods.AddTypedEventHandler(cache.TypedResourceEventHandlerFuncs[*corev1.Pod]{
		DeleteFunc: func(deleted cache.DeletedObject[*corev1.Pod]) {
			if pod := deleted.OptionalObj; pod != nil {
				t.forget(pod.UID)
			}
		},
	})
}`,
		NotSeen: `
Methods of the object that can do with a nil receiver are not told from those
that can't, where another module declares them.`,
	}
)

// categories are all of these, in the order of the documentation.
var categories = []diag.Category{panicCategory, nilderefCategory, lostCategory, keyCategory, filterCategory, pointerCategory, wrongunwrapCategory, innerCategory, optionalCategory}

// setup is what the examples are about.
const setup = `
type Tracker struct {
	queue workqueue.TypedRateLimitingInterface[string]
	node  string
	pods  map[types.UID]bool
}

func (t *Tracker) forget(id types.UID) { delete(t.pods, id) }
`
