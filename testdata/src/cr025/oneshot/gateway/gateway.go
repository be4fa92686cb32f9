// Package gateway has handlers that call services through interfaces of their own.
package gateway

import (
	"bytes"
	"context"
	"fmt"
	"net/http"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

// A notifier has one implementation, which sends a request.
type notifier interface {
	Notify(ctx context.Context, text string) error
}

type webhook struct {
	url    string
	client *http.Client
}

func (w *webhook) Notify(ctx context.Context, text string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, w.url, bytes.NewBufferString(text))
	if err != nil {
		return err
	}
	resp, err := w.client.Do(req) // want `onAdd → Notify → http.Client.Do waits for an answer over the network in an informer's event handler`
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

type controller struct{ notifier notifier }

func (c *controller) register(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: c.onAdd})
}

func (c *controller) onAdd(obj any) {
	_ = c.notifier.Notify(context.Background(), obj.(*corev1.Pod).Name)
}

// A doer is what http.Client implements: an interface of the author's own to the client.
type doer interface {
	Do(*http.Request) (*http.Response, error)
}

type poster struct {
	http doer
	url  string
}

func (p *poster) post(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, p.url, nil)
	if err != nil {
		return err
	}
	resp, err := p.http.Do(req) // want `→ doer.Do|waits for an answer over the network`
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func newPoster(url string) *poster { return &poster{http: &http.Client{}, url: url} }

type posting struct{ to *poster }

func (c *posting) register(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(any) { _ = c.to.post(context.Background()) }})
}

// A sink has several implementations, of which the program sets one.
type sink interface{ Send(text string) error }

type memory struct{ lines []string }

func (m *memory) Send(text string) error { m.lines = append(m.lines, text); return nil }

type remote struct{ url string }

func (r *remote) Send(text string) error {
	resp, err := http.Post(r.url, "text/plain", bytes.NewBufferString(text)) // want `Send → http.Post`
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

type reporting struct{ sink sink }

func newReporting(url string) *reporting { return &reporting{sink: &remote{url}} }

func (c *reporting) register(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{UpdateFunc: func(_, obj any) {
		_ = c.sink.Send(fmt.Sprint(obj))
	}})
}

// Which one it is is not known: it may be the one in memory.
type logging struct{ sink sink }

func newLogging(s sink) *logging { return &logging{s} }

func (c *logging) register(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{UpdateFunc: func(_, obj any) { _ = c.sink.Send(fmt.Sprint(obj)) }})
}

// One of two, as a flag says.
type choosing struct{ sink sink }

func newChoosing(url string) *choosing {
	if url == "" {
		return &choosing{sink: &memory{}}
	}
	return &choosing{sink: &remote{url}}
}

func (c *choosing) register(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{UpdateFunc: func(_, obj any) { _ = c.sink.Send(fmt.Sprint(obj)) }})
}
