package oneshot

import "github.com/ctrllint/ctrllint/internal/diag"

// What the check finds, with the pages that users read.
var (
	writeCategory = diag.Category{
		Name:  "write",
		Doc:   "a write to the API server in an event handler is not retried",
		Level: diag.Error,
		Why: `
The API server may be away, another writer may have changed the object, an
admission webhook may say no. A worker of a queue, or Reconcile, returns the
error, and is called again after a pause. A handler can only log it: the next
chance is the next event of the object, and there may be none for days. Nothing
in the cluster shows that the write is missing.

A handler that writes also holds up its later events, for as long as the server
takes; and it runs again for every object at each start, as fast as the client's
rate limit lets it.

Informers that resync (the period that their factory is given) hand all objects to
the update function again. Where that writes the same, whatever the old object
was, and the period of all informers of the program is known, and five minutes at
most, the finding is a note: what failed is tried again, if late.

A goroutine that the handler starts holds nothing up. It has no next try either,
and two of them for the same object may overtake each other.

Map functions and predicates of controller-runtime run where handlers do. That
they are given an object of the cache, which a write overwrites, is one more
reason to leave it to Reconcile.

Put the object's key on the queue and write in its worker.`,
		Setup: copierSetup,
		Bad: `
func (c *Copier) watch(namespaces cache.SharedIndexInformer) {
	namespaces.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			if err := c.copyTo(obj.(*corev1.Namespace).Name); err != nil {
				klog.Error(err)
			}
		},
	})
}

func (c *Copier) copyTo(namespace string) error {
	_, err := c.client.CoreV1().Secrets(namespace).Create(context.Background(), c.secret(), metav1.CreateOptions{})
	return err
}`,
		Good: `
func (c *Copier) watch(namespaces cache.SharedIndexInformer) {
	namespaces.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			c.queue.Add(obj.(*corev1.Namespace).Name)
		},
	})
}

func (c *Copier) work() {
	for {
		namespace, stop := c.queue.Get()
		if stop {
			return
		}
		if err := c.copyTo(namespace); err != nil {
			c.queue.AddRateLimited(namespace)
		} else {
			c.queue.Forget(namespace)
		}
		c.queue.Done(namespace)
	}
}

func (c *Copier) copyTo(namespace string) error {
	_, err := c.client.CoreV1().Secrets(namespace).Create(context.Background(), c.secret(), metav1.CreateOptions{})
	return err
}`,
		NotSeen: `
Dry runs (client.DryRunAll) are not reported, nor are events that a recorder
sends, and work that takes nothing of the event and that a loop (wait.Until, a
ticker) does again and again anyway, or that a goroutine polls until it is done,
whatever goes wrong; nor is a Create in a function that returns the object, and
makes it where it finds none. Nor is a write whose error, or that of a function
which leads to it and returns the error, is why something is put on a work
queue: for every error, but perhaps one that says that the object is there
already, or gone. Whether the worker of that queue does the same isn't asked. A
write in a function with more than 20 calls that may fail is reported all the same.
A write through an interface of which one implementation doesn't write is only
seen where all values are in view that the interface may hold; one that another
package implements is not seen. The command leaves out handlers that are only
added in a function which is not exported and which nobody calls, if the package
is part of a program.`,
	}

	blockCategory = diag.Category{
		Name:  "block",
		Doc:   "an event handler waits, and its later events with it",
		Level: diag.Warning,
		Why: `
One goroutine calls a handler for one event after the other. While the handler
sleeps, polls, waits for an answer over the network, for a process, a data base,
a rate limiter or other goroutines, all later events of this handler wait in a
buffer that has no bound. They are dealt with late, in the order in which they came, each after
the pause of the one before; with a thousand objects in the first list and a
second for each, after a quarter of an hour. From controller-runtime 0.23 a
controller does not start its workers before its handlers have dealt with the
first list.

In the handler of a private informer (cache.NewInformer and kin) the store does
not get on meanwhile: whoever reads it reads the past.

A predicate that asks another service has the same effect for every event that
it lets through, or not; and when the service does not answer, its answer
decides what is reconciled.

A process that is run is a note: how long it takes is not known, and most are done
in no time. So are client-go's retries with a backoff that comes to less than a
second, and retries after conflicts with one of another package.

Put the object's key on the queue, and wait in its worker.`,
		Setup: proberSetup,
		Bad: `
func (p *Prober) watch(pods cache.SharedIndexInformer) {
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{
		UpdateFunc: func(_, obj any) {
			resp, err := http.Get("http://" + obj.(*corev1.Pod).Status.PodIP)
			if err == nil {
				resp.Body.Close()
			}
			p.note(err)
		},
	})
}`,
		Good: `
func (p *Prober) watch(pods cache.SharedIndexInformer) {
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{
		UpdateFunc: func(_, obj any) {
			p.queue.Add(obj.(*corev1.Pod).Status.PodIP)
		},
	})
}

func (p *Prober) probe(ip string) {
	resp, err := http.Get("http://" + ip)
	if err == nil {
		resp.Body.Close()
	}
	p.note(err)
}`,
		NotSeen: `
Waiting in a goroutine that the handler starts holds nothing up, and is not
reported. Locks are not looked at. A poll or retry around other work that is
reported is not reported too. What functions of other modules wait for is known
from tables, and from the clients they are given.`,
	}

	liveCategory = diag.Category{
		Name:  "live",
		Doc:   "an event handler reads from the API server",
		Level: diag.Warning,
		Why: `
A read through a clientset, a dynamic or metadata client, or a client that does
not read from a cache (GetAPIReader, client.New) is a request. In an event
handler there is one for each event, and for each object at each start, at the
pace that the client's rate limit sets (5 a second, if nobody has set another),
while the later events wait. When it fails nothing tries again.

There is a cache already: read from the lister of an informer, or the manager's
client, or put the object's key on the queue and read in its worker.`,
		Setup: nodesSetup,
		Bad: `
func (n *Nodes) watch(nodes cache.SharedIndexInformer) {
	nodes.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			pods, err := n.client.CoreV1().Pods("").List(context.Background(), metav1.ListOptions{
				FieldSelector: "spec.nodeName=" + obj.(*corev1.Node).Name,
			})
			if err == nil {
				n.count(len(pods.Items))
			}
		},
	})
}`,
		Good: `
func (n *Nodes) watch(nodes cache.SharedIndexInformer, pods cache.Indexer) {
	nodes.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			on, err := pods.ByIndex("node", obj.(*corev1.Node).Name)
			if err == nil {
				n.count(len(on))
			}
		},
	})
}`,
		NotSeen: `
A read through a client of unknown origin is not reported, nor is one through
the manager's client of a kind that its options leave out of the cache. What an event
function reads that writes too is named with the write. What main
hands down is known to the command only, program by program; go vet and
golangci-lint go by the package, and by what a reader is called. Watches that a
handler starts are not reported, nor is a read that is only made when the cache,
or the API server, has failed before.`,
	}

	unsyncedCategory = diag.Category{
		Name:  "unsynced",
		Doc:   "workers run, or caches are read, before they are filled",
		Level: diag.Warning,
		Why: `
Start of an informer factory, and Run of an informer, return or go on while the
first list is still on its way. A lister answers from what is there: before the
first list has come it says of every object that it does not exist. A worker
that takes this for a fact cleans up what is in use, or makes what there is.

cache.WaitForCacheSync (all versions; WaitForNamedCacheSync, the factory's
WaitForCacheSync, cache.WaitFor from client-go 0.36) returns when the informers
have their first lists. Start the workers and read the listers after it, on all
paths, and leave the function when it returns false. A wait that is given no
HasSynced ends at once, and one that is given the same twice leaves another out,
as does one that isn't given a field which is there for it.`,
		Setup: controllerSetup,
		Bad: `
func (c *Controller) Run(ctx context.Context, factory informers.SharedInformerFactory) {
	factory.Start(ctx.Done())
	go wait.UntilWithContext(ctx, c.work, time.Second)
	if !cache.WaitForCacheSync(ctx.Done(), c.podsSynced) {
		return
	}
	<-ctx.Done()
}`,
		Good: `
func (c *Controller) Run(ctx context.Context, factory informers.SharedInformerFactory) {
	factory.Start(ctx.Done())
	if !cache.WaitForCacheSync(ctx.Done(), c.podsSynced) {
		return
	}
	go wait.UntilWithContext(ctx, c.work, time.Second)
	<-ctx.Done()
}`,
		NotSeen: `
A worker counts if it takes items from a work queue and reads a lister or a
store, and does not wait itself, but for what it looks up by keys that nothing
but handlers of that very informer put on the queue: an informer stores an object
before it tells of it. Another goroutine counts if it reads one and writes to the
API server, and neither sleeps nor waits for anything. Which of the caches
are waited for isn't asked otherwise, but for a field with the HasSynced of an
informer whose lister is read: one wait is enough. Asking HasSynced counts
as waiting, but for a log. Order across functions is seen within one function
that calls both, also by facts in another package, where a read counts if it is
known to be of informers that the calling function starts or waits for, and to
come before all waits there; one that is repeated only if something is written
where a Get fails or a list is too short. What handlers read before all caches
are filled is not reported.`,
	}

	ignoredCategory = diag.Category{
		Name:  "ignored",
		Doc:   "nobody asks whether the caches have filled",
		Level: diag.Note,
		Off:   true,
		Why: `
cache.WaitForCacheSync returns false, and the WaitForCacheSync of a factory
names the informers, when it was stopped before the caches were filled. Whoever
goes on then reads from caches that lack objects. If the wait has a time-out of
its own the process goes on for good with what it takes from them.

The category is off unless it is enabled: of 25 findings in 5 operators only one
had a time-out of its own, on purpose. In the others the wait ends early when
what it is for is stopped, and what follows comes to little.`,
		Setup: controllerSetup,
		Bad: `
func (c *Controller) Run(ctx context.Context, factory informers.SharedInformerFactory) {
	factory.Start(ctx.Done())
	patience, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	cache.WaitForCacheSync(patience.Done(), c.podsSynced)
	c.work(ctx)
}`,
		Good: `
func (c *Controller) Run(ctx context.Context, factory informers.SharedInformerFactory) error {
	factory.Start(ctx.Done())
	patience, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	if !cache.WaitForCacheSync(patience.Done(), c.podsSynced) {
		return patience.Err()
	}
	c.work(ctx)
	return nil
}`,
		NotSeen: `
A result that is stored or compared counts as looked at, whatever becomes of it.`,
	}

	handoverCategory = diag.Category{
		Name:  "handover",
		Doc:   "an event handler waits for another goroutine to take over",
		Level: diag.Note,
		Off:   true,
		Why: `
A send to a channel without buffer waits until someone receives, and a receive
until someone sends. In an event handler the later events wait meanwhile, for as
long as the goroutine at the other end is busy with the event before. If it is
gone, they wait for ever.

The category is off unless it is enabled: of 12 findings in 3 operators, in none
was the other end seen to be busy for long. Handing every event to one loop that
owns the state is a design that works as long as the loop is quick. A work queue
takes everything at once and loses nothing; the loop gets from it.`,
		Setup: loopSetup,
		Bad: `
func (l *Loop) watch(pods cache.SharedIndexInformer) {
	l.names = make(chan string)
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) { l.names <- obj.(*corev1.Pod).Name },
	})
}`,
		Good: `
func (l *Loop) watch(pods cache.SharedIndexInformer) {
	l.queue = workqueue.NewTyped[string]()
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) { l.queue.Add(obj.(*corev1.Pod).Name) },
	})
}`,
		NotSeen: `
Only channels count of which every place is seen where they are made. A select
counts as a way out.`,
	}
)

// categories are all of these, in the order of the documentation.
var categories = []diag.Category{writeCategory, blockCategory, liveCategory, unsyncedCategory, ignoredCategory, handoverCategory}

const copierSetup = `
type Copier struct {
	client kubernetes.Interface
	queue  workqueue.TypedRateLimitingInterface[string]
}

func (c *Copier) secret() *corev1.Secret { return &corev1.Secret{} }`

const proberSetup = `
type Prober struct {
	queue workqueue.TypedRateLimitingInterface[string]
	last  error
}

func (p *Prober) note(err error) { p.last = err }`

const nodesSetup = `
type Nodes struct {
	client kubernetes.Interface
	pods   int
}

func (n *Nodes) count(pods int) { n.pods += pods }`

const controllerSetup = `
type Controller struct {
	queue      workqueue.TypedRateLimitingInterface[string]
	pods       corelisters.PodLister
	podsSynced cache.InformerSynced
}

func (c *Controller) work(ctx context.Context) {
	for {
		name, stop := c.queue.Get()
		if stop {
			return
		}
		if _, err := c.pods.Pods("shop").Get(name); err != nil {
			klog.Error(err)
		}
		c.queue.Done(name)
	}
}`

const loopSetup = `
type Loop struct {
	names chan string
	queue workqueue.TypedInterface[string]
}`
