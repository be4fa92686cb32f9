// Package chosen has handlers that call through interfaces of which the program chooses one of several implementations.
package chosen

import (
	"context"
	"os"
	"os/exec"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"

	"ctrllint.test/cr025/oneshot/chosen/notify"
)

// An announcer has a sender of another package, which may block.
type announcer struct {
	sender notify.Sender
	queue  workqueue.TypedInterface[string]
}

func newAnnouncer() *announcer {
	return &announcer{sender: notify.New(os.Getenv("HOOK")), queue: workqueue.NewTyped[string]()}
}

func (a *announcer) register(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: a.added})
}

func (a *announcer) added(obj any) {
	if pod, ok := obj.(*corev1.Pod); ok {
		a.announce(pod)
	}
}

func (a *announcer) announce(pod *corev1.Pod) {
	_ = a.sender.Send(pod.Name + a.sender.Name()) // want `added → announce → notify.hook.Send → http.Post waits for an answer over the network in an informer's event handler.*\[oneshot/block\]`
}

// Mended, the handler adds to a queue.
func (a *announcer) registerQueued(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(obj any) {
		if pod, ok := obj.(*corev1.Pod); ok {
			a.queue.Add(pod.Name)
		}
	}})
}

func (a *announcer) work(pod *corev1.Pod) {
	for {
		name, stop := a.queue.Get()
		if stop {
			return
		}
		_ = a.sender.Send(name)
		a.queue.Done(name)
	}
}

// A runner runs commands, or keeps them.
type runner interface{ run(name string) error }

type shell struct{}

func (shell) run(name string) error {
	return exec.CommandContext(context.Background(), name).Run() // want `removed → shell.run → exec.Cmd.Run.*\[oneshot/block\]`
}

type kept struct{ names []string }

func (k *kept) run(name string) error {
	k.names = append(k.names, name)
	return nil
}

func newRunner(dry bool) runner {
	if dry {
		return &kept{}
	}
	return shell{}
}

type janitor struct{ runner runner }

func newJanitor(r runner) *janitor { return &janitor{r} }

func (j *janitor) register(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: j.removed})
}

func (j *janitor) removed(any) { _ = j.runner.run("clean") }

func start(inf cache.SharedIndexInformer, dry bool) {
	newJanitor(newRunner(dry)).register(inf)
}

// A book is written to the API server, or not at all.
type book interface{ enter(text string) error }

type events struct{ client kubernetes.Interface }

func (e *events) enter(text string) error {
	event := &corev1.Event{Message: text}
	_, err := e.client.CoreV1().Events("shop").Create(context.Background(), event, metav1.CreateOptions{}) // want `removed → events.enter → Events.Create.*\[oneshot/write\]`
	return err
}

type nothing struct{}

func (nothing) enter(string) error { return nil }

type clerk struct{ book book }

func (c *clerk) start(client kubernetes.Interface, inf cache.SharedIndexInformer, quiet bool) {
	c.book = &events{client}
	if quiet {
		c.book = nothing{}
	}
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: c.removed})
}

func (c *clerk) removed(any) { _ = c.book.enter("gone") }

// A lazy janitor is given what it keeps by whoever makes it.
type lazy struct{ runner runner }

// NewLazy is called by other packages.
func NewLazy(r runner) *lazy { return &lazy{r} }

func (l *lazy) register(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(any) { _ = l.runner.run("lazy") }})
}

// Name is a method of which none blocks.
func (a *announcer) registerNames(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(any) { a.queue.Add(a.sender.Name()) }})
}
