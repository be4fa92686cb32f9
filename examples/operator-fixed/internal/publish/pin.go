package publish

import (
	"context"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/util/retry"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/ctrllint/ctrllint/examples/operator-fixed/api/v1alpha1"
)

// pin notes on the Deployment, which another controller writes too, that the site is published.
func (p *Publisher) pin(ctx context.Context, site *v1alpha1.Website) error {
	err := retry.RetryOnConflict(retry.DefaultRetry, func() error {
		var deployment appsv1.Deployment
		if err := p.APIReader.Get(ctx, client.ObjectKeyFromObject(site), &deployment); err != nil {
			return err
		}
		if deployment.Annotations["web.example.com/published"] != "" {
			return nil
		}
		if deployment.Annotations == nil {
			deployment.Annotations = map[string]string{}
		}
		deployment.Annotations["web.example.com/published"] = time.Now().Format(time.DateOnly)
		return p.Update(ctx, &deployment)
	})
	if apierrors.IsNotFound(err) {
		return nil
	}
	return err
}

// release lets a Website go. After a conflict, the queue brings it again.
func (p *Publisher) release(ctx context.Context, site *v1alpha1.Website) error {
	return p.Update(ctx, site)
}

// welcome notes on the Website that its visitors were told of it.
func (p *Publisher) welcome(ctx context.Context, site *v1alpha1.Website) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		metav1.SetMetaDataAnnotation(&site.ObjectMeta, "web.example.com/told", "yes")
		err := p.Update(ctx, site)
		if apierrors.IsConflict(err) {
			if err := p.APIReader.Get(ctx, client.ObjectKeyFromObject(site), site); err != nil {
				return err
			}
		}
		return err
	})
}
