// Package projection is the check for kinds that a program caches in two projections: the analyzer's Doc is the page
// that users read.
package projection

const doc = `find kinds that are cached twice: as metadata, typed, or as unstructured objects

The cache of a controller-runtime manager has one informer for each kind,
version and projection: typed objects, metav1.PartialObjectMetadata, and
unstructured.Unstructured. What a program watches in one projection and reads in
another is held twice, from two watches that are never in step. The event of one
starts a reconcile, and the read from the other does not find the object, or
finds it as it was before. It costs memory twice, too: what is watched as
metadata to save it is held in full by the informer that the first typed Get
makes. So it is in every release from 0.6.4 on, as documented at
builder.OnlyMetadata and in issue 1660 of controller-runtime, which was closed
without a fix. No fake client shows it.

What to do: read what is watched. If no more than metadata is needed, read a
metav1.PartialObjectMetadata, too; else watch the typed objects, or keep the
kind out of the client's cache (DisableFor, in the Client.Cache of the manager's
options), or read it through mgr.GetAPIReader().

What is right: a live reader (GetAPIReader, client.New without a cache);
DisableFor (ClientDisableCacheFor, UncachedObjects), also when it is set under a
condition, such as a flag of the program: somebody has thought of it. The
manager's client reads unstructured objects live unless its options say
otherwise, so they conflict only where they are watched, or read through the
cache itself. Another cache or cluster is another cache; so are the factories of
client-go. Two clients in one struct, or among the parameters of one function,
count as of two clusters, and a cache, a cluster, or a client that a function
was asked for, as another than the manager's, unless it can be seen that they
are the same. DisableFor, ByObject, owner handlers, webhooks and schemes make no
informer.

Secrets and ConfigMaps are what operators keep out of the cache, in main, where
a package that main imports can't see it. If only reads through the manager's
client make the second informer of these, that is reported where the manager is
made, whose options are in view then. For other kinds go vet and golangci-lint
look at the options in view, which are those of the package and its imports; the
command looks at the whole module. What can't be seen can be said, for all checks
at once, with -projection.uncached=apps/v1/Deployment,... (kinds that the
manager's client doesn't cache), -projection.read-your-writes,
-projection.live-readers and -projection.unknown-client.

ctrllint -informers ./... prints the table of all informers of a program.

Limitations: not seen are kinds that strings decide at run time; functions that
are called through an interface with several implementations and leave the kind
to their callers; informers of dependencies; clients whose options come from
another module; OnlyMetadata that is set under a condition. Tests, whose clients
are often fakes, count only with -projection.tests.

What counts: the check lists the places that make an informer: For, Owns,
Watches, WatchesMetadata, WatchesRawSource and OnlyMetadata of the builder (also
cluster-api's and multicluster-runtime's), source.Kind, Controller.Watch,
GetInformer, GetInformerForKind, IndexField, and every Get, List, CreateOrUpdate
and CreateOrPatch through a client that reads from the cache. The kind of
metadata and unstructured objects is taken from SetGroupVersionKind, SetKind and
SetAPIVersion, TypeMeta and map literals, WithKind, GroupVersionKind literals
and variables, and from helpers that return them, also those of other packages
of the module; and OnlyMetadata from options that functions and variables hold.
What a helper leaves to its callers is looked at where they call it, in other
packages of the module too.

It is reported once: in the package that has both places; or in the one that
brings packages with one each together, at the call that does so, if one of its
functions, types or variables uses both. What stands in different branches of a
condition, or of a switch, is not together; nor is what different options of a
helper choose. Where managers are made, only what the same function hands to a
manager is one program, and nothing is where it makes several. So two commands
in one module don't conflict, and a package with helpers for both is no program.
If two packages that don't know of each other have both places, the command
tells of one in each program, and of the other below it.
A kind that is only read in two projections, where nothing in view watches it,
costs a watch and memory: that is a note. So it is where each package, or each
type of one by its methods, reads the kind in the projection that it watches, and
where the package that reads it is neither the one that watches the other
projection nor imported by it: no event of that leads to the read.
`
