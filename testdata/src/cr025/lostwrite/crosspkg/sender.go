package crosspkg

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	"ctrllint.test/cr025/lostwrite/crosspkg/steps"
)

const drained = "shop.example.com/drained"

// Another package's function is given the copy, which has the finalizer already.
func guard(ctx context.Context, c client.Client, node *corev1.Node) error {
	if controllerutil.ContainsFinalizer(node, drained) {
		return nil
	}
	controllerutil.AddFinalizer(node, drained) // rests
	was := node.DeepCopy()                     // rests
	return steps.SendNode(ctx, c, was, node)   // want `the Patch in steps.SendNode .*does not send the change of Finalizers.*made after the change.*\[lostwrite/late\]`
}

// The copy is made first.
func guardMended(ctx context.Context, c client.Client, node *corev1.Node) error {
	was := node.DeepCopy()
	controllerutil.AddFinalizer(node, drained)
	return steps.SendNode(ctx, c, was, node)
}

// The copy is stored as it is, with the finalizer.
func guardStored(ctx context.Context, c client.Client, node *corev1.Node) error {
	controllerutil.AddFinalizer(node, drained)
	was := node.DeepCopy()
	node.Labels = map[string]string{"state": "drained"}
	return steps.StoreNode(ctx, c, was, node)
}

// Who has the copy from then on may store it.
func guardKept(ctx context.Context, c client.Client, node *corev1.Node) error {
	controllerutil.AddFinalizer(node, drained)
	was := node.DeepCopy()
	node.Labels = map[string]string{"state": "drained"}
	return steps.KeepNode(ctx, c, was, node)
}
