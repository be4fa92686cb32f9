// Package oneshot is the check for work that is done in event handlers: the analyzer's Doc is the page that users read.
package oneshot

const doc = `find work that is done in event handlers, and caches that are used before they are filled

An informer tells its handlers of events one after the other, each handler in a
goroutine of its own. A handler that does the work itself, instead of putting a
key on a queue, has one shot at it: when the call fails nothing tries again
until the object changes, or is listed anew, which may be never. While it works
its later events wait, in a buffer without bound, so that they are dealt with
late. It runs for every object of the first list, before other caches are
filled, and beside the workers that deal with the same objects. All that a
queue gives is missing: the next try, the pause before it, one worker for an
object at a time, one try for many events.

The handler of a private informer (cache.NewInformer, NewIndexerInformer and
the Transforming ones, NewInformerWithOptions) has no goroutine and no buffer of
its own: it runs in the loop that fills the store, and what waits in it holds up
the store for everyone.

What to do: put the key on a work queue, and work in its worker, which can try
again:

	AddFunc: func(obj any) {
		key, err := cache.MetaNamespaceKeyFunc(obj)
		if err != nil {
			return
		}
		c.queue.Add(key)
	},

and a worker that takes the key from the queue, works, and puts it back with
AddRateLimited when that fails. With controller-runtime, return or add requests,
and work in Reconcile.

Limitations: not reported are reads from listers, indexers and clients that read
from a cache, which map functions and predicates may well do; event recorders,
logs and metrics; sends to channels of event.GenericEvent, with a buffer, or in
a select; functions that are only put on a queue or a channel; goroutines that
go on until they are told to stop, which are workers that the handler starts:
they have a loop that waits for channels, or that sleeps and only ends with a
context, or are wait.Until and kin with what these are given;
dry runs; and what is only read, or waited for, as long as a package variable or a
field of the receiver has no value yet, which is kept there, or by sync.Once. What functions of other modules do is known from tables: of the
standard library, client-go, controller-runtime, gRPC clients, clients of clouds
and data bases; and, for functions that take a context and may fail, from a
parameter or receiver that can send HTTP requests. Code that is put into the
handler through an interface that another package implements is seen by the command
only, and only where that is the one implementation and its package doesn't import
the handler's; what is put into a field that is passed on before it is called is not seen, and paths are not judged, but
for branches on constants, and on flags for which a call passes a constant.

What counts: event functions are the handlers and filters of client-go, in every
form; the Funcs and TypedFuncs of controller-runtime's packages handler and
predicate, types that implement EventHandler, Predicate or, in 0.6, Mapper; the
functions of NewPredicateFuncs and EnqueueRequestsFromMapFunc in every
generation; and source.Func, for what it waits for. The check follows each of
them through calls of functions, methods, method values, closures, fields that
hold functions, interfaces of which every implementation in view does the work,
and goroutines, in this package and by facts in others of the main module. What a
package puts into an exported field that event functions of another one call, and
nothing else there, is one too. Where all values are in view that an interface may hold, it is enough that one of them
writes or blocks: the program may be told to use that one. The message has the short form of the way, and the related information each call of
it. The finding is at the call that does the work; where that is in another
package, at the call that leads there. Of what one call of an event function
comes to by way of other functions, the nearest is the finding, and the rest is
below it.
`
