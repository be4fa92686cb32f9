package kube

// A queueUse is what a method does with a work queue.
type queueUse uint8

const (
	noQueueUse queueUse = iota
	addsItem
	takesItem
	marksItem // Forget drops the count of an item's failures
)

const (
	workQueue     = "k8s.io/client-go/util/workqueue"
	priorityQueue = "sigs.k8s.io/controller-runtime/pkg/controller/priorityqueue"
)

// queueMethods are the methods of work queues and of their wrappers, by package, whatever type declares them: client-go
// util/workqueue (all versions; from 0.31 the Typed interfaces), controller-runtime pkg/controller/priorityqueue (from
// 0.20), whose interface has client-go's methods too.
var queueMethods = map[string]map[string]queueUse{
	workQueue:     {"Add": addsItem, "AddAfter": addsItem, "AddRateLimited": addsItem, "Get": takesItem, "Forget": marksItem},
	priorityQueue: {"Add": addsItem, "AddAfter": addsItem, "AddRateLimited": addsItem, "AddWithOpts": addsItem, "Get": takesItem, "GetWithPriority": takesItem, "Forget": marksItem},
}

func queueUseOf(s Symbol) queueUse {
	if s.Recv == "" {
		return noQueueUse
	}
	return queueMethods[s.Pkg][s.Name]
}

// TakesWork tells whether s waits for the next item of a work queue and takes it.
func TakesWork(s Symbol) bool { return queueUseOf(s) == takesItem }

// AddsWork tells whether s puts an item on a work queue: its first argument, or all.
func AddsWork(s Symbol) bool { return queueUseOf(s) == addsItem }

// AddsAtOnce tells whether s puts an item on a work queue which whoever takes the next may have, or has as soon as the same item isn't
// worked on any more.
func AddsAtOnce(s Symbol) bool { return AddsWork(s) && s.Name == "Add" }

// containers are the methods of what keeps values, by type: which argument they put in, or else which result they take
// out. Packages sync and sync/atomic; client-go tools/cache (all versions).
var containers = map[string]container{
	"sync.Map": {
		puts:  map[string]int{"Store": 1, "LoadOrStore": 1, "Swap": 1, "CompareAndSwap": 2},
		takes: map[string]int{"Load": 0, "LoadOrStore": 0, "LoadAndDelete": 0},
	},
	"sync/atomic.Pointer": atomically,
	"sync/atomic.Value":   atomically,
	toolsCache + ".FIFO":  {puts: map[string]int{"Add": 0, "Update": 0, "AddIfNotPresent": 0}, takes: map[string]int{"Pop": 0}},
	toolsCache + ".Queue": {puts: map[string]int{"Add": 0, "Update": 0, "AddIfNotPresent": 0}, takes: map[string]int{"Pop": 0}},
}

// A container is a type of containers: which argument its methods put in, or else which result they take out.
type container struct{ puts, takes map[string]int }

var atomically = container{
	puts:  map[string]int{"Store": 0, "Swap": 0, "CompareAndSwap": 1},
	takes: map[string]int{"Load": 0, "Swap": 0},
}

// PutBy returns which argument of a method of a container or a work queue it puts there, the receiver not counted, if it
// puts any.
func PutBy(s Symbol) (arg int, ok bool) {
	if AddsWork(s) && s.Name != "AddWithOpts" {
		return 0, true
	}
	arg, ok = containers[s.Pkg+"."+s.Recv].puts[s.Name]
	return arg, ok
}

// TakenBy returns which result of a method of a container or a work queue is what was put there, if any is.
func TakenBy(s Symbol) (result int, ok bool) {
	if TakesWork(s) {
		return 0, true
	}
	result, ok = containers[s.Pkg+"."+s.Recv].takes[s.Name]
	return result, ok
}

// MarksWork tells whether s drops the count of an item's failures.
func MarksWork(s Symbol) bool { return queueUseOf(s) == marksItem }

// queueEffect returns what a method of a work queue does to the world; NoEffect if s is none that enqueues.
func queueEffect(s Symbol) Effect {
	if use := queueUseOf(s); use == addsItem || use == marksItem {
		return HasEffect
	}
	return NoEffect
}
