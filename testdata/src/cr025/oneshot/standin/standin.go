// Package standin approves certificates that its program asked for.
package standin

import (
	"context"

	certificates "k8s.io/api/certificates/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

// Approve has all requests approved.
func Approve(ctx context.Context, client kubernetes.Interface, requests cache.SharedInformer) error {
	_, err := requests.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			request, ok := obj.(*certificates.CertificateSigningRequest)
			if !ok {
				return
			}
			_, _ = client.CertificatesV1().CertificateSigningRequests().UpdateApproval(ctx, request.Name, request, metav1.UpdateOptions{}) // want `\[oneshot/write\]`
		},
	})
	return err
}
