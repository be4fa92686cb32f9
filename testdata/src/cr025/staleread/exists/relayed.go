package exists

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	utilerrors "k8s.io/apimachinery/pkg/util/errors"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/util/workqueue"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// A Berth is where ships are made fast.
type Berth struct {
	client.Client
	clientset kubernetes.Interface
	bollards  corelisters.ConfigMapLister
	queue     workqueue.TypedInterface[string]
	free      map[string]bool
}

// What isn't found a second time is handed on by a function of another module, as far as is known, and tried again.
func (b *Berth) moor(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	rope := &corev1.ConfigMap{}
	if err := b.Get(ctx, req.NamespacedName, rope); err != nil {
		if !apierrors.IsNotFound(err) {
			return ctrl.Result{}, utilerrors.Reduce(err)
		}
		rope = &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: req.Namespace, Name: req.Name}}
		if err := b.Create(ctx, rope); err != nil {
			if !apierrors.IsAlreadyExists(err) {
				return ctrl.Result{}, err
			}
			if err := b.Get(ctx, req.NamespacedName, rope); err != nil { // want `^note: .*the cache again.*\[staleread/exists\]`
				return ctrl.Result{}, utilerrors.Reduce(err)
			}
		}
	}
	rope.Data = map[string]string{"fast": "yes"}
	return ctrl.Result{}, b.Update(ctx, rope)
}

// That function is given the error, and what comes back is thrown away.
func (b *Berth) moorAnyhow(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	rope := &corev1.ConfigMap{}
	if err := b.Get(ctx, req.NamespacedName, rope); err != nil {
		if !apierrors.IsNotFound(err) {
			return ctrl.Result{}, utilerrors.Reduce(err)
		}
		rope = &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: req.Namespace, Name: req.Name}}
		if err := b.Create(ctx, rope); err != nil {
			if !apierrors.IsAlreadyExists(err) {
				return ctrl.Result{}, err
			}
			if err := b.Get(ctx, req.NamespacedName, rope); err != nil { // want `^warning: .*the cache again.*\[staleread/exists\]`
				_ = utilerrors.Reduce(err)
				return ctrl.Result{}, nil
			}
		}
	}
	rope.Data = map[string]string{"fast": "yes"}
	return ctrl.Result{}, b.Update(ctx, rope)
}

// NotFound is no error.
func (b *Berth) moorIfFound(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	rope := &corev1.ConfigMap{}
	if err := b.Get(ctx, req.NamespacedName, rope); err != nil {
		rope = &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: req.Namespace, Name: req.Name}}
		if err := b.Create(ctx, rope); apierrors.IsAlreadyExists(err) {
			if err := b.Get(ctx, req.NamespacedName, rope); err != nil { // want `^warning: .*the cache again.*\[staleread/exists\]`
				return ctrl.Result{}, client.IgnoreNotFound(err)
			}
		} else if err != nil {
			return ctrl.Result{}, err
		}
	}
	rope.Data = map[string]string{"fast": "yes"}
	return ctrl.Result{}, b.Update(ctx, rope)
}

// What may be another's is looked at once more; what was made just now is one's own.
func (b *Berth) set(ctx context.Context, bollard *corev1.ConfigMap, quay string) error {
	_, err := b.clientset.CoreV1().ConfigMaps(bollard.Namespace).Create(ctx, bollard, metav1.CreateOptions{})
	if apierrors.IsAlreadyExists(err) {
		have, _ := b.bollards.ConfigMaps(bollard.Namespace).Get(bollard.Name) // want `^note: .*a moment ago.*\[staleread/exists\]`
		if have != nil && have.Labels["quay"] != quay {
			b.queue.Add(bollard.Name)
		}
		return nil
	}
	return err
}

// What isn't found is noted as free.
func (b *Berth) take(ctx context.Context, bollard *corev1.ConfigMap) error {
	_, err := b.clientset.CoreV1().ConfigMaps(bollard.Namespace).Create(ctx, bollard, metav1.CreateOptions{})
	if apierrors.IsAlreadyExists(err) {
		have, _ := b.bollards.ConfigMaps(bollard.Namespace).Get(bollard.Name) // want `^warning: .*a moment ago.*\[staleread/exists\]`
		if have == nil {
			b.free[bollard.Name] = true
		}
		return nil
	}
	return err
}

// Next goes by what was noted.
func (b *Berth) Next(names []string) string {
	for _, name := range names {
		if b.free[name] {
			return name
		}
	}
	return ""
}
