package counted

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
)

// Roller replaces volumes' claims, as long as enough are bound.
type Roller struct {
	claims  corelisters.PersistentVolumeClaimLister
	clients kubernetes.Interface
}

// What was just deleted is counted in the next round.
func (r *Roller) roll(ctx context.Context, ns, name, class string) error {
	selector := labels.SelectorFromSet(labels.Set{"store": name})
	claims, err := r.claims.PersistentVolumeClaims(ns).List(selector)
	if err != nil {
		return err
	}
	for _, claim := range claims {
		if claim.Labels["class"] == class {
			continue
		}
		bound, err := r.bound(ns, selector)
		if err != nil || bound <= len(claims)/2 {
			return err
		}
		if err := r.clients.CoreV1().PersistentVolumeClaims(ns).Delete(ctx, claim.Name, metav1.DeleteOptions{}); err != nil {
			return err
		}
	}
	return nil
}

func (r *Roller) bound(ns string, selector labels.Selector) (int, error) {
	claims, err := r.claims.PersistentVolumeClaims(ns).List(selector) // want `^warning: .*how many there are decides.*\[staleread/list\]`
	n := 0
	for _, claim := range claims {
		if isBound(claim) {
			n++
		}
	}
	return n, err
}

func isBound(claim *corev1.PersistentVolumeClaim) bool {
	return claim.Status.Phase == corev1.ClaimBound
}

// The mended twin counts once, and goes on by itself.
func (r *Roller) rollMended(ctx context.Context, ns, name, class string) error {
	selector := labels.SelectorFromSet(labels.Set{"store": name})
	claims, err := r.claims.PersistentVolumeClaims(ns).List(selector)
	if err != nil {
		return err
	}
	bound := 0
	for _, claim := range claims {
		if isBound(claim) {
			bound++
		}
	}
	for _, claim := range claims {
		if claim.Labels["class"] == class {
			continue
		}
		if bound <= len(claims)/2 {
			return nil
		}
		if err := r.clients.CoreV1().PersistentVolumeClaims(ns).Delete(ctx, claim.Name, metav1.DeleteOptions{}); err != nil {
			return err
		}
		bound--
	}
	return nil
}

// One at a time: the event of the delete brings the next.
func (r *Roller) rollOne(ctx context.Context, ns, name, class string) error {
	selector := labels.SelectorFromSet(labels.Set{"store": name})
	claims, err := r.claims.PersistentVolumeClaims(ns).List(selector)
	if err != nil {
		return err
	}
	for _, claim := range claims {
		if claim.Labels["class"] == class {
			continue
		}
		if n, err := r.boundOnce(ns, selector); err != nil || n <= len(claims)/2 {
			return err
		}
		return r.clients.CoreV1().PersistentVolumeClaims(ns).Delete(ctx, claim.Name, metav1.DeleteOptions{})
	}
	return nil
}

func (r *Roller) boundOnce(ns string, selector labels.Selector) (int, error) {
	claims, err := r.claims.PersistentVolumeClaims(ns).List(selector)
	n := 0
	for _, claim := range claims {
		if isBound(claim) {
			n++
		}
	}
	return n, err
}

// Until there are none: what is gone is deleted once more, which costs nothing.
func (r *Roller) clear(ctx context.Context, ns string, names []string) error {
	for _, name := range names {
		left, err := r.left(ns)
		if err != nil || left == 0 {
			return err
		}
		if err := r.clients.CoreV1().PersistentVolumeClaims(ns).Delete(ctx, name, metav1.DeleteOptions{}); err != nil {
			return err
		}
	}
	return nil
}

func (r *Roller) left(ns string) (int, error) {
	claims, err := r.claims.PersistentVolumeClaims(ns).List(labels.Everything()) // want `^note: .*\[staleread/list\]`
	return len(claims), err
}
