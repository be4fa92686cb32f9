// Package block has handlers that wait, and their mended twins.
package block

import (
	"context"
	"database/sql"
	"net"
	"net/http"
	"os/exec"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/retry"
)

type prober struct {
	client *http.Client
	db     *sql.DB
	rest   rest.Interface
	seen   chan string
	ready  chan struct{}
	runner runner
	search *searchClient
}

func newProber() *prober {
	return &prober{seen: make(chan string), ready: make(chan struct{})}
}

func (p *prober) register(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			time.Sleep(time.Second) // want `AddFunc → time.Sleep sleeps in an informer's event handler: every later event of this handler waits meanwhile; call the queue's AddAfter with the object's key \[oneshot/block\]`
		},
		UpdateFunc: p.onUpdate,
		DeleteFunc: p.onDelete,
	})
}

func (p *prober) onUpdate(_, obj any) {
	ctx := context.Background()
	pod := obj.(*corev1.Pod)
	resp, err := http.Get("http://" + pod.Status.PodIP) // want `http.Get waits for an answer over the network.*\[oneshot/block\]`
	if err == nil {
		resp.Body.Close()
	}
	req, _ := http.NewRequestWithContext(ctx, http.MethodGet, "http://a", nil)
	_, _ = p.client.Do(req)                                                                                     // want `http.Client.Do.*\[oneshot/block\]`
	_, _ = net.DialTimeout("tcp", pod.Status.PodIP, time.Second)                                                // want `net.DialTimeout.*\[oneshot/block\]`
	_, _ = net.DefaultResolver.LookupHost(ctx, pod.Name)                                                        // want `net.Resolver.LookupHost.*\[oneshot/block\]`
	_ = exec.Command("ping", pod.Status.PodIP).Run()                                                            // want `^note: .*exec.Cmd.Run runs a process and waits for its end.*\[oneshot/block\]`
	_, _ = p.db.ExecContext(ctx, "insert")                                                                      // want `sql.DB.ExecContext waits for a database.*\[oneshot/block\]`
	_ = p.rest.Get().AbsPath("/metrics").Do(ctx)                                                                // want `rest.Request.Do.*\[oneshot/block\]`
	_ = wait.PollUntilContextTimeout(ctx, time.Second, time.Minute, true, func(context.Context) (bool, error) { // want `wait.PollUntilContextTimeout polls until a condition holds.*\[oneshot/block\]`
		return pod.Status.PodIP != "", nil
	})
	_ = retry.OnError(retry.DefaultBackoff, func(error) bool { return true }, opaque) // want `retry.OnError retries with pauses.*\[oneshot/block\]`
	<-time.After(time.Second)                                                         // want `<-time.After sleeps.*\[oneshot/block\]`
}

var opaque func() error

func (p *prober) onDelete(obj any) {
	p.seen <- obj.(*corev1.Pod).Name // want `onDelete → the send to channel seen waits until another goroutine .*\[oneshot/handover\]`
	<-p.ready                        // want `the receive from channel ready.*\[oneshot/handover\]`
	var group sync.WaitGroup
	group.Add(1)
	go func() {
		defer group.Done()
		_, _ = p.runner.run("df")
	}()
	group.Wait() // want `sync.WaitGroup.Wait waits for other goroutines.*\[oneshot/block\]`
	_, _ = p.runner.run("ls")
	_ = p.search.index(context.Background(), indexRequest{"pods"})
}

// Both implementations of the interface run a process.
type runner interface {
	run(name string) ([]byte, error)
}

type local struct{}

func (local) run(name string) ([]byte, error) {
	return exec.Command(name).Output() // want `onDelete → run → exec.Cmd.Output.*\[oneshot/block\]`
}

type verbose struct{ runner }

func (v verbose) run(name string) ([]byte, error) {
	println(name)
	return v.runner.run(name)
}

// A client of a service whose requests are values that are sent by a
// transport.
type searchClient struct{ http *http.Client }

type indexRequest struct{ index string }

func (c *searchClient) index(ctx context.Context, r indexRequest) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, r.index, nil)
	if err != nil {
		return err
	}
	resp, err := c.http.Do(req) // want `onDelete → index → http.Client.Do.*\[oneshot/block\]`
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// The store of a private informer stands still.
func (p *prober) private(lw cache.ListerWatcher) {
	cache.NewIndexerInformer(lw, &corev1.Pod{}, 0, cache.ResourceEventHandlerFuncs{
		AddFunc: func(any) { time.Sleep(time.Minute) }, // want `private informer: the informer's store stands still meanwhile.*\[oneshot/block\]`
	}, cache.Indexers{})
	cache.NewInformer(lw, &corev1.Pod{}, 0, &slow{})
}

type slow struct{}

func (*slow) OnAdd(any, bool)   { time.Sleep(time.Minute) } // want `private informer.*\[oneshot/block\]`
func (*slow) OnUpdate(_, _ any) {}
func (*slow) OnDelete(any)      {}
