// Package simulated runs reconcilers on a client that keeps what it is given in memory, as apecloud's kubeblocks does for its plans
// (controllers/trace/mock_client.go): what they write there is read at once.
package simulated

import (
	"context"
	"maps"
	"slices"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/runtime/schema"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"ctrllint.test/cr025/staleread/api"
)

type memory struct {
	client.Client // for what the plan doesn't change
	objects       map[client.ObjectKey]client.Object
}

func (m *memory) Get(_ context.Context, key client.ObjectKey, obj client.Object, _ ...client.GetOption) error {
	found, ok := m.objects[key]
	if !ok {
		return apierrors.NewNotFound(schema.GroupResource{}, key.Name)
	}
	if from, is := found.(*corev1.ConfigMap); is {
		from.DeepCopyInto(obj.(*corev1.ConfigMap))
	}
	return nil
}

func (m *memory) Create(_ context.Context, obj client.Object, _ ...client.CreateOption) error {
	m.objects[client.ObjectKeyFromObject(obj)] = obj
	return nil
}

func (m *memory) Update(_ context.Context, obj client.Object, _ ...client.UpdateOption) error {
	m.objects[client.ObjectKeyFromObject(obj)] = obj
	return nil
}

// makers are called by the names of what they reconcile.
var makers = map[string]func(client.Client) reconcile.Reconciler{
	"widget": func(c client.Client) reconcile.Reconciler { return &widgets{c} },
	"config": newConfigs,
}

func newConfigs(c client.Client) reconcile.Reconciler { return &configs{Client: c} }

// Plan says what reconciles would come to.
func Plan(ctx context.Context, c client.Client, w *api.Widget) (int, error) {
	m := &memory{Client: c, objects: map[client.ObjectKey]client.Object{}}
	for _, name := range slices.Sorted(maps.Keys(makers)) {
		if _, err := makers[name](m).Reconcile(ctx, ctrl.Request{NamespacedName: client.ObjectKeyFromObject(w)}); err != nil {
			return 0, err
		}
	}
	return len(m.objects), nil
}

type widgets struct{ client.Client }

func (r *widgets) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	cm := &corev1.ConfigMap{}
	cm.Namespace, cm.Name = req.Namespace, req.Name
	if err := r.Create(ctx, cm); err != nil {
		return ctrl.Result{}, err
	}
	found := &corev1.ConfigMap{}
	if err := r.Get(ctx, req.NamespacedName, found); apierrors.IsNotFound(err) {
		return ctrl.Result{}, r.Create(ctx, cm)
	}
	return ctrl.Result{}, nil
}

type configs struct{ client.Client }

func (r *configs) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	cm := &corev1.ConfigMap{}
	if err := r.Get(ctx, req.NamespacedName, cm); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	cm.Data = map[string]string{"planned": "yes"}
	if err := r.Update(ctx, cm); err != nil {
		return ctrl.Result{}, err
	}
	after := &corev1.ConfigMap{}
	if err := r.Get(ctx, req.NamespacedName, after); err != nil {
		return ctrl.Result{}, err
	}
	if after.Data["planned"] == "" {
		return ctrl.Result{}, r.Delete(ctx, after)
	}
	return ctrl.Result{}, nil
}
