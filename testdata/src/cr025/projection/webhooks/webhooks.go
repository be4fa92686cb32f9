// Package webhooks reads in admission what a controller of the same manager watches.
package webhooks

import (
	"context"
	"net/http"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/webhook/admission"
)

// handler is an admission.Handler whose reader is the manager's client.
type handler struct {
	reader  client.Reader
	decoder admission.Decoder
}

func (h *handler) Handle(ctx context.Context, req admission.Request) admission.Response {
	var ns corev1.Namespace
	if err := h.reader.Get(ctx, client.ObjectKey{Name: req.Namespace}, &ns); err != nil { // want `corev1.Namespace is cached twice: this Get reads typed objects, WatchesMetadata at webhooks.go:[0-9]+ watches metadata`
		return admission.Errored(http.StatusInternalServerError, err)
	}
	if ns.Status.Phase == corev1.NamespaceTerminating {
		return admission.Denied("going away")
	}
	return admission.Allowed("")
}

// validator is a CustomValidator.
type validator struct{ Client client.Client }

func (v *validator) ValidateCreate(ctx context.Context, d *appsv1.Deployment) (admission.Warnings, error) {
	var policies networkingv1.NetworkPolicyList
	if err := v.Client.List(ctx, &policies, client.InNamespace(d.Namespace)); err != nil { // want `networkingv1.NetworkPolicy is cached twice: this List reads typed objects, WatchesMetadata at webhooks.go:[0-9]+ watches metadata`
		return nil, err
	}
	return nil, nil
}

func (v *validator) ValidateUpdate(ctx context.Context, _, d *appsv1.Deployment) (admission.Warnings, error) {
	return v.ValidateCreate(ctx, d)
}

func (v *validator) ValidateDelete(context.Context, *appsv1.Deployment) (admission.Warnings, error) {
	return nil, nil
}

// live is one that asks the API server.
type live struct{ reader client.Reader }

func (h *live) Handle(ctx context.Context, req admission.Request) admission.Response {
	if err := h.reader.Get(ctx, client.ObjectKey{Name: req.Namespace}, &corev1.Service{}); err != nil {
		return admission.Errored(http.StatusInternalServerError, err)
	}
	return admission.Allowed("")
}

func setup(mgr ctrl.Manager) error {
	hooks := mgr.GetWebhookServer()
	hooks.Register("/ns", &admission.Webhook{Handler: &handler{reader: mgr.GetClient(), decoder: admission.NewDecoder(mgr.GetScheme())}})
	hooks.Register("/live", &admission.Webhook{Handler: &live{mgr.GetAPIReader()}})
	if err := builder.WebhookManagedBy(mgr, &appsv1.Deployment{}).WithValidator(&validator{mgr.GetClient()}).Complete(); err != nil {
		return err
	}
	return ctrl.NewControllerManagedBy(mgr).
		For(&appsv1.Deployment{}).
		WatchesMetadata(&corev1.Namespace{}, nil).
		WatchesMetadata(&networkingv1.NetworkPolicy{}, nil).
		WatchesMetadata(&corev1.Service{}, nil).
		Complete(nil)
}
