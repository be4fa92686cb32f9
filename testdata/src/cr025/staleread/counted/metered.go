package counted

import (
	"context"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/client-go/kubernetes"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
	"ctrllint.test/cr025/staleread/counted/meter"
)

// shares has what it counts counted elsewhere, in each round anew.
type shares struct {
	client.Client
	clientset kubernetes.Interface
	meter     meter.Meter
}

func newShares(mgr ctrl.Manager) *shares {
	return &shares{Client: mgr.GetClient(), meter: meter.Meter{Client: mgr.GetClient()}}
}

// Those that got their share in the rounds before aren't counted: the owner gets more than there is.
func (s *shares) grant(ctx context.Context, owner *corev1.Namespace, most int) error {
	waiting, err := s.waiting(ctx, owner)
	if err != nil {
		return err
	}
	for _, w := range waiting {
		used, err := s.meter.Used(ctx, owner.Namespace, owner.Name) // want `^warning: .*List in meter.Meter.Used .* after the Status\(\).Update .*Status.Phase.*\[staleread/list\]`
		if err != nil || used+w.Spec.Size > most {
			return err
		}
		if err := s.allot(ctx, w); err != nil {
			return err
		}
	}
	return nil
}

// What was given is added up.
func (s *shares) grantCounted(ctx context.Context, owner *corev1.Namespace, most int) error {
	waiting, err := s.waiting(ctx, owner)
	if err != nil {
		return err
	}
	used, err := s.meter.Used(ctx, owner.Namespace, owner.Name)
	if err != nil {
		return err
	}
	for _, w := range waiting {
		if used += w.Spec.Size; used > most {
			return nil
		}
		if err := s.allot(ctx, w); err != nil {
			return err
		}
	}
	return nil
}

func (s *shares) waiting(ctx context.Context, owner *corev1.Namespace) (out []*api.Widget, err error) {
	var widgets api.WidgetList
	if err := s.List(ctx, &widgets, client.InNamespace(owner.Namespace), client.MatchingLabels{"owner": owner.Name}); err != nil {
		return nil, err
	}
	for i := range widgets.Items {
		if widgets.Items[i].Status.Phase == "" {
			out = append(out, &widgets.Items[i])
		}
	}
	return out, nil
}

func (s *shares) allot(ctx context.Context, w *api.Widget) error {
	w.Status.Phase = meter.Granted
	return s.Status().Update(ctx, w)
}

// The Pods that were deleted in the rounds before are counted as running still: all are deleted at once.
func (s *shares) roll(ctx context.Context, owner *corev1.Namespace, least int) error {
	var pods corev1.PodList
	if err := s.List(ctx, &pods, client.InNamespace(owner.Namespace), client.MatchingLabels{"owner": owner.Name}); err != nil {
		return err
	}
	for i := range pods.Items {
		spare, err := s.meter.Spare(ctx, owner.Namespace, owner.Name, least) // want `^warning: .*List in meter.Meter.Spare .* after the Delete .*the deleted object may still be there.*\[staleread/list\]`
		if err != nil || !spare {
			return err
		}
		if err := s.Delete(ctx, &pods.Items[i]); err != nil {
			return err
		}
	}
	return nil
}

// One a reconcile is enough.
func (s *shares) rollOne(ctx context.Context, owner *corev1.Namespace, least int) error {
	var pods corev1.PodList
	if err := s.List(ctx, &pods, client.InNamespace(owner.Namespace), client.MatchingLabels{"owner": owner.Name}); err != nil {
		return err
	}
	for i := range pods.Items {
		spare, err := s.meter.Spare(ctx, owner.Namespace, owner.Name, least)
		if err != nil || !spare {
			return err
		}
		return s.Delete(ctx, &pods.Items[i])
	}
	return nil
}

// The Pods of another owner are counted, as far as can be seen: a Pod may have both.
func (s *shares) rollOther(ctx context.Context, owner, other *corev1.Namespace, least int) error {
	var pods corev1.PodList
	if err := s.List(ctx, &pods, client.InNamespace(owner.Namespace), client.MatchingLabels{"owner": owner.Name}); err != nil {
		return err
	}
	for i := range pods.Items {
		spare, err := s.meter.Spare(ctx, owner.Namespace, other.Name, least) // want `^note: .*List in meter.Meter.Spare .* after the Delete .*\[staleread/list\]`
		if err != nil || !spare {
			return err
		}
		if err := s.Delete(ctx, &pods.Items[i]); err != nil {
			return err
		}
	}
	return nil
}

// What was just deleted with all others of the owner is there still, and not made again.
func (s *shares) anew(ctx context.Context, owner *corev1.Namespace, n int) error {
	err := s.DeleteAllOf(ctx, &corev1.ConfigMap{}, client.InNamespace(owner.Namespace), client.MatchingLabels{"owner": owner.Name})
	if err != nil {
		return err
	}
	have, err := s.names(ctx, owner)
	if err != nil {
		return err
	}
	return s.fill(ctx, owner, have, n)
}

func (s *shares) names(ctx context.Context, owner *corev1.Namespace) (sets.Set[string], error) {
	var parts corev1.ConfigMapList
	if err := s.List(ctx, &parts, client.InNamespace(owner.Namespace), client.MatchingLabels{"owner": owner.Name}); err != nil { // want `^warning: List after the DeleteAllOf .*the deleted object may still be there.*\[staleread/list\]`
		return nil, err
	}
	names := sets.New[string]()
	for _, part := range parts.Items {
		names.Insert(part.Name)
	}
	return names, nil
}

func (s *shares) fill(ctx context.Context, owner *corev1.Namespace, have sets.Set[string], n int) error {
	for i := range n {
		part := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{
			Namespace: owner.Namespace, Name: fmt.Sprintf("%s-%d", owner.Name, i), Labels: map[string]string{"owner": owner.Name},
		}}
		if have.Has(part.Name) {
			continue
		}
		if err := s.Create(ctx, part); err != nil {
			return err
		}
	}
	return nil
}

// All of them are made after all were deleted.
func (s *shares) anewAll(ctx context.Context, owner *corev1.Namespace, n int) error {
	err := s.DeleteAllOf(ctx, &corev1.ConfigMap{}, client.InNamespace(owner.Namespace), client.MatchingLabels{"owner": owner.Name})
	if err != nil {
		return err
	}
	return s.fill(ctx, owner, sets.New[string](), n)
}

// The label by which the leader is found has just been given to another one.
func (s *shares) lead(ctx context.Context, owner *corev1.Namespace, pod string) (string, error) {
	patch := fmt.Appendf(nil, `{"metadata":{"labels":{%q:%q}}}`, "role", "leader")
	if _, err := s.clientset.CoreV1().Pods(owner.Namespace).Patch(ctx, pod, types.MergePatchType, patch, metav1.PatchOptions{}); err != nil {
		return "", err
	}
	var leaders corev1.PodList
	if err := s.List(ctx, &leaders, client.InNamespace(owner.Namespace), client.MatchingLabels{"role": "leader"}); err != nil { // want `^warning: List after the Patch .*an object may still be selected by the label that it had.*\[staleread/list\]`
		return "", err
	}
	if len(leaders.Items) != 1 {
		return "", fmt.Errorf("%d leaders", len(leaders.Items))
	}
	return leaders.Items[0].Name, s.tell(ctx, owner, leaders.Items[0].Name)
}

// It is another label.
func (s *shares) marked(ctx context.Context, owner *corev1.Namespace, pod string) error {
	patch := fmt.Appendf(nil, `{"metadata":{"labels":{%q:%q}}}`, "zone", pod)
	if _, err := s.clientset.CoreV1().Pods(owner.Namespace).Patch(ctx, pod, types.MergePatchType, patch, metav1.PatchOptions{}); err != nil {
		return err
	}
	var leaders corev1.PodList
	if err := s.List(ctx, &leaders, client.InNamespace(owner.Namespace), client.MatchingLabels{"role": "leader"}); err != nil {
		return err
	}
	if len(leaders.Items) != 1 {
		return fmt.Errorf("%d leaders", len(leaders.Items))
	}
	return s.tell(ctx, owner, leaders.Items[0].Name)
}

func (s *shares) tell(ctx context.Context, owner *corev1.Namespace, leader string) error {
	told := &corev1.ConfigMap{}
	if err := s.Get(ctx, client.ObjectKey{Namespace: owner.Namespace, Name: "leader"}, told); err != nil {
		return err
	}
	told.Data = map[string]string{"name": leader}
	return s.Update(ctx, told)
}
