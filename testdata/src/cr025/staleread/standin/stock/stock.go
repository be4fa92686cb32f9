// Package stock puts ConfigMaps away, and looks for them at once. Which reader looks, the set-up says; where it says none, the client
// stands in for it.
package stock

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

func empty(req ctrl.Request) *corev1.ConfigMap {
	return &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: req.Namespace, Name: req.Name}}
}

// A Depot is given a reader of the API server.
type Depot struct {
	client.Client
	live client.Reader
}

// NewDepot makes one. The client looks if there is no reader.
func NewDepot(c client.Client, live client.Reader) *Depot {
	if live == nil {
		live = c
	}
	return &Depot{Client: c, live: live}
}

// Plain makes one that asks the client only. No program does.
func Plain(c client.Client) *Depot { return NewDepot(c, c) }

// Watch sets the Depot up.
func (d *Depot) Watch(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Secret{}).Complete(d)
}

// Reconcile puts a ConfigMap away, and adds another one if it is gone.
func (d *Depot) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	if err := d.Create(ctx, empty(req)); err != nil {
		return ctrl.Result{}, err
	}
	found := &corev1.ConfigMap{}
	if err := d.look(ctx, req, found); apierrors.IsNotFound(err) {
		return ctrl.Result{}, d.Create(ctx, &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: req.Namespace, GenerateName: "lost-"}})
	}
	return ctrl.Result{}, nil
}

func (d *Depot) look(ctx context.Context, req ctrl.Request, into *corev1.ConfigMap) error {
	if d.live != nil {
		return d.live.Get(ctx, req.NamespacedName, into) // want `Get after the Create.*corev1.ConfigMap.*\[staleread/get\]`
	}
	return d.Client.Get(ctx, req.NamespacedName, into)
}

// A Booth is given none.
type Booth struct {
	client.Client
	live client.Reader
}

// NewBooth makes one. The client looks if there is no reader.
func NewBooth(c client.Client, live client.Reader) *Booth {
	if live == nil {
		live = c
	}
	return &Booth{Client: c, live: live}
}

// Watch sets the Booth up.
func (b *Booth) Watch(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Secret{}).Complete(b)
}

// Reconcile puts a ConfigMap away, and adds another one if it is gone.
func (b *Booth) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	if err := b.Create(ctx, empty(req)); err != nil {
		return ctrl.Result{}, err
	}
	found := &corev1.ConfigMap{}
	if err := b.look(ctx, req, found); apierrors.IsNotFound(err) {
		return ctrl.Result{}, b.Create(ctx, &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: req.Namespace, GenerateName: "lost-"}})
	}
	return ctrl.Result{}, nil
}

func (b *Booth) look(ctx context.Context, req ctrl.Request, into *corev1.ConfigMap) error {
	if b.live != nil {
		return b.live.Get(ctx, req.NamespacedName, into)
	}
	return b.Client.Get(ctx, req.NamespacedName, into) // want `Get after the Create.*corev1.ConfigMap.*\[staleread/get\]`
}

// A Yard is given one if a flag says so.
type Yard struct {
	client.Client
	live client.Reader
}

// NewYard makes one. The client looks if there is no reader.
func NewYard(c client.Client, live client.Reader) *Yard {
	if live == nil {
		live = c
	}
	return &Yard{Client: c, live: live}
}

// Watch sets the Yard up.
func (y *Yard) Watch(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Secret{}).Complete(y)
}

// Reconcile puts a ConfigMap away, and adds another one if it is gone.
func (y *Yard) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	if err := y.Create(ctx, empty(req)); err != nil {
		return ctrl.Result{}, err
	}
	found := &corev1.ConfigMap{}
	if err := y.look(ctx, req, found); apierrors.IsNotFound(err) {
		return ctrl.Result{}, y.Create(ctx, &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: req.Namespace, GenerateName: "lost-"}})
	}
	return ctrl.Result{}, nil
}

func (y *Yard) look(ctx context.Context, req ctrl.Request, into *corev1.ConfigMap) error {
	if y.live != nil {
		return y.live.Get(ctx, req.NamespacedName, into)
	}
	return y.Client.Get(ctx, req.NamespacedName, into) // want `Get after the Create.*corev1.ConfigMap.*\[staleread/get\]`
}

// A Kiosk has a reader of the API server.
type Kiosk struct {
	client.Client
	Live client.Reader
}

// Ready has the client look if there is no reader.
func (k *Kiosk) Ready() *Kiosk {
	if k.Live == nil {
		k.Live = k.Client
	}
	return k
}

// Watch sets the Kiosk up.
func (k *Kiosk) Watch(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Secret{}).Complete(k)
}

// Reconcile puts a ConfigMap away, and adds another one if it is gone.
func (k *Kiosk) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	if err := k.Create(ctx, empty(req)); err != nil {
		return ctrl.Result{}, err
	}
	found := &corev1.ConfigMap{}
	if err := k.look(ctx, req, found); apierrors.IsNotFound(err) {
		return ctrl.Result{}, k.Create(ctx, &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: req.Namespace, GenerateName: "lost-"}})
	}
	return ctrl.Result{}, nil
}

func (k *Kiosk) look(ctx context.Context, req ctrl.Request, into *corev1.ConfigMap) error {
	if k.Live != nil {
		return k.Live.Get(ctx, req.NamespacedName, into) // want `Get after the Create.*corev1.ConfigMap.*\[staleread/get\]`
	}
	return k.Client.Get(ctx, req.NamespacedName, into)
}

// A Stall has none.
type Stall struct {
	client.Client
	Live client.Reader
}

// Ready has the client look if there is no reader.
func (s *Stall) Ready() *Stall {
	if s.Live == nil {
		s.Live = s.Client
	}
	return s
}

// Watch sets the Stall up.
func (s *Stall) Watch(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Secret{}).Complete(s)
}

// Reconcile puts a ConfigMap away, and adds another one if it is gone.
func (s *Stall) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	if err := s.Create(ctx, empty(req)); err != nil {
		return ctrl.Result{}, err
	}
	found := &corev1.ConfigMap{}
	if err := s.look(ctx, req, found); apierrors.IsNotFound(err) {
		return ctrl.Result{}, s.Create(ctx, &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: req.Namespace, GenerateName: "lost-"}})
	}
	return ctrl.Result{}, nil
}

func (s *Stall) look(ctx context.Context, req ctrl.Request, into *corev1.ConfigMap) error {
	if s.Live != nil {
		return s.Live.Get(ctx, req.NamespacedName, into) // want `Get after the Create.*corev1.ConfigMap.*\[staleread/get\]`
	}
	return s.Client.Get(ctx, req.NamespacedName, into)
}
