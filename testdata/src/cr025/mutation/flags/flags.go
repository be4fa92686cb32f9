// Package flags calls functions that change something only if a flag says so.
package flags

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"ctrllint.test/cr025/mutation/flags/notes"
)

// A watcher has requests for what has notes.
type watcher struct{ empties bool }

func requests(pod *corev1.Pod, notes []string) []reconcile.Request {
	if len(notes) == 0 {
		return nil
	}
	return []reconcile.Request{{NamespacedName: client.ObjectKeyFromObject(pod)}}
}

// maps are map functions that call the other package.
func (w *watcher) maps() []handler.EventHandler {
	return []handler.EventHandler{
		handler.EnqueueRequestsFromMapFunc(func(_ context.Context, obj client.Object) []reconcile.Request {
			pod := obj.(*corev1.Pod)
			return requests(pod, notes.Of(pod))
		}),
		handler.EnqueueRequestsFromMapFunc(func(_ context.Context, obj client.Object) []reconcile.Request {
			pod := obj.(*corev1.Pod)
			return requests(pod, notes.Some(pod, false))
		}),
		handler.EnqueueRequestsFromMapFunc(func(_ context.Context, obj client.Object) []reconcile.Request {
			pod := obj.(*corev1.Pod)
			return requests(pod, notes.Some(pod, true)) // want `notes.Take \(notes.go:\d+\) changes Annotations of the corev1.Pod.*\[mutation/event\]`
		}),
		handler.EnqueueRequestsFromMapFunc(func(_ context.Context, obj client.Object) []reconcile.Request {
			pod := obj.(*corev1.Pod)
			return requests(pod, notes.Some(pod, w.empties)) // want `notes.Take \(notes.go:\d+\) changes Annotations of the corev1.Pod.*\[mutation/event\]`
		}),
		handler.EnqueueRequestsFromMapFunc(func(_ context.Context, obj client.Object) []reconcile.Request {
			pod := obj.(*corev1.Pod).DeepCopy()
			return requests(pod, notes.Some(pod, true))
		}),
		handler.EnqueueRequestsFromMapFunc(func(_ context.Context, obj client.Object) []reconcile.Request {
			notes.Force(obj.(*corev1.Pod).Annotations, false) // want `notes.Force \(notes.go:\d+\) changes Annotations of the corev1.Pod.*\[mutation/event\]`
			return nil
		}),
	}
}

// tidy is a chain that hands its flag on.
func tidy(pod *corev1.Pod, empty bool) bool {
	drop(pod, empty)
	return len(pod.Labels) > 0
}

func drop(pod *corev1.Pod, empty bool) {
	if !empty {
		return
	}
	pod.Labels = nil
}

// looks hands a constant on, whatever it is told of something else.
func looks(pod *corev1.Pod, loud bool) bool { return tidy(pod, false) || loud }

// inside has the flag in a function literal.
func inside(pod *corev1.Pod, mark bool) {
	func() {
		if mark {
			pod.Spec.NodeName = "marked"
		}
	}()
}

// around makes the function literal only if the flag says so.
func around(pod *corev1.Pod, mark bool) {
	if mark {
		func() { pod.Spec.NodeName = "marked" }()
	}
}

// both changes one thing with the flag and another without.
func both(pod *corev1.Pod, mark bool) {
	if mark {
		pod.Spec.NodeName = "marked"
	} else {
		pod.Spec.Hostname = "plain"
	}
}

// anyway changes the same thing with the flag and without.
func anyway(pod *corev1.Pod, mark bool) {
	if mark {
		pod.Spec.NodeName = "marked"
	}
	if len(pod.Labels) > 0 {
		pod.Spec.NodeName = "labelled"
	}
}

// again comes back to itself with the other flag.
func again(pod *corev1.Pod, mark bool) {
	if mark {
		pod.Spec.NodeName = "marked"
		return
	}
	again(pod, len(pod.Labels) == 0)
}

// A marker marks pods if it shall.
type marker interface{ mark(shall bool) }

type nodeMarker struct{ *corev1.Pod }

func (m nodeMarker) mark(shall bool) {
	if shall {
		m.Spec.NodeName = "marked"
	}
}

type hostMarker struct{ *corev1.Pod }

func (hostMarker) mark(bool) {}

// through has the pod marked if that is wanted.
func through(m marker, wanted bool) {
	if wanted {
		m.mark(wanted)
	}
}

var _ = []marker{nodeMarker{}, hostMarker{}}

// A changer changes pods if it shall, whichever it is.
type changer interface {
	change(pod *corev1.Pod, shall bool)
}

type renamer struct{}

func (renamer) change(pod *corev1.Pod, shall bool) {
	if shall {
		pod.Spec.Hostname = "renamed"
	}
}

type mover struct{}

func (mover) change(pod *corev1.Pod, shall bool) {
	if shall {
		pod.Spec.Hostname = "moved"
	}
}

var _ = []changer{renamer{}, mover{}}

func changes(c changer) []predicate.Predicate {
	return []predicate.Predicate{
		predicate.NewPredicateFuncs(func(obj client.Object) bool {
			c.change(obj.(*corev1.Pod), false)
			return true
		}),
		predicate.NewPredicateFuncs(func(obj client.Object) bool {
			c.change(obj.(*corev1.Pod), true) // want `changes Spec.Hostname of the corev1.Pod.*\[mutation/event\]`
			return true
		}),
	}
}

// unsure hands on what somebody else has set.
func (w *watcher) unsure() predicate.Predicate {
	return predicate.NewPredicateFuncs(func(obj client.Object) bool {
		return tidy(obj.(*corev1.Pod), w.empties) // want `flags.drop \(flags.go:\d+\) changes Labels of the corev1.Pod.*\[mutation/event\]`
	})
}

func predicates() []predicate.Predicate {
	return []predicate.Predicate{
		predicate.NewPredicateFuncs(func(obj client.Object) bool { return tidy(obj.(*corev1.Pod), false) }),
		predicate.NewPredicateFuncs(func(obj client.Object) bool { return looks(obj.(*corev1.Pod), true) }),
		predicate.NewPredicateFuncs(func(obj client.Object) bool {
			return tidy(obj.(*corev1.Pod), true) // want `flags.drop \(flags.go:\d+\) changes Labels of the corev1.Pod.*\[mutation/event\]`
		}),
		predicate.NewPredicateFuncs(func(obj client.Object) bool { return tidy(obj.(*corev1.Pod).DeepCopy(), true) }),
		predicate.Funcs{
			CreateFunc: func(e event.CreateEvent) bool {
				inside(e.Object.(*corev1.Pod), false)
				around(e.Object.(*corev1.Pod), false)
				return true
			},
		},
		predicate.Funcs{
			CreateFunc: func(e event.CreateEvent) bool {
				inside(e.Object.(*corev1.Pod), true) // want `flags.inside \(flags.go:\d+\) changes Spec.NodeName of the object.*\[mutation/event\]`
				return true
			},
		},
		predicate.Funcs{
			CreateFunc: func(e event.CreateEvent) bool {
				around(e.Object.(*corev1.Pod), true) // want `flags.around \(flags.go:\d+\) changes Spec.NodeName of the object.*\[mutation/event\]`
				return true
			},
		},
		predicate.NewPredicateFuncs(func(obj client.Object) bool {
			both(obj.(*corev1.Pod), true) // want `changes Spec.NodeName of the corev1.Pod.*\[mutation/event\]`
			return true
		}),
		predicate.NewPredicateFuncs(func(obj client.Object) bool {
			both(obj.(*corev1.Pod), false) // want `changes Spec.Hostname of the corev1.Pod.*\[mutation/event\]`
			return true
		}),
		predicate.NewPredicateFuncs(func(obj client.Object) bool {
			anyway(obj.(*corev1.Pod), false) // want `changes Spec.NodeName of the corev1.Pod.*\[mutation/event\]`
			return true
		}),
		predicate.NewPredicateFuncs(func(obj client.Object) bool {
			again(obj.(*corev1.Pod), false) // want `changes Spec.NodeName of the corev1.Pod.*\[mutation/event\]`
			return true
		}),
		predicate.NewPredicateFuncs(func(obj client.Object) bool {
			through(nodeMarker{obj.(*corev1.Pod)}, false)
			return true
		}),
		predicate.NewPredicateFuncs(func(obj client.Object) bool {
			through(nodeMarker{obj.(*corev1.Pod)}, true) // want `changes Spec.NodeName of the corev1.Pod.*\[mutation/event\]`
			return true
		}),
	}
}
