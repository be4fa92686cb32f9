package footprints

import (
	"context"
	"slices"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

const (
	enforced = "pod-security.kubernetes.io/enforce"
	owned    = "shop.example.com/owner"
)

// What is written is an item of a list that was read, of which one label is set: here a copy of it, as in k3k
// (pkg/controller/policy/policy.go); the other label decides, which it has still.
func (r *Reconciler) enforceAll(ctx context.Context, owner, level string) (n int, err error) {
	var all corev1.NamespaceList
	if err := r.List(ctx, &all, client.MatchingLabels{owned: owner}); err != nil {
		return 0, err
	}
	for _, ns := range all.Items {
		enforce(&ns, level)
		if err := r.Update(ctx, &ns); err != nil {
			return 0, err
		}
	}
	return r.disowned(ctx)
}

func enforce(ns *corev1.Namespace, level string) {
	delete(ns.Labels, enforced)
	if level != "" {
		ns.Labels[enforced] = level
	}
}

func (r *Reconciler) disowned(ctx context.Context) (n int, err error) {
	var all corev1.NamespaceList
	if err := r.List(ctx, &all); err != nil {
		return 0, err
	}
	for _, ns := range all.Items {
		if ns.Labels[owned] == "" {
			if err := r.Delete(ctx, &ns); err != nil {
				return n, err
			}
			n++
		}
	}
	return n, nil
}

// This is the label.
func (r *Reconciler) disownAll(ctx context.Context, owner string) (n int, err error) {
	var all corev1.NamespaceList
	if err := r.List(ctx, &all, client.MatchingLabels{owned: owner}); err != nil {
		return 0, err
	}
	for _, ns := range all.Items {
		delete(ns.Labels, owned)
		if err := r.Update(ctx, &ns); err != nil {
			return 0, err
		}
	}
	return r.disownedToo(ctx)
}

func (r *Reconciler) disownedToo(ctx context.Context) (n int, err error) {
	var all corev1.NamespaceList
	if err := r.List(ctx, &all); err != nil { // want `Namespaces.*Labels\[shop.example.com/owner\] decides.*\[staleread/list\]`
		return 0, err
	}
	for _, ns := range all.Items {
		if ns.Labels[owned] == "" {
			ns.Labels[enforced] = "restricted"
			if err := r.Patch(ctx, &ns, client.Merge); err != nil {
				return n, err
			}
			n++
		}
	}
	return n, nil
}

// The item itself, by its address.
func (r *Reconciler) pauseAll(ctx context.Context, w client.ObjectKey) (bool, error) {
	var all appsv1.DeploymentList
	if err := r.List(ctx, &all); err != nil {
		return false, err
	}
	for i := range all.Items {
		d := &all.Items[i]
		d.Spec.Paused = true
		if err := r.Update(ctx, d); err != nil {
			return false, err
		}
		var now appsv1.Deployment
		if err := r.Get(ctx, client.ObjectKeyFromObject(d), &now); err != nil {
			return false, err
		}
		if now.Labels["tier"] == "" {
			return true, r.Delete(ctx, &now)
		}
	}
	return false, nil
}

// What was set in the items before is sent, too: in another loop, by a function that is handed the list or its items, or by the
// clientset's.
func (r *Reconciler) labelledBefore(ctx context.Context) error {
	var all appsv1.DeploymentList
	if err := r.List(ctx, &all); err != nil {
		return err
	}
	for i := range all.Items {
		all.Items[i].Labels["tier"] = "shop"
	}
	for i := range all.Items {
		d := &all.Items[i]
		d.Spec.Paused = true
		if err := r.Update(ctx, d); err != nil {
			return err
		}
		var now appsv1.Deployment
		if err := r.Get(ctx, client.ObjectKeyFromObject(d), &now); err != nil { // want `Deployment.*Labels\[tier\] decides.*\[staleread/get\]`
			return err
		}
		if now.Labels["tier"] == "" {
			return r.Delete(ctx, &now)
		}
	}
	return nil
}

func (r *Reconciler) labelledByOther(ctx context.Context) error {
	var all appsv1.DeploymentList
	if err := r.List(ctx, &all); err != nil {
		return err
	}
	label(all.Items)
	for _, d := range all.Items {
		d.Spec.Paused = true
		if err := r.Update(ctx, &d); err != nil {
			return err
		}
		var now appsv1.Deployment
		if err := r.Get(ctx, client.ObjectKeyFromObject(&d), &now); err != nil { // want `Deployment.*Labels\[tier\] decides.*\[staleread/get\]`
			return err
		}
		if now.Labels["tier"] == "" {
			return r.Delete(ctx, &now)
		}
	}
	return nil
}

func label(all []appsv1.Deployment) {
	for i := range all {
		all[i].Labels = map[string]string{"tier": "shop"}
	}
}

// A sorted list has the same items.
func (r *Reconciler) byName(ctx context.Context) error {
	all, err := r.clientset.CoreV1().Nodes().List(ctx, metav1.ListOptions{})
	if err != nil {
		return err
	}
	slices.SortFunc(all.Items, func(a, b corev1.Node) int { return len(a.Name) - len(b.Name) })
	for _, node := range all.Items {
		node.Spec.Unschedulable = true
		if _, err := r.clientset.CoreV1().Nodes().Update(ctx, &node, metav1.UpdateOptions{}); err != nil {
			return err
		}
		now, err := r.nodes.Get(node.Name)
		if err != nil {
			return err
		}
		if now.Labels["pool"] == "" {
			return r.clientset.CoreV1().Nodes().Delete(ctx, node.Name, metav1.DeleteOptions{})
		}
	}
	return nil
}

// A lister returns pointers, of which copies are changed.
func (r *Reconciler) cordon(ctx context.Context) error {
	all, err := r.nodes.List(labels.Everything())
	if err != nil {
		return err
	}
	for _, node := range all {
		node := node.DeepCopy()
		node.Spec.Unschedulable = true
		if _, err := r.clientset.CoreV1().Nodes().Update(ctx, node, metav1.UpdateOptions{}); err != nil {
			return err
		}
		now, err := r.nodes.Get(node.Name)
		if err != nil {
			return err
		}
		if now.Labels["pool"] == "" {
			return r.clientset.CoreV1().Nodes().Delete(ctx, node.Name, metav1.DeleteOptions{})
		}
	}
	return nil
}

func (r *Reconciler) cordonTwice(ctx context.Context) error {
	all, err := r.nodes.List(labels.Everything())
	if err != nil {
		return err
	}
	for _, node := range all {
		node := node.DeepCopy()
		node.Spec.Unschedulable = true
		if _, err := r.clientset.CoreV1().Nodes().Update(ctx, node, metav1.UpdateOptions{}); err != nil {
			return err
		}
		now, err := r.nodes.Get(node.Name) // want `Node.*Spec.Unschedulable decides.*\[staleread/lister\]`
		if err != nil {
			return err
		}
		if !now.Spec.Unschedulable {
			return r.clientset.CoreV1().Nodes().Delete(ctx, node.Name, metav1.DeleteOptions{})
		}
	}
	return nil
}

// Set in a function literal, in a slice that may be none, by what a copy shares, and by other items.
func (r *Reconciler) labelledInside(ctx context.Context) error {
	var all appsv1.DeploymentList
	if err := r.List(ctx, &all); err != nil {
		return err
	}
	set := func(i int) { all.Items[i].Labels["tier"] = "shop" }
	for i := range all.Items {
		set(i)
		d := &all.Items[i]
		d.Spec.Paused = true
		if err := r.Update(ctx, d); err != nil {
			return err
		}
		var now appsv1.Deployment
		if err := r.Get(ctx, client.ObjectKeyFromObject(d), &now); err != nil { // want `Deployment.*Labels\[tier\] decides.*\[staleread/get\]`
			return err
		}
		if now.Labels["tier"] == "" {
			return r.Delete(ctx, &now)
		}
	}
	return nil
}

func (r *Reconciler) labelledSome(ctx context.Context, few bool) error {
	var all appsv1.DeploymentList
	if err := r.List(ctx, &all); err != nil {
		return err
	}
	some := all.Items
	if few {
		some = nil
	}
	for i := range some {
		some[i].Labels["tier"] = "shop"
	}
	for i := range all.Items {
		d := &all.Items[i]
		d.Spec.Paused = true
		if err := r.Update(ctx, d); err != nil {
			return err
		}
		var now appsv1.Deployment
		if err := r.Get(ctx, client.ObjectKeyFromObject(d), &now); err != nil { // want `Deployment.*Labels\[tier\] decides.*\[staleread/get\]`
			return err
		}
		if now.Labels["tier"] == "" {
			return r.Delete(ctx, &now)
		}
	}
	return nil
}

func (r *Reconciler) labelledCopies(ctx context.Context) error {
	var all appsv1.DeploymentList
	if err := r.List(ctx, &all); err != nil {
		return err
	}
	for _, d := range all.Items {
		d.Labels["tier"] = "shop"
	}
	for i := range all.Items {
		d := &all.Items[i]
		d.Spec.Paused = true
		if err := r.Update(ctx, d); err != nil {
			return err
		}
		var now appsv1.Deployment
		if err := r.Get(ctx, client.ObjectKeyFromObject(d), &now); err != nil { // want `Deployment.*Labels\[tier\] decides.*\[staleread/get\]`
			return err
		}
		if now.Labels["tier"] == "" {
			return r.Delete(ctx, &now)
		}
	}
	return nil
}

func (r *Reconciler) replaced(ctx context.Context, want []appsv1.Deployment) error {
	var all appsv1.DeploymentList
	if err := r.List(ctx, &all); err != nil {
		return err
	}
	copy(all.Items, want)
	for i := range all.Items {
		d := &all.Items[i]
		d.Spec.Paused = true
		if err := r.Update(ctx, d); err != nil {
			return err
		}
		var now appsv1.Deployment
		if err := r.Get(ctx, client.ObjectKeyFromObject(d), &now); err != nil { // want `Deployment.*Labels\[tier\] decides.*\[staleread/get\]`
			return err
		}
		if now.Labels["tier"] == "" {
			return r.Delete(ctx, &now)
		}
	}
	return nil
}

func (r *Reconciler) replacedFirst(ctx context.Context, want appsv1.Deployment) error {
	var all appsv1.DeploymentList
	if err := r.List(ctx, &all); err != nil {
		return err
	}
	slices.Replace(all.Items, 0, 1, want)
	for i := range all.Items {
		d := &all.Items[i]
		d.Spec.Paused = true
		if err := r.Update(ctx, d); err != nil {
			return err
		}
		var now appsv1.Deployment
		if err := r.Get(ctx, client.ObjectKeyFromObject(d), &now); err != nil { // want `Deployment.*Labels\[tier\] decides.*\[staleread/get\]`
			return err
		}
		if now.Labels["tier"] == "" {
			return r.Delete(ctx, &now)
		}
	}
	return nil
}
