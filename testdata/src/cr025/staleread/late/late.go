// Package late reads after a write and other requests: the cache has heard of the write by then, most often.
package late

import (
	"context"
	"flag"
	"fmt"
	"net/http"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	"ctrllint.test/cr025/staleread/api"
)

// R is a reconciler.
type R struct {
	client.Client
	http http.Client
}

// between sends two more before it counts.
func (r *R) between(ctx context.Context, w *api.Widget) error {
	if err := r.Create(ctx, pod(w)); err != nil {
		return err
	}
	if err := r.Create(ctx, service(w)); err != nil {
		return err
	}
	if err := r.Status().Update(ctx, w); err != nil {
		return err
	}
	pods := &corev1.PodList{}
	if err := r.List(ctx, pods, client.MatchingLabels{"widget": w.Name}); err != nil { // want `note: .*\[staleread/list\]`
		return err
	}
	w.Status.Made = len(pods.Items)
	return r.Status().Update(ctx, w)
}

// one sends one more only.
func (r *R) one(ctx context.Context, w *api.Widget) error {
	if err := r.Create(ctx, pod(w)); err != nil {
		return err
	}
	if err := r.Status().Update(ctx, w); err != nil {
		return err
	}
	pods := &corev1.PodList{}
	if err := r.List(ctx, pods, client.MatchingLabels{"widget": w.Name}); err != nil { // want `warning: .*\[staleread/list\]`
		return err
	}
	w.Status.Made = len(pods.Items)
	return r.Status().Update(ctx, w)
}

// perhaps sends them on one of two ways.
func (r *R) perhaps(ctx context.Context, w *api.Widget) error {
	if err := r.Create(ctx, pod(w)); err != nil {
		return err
	}
	if w.Spec.Size > 1 {
		if err := r.Create(ctx, service(w)); err != nil {
			return err
		}
		if err := r.Status().Update(ctx, w); err != nil {
			return err
		}
	}
	pods := &corev1.PodList{}
	if err := r.List(ctx, pods, client.MatchingLabels{"widget": w.Name}); err != nil { // want `warning: .*\[staleread/list\]`
		return err
	}
	w.Status.Made = len(pods.Items)
	return r.Status().Update(ctx, w)
}

// either sends two on each way.
func (r *R) either(ctx context.Context, w *api.Widget) error {
	if err := r.Create(ctx, pod(w)); err != nil {
		return err
	}
	if w.Spec.Size > 1 {
		if err := r.Create(ctx, service(w)); err != nil {
			return err
		}
	} else if err := r.Delete(ctx, service(w)); err != nil {
		return err
	}
	if err := r.Status().Update(ctx, w); err != nil {
		return err
	}
	pods := &corev1.PodList{}
	if err := r.List(ctx, pods, client.MatchingLabels{"widget": w.Name}); err != nil { // want `note: .*\[staleread/list\]`
		return err
	}
	w.Status.Made = len(pods.Items)
	return r.Status().Update(ctx, w)
}

// steps sends them in functions that it calls, one of them behind the write, and one before the read.
func (r *R) steps(ctx context.Context, w *api.Widget) error {
	if err := r.start(ctx, w); err != nil {
		return err
	}
	return r.finish(ctx, w)
}

func (r *R) start(ctx context.Context, w *api.Widget) error {
	if err := r.Create(ctx, pod(w)); err != nil {
		println(err.Error())
	}
	return r.Create(ctx, service(w))
}

func (r *R) finish(ctx context.Context, w *api.Widget) error {
	if err := r.Status().Update(ctx, w); err != nil {
		return err
	}
	pods := &corev1.PodList{}
	if err := r.List(ctx, pods, client.MatchingLabels{"widget": w.Name}); err != nil { // want `note: .*\[staleread/list\]`
		return err
	}
	w.Status.Made = len(pods.Items)
	return r.Status().Update(ctx, w)
}

// settled only makes sure of two objects, of which nothing is sent when they are there.
func (r *R) settled(ctx context.Context, w *api.Widget) error {
	if err := r.Create(ctx, pod(w)); err != nil {
		return err
	}
	if _, err := controllerutil.CreateOrUpdate(ctx, r.Client, service(w), func() error { return nil }); err != nil {
		return err
	}
	account := &corev1.ServiceAccount{ObjectMeta: metav1.ObjectMeta{Name: w.Name, Namespace: w.Namespace}}
	if _, err := controllerutil.CreateOrUpdate(ctx, r.Client, account, func() error { return nil }); err != nil {
		return err
	}
	if err := r.ensure(ctx, w); err != nil {
		return err
	}
	pods := &corev1.PodList{}
	if err := r.List(ctx, pods, client.MatchingLabels{"widget": w.Name}); err != nil { // want `warning: .*\[staleread/list\]`
		return err
	}
	w.Status.Made = len(pods.Items)
	return r.Status().Update(ctx, w)
}

func (r *R) ensure(ctx context.Context, w *api.Widget) error {
	found := &corev1.Secret{}
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), found); client.IgnoreNotFound(err) != nil || err == nil {
		return err
	}
	if err := r.Create(ctx, service(w)); err != nil {
		return err
	}
	return r.Status().Update(ctx, w)
}

// told asks another service, which takes longer than the API server.
func (r *R) told(ctx context.Context, w *api.Widget) error {
	if err := r.Create(ctx, pod(w)); err != nil {
		return err
	}
	resp, err := r.http.Get("https://example.com/widgets/" + w.Name)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	pods := &corev1.PodList{}
	if err := r.List(ctx, pods, client.MatchingLabels{"widget": w.Name}); err != nil { // want `note: .*\[staleread/list\]`
		return err
	}
	w.Status.Made = len(pods.Items)
	return r.Status().Update(ctx, w)
}

var delay = 10 * time.Second

// asleep gives the cache its time.
func (r *R) asleep(ctx context.Context, w *api.Widget) error {
	if err := r.Create(ctx, pod(w)); err != nil {
		return err
	}
	time.Sleep(delay)
	pods := &corev1.PodList{}
	if err := r.List(ctx, pods, client.MatchingLabels{"widget": w.Name}); err != nil { // want `note: .*\[staleread/list\]`
		return err
	}
	w.Status.Made = len(pods.Items)
	return r.Status().Update(ctx, w)
}

var pause = 10 * time.Second

func init() { flag.DurationVar(&pause, "pause", pause, "how long to wait") }

// chosen sleeps as long as the user says.
func (r *R) chosen(ctx context.Context, w *api.Widget) error {
	if err := r.Create(ctx, pod(w)); err != nil {
		return err
	}
	time.Sleep(pause)
	pods := &corev1.PodList{}
	if err := r.List(ctx, pods, client.MatchingLabels{"widget": w.Name}); err != nil { // want `warning: .*\[staleread/list\]`
		return err
	}
	w.Status.Made = len(pods.Items)
	return r.Status().Update(ctx, w)
}

// refusal makes an error in any case.
func refusal(w *api.Widget) error {
	if w.Spec.Size > 2 {
		return fmt.Errorf("%s is too large", w.Name)
	}
	return fmt.Errorf("%s is too small", w.Name)
}

// prepared makes an error, for which it sends nothing.
func (r *R) prepared(ctx context.Context, w *api.Widget) error {
	if err := r.Create(ctx, pod(w)); err != nil {
		return err
	}
	none := refusal(w)
	pods := &corev1.PodList{}
	if err := r.List(ctx, pods, client.MatchingLabels{"widget": w.Name}); err != nil { // want `warning: .*\[staleread/list\]`
		return err
	}
	if len(pods.Items) == 0 {
		return none
	}
	w.Status.Made = len(pods.Items)
	return r.Status().Update(ctx, w)
}

// dozed gives it too little.
func (r *R) dozed(ctx context.Context, w *api.Widget) error {
	if err := r.Create(ctx, pod(w)); err != nil {
		return err
	}
	time.Sleep(10 * time.Millisecond)
	pods := &corev1.PodList{}
	if err := r.List(ctx, pods, client.MatchingLabels{"widget": w.Name}); err != nil { // want `warning: .*\[staleread/list\]`
		return err
	}
	w.Status.Made = len(pods.Items)
	return r.Status().Update(ctx, w)
}

// aside sends them in a goroutine.
func (r *R) aside(ctx context.Context, w *api.Widget) error {
	if err := r.Create(ctx, pod(w)); err != nil {
		return err
	}
	go func() {
		_ = r.Create(ctx, service(w))
		_ = r.Status().Update(ctx, w)
	}()
	pods := &corev1.PodList{}
	if err := r.List(ctx, pods, client.MatchingLabels{"widget": w.Name}); err != nil { // want `warning: .*\[staleread/list\]`
		return err
	}
	w.Status.Made = len(pods.Items)
	return r.Status().Update(ctx, w)
}

func pod(w *api.Widget) *corev1.Pod {
	return &corev1.Pod{ObjectMeta: metav1.ObjectMeta{GenerateName: w.Name + "-", Namespace: w.Namespace, Labels: map[string]string{"widget": w.Name}}}
}

func service(w *api.Widget) *corev1.Service {
	return &corev1.Service{ObjectMeta: metav1.ObjectMeta{Name: w.Name, Namespace: w.Namespace}}
}
