package staleread

import (
	"context"
	"errors"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"
	coreac "k8s.io/client-go/applyconfigurations/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// TestArguments shows what a write makes of its argument: what the messages
// of the check tell people to use instead of the cache.
func TestArguments(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	version := func(t *testing.T, obj client.Object, want string) {
		t.Helper()
		if got := obj.GetResourceVersion(); got != want {
			t.Errorf("version %q, want %q", got, want)
		}
	}
	get := func(t *testing.T, k *Keeper, key client.ObjectKey, obj client.Object) {
		t.Helper()
		check(t, k.APIReader.Get(ctx, key, obj))
	}
	for name, test := range map[string]func(*testing.T, *Keeper){
		"create": func(t *testing.T, k *Keeper) {
			cm := configMap(hours)
			check(t, k.Create(ctx, cm))
			version(t, cm, "3")
		},
		"update": func(t *testing.T, k *Keeper) {
			var pod corev1.Pod
			get(t, k, till, &pod)
			pod.Status.Message = "not saved"
			check(t, k.Update(ctx, &pod))
			version(t, &pod, "3")
			if pod.Status.Message != "" {
				t.Errorf("the status that was never written survives: %q", pod.Status.Message)
			}
		},
		"patch": func(t *testing.T, k *Keeper) {
			cm := configMap(prices)
			check(t, k.Patch(ctx, cm, client.RawPatch(types.MergePatchType, []byte(`{"data":{"milk":"1"}}`))))
			version(t, cm, "3")
			if cm.Data["milk"] != "1" {
				t.Errorf("data %v", cm.Data)
			}
		},
		"patch of metadata": func(t *testing.T, k *Keeper) {
			meta := metadata()
			check(t, k.Patch(ctx, meta, client.RawPatch(types.MergePatchType, []byte(`{"metadata":{"labels":{"a":"b"}}}`))))
			version(t, meta, "3")
		},
		"update of metadata": func(t *testing.T, k *Keeper) {
			if err := k.Update(ctx, metadata()); err == nil {
				t.Error("no error")
			}
			if err := k.Create(ctx, metadata()); err == nil {
				t.Error("no error")
			}
		},
		"update of unstructured": func(t *testing.T, k *Keeper) {
			u := unstructuredConfigMap()
			get(t, k, prices, u)
			check(t, k.Update(ctx, u))
			version(t, u, "3")
		},
		"status": func(t *testing.T, k *Keeper) {
			var pod corev1.Pod
			get(t, k, till, &pod)
			pod.Labels = map[string]string{"not": "saved"}
			check(t, k.Status().Update(ctx, &pod))
			version(t, &pod, "3")
			if len(pod.Labels) != 0 {
				t.Errorf("labels that were never written survive: %v", pod.Labels)
			}
		},
		"body of a subresource": func(t *testing.T, k *Keeper) {
			var pod corev1.Pod
			get(t, k, till, &pod)
			body := pod.DeepCopy()
			check(t, k.SubResource("status").Update(ctx, &pod, client.WithSubResourceBody(body)))
			version(t, body, "3")
			version(t, &pod, "2")
		},
		"delete": func(t *testing.T, k *Keeper) {
			var cm corev1.ConfigMap
			get(t, k, prices, &cm)
			check(t, k.Delete(ctx, &cm))
			version(t, &cm, "1")
		},
		"apply": func(t *testing.T, k *Keeper) {
			ac := coreac.ConfigMap(prices.Name, prices.Namespace)
			check(t, k.Apply(ctx, ac, client.FieldOwner("keeper")))
			if ac.ResourceVersion == nil || *ac.ResourceVersion != "3" || ac.Data["tea"] != "1" {
				t.Errorf("the configuration has version %v, data %v", ac.ResourceVersion, ac.Data)
			}
		},
		"copy": func(t *testing.T, k *Keeper) {
			var cm corev1.ConfigMap
			get(t, k, prices, &cm)
			check(t, k.Update(ctx, cm.DeepCopy()))
			version(t, &cm, "1")
		},
		"dry run": func(t *testing.T, k *Keeper) {
			cm, now := configMap(prices), &corev1.ConfigMap{}
			cm.Data["tea"] = "9"
			check(t, k.Update(ctx, cm, client.DryRunAll))
			check(t, client.NewDryRunClient(k.Client).Update(ctx, cm))
			get(t, k, prices, now)
			if version(t, now, "1"); now.Data["tea"] != "1" || cm.Data["tea"] != "9" {
				t.Errorf("%v is there, %v answered", now.Data, cm.Data)
			}
		},
		"clientset": func(t *testing.T, k *Keeper) {
			cm := configMap(prices)
			now, err := k.Clientset.CoreV1().ConfigMaps(namespace).Update(ctx, cm, metav1.UpdateOptions{})
			check(t, err)
			version(t, cm, "")
			version(t, now, "3")
		},
		"conflict": func(t *testing.T, k *Keeper) {
			cm := configMap(prices)
			cm.ResourceVersion = "77"
			if err := k.Update(ctx, cm); !apierrors.IsConflict(err) {
				t.Errorf("error %v, want a conflict", err)
			}
			version(t, cm, "77")
		},
		"no version": func(t *testing.T, k *Keeper) {
			cm := configMap(prices)
			check(t, k.Update(ctx, cm)) // no conflict, whatever there is
			version(t, cm, "3")
		},
		"read again": func(t *testing.T, k *Keeper) {
			cm := configMap(prices)
			check(t, k.Update(ctx, cm))
			version(t, cm, "3")
			check(t, k.Get(ctx, prices, cm))
			version(t, cm, "1")
		},
		"unstructured is live": func(t *testing.T, k *Keeper) {
			check(t, k.Update(ctx, configMap(prices)))
			u, meta := unstructuredConfigMap(), metadata()
			check(t, k.Get(ctx, prices, u))
			version(t, u, "3")
			check(t, k.Get(ctx, prices, meta))
			version(t, meta, "1")
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, keeper := openWith(t, proof{}, client.CacheOptions{}, metadata())
			test(t, keeper)
		})
	}
}

// TestReadYourWrites shows which reads of a client that waits for its own
// writes do wait, and which are stale all the same.
func TestReadYourWrites(t *testing.T) {
	t.Parallel()
	on := true
	update := func(obj func() client.Object, opts ...client.UpdateOption) func(context.Context, *Keeper) error {
		return func(ctx context.Context, k *Keeper) error {
			o := obj()
			if err := k.APIReader.Get(ctx, prices, o); err != nil {
				return err
			}
			return k.Update(ctx, o, opts...)
		}
	}
	typed := func() client.Object { return &corev1.ConfigMap{} }
	partial := func() client.Object { return metadata() }
	anything := func() client.Object { return unstructuredConfigMap() }
	patch := func(ctx context.Context, k *Keeper) error {
		return k.Patch(ctx, metadata(), client.RawPatch(types.MergePatchType, []byte(`{"data":{"tea":"2"}}`)))
	}
	other := func(ctx context.Context, k *Keeper) error {
		_, err := k.Clientset.CoreV1().ConfigMaps(namespace).Update(ctx, configMap(prices), metav1.UpdateOptions{})
		return err
	}
	for name, test := range map[string]struct {
		write func(context.Context, *Keeper) error
		read  func() client.Object
		opts  []client.GetOption
		waits bool
	}{
		"typed, typed":               {write: update(typed), read: typed, waits: true},
		"typed, metadata":            {write: update(typed), read: partial},
		"typed, unstructured":        {write: update(typed), read: anything},
		"unstructured, typed":        {write: update(anything), read: typed, waits: true},
		"unstructured, unstructured": {write: update(anything), read: anything},
		"unstructured, metadata":     {write: update(anything), read: partial},
		"metadata, metadata":         {write: patch, read: partial, waits: true},
		"metadata, typed":            {write: patch, read: typed},
		"write that opts out":        {write: update(typed, client.DisableReadYourWritesConsistency), read: typed},
		"read that opts out":         {write: update(typed), read: typed, opts: []client.GetOption{client.DisableReadYourWritesConsistency}},
		"other writer":               {write: other, read: typed},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, keeper := openWith(t, proof{}, client.CacheOptions{Unstructured: true, EnableReadYourWritesConsistency: &on}, metadata(), unstructuredConfigMap())
			check(t, test.write(t.Context(), keeper))
			ctx, cancel := context.WithTimeout(t.Context(), 500*time.Millisecond)
			defer cancel()
			obj := test.read()
			err := keeper.Get(ctx, prices, obj, test.opts...)
			if waits := errors.Is(err, context.DeadlineExceeded); waits != test.waits || !waits && err != nil {
				t.Errorf("error %v; want it to wait: %t", err, test.waits)
			}
			if err == nil && obj.GetResourceVersion() != "1" {
				t.Errorf("version %s, want the old one", obj.GetResourceVersion())
			}
		})
	}
}

func metadata() *metav1.PartialObjectMetadata {
	meta := &metav1.PartialObjectMetadata{ObjectMeta: metav1.ObjectMeta{Namespace: prices.Namespace, Name: prices.Name}}
	meta.SetGroupVersionKind(corev1.SchemeGroupVersion.WithKind("ConfigMap"))
	return meta
}

func unstructuredConfigMap() *unstructured.Unstructured {
	u := &unstructured.Unstructured{}
	u.SetGroupVersionKind(corev1.SchemeGroupVersion.WithKind("ConfigMap"))
	return u
}
