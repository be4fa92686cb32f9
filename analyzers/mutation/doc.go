// Package mutation is the check for objects of a shared cache that are changed in place: the analyzer's Doc is the page
// that users read.
package mutation

const doc = `find objects of a shared cache that are changed in place

What a lister returns, what an informer's store holds, and what an event
function is given is the object itself that the cache holds, and that all who
ask for it get: every controller of the process, and every goroutine. Reads
through the manager's client of controller-runtime return copies, unless they
are told UnsafeDisableDeepCopy, or the manager's cache is
(DefaultUnsafeDisableDeepCopy, ByObject).

Whoever changes such an object

  - changes it for all the others, at any moment of theirs, without a lock: a
    map that is changed while another goroutine ranges over it ends the process
    ("concurrent map iteration and map write"), and the race detector says so
    only if a test comes by there;
  - finds its own change in the cache the next time. A controller compares what
    it wants with what the cache says; if the Update failed, or was never sent,
    it sees what it wants, and does nothing. Nothing in the cluster shows that
    the change is missing, until the object changes for another reason, or the
    process is restarted;
  - hides changes from handlers: the old object of the next update event has the
    change already.

client-go has a detector for it, which panics some seconds later, without saying
who did it, if KUBE_CACHE_MUTATION_DETECTOR is set to true.

What to do: copy before you change:

	pod, err := c.pods.Pods(namespace).Get(name)
	if err != nil {
		return err
	}
	pod = pod.DeepCopy()
	pod.Labels["shop"] = "open"

Objects of a cache are: the results of listers (generated ones, GenericLister,
those of the dynamic and metadata clients), the items of an informer's store or
indexer, the arguments of handlers and filters of informers, of
controller-runtime's event handlers and predicates, and of map functions, what
the caches of Rancher's wrangler return and its OnChange and OnRemove handlers
are given, and what reads with UnsafeDisableDeepCopy fill, also if a helper
returns a list of options with it. Which manager's options count for a read is known to the
command, program by program; go vet and golangci-lint go by the options in the
package and in those that it imports.
The check follows the objects through assignments, fields, elements of lists and
maps, channels, work queues, function literals, helpers that hand them out or are
given them, in this package and by facts in others of the main module; what is
taken out of a map, a sync.Map, a channel or a queue of the package is the cache's
if all is that it puts there. A function that is called with such an object has it
too: one that is passed, alone or with others, to a helper or an option, which
calls it at once or keeps it in a field until then, also in another package. A
loop through a list of functions changes what they change. A call through an
interface of the package changes what all its implementations change, or that
whose receiver is passed; mocks don't count. A map in which copies take the place
of objects is left alone. A copy (DeepCopy, DeepCopyInto) ends it on the paths on
which it is made; a copy of the struct, of the slice or of the map alone has the references of the original.

A change is an assignment, delete, clear, copy, an append that overwrites, what
the setters of metadata and functions such as controllerutil.AddFinalizer,
meta.SetStatusCondition, unstructured.SetNestedField, json.Unmarshal or
sort.Slice are known to change, what functions of the main module do with what
they are given, and the answer of the server that controller-runtime's client
writes into the object. What the getters of an object's metadata return is the
object's own, unless that is unstructured: of one whose type can't be seen, it is
taken for the object's where the package has nothing to do with unstructured ones.

All that a function changes of the object that it got at one place is one
finding, at the first of the worst changes; the related information names the
others, and where the object comes from. What two event functions of one
registration change by the same function is one finding too.

It is a note where an event function changes nothing by itself, and a client
writes the server's answer into its object.

What a function of another package changes which the package registers for events
is told where it registers it; functions that an event function hands its object to
are followed, unless that is a copy.

It is a note, and no error, where nobody can miss an update for it: where all that
is changed is changed after an Update or Patch of the object has succeeded, and none
follows; where it is a field that isn't exported, which no server has; and where it
is the same whenever it is done (a sort, elements left out by a test that hangs on
nothing else, what a text in the object says, or a constant, or what is made of such,
in place of nil, of nothing or of another constant, or of a number or text that a
test finds too small, too large or not to be that), and the object isn't sent
afterwards, itself or as a copy that nobody compares with it, or only its status,
while it is the spec or the metadata that is changed. An object that is kept
somewhere counts as sent if objects of its kind are updated by the function or by
who calls it in the package. Others read the object without a lock all the same.

Limitations: not reported are transform functions of informers, which see an
object before the cache does; stores that the program fills itself, mutation
caches, and items of stores that are no objects of the API; what handlers are told was deleted, and
the old object of an update; the slice that a lister returns, which is the
caller's, as opposed to its elements, and these where copies have perhaps taken their places; what comes out of a queue, a map or a channel
into which the package puts other things too; what CreateOrUpdate reads
where the manager's cache makes no copies; an append that may write into the room
behind the last element of a cached slice, where nobody reads; and what is passed
to functions of other modules that no table knows.
`
