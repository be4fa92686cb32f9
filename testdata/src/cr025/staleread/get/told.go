package get

import (
	"context"
	"os"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/record"
	"sigs.k8s.io/controller-runtime/pkg/client"
	logf "sigs.k8s.io/controller-runtime/pkg/log"

	"ctrllint.test/cr025/staleread/api"
)

// Teller records events.
type Teller struct {
	client.Client
	recorder record.EventRecorder
	seen     map[string]int
	own      func(metav1.Object) bool
}

// Whether it is there or not, all that comes of the read is an event more or less.
func (t *Teller) creates(ctx context.Context, w *api.Widget) error {
	if err := t.Create(ctx, w); err != nil {
		return err
	}
	t.tell(ctx, client.ObjectKeyFromObject(w), "Created")
	return nil
}

func (t *Teller) tell(ctx context.Context, key types.NamespacedName, reason string) {
	if os.Getenv("QUIET") != "" {
		return
	}
	w := &api.Widget{}
	if err := t.Get(ctx, key, w); err != nil {
		logf.FromContext(ctx).V(1).Info("not there yet", "key", key, "error", err.Error())
		return
	}
	t.record(w, reason)
}

func (t *Teller) record(w *api.Widget, reason string) {
	t.recorder.Eventf(w, corev1.EventTypeNormal, reason, "size %d", w.Spec.Size)
}

// What is found is counted, too.
func (t *Teller) counts(ctx context.Context, w *api.Widget) error {
	if err := t.Create(ctx, w); err != nil {
		return err
	}
	t.count(ctx, client.ObjectKeyFromObject(w))
	return nil
}

func (t *Teller) count(ctx context.Context, key types.NamespacedName) {
	w := &api.Widget{}
	if err := t.Get(ctx, key, w); err != nil { // want `Widget.*\[staleread/get\]`
		return
	}
	t.seen[w.Name]++
	t.record(w, "Seen")
}

// The owner is put into what was read by a function that can't be seen, and what was read is sent with its version: it is
// refused if it is old.
func (t *Teller) owned(ctx context.Context, cm *corev1.ConfigMap, w *api.Widget) error {
	cm.Data = map[string]string{"state": "owned"}
	if err := t.Update(ctx, cm); err != nil {
		return err
	}
	again := &corev1.ConfigMap{}
	if err := t.Get(ctx, client.ObjectKeyFromObject(cm), again); err != nil { // want `^note: .*so that its update is refused and tried again; .* \[staleread/get\]`
		return err
	}
	if t.adopts(again, w) {
		return t.Update(ctx, again)
	}
	return nil
}

func (t *Teller) adopts(cm *corev1.ConfigMap, w *api.Widget) bool {
	labelled := cm.Labels["widget"] != w.Name
	if labelled {
		cm.Labels = map[string]string{"widget": w.Name}
	}
	owned := t.own(cm)
	return owned || labelled
}
