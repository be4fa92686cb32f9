package retryblind

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/util/retry"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

// Copier sends copies.
type Copier struct {
	client.Client
	APIReader client.Reader
	clientset kubernetes.Interface
	nodes     corelisters.NodeLister
	prepare   func(*api.Widget) error
}

// Each copy has the version that the lister had.
func (c *Copier) taint(ctx context.Context, name string) error {
	cached, err := c.nodes.Get(name)
	if err != nil {
		return err
	}
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		node := cached.DeepCopy()
		node.Spec.Unschedulable = true
		_, err := c.clientset.CoreV1().Nodes().Update(ctx, node, metav1.UpdateOptions{}) // want `sends the same corev1.Node again.*\[staleread/retryblind\]`
		return err
	})
}

// It is read in each try.
func (c *Copier) taintRead(ctx context.Context, name string) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		have, err := c.clientset.CoreV1().Nodes().Get(ctx, name, metav1.GetOptions{})
		if err != nil {
			return err
		}
		node := have.DeepCopy()
		node.Spec.Unschedulable = true
		_, err = c.clientset.CoreV1().Nodes().Update(ctx, node, metav1.UpdateOptions{})
		return err
	})
}

// So is that of what the caller has.
func (c *Copier) paint(ctx context.Context, w *api.Widget) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		painted := w.DeepCopy()
		painted.Spec.Colour = "red"
		return c.Update(ctx, painted) // want `sends the same api.Widget again.*\[staleread/retryblind\]`
	})
}

// The copy has no version.
func (c *Copier) overwrite(ctx context.Context, w *api.Widget) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		painted := w.DeepCopy()
		painted.SetResourceVersion("")
		return c.Update(ctx, painted)
	})
}

// Nor has what is sent itself.
func (c *Copier) overwriteItself(ctx context.Context, w *api.Widget) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		w.ObjectMeta.SetResourceVersion("")
		return c.Update(ctx, w)
	})
}

// After a conflict, what is copied is another one.
func (c *Copier) latest(ctx context.Context, w *api.Widget) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		painted := w.DeepCopy()
		painted.Spec.Colour = "red"
		err := c.Update(ctx, painted)
		if apierrors.IsConflict(err) {
			fresh := &api.Widget{}
			if err := c.APIReader.Get(ctx, client.ObjectKeyFromObject(w), fresh); err != nil {
				return err
			}
			w = fresh
		}
		return err
	})
}

// What is copied may be read anew by a function that can't be seen.
func (c *Copier) prepared(ctx context.Context, w *api.Widget) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		if err := c.prepare(w); err != nil {
			return err
		}
		return c.Update(ctx, w.DeepCopy())
	})
}

// What is made here has no version.
func (c *Copier) made(ctx context.Context, w *api.Widget) error {
	want := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: w.Name}, Data: w.Spec.Config}
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		_, err := c.clientset.CoreV1().ConfigMaps(w.Namespace).Update(ctx, want.DeepCopy(), metav1.UpdateOptions{})
		return err
	})
}

// Nor has what is created where there is none.
func (c *Copier) applied(ctx context.Context, want *corev1.ConfigMap) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		_, err := c.clientset.CoreV1().ConfigMaps(want.Namespace).Update(ctx, want.DeepCopy(), metav1.UpdateOptions{})
		if apierrors.IsNotFound(err) {
			_, err = c.clientset.CoreV1().ConfigMaps(want.Namespace).Create(ctx, want.DeepCopy(), metav1.CreateOptions{})
		}
		return err
	})
}

// The version is taken out of each copy, by a function or by the metadata's own method.
func (c *Copier) stripped(ctx context.Context, w *api.Widget) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		bare := w.DeepCopy()
		strip(bare)
		return c.Update(ctx, bare)
	})
}

func strip(w *api.Widget) { w.ResourceVersion = "" }

func (c *Copier) unversioned(ctx context.Context, w *api.Widget) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		bare := w.DeepCopy()
		meta := bare.GetObjectMeta()
		meta.SetResourceVersion("")
		return c.Update(ctx, bare)
	})
}

// What is made here has none.
func (c *Copier) fromNothing(ctx context.Context, name string) error {
	w := anew(name)
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		return c.Update(ctx, w.DeepCopy())
	})
}

func anew(name string) *api.Widget {
	w := &api.Widget{}
	w.Name = name
	return w
}

func (c *Copier) passes(ctx context.Context, name string) error {
	w := &api.Widget{}
	w.Name = name
	return c.passed(ctx, w)
}

func (c *Copier) passed(ctx context.Context, w *api.Widget) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		return c.Update(ctx, w.DeepCopy())
	})
}
