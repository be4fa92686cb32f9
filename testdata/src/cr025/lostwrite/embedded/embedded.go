// Package embedded has a kind whose status is embedded, and has a name of its own in what is sent all the same.
package embedded

import (
	"context"

	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/util/retry"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Gate is open or not.
//
// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
type Gate struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec   GateSpec `json:"spec,omitempty"`
	Status `json:"status,omitempty"`
}

// GateSpec says how wide it is to be.
type GateSpec struct {
	Width int
}

// Status is that of many kinds.
type Status struct {
	Conditions []metav1.Condition
	Synced     *metav1.Time
	Opened     int
}

// DeepCopyObject copies the gate.
func (g *Gate) DeepCopyObject() runtime.Object {
	out := *g
	return &out
}

// Reconciler reconciles Gates.
type Reconciler struct {
	client.Client
}

// Reconcile merges what it has into what is stored.
func (r *Reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var desired Gate
	if err := r.Get(ctx, req.NamespacedName, &desired); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	desired.Opened++
	return ctrl.Result{}, retry.RetryOnConflict(retry.DefaultRetry, func() error {
		latest := &Gate{}
		if err := r.Get(ctx, req.NamespacedName, latest); err != nil {
			return err
		}
		merge(&latest.Status, desired.Status)
		return r.Status().Update(ctx, latest)
	})
}

func merge(dst *Status, src Status) {
	if src.Synced != nil {
		t := *src.Synced
		dst.Synced = &t
	}
	dst.Opened = src.Opened
	dst.Conditions = append(dst.Conditions, src.Conditions...)
}

// open counts in the status, and sends the rest.
func (r *Reconciler) open(ctx context.Context, g *Gate) error {
	g.Opened++
	return r.Update(ctx, g) // want `\[lostwrite/status\]`
}

// opened merges the status, and sends the rest.
func (r *Reconciler) opened(ctx context.Context, g *Gate, more Status) error {
	merge(&g.Status, more)
	return r.Update(ctx, g) // want `\[lostwrite/status\]`
}

// widen makes it wider, and sends the status.
func (r *Reconciler) widen(ctx context.Context, key client.ObjectKey) error {
	g := &Gate{}
	if err := r.Get(ctx, key, g); err != nil {
		return err
	}
	g.Spec.Width = 2
	g.Opened = 0
	return r.Status().Update(ctx, g) // want `\[lostwrite/spec\]`
}

// Wall has an inlined status within its own.
//
// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
type Wall struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec   GateSpec   `json:"spec,omitempty"`
	Status WallStatus `json:"status,omitempty"`
}

// WallStatus is that of many kinds, and more.
type WallStatus struct {
	Status `json:",inline"`
	Height int
}

// DeepCopyObject copies the wall.
func (w *Wall) DeepCopyObject() runtime.Object {
	out := *w
	return &out
}

// open counts in what is inlined, and sends the rest first.
func (r *Reconciler) openWall(ctx context.Context, w *Wall) error {
	meta.SetStatusCondition(&w.Status.Conditions, metav1.Condition{Type: "Open", Status: metav1.ConditionTrue})
	if err := r.Update(ctx, w); err != nil { // want `does not store the change of Status.Conditions .*\[lostwrite/status\]`
		return err
	}
	return r.Status().Update(ctx, w)
}

// Found is what was found for the references of an object, for the controller alone.
type Found struct {
	Source *Wall
	Rooms  int
}

// Host is an object that carries what was found for it along.
//
// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
type Host struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec   GateSpec   `json:"spec,omitempty"`
	Status WallStatus `json:"status,omitempty"`

	Found `json:"-"`
}

// DeepCopyObject copies the host.
func (h *Host) DeepCopyObject() runtime.Object {
	out := *h
	return &out
}

// find notes what is found, which goes into no JSON, and writes the status.
func (r *Reconciler) find(ctx context.Context, h *Host) error {
	h.Source, h.Rooms = &Wall{}, 3
	h.Status.Height = h.Rooms
	return r.Status().Update(ctx, h)
}

// name notes more than that.
func (r *Reconciler) name(ctx context.Context, h *Host) error {
	h.Rooms = 3
	h.Labels = map[string]string{"found": "yes"}
	return r.Status().Update(ctx, h) // want `does not store the change of Labels: .*\[lostwrite/spec\]`
}
