package origins

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
)

// A side is one of two clusters.
type side struct {
	name string
	c    client.Client
}

// Hubs copies from the one to the other.
type Hubs struct{ hub, spoke side }

// NewHubs makes it of the managers of both.
func NewHubs(hub, spoke ctrl.Manager) *Hubs {
	return &Hubs{side{"hub", hub.GetClient()}, side{"spoke", spoke.GetClient()}}
}

func (h *Hubs) copied(ctx context.Context, key client.ObjectKey) error {
	want := &corev1.Secret{}
	if err := h.hub.c.Get(ctx, key, want); err != nil {
		return err
	}
	if err := put(ctx, h.spoke, want); err != nil {
		return err
	}
	again := &corev1.Secret{}
	if err := h.hub.c.Get(ctx, key, again); err != nil {
		return err
	}
	if again.Annotations["copied"] == "" {
		return h.hub.c.Delete(ctx, again)
	}
	return nil
}

// What is written and read is in one cluster.
func (h *Hubs) kept(ctx context.Context, key client.ObjectKey) error {
	want := &corev1.Secret{}
	if err := h.hub.c.Get(ctx, key, want); err != nil {
		return err
	}
	if err := put(ctx, h.hub, want); err != nil {
		return err
	}
	again := &corev1.Secret{}
	if err := h.hub.c.Get(ctx, key, again); err != nil { // want `warning: .*Secret.*\[staleread/get\]`
		return err
	}
	if again.Annotations["copied"] == "" {
		return h.hub.c.Delete(ctx, again)
	}
	return nil
}

func put(ctx context.Context, to side, want *corev1.Secret) error {
	out := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: want.Namespace, Name: want.Name}}
	_, err := controllerutil.CreateOrUpdate(ctx, to.c, out, func() error {
		metav1.SetMetaDataAnnotation(&out.ObjectMeta, "copied", "yes")
		return nil
	})
	return err
}

// A tracker has the clients of clusters.
type tracker struct{ clients map[string]client.Client }

func (t *tracker) clientFor(name string) (client.Client, error) { return t.clients[name], nil }

// Each round is about another cluster.
func (h *Hubs) everywhere(ctx context.Context, t *tracker, names []string) error {
	for _, name := range names {
		c, err := t.clientFor(name)
		if err != nil {
			return err
		}
		cm := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: "zone"}}
		if _, err := controllerutil.CreateOrUpdate(ctx, c, cm, func() error {
			cm.Data = map[string]string{"zone": "north"}
			return nil
		}); err != nil {
			return err
		}
	}
	return nil
}

// Tried is a reconciler that tries what it would write.
type Tried struct {
	client.Client
	dry client.Client
}

// NewTried makes one.
func NewTried(c client.Client) *Tried { return &Tried{c, client.NewDryRunClient(c)} }

func (r *Tried) try(ctx context.Context, pod *corev1.Pod) error {
	if err := r.dry.Update(ctx, pod); err != nil {
		return err
	}
	now := &corev1.Pod{}
	if err := r.Get(ctx, client.ObjectKeyFromObject(pod), now); err != nil {
		return err
	}
	if now.Spec.NodeName == "" {
		return r.Delete(ctx, now)
	}
	return nil
}

// The name is given by assignment, and a function literal has the variable too.
func (h *Hubs) opened(ctx context.Context, namespace string) error {
	gate := &corev1.ConfigMap{}
	gate.Namespace, gate.Name = namespace, "gate"
	if _, err := controllerutil.CreateOrPatch(ctx, h.hub.c, gate, func() error {
		gate.Data = map[string]string{"state": "open"}
		return nil
	}); err != nil {
		return err
	}
	now := &corev1.ConfigMap{}
	if err := h.hub.c.Get(ctx, client.ObjectKey{Namespace: namespace, Name: "gate"}, now); err != nil { // want `warning: .*ConfigMap.*\[staleread/get\]`
		return err
	}
	if now.Data["state"] != "open" {
		return h.hub.c.Delete(ctx, now)
	}
	return nil
}
