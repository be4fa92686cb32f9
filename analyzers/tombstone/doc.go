// Package tombstone is the check for what informers' delete handlers and filters do with a tombstone: the analyzer's
// Doc is the page that users read.
package tombstone

const doc = `find delete handlers and filters that panic on, lose or mis-key cache.DeletedFinalStateUnknown

When an informer's watch breaks and an object is deleted meanwhile, the
informer notices at the next list that the object is gone. It then calls the
delete handler with a tombstone: a value of type
cache.DeletedFinalStateUnknown, with the key and the last known state of the
object, which may be missing. So it is in every release of client-go, and no
unit test shows it. Only delete functions and filters get tombstones.

What to do: unwrap the tombstone, and check the assertion. This is right for an
object and a tombstone:

	DeleteFunc: func(obj any) {
		if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
			obj = tombstone.Obj
		}
		pod, ok := obj.(*corev1.Pod)
		if !ok {
			utilruntime.HandleError(fmt.Errorf("unexpected object %T", obj))
			return
		}
		c.queue.Add(pod.Namespace + "/" + pod.Name)

Limitations: not reported are handlers that ignore the argument, only log it, or
do the same for every object of the right type, or only update, patch or delete
the deleted object itself, which the API server has no more; the handlers and predicates of
controller-runtime, which unwraps tombstones itself; what comes of a value that
goes through a map or a store, or in a struct, a queue or a channel to another
package (within a package, the fields of structs, work queues and channels are
followed, for up to 32 kinds of events in one type of struct); what functions of other modules do, but for those in the tables;
handlers behind a filter that can't be seen; handlers that go into a layer around
them, of which it can't be seen that it hands on the tombstone as it is; filters
that put an item on a work queue for a tombstone; code that recovers from the panic.

What counts: the check runs each delete function and filter, abstractly, on an
object, on a tombstone and on a tombstone without object, through calls of
functions, methods, closures and interfaces with one implementation, in this
package and by facts in others of the main module. It reports what goes wrong
for the tombstone only: panics, deletes that are lost, keys that can't be made.
`
