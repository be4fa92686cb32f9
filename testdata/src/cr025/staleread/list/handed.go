package list

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Volumes makes claims, each for a component.
type Volumes struct{ client.Client }

func (v *Volumes) claim(ctx context.Context, name, component string) error {
	return v.Create(ctx, &corev1.PersistentVolumeClaim{ObjectMeta: metav1.ObjectMeta{
		Namespace: "shop",
		Name:      name,
		Labels:    map[string]string{"app": "shop", "component": component},
	}})
}

func (v *Volumes) full(ctx context.Context, component string) (bool, error) {
	var claims corev1.PersistentVolumeClaimList
	if err := v.List(ctx, &claims, &client.ListOptions{ // want `warning: .*PersistentVolumeClaims.*\[staleread/list\]`
		Namespace:     "shop",
		LabelSelector: labels.SelectorFromSet(map[string]string{"app": "shop", "component": component}),
	}); err != nil {
		return false, err
	}
	return len(claims.Items) > 3, nil
}

// What is listed is of another component than what was made.
func (v *Volumes) others(ctx context.Context) error {
	if err := v.claim(ctx, "checks", "verify"); err != nil {
		return err
	}
	full, err := v.fullOfExports(ctx)
	if err != nil || full {
		return err
	}
	return v.Create(ctx, &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: "export"}})
}

func (v *Volumes) fullOfExports(ctx context.Context) (bool, error) {
	var claims corev1.PersistentVolumeClaimList
	if err := v.List(ctx, &claims, client.InNamespace("shop"), client.MatchingLabels{"component": "export"}); err != nil {
		return false, err
	}
	return len(claims.Items) > 3, nil
}

// Here both are given to helpers.
func (v *Volumes) handed(ctx context.Context) error {
	if err := v.claim(ctx, "checks", "verify"); err != nil {
		return err
	}
	full, err := v.ofExports(ctx)
	if err != nil || full {
		return err
	}
	return v.Create(ctx, &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: "export"}})
}

func (v *Volumes) ofExports(ctx context.Context) (bool, error) { return v.fullOf(ctx, "export") }

func (v *Volumes) fullOf(ctx context.Context, component string) (bool, error) {
	var claims corev1.PersistentVolumeClaimList
	if err := v.List(ctx, &claims, &client.ListOptions{
		Namespace:     "shop",
		LabelSelector: labels.SelectorFromSet(map[string]string{"app": "shop", "component": component}),
	}); err != nil {
		return false, err
	}
	return len(claims.Items) > 3, nil
}

// The one that was made is of those that are listed.
func (v *Volumes) same(ctx context.Context) error {
	if err := v.claim(ctx, "export-1", "export"); err != nil {
		return err
	}
	full, err := v.full(ctx, "export")
	if err != nil || full {
		return err
	}
	return v.Create(ctx, &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: "export"}})
}
