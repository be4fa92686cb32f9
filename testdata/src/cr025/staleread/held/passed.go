package held

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// A scope keeps what one reconcile works on; its methods hand it on.
type scope struct {
	c      client.Client
	pod    *corev1.Pod
	config *corev1.ConfigMap
}

// Scoped reconciles by scopes.
type Scoped struct{ client.Client }

func (s *scope) publish(ctx context.Context) error {
	cm := &corev1.ConfigMap{}
	if err := s.c.Get(ctx, client.ObjectKeyFromObject(s.pod), cm); err != nil {
		return err
	}
	base := client.MergeFrom(cm.DeepCopy())
	cm.Data["image"] = s.pod.Spec.Containers[0].Image
	return s.c.Patch(ctx, cm, base)
}

func (s *scope) load(ctx context.Context) error {
	s.config = &corev1.ConfigMap{}
	return s.c.Get(ctx, client.ObjectKeyFromObject(s.pod), s.config) // want `warning: .*ConfigMap.*what is written is made of its Data\[image\].*\[staleread/get\]`
}

func (s *scope) follow(ctx context.Context) error {
	if s.pod.Annotations["image"] == s.config.Data["image"] {
		return nil
	}
	s.pod.Annotations["image"] = s.config.Data["image"]
	return s.c.Update(ctx, s.pod)
}

// Reconcile goes on in another method with what it has read.
func (r *Scoped) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	s := &scope{c: r.Client, pod: &corev1.Pod{}}
	if err := r.Get(ctx, req.NamespacedName, s.pod); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if err := s.publish(ctx); err != nil {
		return ctrl.Result{}, err
	}
	if err := s.load(ctx); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, s.follow(ctx)
}

// An asking is like a scope, but that a method answers.
type asking struct {
	c      client.Client
	pod    *corev1.Pod
	config *corev1.ConfigMap
}

func (a *asking) load(ctx context.Context) error {
	a.config = &corev1.ConfigMap{}
	return a.c.Get(ctx, client.ObjectKeyFromObject(a.pod), a.config) // want `warning: .*ConfigMap.*its Data\[image\] decides.*\[staleread/get\]`
}

func (a *asking) isOld() bool { return a.config.Data["image"] != a.pod.Spec.Containers[0].Image }

func (a *asking) write(ctx context.Context) error {
	cm := &corev1.ConfigMap{}
	if err := a.c.Get(ctx, client.ObjectKeyFromObject(a.pod), cm); err != nil {
		return err
	}
	cm.Data["image"] = a.pod.Spec.Containers[0].Image
	return a.c.Update(ctx, cm)
}

func (r *Scoped) asks(ctx context.Context, pod *corev1.Pod) error {
	a := &asking{c: r.Client, pod: pod}
	if err := a.write(ctx); err != nil {
		return err
	}
	if err := a.load(ctx); err != nil {
		return err
	}
	if a.isOld() {
		return r.Delete(ctx, pod)
	}
	return nil
}

// A telling only tells what it has, and looks at what isn't written.
type telling struct {
	c      client.Client
	pod    *corev1.Pod
	config *corev1.ConfigMap
}

func (t *telling) load(ctx context.Context) error {
	t.config = &corev1.ConfigMap{}
	return t.c.Get(ctx, client.ObjectKeyFromObject(t.pod), t.config)
}

func (t *telling) paused() bool { return t.config.Labels["paused"] == "yes" }

func (t *telling) write(ctx context.Context) error {
	cm := &corev1.ConfigMap{}
	if err := t.c.Get(ctx, client.ObjectKeyFromObject(t.pod), cm); err != nil {
		return err
	}
	base := client.MergeFrom(cm.DeepCopy())
	cm.Data["image"] = t.pod.Spec.Containers[0].Image
	return t.c.Patch(ctx, cm, base)
}

func (r *Scoped) tells(ctx context.Context, pod *corev1.Pod) error {
	t := &telling{c: r.Client, pod: pod}
	if err := t.write(ctx); err != nil {
		return err
	}
	if err := t.load(ctx); err != nil {
		return err
	}
	if t.paused() {
		return r.Delete(ctx, pod)
	}
	return nil
}
