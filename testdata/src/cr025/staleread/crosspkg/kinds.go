package crosspkg

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
	"ctrllint.test/cr025/staleread/crosspkg/kinds"
)

// Kinds reads and writes through generic types of another package.
type Kinds struct {
	client.Client
	configs *kinds.Of[*corev1.ConfigMap]
	secrets kinds.Named[corev1.Secret, *corev1.Secret]
	own     ownConfigs
}

// ownConfigs embeds one.
type ownConfigs struct{ *kinds.Of[*corev1.ConfigMap] }

// SetupWithManager fills it.
func (r *Kinds) SetupWithManager(mgr ctrl.Manager) error {
	r.Client = mgr.GetClient()
	r.configs = kinds.New(r.Client, func() *corev1.ConfigMap { return &corev1.ConfigMap{} })
	r.secrets = kinds.NewNamed[corev1.Secret](r.Client)
	r.own = ownConfigs{r.configs}
	return ctrl.NewControllerManagedBy(mgr).For(&api.Widget{}).Complete(r)
}

// Reconcile compares what it reads anew.
func (r *Kinds) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	cm, err := r.configs.Load(ctx, req.NamespacedName)
	if err != nil {
		return ctrl.Result{}, err
	}
	cm.Data["size"] = "large"
	if err := r.configs.Save(ctx, cm); err != nil {
		return ctrl.Result{}, err
	}
	now, err := r.configs.Load(ctx, req.NamespacedName) // want `warning: .*ConfigMap.*Data\[size\] decides.*\[staleread/get\]`
	if err != nil {
		return ctrl.Result{}, err
	}
	if now.Data["size"] != "large" {
		return ctrl.Result{}, r.Delete(ctx, now)
	}
	return ctrl.Result{}, nil
}

func (r *Kinds) named(ctx context.Context, key client.ObjectKey) error {
	s, err := r.secrets.Load(ctx, key)
	if err != nil {
		return err
	}
	s.StringData = map[string]string{"token": "new"}
	if err := r.secrets.Save(ctx, s); err != nil {
		return err
	}
	now, err := r.secrets.Load(ctx, key) // want `warning: .*Secret.*Data\[token\] decides.*\[staleread/get\]`
	if err != nil {
		return err
	}
	if len(now.Data["token"]) == 0 {
		return r.Delete(ctx, now)
	}
	return nil
}

func (r *Kinds) embedded(ctx context.Context, key client.ObjectKey) error {
	cm, err := r.own.Load(ctx, key)
	if err != nil {
		return err
	}
	cm.Data["size"] = "small"
	if err := r.own.Save(ctx, cm); err != nil {
		return err
	}
	now, err := r.own.Load(ctx, key) // want `warning: .*ConfigMap.*Data\[size\] decides.*\[staleread/get\]`
	if err != nil {
		return err
	}
	if now.Data["size"] != "small" {
		return r.Delete(ctx, now)
	}
	return nil
}

// Another kind of the same name is another object.
func (r *Kinds) otherKind(ctx context.Context, key client.ObjectKey) error {
	cm, err := r.configs.Load(ctx, key)
	if err != nil {
		return err
	}
	cm.Data["size"] = "large"
	if err := r.configs.Save(ctx, cm); err != nil {
		return err
	}
	s, err := r.secrets.Load(ctx, key)
	if err != nil {
		return err
	}
	if len(s.Data["token"]) == 0 {
		return r.Delete(ctx, s)
	}
	return nil
}
