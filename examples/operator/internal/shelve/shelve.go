// Package shelve takes Websites that nobody visits any more off their servers.
package shelve

import (
	"context"

	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/util/retry"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	"github.com/ctrllint/ctrllint/examples/operator/api/v1alpha1"
)

const (
	finalizer = "web.example.com/shelved"
	shelved   = "web.example.com/shelved"
)

// Shelver reconciles the Websites that are annotated as shelved.
type Shelver struct {
	client.Client
}

// SetupWithManager registers the shelver.
func (s *Shelver) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).Named("shelver").For(&v1alpha1.Website{}).Complete(s)
}

// Reconcile shelves one Website.
func (s *Shelver) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	site := &v1alpha1.Website{}
	if err := s.Get(ctx, req.NamespacedName, site); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if site.Annotations[shelved] == "" {
		return ctrl.Result{}, s.unshelve(ctx, site)
	}
	site.Status.Caches = 0
	site.Status.ContentHash = "shelved"
	if controllerutil.AddFinalizer(site, finalizer) {
		if err := s.Update(ctx, site); err != nil {
			return ctrl.Result{}, err
		}
	}
	if err := s.Status().Update(ctx, site); err != nil {
		return ctrl.Result{}, err
	}
	if err := s.pause(ctx, site); err != nil {
		return ctrl.Result{}, err
	}
	if err := s.stop(ctx, site); err != nil {
		return ctrl.Result{}, err
	}
	if err := s.mark(ctx, site); err != nil {
		return ctrl.Result{}, err
	}
	if err := s.share(ctx, site); err != nil {
		return ctrl.Result{}, err
	}
	if err := s.sign(ctx, site); err != nil {
		return ctrl.Result{}, err
	}
	if err := s.explain(ctx, site); err != nil {
		return ctrl.Result{}, err
	}
	if err := s.park(ctx, site); err != nil {
		return ctrl.Result{}, err
	}
	if err := s.archive(ctx, site); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, s.hold(ctx, site)
}

// stop takes the servers away.
func (s *Shelver) stop(ctx context.Context, site *v1alpha1.Website) error {
	deployment := &appsv1.Deployment{}
	if err := s.Get(ctx, client.ObjectKeyFromObject(site), deployment); err != nil {
		return client.IgnoreNotFound(err)
	}
	patch := client.MergeFrom(deployment)
	deployment.Spec.Replicas = new(int32)
	return s.Patch(ctx, deployment, patch)
}

// mark tells on the Namespace that a site in it is shelved.
func (s *Shelver) mark(ctx context.Context, site *v1alpha1.Website) error {
	namespace := &corev1.Namespace{}
	if err := s.Get(ctx, client.ObjectKey{Name: site.Namespace}, namespace); err != nil {
		return err
	}
	if namespace.Labels == nil {
		namespace.Labels = map[string]string{}
	}
	namespace.Labels[shelved] = site.Name
	return s.Patch(ctx, namespace, client.MergeFrom(namespace.DeepCopy()))
}

// share gives the servers that are free now to the sites of the Namespace.
func (s *Shelver) share(ctx context.Context, site *v1alpha1.Website) error {
	sites := &v1alpha1.WebsiteList{}
	if err := s.List(ctx, sites, client.InNamespace(site.Namespace)); err != nil {
		return err
	}
	for _, other := range sites.Items {
		other.Spec.Replicas = 2
	}
	for i := range sites.Items {
		if err := s.Update(ctx, &sites.Items[i]); err != nil {
			return err
		}
	}
	return nil
}

// sign tells in the settings why there is no site.
func (s *Shelver) sign(ctx context.Context, site *v1alpha1.Website) error {
	settings := &corev1.ConfigMap{}
	if err := s.Get(ctx, client.ObjectKeyFromObject(site), settings); err != nil {
		return client.IgnoreNotFound(err)
	}
	settings.Data = map[string]string{"state": "shelved"}
	if err := s.Update(ctx, settings); err != nil {
		return err
	}
	metav1.SetMetaDataAnnotation(&settings.ObjectMeta, shelved, site.Name)
	return nil
}

// explain publishes what visitors are shown instead of the site.
func (s *Shelver) explain(ctx context.Context, site *v1alpha1.Website) error {
	page := &corev1.ConfigMap{
		ObjectMeta: metav1.ObjectMeta{Namespace: site.Namespace, Name: site.Name + "-shelved"},
		Data:       map[string]string{"image": site.Spec.Image},
	}
	_, err := controllerutil.CreateOrUpdate(ctx, s.Client, page, func() error {
		return controllerutil.SetControllerReference(site, page, s.Scheme())
	})
	return err
}

// park sets the site aside, so that nobody gives it servers.
func (s *Shelver) park(ctx context.Context, site *v1alpha1.Website) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		if site.Spec.Replicas == 0 {
			return nil
		}
		site.Spec.Replicas = 0
		return s.Update(ctx, site)
	})
}

// hold keeps the Job that has published the site for as long as that is shelved.
func (s *Shelver) hold(ctx context.Context, site *v1alpha1.Website) error {
	job := &batchv1.Job{}
	if err := s.Get(ctx, client.ObjectKeyFromObject(site), job); err != nil {
		return client.IgnoreNotFound(err)
	}
	base := job.DeepCopy()
	if !controllerutil.AddFinalizer(job, finalizer) {
		return nil
	}
	return s.Patch(ctx, job, client.MergeFrom(base))
}

// pause suspends the CronJob that checks the links of the site.
func (s *Shelver) pause(ctx context.Context, site *v1alpha1.Website) error {
	checks := &batchv1.CronJob{}
	if err := s.Get(ctx, client.ObjectKeyFromObject(site), checks); err != nil {
		return client.IgnoreNotFound(err)
	}
	suspended := true
	checks.Spec.Suspend = &suspended
	if err := s.Get(ctx, client.ObjectKeyFromObject(site), checks); err != nil {
		return err
	}
	return s.Update(ctx, checks)
}

// archive has a Pod copy the pages into a volume, which it makes first.
func (s *Shelver) archive(ctx context.Context, site *v1alpha1.Website) error {
	about := metav1.ObjectMeta{Namespace: site.Namespace, Name: site.Name}
	err := s.Get(ctx, client.ObjectKeyFromObject(site), &corev1.PersistentVolumeClaim{})
	if err == nil || !apierrors.IsNotFound(err) {
		return err
	}
	if err := s.Create(ctx, &corev1.PersistentVolumeClaim{ObjectMeta: about}); err != nil {
		return err
	}
	return s.Create(ctx, &corev1.Pod{ObjectMeta: about})
}

// unshelve lets a site go that is wanted again.
func (s *Shelver) unshelve(ctx context.Context, site *v1alpha1.Website) error {
	if !controllerutil.RemoveFinalizer(site, finalizer) {
		return nil
	}
	site.Status.ContentHash = ""
	return s.Status().Update(ctx, site)
}
