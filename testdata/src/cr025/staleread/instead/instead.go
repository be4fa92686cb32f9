// Package instead asks the API server for what the cache doesn't have, without a look at what the error is.
package instead

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// A Ledger writes down what there is.
type Ledger struct {
	client.Client
	server client.Reader
}

// SetupWithManager sets the Ledger up.
func (l *Ledger) SetupWithManager(mgr ctrl.Manager) error {
	l.server = mgr.GetAPIReader()
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Service{}).Complete(l)
}

// Reconcile writes down three things and looks for each.
func (l *Ledger) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	at := metav1.ObjectMeta{Namespace: req.Namespace, Name: req.Name}
	if err := l.Create(ctx, &corev1.Endpoints{ObjectMeta: at}); err != nil {
		return ctrl.Result{}, err
	}
	if l.byList(ctx, req) == nil {
		return ctrl.Result{}, l.Delete(ctx, &corev1.Pod{ObjectMeta: at})
	}
	if err := l.Create(ctx, &corev1.LimitRange{ObjectMeta: at}); err != nil {
		return ctrl.Result{}, err
	}
	if l.never(ctx, req) == nil {
		return ctrl.Result{}, l.Delete(ctx, &corev1.Pod{ObjectMeta: at})
	}
	if err := l.Create(ctx, &corev1.ResourceQuota{ObjectMeta: at}); err != nil {
		return ctrl.Result{}, err
	}
	if l.besides(ctx, req) == nil {
		return ctrl.Result{}, l.Delete(ctx, &corev1.Pod{ObjectMeta: at})
	}
	return ctrl.Result{}, nil
}

// Whatever is wrong with the cache, the API server is asked.
func (l *Ledger) byList(ctx context.Context, req ctrl.Request) *corev1.Endpoints {
	ends := &corev1.Endpoints{}
	if err := l.Get(ctx, req.NamespacedName, ends); err == nil {
		return ends
	}
	var all corev1.EndpointsList
	if err := l.server.List(ctx, &all, client.InNamespace(req.Namespace), client.MatchingFields{"metadata.name": req.Name}); err != nil || len(all.Items) == 0 {
		return nil
	}
	return &all.Items[0]
}

// Nobody else is asked.
func (l *Ledger) never(ctx context.Context, req ctrl.Request) *corev1.LimitRange {
	limits := &corev1.LimitRange{}
	if err := l.Get(ctx, req.NamespacedName, limits); err == nil { // want `LimitRange.*\[staleread/get\]`
		return limits
	}
	return nil
}

// The API server is asked for all of them in any case, and what it says doesn't stand in for what the cache lacks.
func (l *Ledger) besides(ctx context.Context, req ctrl.Request) *corev1.ResourceQuota {
	quota := &corev1.ResourceQuota{}
	missing := l.Get(ctx, req.NamespacedName, quota) // want `ResourceQuota.*\[staleread/get\]`
	var all corev1.ResourceQuotaList
	if err := l.server.List(ctx, &all); err != nil || len(all.Items) > 100 {
		return quota
	}
	if missing != nil {
		return nil
	}
	return quota
}
