package crosspkg

import (
	"context"
	"errors"
	"maps"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/lostwrite/crosspkg/steps"
)

// The object that the other package has read has its labels in common with the base.
func labelledThere(ctx context.Context, c client.Client, name string) error {
	stay, err := steps.Open(ctx, c, name)
	if err != nil {
		return err
	}
	stay.Node.Labels["seen"] = "yes"
	return stay.Close(ctx) // want `the Patch in steps.Stay.Close .*does not send the change of Labels: its base is a copy of the corev1.Node's struct alone.*\[lostwrite/base\]`
}

func labelledAtEnd(ctx context.Context, c client.Client, name string) (err error) {
	stay, err := steps.Open(ctx, c, name)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, stay.Close(ctx)) }() // want `Patch in steps.Stay.Close .*does not send the change of Annotations: its base is a copy of the corev1.Node's struct alone.*\[lostwrite/base\]`
	delete(stay.Node.Annotations, "seen")
	return nil
}

func labelledMended(ctx context.Context, c client.Client, name string) error {
	stay, err := steps.OpenMended(ctx, c, name)
	if err != nil {
		return err
	}
	stay.Node.Labels["seen"] = "yes"
	return stay.Close(ctx)
}

func labelledFor(ctx context.Context, c client.Client, node *corev1.Node) error {
	stay := steps.OpenFor(c, node)
	node.Labels["seen"] = "yes"
	return stay.Send(ctx, node) // want `the Patch in steps.Stay.Send .*does not send the change of Labels: its base is a copy of the corev1.Node's struct alone.*\[lostwrite/base\]`
}

// What is in the struct itself is sent, and so is a map of its own.
func cordonedThere(ctx context.Context, c client.Client, name string) error {
	stay, err := steps.Open(ctx, c, name)
	if err != nil {
		return err
	}
	stay.Node.Spec.Unschedulable = true
	return stay.Close(ctx)
}

func relabelledThere(ctx context.Context, c client.Client, name string) error {
	stay, err := steps.Open(ctx, c, name)
	if err != nil {
		return err
	}
	stay.Node.Labels = maps.Clone(stay.Node.Labels)
	stay.Node.Labels["seen"] = "yes"
	return stay.Close(ctx)
}

// Labelled before: the copy has them too, or the server.
func labelledBefore(ctx context.Context, c client.Client, node *corev1.Node) error {
	node.Labels["seen"] = "yes"
	if err := c.Update(ctx, node); err != nil {
		return err
	}
	stay := steps.OpenFor(c, node)
	node.Spec.Unschedulable = true
	return stay.Send(ctx, node)
}

// It is another one here.
func lent(ctx context.Context, c client.Client, name string) error {
	loan, err := steps.Lend(ctx, c, name)
	if err != nil {
		return err
	}
	loan.Node = loan.Node.DeepCopy()
	loan.Node.Labels["seen"] = "yes"
	return loan.Return(ctx)
}

// The node may be a copy by then.
func visited(ctx context.Context, c client.Client, name string) error {
	visit, err := steps.Begin(ctx, c, name)
	if err != nil {
		return err
	}
	visit.Apart()
	visit.Node.Labels["seen"] = "yes"
	return visit.End(ctx)
}
