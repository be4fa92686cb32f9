// Package staleread is the check for reads from a cache that has not seen the write before them: the analyzer's Doc is
// the page that users read.
package staleread

const doc = `find reads from the cache after a write that it has not seen yet

The client of a controller-runtime manager reads from a cache which a watch
keeps up to date, and writes to the API server. A write comes back to the cache
as an event, some milliseconds or seconds later. A read right after the write
is answered by a cache that most often has not seen it: it returns the object
as it was before, does not find what was created, or finds what was deleted.
The same is true of client-go's listers and indexers after a write through a
clientset. In tests with a fake client every read sees every write, so that no
unit test shows it.

What to do, in this order: use the object that was written, which Create, Update
and Patch fill with what the API server answered; return, and let the event of
the write bring the next reconcile; read through mgr.GetAPIReader(). From
controller-runtime 0.25 on, EnableReadYourWritesConsistency in the Client.Cache
of the manager's options makes reads wait for the client's own writes.

What is right: a read on the path on which the write failed, or after an early
return; a poll or a loop that sleeps until the cache has caught up, also in the
function that writes; another object; a read that looks at nothing which the
write has changed, such as the spec after an update of the status, the UID or
name after any update, or the labels after a patch of the finalizers, if what
was read isn't updated as a whole; a list of which the items are only deleted,
after a create; a list by other labels than those with which the object was made,
or by which the deleted one was listed. One sleep between write and read is no
wait: it is too short one day.

Milder, a note, is what seldom comes to anything: where on every way between the
write and the read two requests are sent to the API server, another service is
asked, or at least a second is slept, the cache has heard of the write most often;
and where more than five calls lead to the two together, and the write hangs on
conditions there, not all that chooses whether both are done is seen. What costs no
more than a try even so is not reported there, unless -enable names the category.

One cause is one finding: of several reads after one write it stands at the first
of the worst, and names the others below, as it does with further calls that lead
to the same read. What a retry on conflict reads belongs to the retry.

Limitations: not seen are reads in other goroutines, in a later reconcile, but for
lists that decide whether something is created (see category list), and in functions
of other modules; objects whose key is worked out by code that
can't be followed; paths beyond a few hundred branches of a function. Functions
of the main module that compute a name are taken to return the same for the same
arguments, unless their own name or what they call says random.

What counts: the check follows every path from a write that succeeded to the
reads of the same object, or of lists of its kind, which are answered from a
cache. It sees through calls of functions, methods, closures and interfaces with
one implementation, and such as hand calls on to it, in this package and by facts in
others of the main module (the command also where the implementation is in a package
that the caller doesn't import, and that doesn't import the caller), of functions that a helper of the package is handed and
calls, and through those of a loop that calls the elements of a literal one after
the other; where the read is in another package, it is reported at the call that
leads there. Objects are the same if their keys are: the request's key, the key of the
object itself, the same namespace and name, the key by which the object was
read.

A client.Client counts as the manager's if it comes from a manager, or if it
can't be seen where it comes from, in code of controllers: not in commands, nor
in packages that make a client of their own. A client.Reader of unknown origin
counts for nothing. Readers from GetAPIReader, client.New without a cache, and
clientsets ask the API server; so does the manager's client for unstructured
objects and for kinds that are in DisableFor (ClientDisableCacheFor,
UncachedObjects), be it under a condition. Where a program's set-up chooses between
the manager's client and another, the finding says so. What can't be seen can be said, for
all checks at once, with -staleread.uncached=v1/Secret,... (kinds that the
manager's client doesn't cache), -staleread.read-your-writes, -staleread.live-readers
(names of fields and variables) and -staleread.unknown-client.
`
