package patches

import (
	"context"
	"encoding/json"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Rotor replaces what is in maps.
type Rotor struct {
	client.Client
	APIReader client.Reader
}

func (r *Rotor) set(ctx context.Context, cm *corev1.ConfigMap, text string) error {
	body, err := json.Marshal(map[string]any{"data": map[string]string{"seed": text}})
	if err != nil {
		return err
	}
	return r.Patch(ctx, cm, client.RawPatch(types.MergePatchType, body))
}

func (r *Rotor) publish(ctx context.Context, name, text string) error {
	to := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "rotor", Name: name + "-public"}}
	to.Data = map[string]string{"text": text}
	return r.Create(ctx, to)
}

// The entry that was patched is what is published.
func (r *Rotor) rotate(ctx context.Context, name, text string) error {
	key := client.ObjectKey{Namespace: "rotor", Name: name}
	cm := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: key.Namespace, Name: key.Name}}
	if err := r.set(ctx, cm, text); err != nil {
		return err
	}
	now := &corev1.ConfigMap{}
	if err := r.Get(ctx, key, now); err != nil { // want `Get after the Patch .*Data\[seed\].*\[staleread/get\]`
		return err
	}
	return r.publish(ctx, name, now.Data["seed"])
}

// The API server is asked.
func (r *Rotor) rotateLive(ctx context.Context, name, text string) error {
	key := client.ObjectKey{Namespace: "rotor", Name: name}
	cm := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: key.Namespace, Name: key.Name}}
	if err := r.set(ctx, cm, text); err != nil {
		return err
	}
	now := &corev1.ConfigMap{}
	if err := r.APIReader.Get(ctx, key, now); err != nil {
		return err
	}
	return r.publish(ctx, name, now.Data["seed"])
}

// Another entry is.
func (r *Rotor) other(ctx context.Context, name, text string) error {
	key := client.ObjectKey{Namespace: "rotor", Name: name}
	cm := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: key.Namespace, Name: key.Name}}
	if err := r.set(ctx, cm, text); err != nil {
		return err
	}
	now := &corev1.ConfigMap{}
	if err := r.Get(ctx, key, now); err != nil {
		return err
	}
	return r.publish(ctx, name, now.Data["title"])
}

// Which entry is patched is put together: it may be this one.
func (r *Rotor) byName(ctx context.Context, name, entry, text string) error {
	key := client.ObjectKey{Namespace: "rotor", Name: name}
	cm := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: key.Namespace, Name: key.Name}}
	if err := r.Patch(ctx, cm, client.RawPatch(types.MergePatchType, []byte(`{"data":{"`+entry+`":"`+text+`"}}`))); err != nil {
		return err
	}
	now := &corev1.ConfigMap{}
	if err := r.Get(ctx, key, now); err != nil { // want `Get after the Patch .*\[staleread/get\]`
		return err
	}
	return r.publish(ctx, name, now.Data["seed"])
}
