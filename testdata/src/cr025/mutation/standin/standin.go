// Package standin approves certificates that its program asked for.
package standin

import (
	certificates "k8s.io/api/certificates/v1"
	"k8s.io/client-go/tools/cache"
)

// Approve has all requests approved.
func Approve(requests cache.SharedInformer, update func(*certificates.CertificateSigningRequest)) error {
	_, err := requests.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			request, ok := obj.(*certificates.CertificateSigningRequest)
			if !ok {
				return
			}
			request.Status.Certificate = []byte("approved") // want `\[mutation/event\]`
			update(request)
		},
	})
	return err
}
