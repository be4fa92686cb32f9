// Package hasty waits for its caches for some time only.
package hasty

import (
	"context"
	"errors"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	coreinformers "k8s.io/client-go/informers/core/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"
)

// A janitor deletes the service accounts of teams whose config map is gone.
type janitor struct {
	client   kubernetes.Interface
	factory  informers.SharedInformerFactory
	teams    coreinformers.ConfigMapInformer
	accounts coreinformers.ServiceAccountInformer
	filled   cache.InformerSynced
}

func (j *janitor) run(ctx context.Context) {
	j.factory.Start(ctx.Done())
	patience, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	cache.WaitForCacheSync(patience.Done(), j.teams.Informer().HasSynced, j.accounts.Informer().HasSynced) // want `janitor.run goes on when the time for its caches to fill is over.*\[oneshot/unsynced\]`
	for ctx.Err() == nil {
		j.tidy(ctx)
		time.Sleep(time.Minute)
	}
}

// A factory's wait, and a deadline.
func (j *janitor) once(ctx context.Context) error {
	j.factory.Start(ctx.Done())
	patience, cancel := context.WithDeadline(ctx, time.Now().Add(time.Minute))
	defer cancel()
	j.factory.WaitForCacheSync(patience.Done()) // want `janitor.once goes on when the time for its caches to fill is over.*\[oneshot/unsynced\]`
	_, err := j.teams.Lister().ConfigMaps("teams").Get("root")
	if apierrors.IsNotFound(err) {
		_, err = j.client.CoreV1().ConfigMaps("teams").Create(ctx, &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: "root"}}, metav1.CreateOptions{})
	}
	return err
}

func (j *janitor) mended(ctx context.Context) error {
	j.factory.Start(ctx.Done())
	patience, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	if !cache.WaitForCacheSync(patience.Done(), j.teams.Informer().HasSynced, j.accounts.Informer().HasSynced) {
		return errors.New("not filled")
	}
	j.tidy(ctx)
	return nil
}

// When the process's own context has ended nothing is deleted any more.
func (j *janitor) untilStopped(ctx context.Context) {
	j.factory.Start(ctx.Done())
	cache.WaitForCacheSync(ctx.Done(), j.teams.Informer().HasSynced, j.accounts.Informer().HasSynced) // want `\[oneshot/ignored\]`
	j.tidy(ctx)
}

// The rest is done within the same time.
func (j *janitor) within(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	j.factory.Start(ctx.Done())
	cache.WaitForCacheSync(ctx.Done(), j.teams.Informer().HasSynced, j.accounts.Informer().HasSynced) // want `\[oneshot/ignored\]`
	j.tidy(ctx)
}

// It asks the caches themselves afterwards.
func (j *janitor) askedLater(ctx context.Context) {
	j.factory.Start(ctx.Done())
	patience, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	cache.WaitForCacheSync(patience.Done(), j.filled) // want `\[oneshot/ignored\]`
	if !j.filled() {
		klog.Info("not filled yet")
		return
	}
	j.tidy(ctx)
}

// It says that it takes long, and goes on waiting.
func (j *janitor) patient(ctx context.Context) {
	j.factory.Start(ctx.Done())
	patience, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	cache.WaitForCacheSync(patience.Done(), j.filled) // want `\[oneshot/ignored\]`
	klog.Info("still filling, or full")
	if !cache.WaitForCacheSync(ctx.Done(), j.filled) {
		return
	}
	j.tidy(ctx)
}

// What it does for those that are there it does for the rest the next time.
func (j *janitor) marks(ctx context.Context) {
	j.factory.Start(ctx.Done())
	patience, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	cache.WaitForCacheSync(patience.Done(), j.filled) // want `\[oneshot/ignored\]`
	for ctx.Err() == nil {
		j.mark(ctx)
		time.Sleep(time.Minute)
	}
}

func (j *janitor) mark(ctx context.Context) {
	all, err := j.accounts.Lister().List(labels.Everything())
	if err != nil {
		return
	}
	for _, account := range all {
		account = account.DeepCopy()
		account.AutomountServiceAccountToken = new(bool)
		if _, err := j.client.CoreV1().ServiceAccounts(account.Namespace).Update(ctx, account, metav1.UpdateOptions{}); err != nil {
			klog.Error(err)
		}
	}
}

func (j *janitor) tidy(ctx context.Context) {
	all, err := j.accounts.Lister().List(labels.Everything())
	if err != nil {
		return
	}
	for _, account := range all {
		if _, err := j.teams.Lister().ConfigMaps(account.Namespace).Get(account.Name); !apierrors.IsNotFound(err) {
			continue
		}
		if err := j.client.CoreV1().ServiceAccounts(account.Namespace).Delete(ctx, account.Name, metav1.DeleteOptions{}); err != nil {
			klog.Error(err)
		}
	}
}
