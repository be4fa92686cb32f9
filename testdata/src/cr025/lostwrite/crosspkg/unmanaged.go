package crosspkg

import (
	"context"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/lostwrite/crosspkg/steps"
)

const managed = "shop.example.com/managed"

// A dispatcher sends to clusters what is no longer managed.
type dispatcher struct {
	writers map[string]steps.Writer
	errs    chan error
}

func (d *dispatcher) in(cluster string, do func(steps.Writer) error) {
	d.errs <- do(d.writers[cluster])
}

// unmanage has a copy for its base, which it changes; kubernetes-retired/kubefed pkg/controller/sync/dispatch/unmanaged.go
// before commit 9d988f5.
func (d *dispatcher) unmanage(cluster string, of *unstructured.Unstructured) {
	go d.in(cluster, func(w steps.Writer) error {
		u := of.DeepCopy()
		patch := client.MergeFrom(u)                   // rests
		release(u)                                     // rests
		return w.Patch(context.Background(), u, patch) // want `the Patch in steps.writer.Patch \(writer.go:\d+\) does not send the change of Labels: its base is the very object that is changed`
	})
}

func (d *dispatcher) unmanageMended(cluster string, of *unstructured.Unstructured) {
	go d.in(cluster, func(w steps.Writer) error {
		u := of.DeepCopy()
		patch := client.MergeFrom(u.DeepCopy())
		release(u)
		return w.Patch(context.Background(), u, patch)
	})
}

// Which of the senders it is, and whether that goes by the patch, can't be said.
func unmanageBy(ctx context.Context, s steps.Sender, of *unstructured.Unstructured) error {
	u := of.DeepCopy()
	patch := client.MergeFrom(u)
	release(u)
	return s.Send(ctx, u, patch)
}

func release(u *unstructured.Unstructured) {
	labels := u.GetLabels()
	delete(labels, managed)
	u.SetLabels(labels)
}
