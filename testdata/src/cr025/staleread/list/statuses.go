package list

import (
	"context"
	"reflect"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/sets"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
)

// Pools has a claim made for each pool. One who lists them goes by how many there are, and the one who comes to that after a create
// by what their status has alone, which those that are new don't have yet
// (loadbalancerset/load_balancer_set_controller.go:241 of openyurtio/openyurt).
type Pools struct{ client.Client }

func (p *Pools) reconcile(ctx context.Context, svc *corev1.Service) error {
	if !svc.DeletionTimestamp.IsZero() {
		return p.clear(ctx, svc)
	}
	if err := p.fill(ctx, svc); err != nil {
		return err
	}
	return p.show(ctx, svc)
}

func (p *Pools) clear(ctx context.Context, svc *corev1.Service) error {
	now, err := p.current(ctx, svc)
	if err != nil {
		return err
	}
	if len(now) == 0 {
		controllerutil.RemoveFinalizer(svc, users)
		return p.Update(ctx, svc)
	}
	for i := range now {
		if err := p.Delete(ctx, &now[i]); err != nil {
			return err
		}
	}
	return nil
}

func (p *Pools) fill(ctx context.Context, svc *corev1.Service) error {
	now, err := p.current(ctx, svc)
	if err != nil {
		return err
	}
	for _, pool := range svc.Spec.ExternalIPs {
		if slices.ContainsFunc(now, func(w corev1.PersistentVolumeClaim) bool { return w.Name == pool }) {
			continue
		}
		w := &corev1.PersistentVolumeClaim{ObjectMeta: metav1.ObjectMeta{Namespace: svc.Namespace, Name: pool}}
		if err := p.Create(ctx, w); err != nil {
			return err
		}
	}
	return nil
}

func (p *Pools) current(ctx context.Context, svc *corev1.Service) ([]corev1.PersistentVolumeClaim, error) {
	var all corev1.PersistentVolumeClaimList
	if err := p.List(ctx, &all, client.InNamespace(svc.Namespace)); err != nil { // want `note: List after the Create .*\[staleread/list\]`
		return nil, err
	}
	return labelled(all.Items), nil
}

func labelled(all []corev1.PersistentVolumeClaim) []corev1.PersistentVolumeClaim {
	var out []corev1.PersistentVolumeClaim
	for _, w := range all {
		if w.Labels["pool"] == "" {
			continue
		}
		out = append(out, w)
	}
	return out
}

// show shows what the claims have.
func (p *Pools) show(ctx context.Context, svc *corev1.Service) error {
	now, err := p.current(ctx, svc)
	if err != nil {
		return err
	}
	ingress := ingressOf(now)
	labels := labelsOf(now)
	if !reflect.DeepEqual(svc.Status.LoadBalancer.Ingress, ingress) {
		svc.Status.LoadBalancer.Ingress = ingress
		return p.Status().Update(ctx, svc)
	}
	if !reflect.DeepEqual(svc.Labels, labels) {
		svc.Labels = labels
		return p.Update(ctx, svc)
	}
	return nil
}

func ingressOf(all []corev1.PersistentVolumeClaim) []corev1.LoadBalancerIngress {
	var out []corev1.LoadBalancerIngress
	for _, w := range all {
		for _, c := range w.Status.Conditions {
			out = append(out, corev1.LoadBalancerIngress{Hostname: c.Message})
		}
	}
	return out
}

func labelsOf(all []corev1.PersistentVolumeClaim) map[string]string {
	var list []corev1.ResourceList
	for _, w := range all {
		list = append(list, w.Status.Capacity)
	}
	return merged(list...)
}

func merged(all ...corev1.ResourceList) map[string]string {
	seen := map[corev1.ResourceName]sets.Set[string]{}
	for _, one := range all {
		for k, v := range one {
			if _, ok := seen[k]; !ok {
				seen[k] = sets.New[string]()
			}
			seen[k].Insert(v.String())
		}
	}
	out := map[string]string{}
	for k, v := range seen {
		out["merged."+string(k)] = strings.Join(sets.List(v), ",")
	}
	return out
}

// What is shown has one entry for each claim, whatever its status.
func (p *Pools) phases(ctx context.Context, svc *corev1.Service, claim *corev1.PersistentVolumeClaim) error {
	if err := p.Create(ctx, claim); err != nil {
		return err
	}
	var all corev1.PersistentVolumeClaimList
	if err := p.List(ctx, &all, client.InNamespace(svc.Namespace)); err != nil { // want `warning: List after the Create .*how many there are decides.*\[staleread/list\]`
		return err
	}
	phases := map[string]string{}
	for _, w := range all.Items {
		phases[w.Name] = string(w.Status.Phase)
	}
	if !reflect.DeepEqual(svc.Annotations, phases) {
		svc.Annotations = phases
		return p.Update(ctx, svc)
	}
	return nil
}

// So has a list that is put together of what the status has, be it nothing.
func (p *Pools) kinds(ctx context.Context, svc *corev1.Service, claim *corev1.PersistentVolumeClaim) error {
	if err := p.Create(ctx, claim); err != nil {
		return err
	}
	var all corev1.PersistentVolumeClaimList
	if err := p.List(ctx, &all, client.InNamespace(svc.Namespace)); err != nil { // want `warning: List after the Create .*how many there are decides.*\[staleread/list\]`
		return err
	}
	var phases []corev1.PersistentVolumeClaimPhase
	for _, w := range all.Items {
		phases = append(phases, w.Status.Phase)
	}
	seen := map[string]string{}
	for _, phase := range phases {
		seen[string(phase)] = "yes"
	}
	if !reflect.DeepEqual(svc.Annotations, seen) {
		svc.Annotations = seen
		return p.Update(ctx, svc)
	}
	return nil
}

// The one that was deleted has its status still.
func (p *Pools) drop(ctx context.Context, svc *corev1.Service, claim *corev1.PersistentVolumeClaim) error {
	if err := p.Delete(ctx, claim); err != nil {
		return err
	}
	var all corev1.PersistentVolumeClaimList
	if err := p.List(ctx, &all, client.InNamespace(svc.Namespace)); err != nil { // want `warning: List after the Delete .*how many there are decides.*\[staleread/list\]`
		return err
	}
	if labels := labelsOf(all.Items); !reflect.DeepEqual(svc.Labels, labels) {
		svc.Labels = labels
		return p.Update(ctx, svc)
	}
	return nil
}

// What is shown is what there was before, and the event of the one that is made brings the next.
func (p *Pools) phasesMended(ctx context.Context, svc *corev1.Service, claim *corev1.PersistentVolumeClaim) error {
	var all corev1.PersistentVolumeClaimList
	if err := p.List(ctx, &all, client.InNamespace(svc.Namespace)); err != nil {
		return err
	}
	phases := map[string]string{}
	for _, w := range all.Items {
		phases[w.Name] = string(w.Status.Phase)
	}
	if _, ok := phases[claim.Name]; !ok {
		return p.Create(ctx, claim)
	}
	if !reflect.DeepEqual(svc.Annotations, phases) {
		svc.Annotations = phases
		return p.Update(ctx, svc)
	}
	return nil
}

// What is put together of constants, for those that have a label, counts them, too.
func (p *Pools) zones(ctx context.Context, svc *corev1.Service, claim *corev1.PersistentVolumeClaim) error {
	if err := p.Create(ctx, claim); err != nil {
		return err
	}
	var all corev1.PersistentVolumeClaimList
	if err := p.List(ctx, &all, client.InNamespace(svc.Namespace)); err != nil { // want `warning: .*PersistentVolumeClaims.*\[staleread/list\]`
		return err
	}
	var zones []string
	for _, claim := range all.Items {
		if claim.Labels["zone"] == "a" {
			zones = append(zones, "zone-a")
		}
	}
	marks := map[string]string{}
	for _, zone := range zones {
		marks[zone] = "yes"
	}
	if !reflect.DeepEqual(svc.Labels, marks) {
		svc.Labels = marks
		return p.Update(ctx, svc)
	}
	return nil
}
