package filters

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
	"knative.dev/pkg/client/injection/kube/informers/core/v1/configmap"
	"knative.dev/pkg/client/injection/kube/informers/core/v1/secret"
	"knative.dev/pkg/client/injection/kube/informers/core/v1/service"
	"knative.dev/pkg/controller"
)

// A signer has one Secret, and one ConfigMap that it signs with that: whatever is on its queue, it looks for these.
type signer struct {
	key     types.NamespacedName
	cert    string
	client  kubernetes.Interface
	secrets corelisters.SecretLister
	maps    corelisters.ConfigMapLister
}

func newSigner(ctx context.Context, client kubernetes.Interface, cert, other string) *controller.Impl {
	s := &signer{
		key: types.NamespacedName{Namespace: "shop", Name: "signed"}, cert: cert, client: client,
		secrets: secret.Get(ctx).Lister(), maps: configmap.Get(ctx).Lister(),
	}
	impl := controller.NewContext(ctx, s, controller.ControllerOptions{WorkQueueName: "signer"})
	// Without the Secret it does nothing.
	secret.Get(ctx).Informer().AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: controller.FilterWithNameAndNamespace("shop", s.cert), // want `note: the filter of controller.FilterWithNameAndNamespace returns false.*a queue whose worker does nothing.*\[tombstone/filter\]`
		Handler:    controller.HandleAll(impl.Enqueue),
	})
	// Without the ConfigMap neither, in what it calls.
	configmap.Get(ctx).Informer().AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: controller.FilterWithName("signed"), // want `note: the filter of controller.FilterWithName returns false.*a queue whose worker does nothing.*\[tombstone/filter\]`
		Handler:    controller.HandleAll(impl.Enqueue),
	})
	// This is another ConfigMap.
	configmap.Get(ctx).Informer().AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: controller.FilterWithName(other), // want `error: the filter of controller.FilterWithName returns false.*\[tombstone/filter\]`
		Handler:    controller.HandleAll(impl.Enqueue),
	})
	// And this something of another kind.
	service.Get(ctx).Informer().AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: controller.FilterWithName("signed"), // want `error: the filter of controller.FilterWithName returns false.*\[tombstone/filter\]`
		Handler:    controller.HandleAll(impl.Enqueue),
	})
	return impl
}

func (s *signer) Reconcile(ctx context.Context, _ string) error {
	cert, err := s.secrets.Secrets("shop").Get(s.cert)
	if err != nil {
		return err
	}
	return s.sign(ctx, cert.Data["key"])
}

func (s *signer) sign(ctx context.Context, key []byte) error {
	signed, err := s.maps.ConfigMaps("shop").Get(s.key.Name)
	if err != nil {
		return err
	}
	signed = signed.DeepCopy()
	signed.BinaryData = map[string][]byte{"signature": key}
	_, err = s.client.CoreV1().ConfigMaps("shop").Update(ctx, signed, metav1.UpdateOptions{})
	return err
}

// An issuer makes its Secret anew.
type issuer struct {
	cert    string
	client  kubernetes.Interface
	secrets corelisters.SecretLister
}

func newIssuer(ctx context.Context, client kubernetes.Interface, cert string) *controller.Impl {
	i := &issuer{cert: cert, client: client, secrets: secret.Get(ctx).Lister()}
	impl := controller.NewContext(ctx, i, controller.ControllerOptions{WorkQueueName: "issuer"})
	secret.Get(ctx).Informer().AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: controller.FilterWithName(i.cert), // want `error: the filter of controller.FilterWithName returns false.*\[tombstone/filter\]`
		Handler:    controller.HandleAll(impl.Enqueue),
	})
	return impl
}

func (i *issuer) Reconcile(ctx context.Context, _ string) error {
	_, err := i.secrets.Secrets("shop").Get(i.cert)
	if !apierrors.IsNotFound(err) {
		return err
	}
	cert := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: i.cert}}
	_, err = i.client.CoreV1().Secrets("shop").Create(ctx, cert, metav1.CreateOptions{})
	return err
}
