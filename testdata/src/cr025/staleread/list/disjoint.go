package list

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

// Exposer has a Service for each purpose of a Widget.
type Exposer struct{ client.Client }

const (
	purpose = "purpose"
	node    = "node"
	proxy   = "proxy"
	tunnel  = "tunnel"
)

// What one call has written, the other doesn't list; openyurt (v1.7) gateway_public_service_controller.go:357.
func (e *Exposer) expose(ctx context.Context, w *api.Widget) error {
	if err := e.exposeFor(ctx, w, proxy); err != nil {
		return err
	}
	return e.exposeFor(ctx, w, tunnel)
}

func (e *Exposer) exposeFor(ctx context.Context, w *api.Widget, what string) error {
	have, err := e.services(ctx, w, what)
	if err != nil {
		return err
	}
	added, changed, gone := sorted(have, wanted(w, what))
	for i := 0; i < len(added); i++ {
		if err := e.Create(ctx, added[i]); err != nil {
			return err
		}
	}
	for i := 0; i < len(changed); i++ {
		if err := e.Update(ctx, changed[i]); err != nil {
			return err
		}
	}
	for i := 0; i < len(gone); i++ {
		if err := e.Delete(ctx, gone[i]); err != nil {
			return err
		}
	}
	return nil
}

func (e *Exposer) services(ctx context.Context, w *api.Widget, what string) (*corev1.ServiceList, error) {
	var list corev1.ServiceList
	err := e.List(ctx, &list, &client.ListOptions{
		LabelSelector: labels.Set{"widget": w.Name, purpose: what}.AsSelector(),
	})
	if err != nil {
		return nil, err
	}
	kept := make([]corev1.Service, 0)
	for _, s := range list.Items {
		if s.Spec.Type == corev1.ServiceTypeLoadBalancer {
			kept = append(kept, s)
		}
	}
	list.Items = kept
	return &list, nil
}

func wanted(w *api.Widget, what string) *corev1.ServiceList {
	services := make([]corev1.Service, 0)
	switch what {
	case proxy:
		services = append(services, corev1.Service{
			ObjectMeta: metav1.ObjectMeta{Name: w.Name, Namespace: "expose", Labels: map[string]string{"widget": w.Name, purpose: proxy, node: w.Status.Phase}},
			Spec:       corev1.ServiceSpec{Type: corev1.ServiceTypeLoadBalancer},
		})
	case tunnel:
		services = append(services, corev1.Service{
			ObjectMeta: metav1.ObjectMeta{Name: w.Name + "-tunnel", Namespace: "expose", Labels: map[string]string{"widget": w.Name, purpose: tunnel, node: w.Status.Phase}},
			Spec:       corev1.ServiceSpec{Type: corev1.ServiceTypeLoadBalancer},
		})
	}
	return &corev1.ServiceList{Items: services}
}

// sorted returns which Services to make, which to write, and which to delete.
func sorted(have, want *corev1.ServiceList) (added, changed, gone []*corev1.Service) {
	at := map[string]int{}
	for i, s := range have.Items {
		at[s.Labels[node]] = i
	}
	for _, s := range want.Items {
		if i, ok := at[s.Labels[node]]; ok {
			old := have.Items[i].DeepCopy()
			old.Spec.Ports = s.Spec.DeepCopy().Ports
			changed = append(changed, old)
			delete(at, s.Labels[node])
		} else {
			added = append(added, s.DeepCopy())
		}
	}
	for key, i := range at {
		gone = append(gone, have.Items[i].DeepCopy())
		delete(at, key)
	}
	return added, changed, gone
}

// Here one call lists what another one has written.
func (e *Exposer) again(ctx context.Context, w *api.Widget) error {
	if err := e.tend(ctx, w, proxy); err != nil {
		return err
	}
	return e.tend(ctx, w, proxy)
}

func (e *Exposer) tend(ctx context.Context, w *api.Widget, what string) error {
	var have corev1.ServiceList
	if err := e.List(ctx, &have, client.MatchingLabels{"widget": w.Name, purpose: what}); err != nil { // want `Services.*Spec.Type decides.*\[staleread/list\]`
		return err
	}
	for i := range have.Items {
		s := &have.Items[i]
		if s.Spec.Type == corev1.ServiceTypeLoadBalancer {
			continue
		}
		s.Spec.Type = corev1.ServiceTypeLoadBalancer
		if err := e.Update(ctx, s); err != nil {
			return err
		}
	}
	return nil
}

// Mover gives Services another purpose, which is the next one's to move.
type Mover struct{ client.Client }

func (m *Mover) move(ctx context.Context, w *api.Widget) error {
	if err := m.moveTo(ctx, w, proxy, tunnel); err != nil {
		return err
	}
	return m.moveTo(ctx, w, tunnel, "none")
}

func (m *Mover) moveTo(ctx context.Context, w *api.Widget, from, to string) error {
	var have corev1.ServiceList
	if err := m.List(ctx, &have, client.MatchingLabels{"widget": w.Name, purpose: from}); err != nil { // want `warning: .*Services.*\[staleread/list\]`
		return err
	}
	for i := range have.Items {
		s := &have.Items[i]
		if s.Labels[purpose] == to {
			continue
		}
		s.Labels[purpose] = to
		if err := m.Update(ctx, s); err != nil {
			return err
		}
	}
	return nil
}

// Sharer writes what isn't from the list.
type Sharer struct{ client.Client }

func (r *Sharer) share(ctx context.Context, w *api.Widget, shared *corev1.Service) error {
	if err := r.shareFor(ctx, w, shared, proxy); err != nil {
		return err
	}
	return r.shareFor(ctx, w, shared, tunnel)
}

func (r *Sharer) shareFor(ctx context.Context, w *api.Widget, shared *corev1.Service, what string) error {
	var have corev1.ServiceList
	if err := r.List(ctx, &have, client.MatchingLabels{"widget": w.Name, purpose: what}); err != nil { // want `Services.*Spec.Type decides.*\[staleread/list\]`
		return err
	}
	for i := range have.Items {
		if have.Items[i].Spec.Type != corev1.ServiceTypeLoadBalancer {
			continue
		}
		before := shared.DeepCopy()
		shared.Spec.Type = corev1.ServiceTypeLoadBalancer
		if err := r.Patch(ctx, shared, client.MergeFrom(before)); err != nil {
			return err
		}
	}
	return nil
}

// Maker makes one for each purpose, as it is called; the spares of all purposes are for the tunnel.
type Maker struct{ client.Client }

func (m *Maker) make(ctx context.Context, w *api.Widget) error {
	if err := m.makeFor(ctx, w, proxy); err != nil {
		return err
	}
	return m.makeFor(ctx, w, tunnel)
}

func (m *Maker) makeFor(ctx context.Context, w *api.Widget, what string) error {
	var have corev1.ServiceList
	if err := m.List(ctx, &have, client.MatchingLabels{"widget": w.Name, purpose: what}); err != nil {
		return err
	}
	if len(have.Items) > 0 {
		return nil
	}
	s := &corev1.Service{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: w.Name + "-" + what}}
	s.Labels = labelsFor(w, what)
	return m.Create(ctx, s)
}

func labelsFor(w *api.Widget, what string) map[string]string {
	return map[string]string{"widget": w.Name, purpose: what}
}

func (m *Maker) spares(ctx context.Context, w *api.Widget) error {
	if err := m.spareFor(ctx, w, proxy); err != nil {
		return err
	}
	return m.spareFor(ctx, w, tunnel)
}

func (m *Maker) spareFor(ctx context.Context, w *api.Widget, what string) error {
	var have corev1.ServiceList
	if err := m.List(ctx, &have, client.MatchingLabels{"widget": w.Name, purpose: what}); err != nil { // want `warning: .*Services.*\[staleread/list\]`
		return err
	}
	if len(have.Items) > 0 {
		return nil
	}
	return m.Create(ctx, &corev1.Service{ObjectMeta: metav1.ObjectMeta{
		Namespace: w.Namespace, GenerateName: "spare-", Labels: map[string]string{"widget": w.Name, purpose: tunnel},
	}})
}

// Stager takes what has one label from a state to another, where the next call finds it.
type Stager struct{ client.Client }

const state = "state"

func stateKey() string { return state + "s" }

func (m *Stager) advance(ctx context.Context) error {
	if err := m.advanceFrom(ctx, "made", "filled"); err != nil {
		return err
	}
	return m.advanceFrom(ctx, "filled", "sold")
}

func (m *Stager) advanceFrom(ctx context.Context, from, to string) error {
	var all corev1.ServiceList
	if err := m.List(ctx, &all, client.MatchingLabels{state: from}); err != nil { // want `warning: .*Services.*\[staleread/list\]`
		return err
	}
	if len(all.Items) == 0 {
		return m.Create(ctx, &corev1.ConfigMap{})
	}
	for i := range all.Items {
		all.Items[i].Labels = map[string]string{state: to}
		if err := m.Update(ctx, &all.Items[i]); err != nil {
			return err
		}
	}
	return nil
}

func (m *Stager) drop(ctx context.Context) error {
	if err := m.dropFrom(ctx, "made"); err != nil {
		return err
	}
	return m.dropFrom(ctx, "filled")
}

func (m *Stager) dropFrom(ctx context.Context, from string) error {
	var all corev1.ServiceList
	if err := m.List(ctx, &all, client.MatchingLabels{state: from}); err != nil { // want `warning: .*Services.*\[staleread/list\]`
		return err
	}
	if len(all.Items) == 0 {
		return m.Create(ctx, &corev1.ConfigMap{})
	}
	for i := range all.Items {
		delete(all.Items[i].Labels, state)
		if err := m.Update(ctx, &all.Items[i]); err != nil {
			return err
		}
	}
	return nil
}

// The label that is set is another one.
func (m *Stager) mark(ctx context.Context) error {
	if err := m.markFrom(ctx, "made"); err != nil {
		return err
	}
	return m.markFrom(ctx, "filled")
}

func (m *Stager) markFrom(ctx context.Context, from string) error {
	var all corev1.ServiceList
	if err := m.List(ctx, &all, client.MatchingLabels{state: from}); err != nil {
		return err
	}
	if len(all.Items) == 0 {
		return m.Create(ctx, &corev1.ConfigMap{})
	}
	for i := range all.Items {
		all.Items[i].Labels[stateKey()] = "seen"
		if err := m.Update(ctx, &all.Items[i]); err != nil {
			return err
		}
	}
	return nil
}
