// Package callbacks changes nodes by functions that are passed to a helper: what it writes is what these set.
package callbacks

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/util/retry"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/callbacks/fit"
)

const notedAt = "fleet.example.com/noted"

// Fleet orders machines when there are none left.
type Fleet struct {
	client.Client
	APIReader client.Reader
}

// change updates a node, as it is at the API server, if a function has changed it.
func (f *Fleet) change(ctx context.Context, name string, change func(*corev1.Node) bool) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		node := &corev1.Node{}
		if err := f.APIReader.Get(ctx, client.ObjectKey{Name: name}, node); err != nil {
			return err
		}
		if !change(node) {
			return nil
		}
		return f.Update(ctx, node)
	})
}

// changeLike hands the node to the function twice.
func (f *Fleet) changeLike(ctx context.Context, name string, change func(was, node *corev1.Node)) error {
	node := &corev1.Node{}
	if err := f.APIReader.Get(ctx, client.ObjectKey{Name: name}, node); err != nil {
		return err
	}
	change(node, node)
	return f.Update(ctx, node)
}

// CordonLike closes a node by the second of the two.
func (f *Fleet) CordonLike(ctx context.Context, name string) error {
	if err := f.changeLike(ctx, name, func(was, node *corev1.Node) { node.Spec.Unschedulable = was.Name != "" }); err != nil {
		return err
	}
	var nodes corev1.NodeList
	if err := f.List(ctx, &nodes); err != nil { // want `List after the Update`
		return err
	}
	for _, node := range nodes.Items {
		if node.Spec.Unschedulable {
			return f.order(ctx, node.Name)
		}
	}
	return nil
}

func cordon(node *corev1.Node) bool {
	node.Spec.Unschedulable = true
	return true
}

func note(node *corev1.Node) bool {
	metav1.SetMetaDataAnnotation(&node.ObjectMeta, notedAt, "yes")
	return true
}

func (f *Fleet) noteAs(node *corev1.Node) bool {
	node.Labels["noted"] = "yes"
	return true
}

// order orders a machine.
func (f *Fleet) order(ctx context.Context, name string) error {
	return f.Create(ctx, &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "orders", Name: name}})
}

// Cordon closes a node, and orders a machine as soon as one is closed.
func (f *Fleet) Cordon(ctx context.Context, name string) error {
	if err := f.change(ctx, name, cordon); err != nil {
		return err
	}
	var nodes corev1.NodeList
	if err := f.List(ctx, &nodes); err != nil { // want `List after the Update`
		return err
	}
	for _, node := range nodes.Items {
		if node.Spec.Unschedulable {
			return f.order(ctx, node.Name)
		}
	}
	return nil
}

// Note only notes something, by which nothing is ordered.
func (f *Fleet) Note(ctx context.Context, name string) error {
	if err := f.change(ctx, name, note); err != nil {
		return err
	}
	return f.orderClosed(ctx)
}

// NoteAs does it by a method.
func (f *Fleet) NoteAs(ctx context.Context, name string) error {
	if err := f.change(ctx, name, f.noteAs); err != nil {
		return err
	}
	return f.orderClosed(ctx)
}

// NoteTwice does it by a function that calls another one.
func (f *Fleet) NoteTwice(ctx context.Context, name string) error {
	if err := f.changeNoted(ctx, name, note); err != nil {
		return err
	}
	return f.orderClosed(ctx)
}

func (f *Fleet) orderClosed(ctx context.Context) error {
	var nodes corev1.NodeList
	if err := f.List(ctx, &nodes); err != nil {
		return err
	}
	for _, node := range nodes.Items {
		if node.Spec.Unschedulable {
			return f.order(ctx, node.Name)
		}
	}
	return nil
}

// changeNoted notes that there was a change, which another function makes.
func (f *Fleet) changeNoted(ctx context.Context, name string, change func(*corev1.Node) bool) error {
	return f.change(ctx, name, func(node *corev1.Node) bool {
		changed := change(node)
		return note(node) || changed
	})
}

// CordonNoted closes a node by a function that calls another one.
func (f *Fleet) CordonNoted(ctx context.Context, name string) error {
	if err := f.changeNoted(ctx, name, cordon); err != nil {
		return err
	}
	var nodes corev1.NodeList
	if err := f.List(ctx, &nodes); err != nil { // want `List after the Update`
		return err
	}
	for _, node := range nodes.Items {
		if node.Spec.Unschedulable {
			return f.order(ctx, node.Name)
		}
	}
	return nil
}

// CordonOrNote does one or the other: it may close the node.
func (f *Fleet) CordonOrNote(ctx context.Context, name string, close bool) error {
	change := note
	if close {
		change = cordon
	}
	if err := f.change(ctx, name, change); err != nil {
		return err
	}
	var nodes corev1.NodeList
	if err := f.List(ctx, &nodes); err != nil { // want `List after the Update`
		return err
	}
	for _, node := range nodes.Items {
		if node.Spec.Unschedulable {
			return f.order(ctx, node.Name)
		}
	}
	return nil
}

// Retire sets a phase by the other package's helper.
func (f *Fleet) Retire(ctx context.Context, name string) error {
	err := fit.Node(ctx, f.Client, f.APIReader, name, func(node *corev1.Node) { node.Status.Phase = corev1.NodeTerminated })
	if err != nil {
		return err
	}
	var nodes corev1.NodeList
	if err := f.List(ctx, &nodes); err != nil { // want `List after the Status\(\).Update in fit.Node`
		return err
	}
	for _, node := range nodes.Items {
		if node.Status.Phase == corev1.NodeTerminated {
			return f.order(ctx, node.Name)
		}
	}
	return nil
}

// Readdress sets addresses by it, by which nothing is ordered.
func (f *Fleet) Readdress(ctx context.Context, name string) error {
	err := fit.Node(ctx, f.Client, f.APIReader, name, func(node *corev1.Node) { node.Status.Addresses = nil })
	if err != nil {
		return err
	}
	var nodes corev1.NodeList
	if err := f.List(ctx, &nodes); err != nil {
		return err
	}
	for _, node := range nodes.Items {
		if node.Status.Phase == corev1.NodeTerminated {
			return f.order(ctx, node.Name)
		}
	}
	return nil
}
