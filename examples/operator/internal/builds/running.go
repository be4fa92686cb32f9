// Package builds follows the Jobs and CronJobs that build the pages of Websites.
package builds

import (
	"sync"

	batchv1 "k8s.io/api/batch/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/tools/cache"

	"github.com/ctrllint/ctrllint/examples/operator/internal/kubeutil"
)

// Running knows the build Jobs that are there, and the schedule of each Website's builds.
type Running struct {
	mu        sync.RWMutex
	jobs      map[types.NamespacedName]types.NamespacedName // Job to Website
	schedules map[types.NamespacedName]string
}

// NewRunning returns a tracker that the factory's Job and CronJob informers feed.
func NewRunning(factory informers.SharedInformerFactory) (*Running, error) {
	r := &Running{
		jobs:      map[types.NamespacedName]types.NamespacedName{},
		schedules: map[types.NamespacedName]string{},
	}
	_, err := factory.Batch().V1().Jobs().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    func(obj any) { r.start(kubeutil.NameOf(obj), kubeutil.WebsiteOf(obj.(*batchv1.Job))) },
		DeleteFunc: func(obj any) { r.finish(kubeutil.NameOf(obj)) },
	})
	if err != nil {
		return nil, err
	}
	_, err = factory.Batch().V1().CronJobs().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    func(obj any) { r.schedule(obj.(*batchv1.CronJob)) },
		UpdateFunc: func(_, newObj any) { r.schedule(newObj.(*batchv1.CronJob)) },
		DeleteFunc: r.onCronJobDelete,
	})
	return r, err
}

// Of returns the number of builds of a Website, and their schedule if they have one.
func (r *Running) Of(site types.NamespacedName) (jobs int32, schedule string) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	for _, of := range r.jobs {
		if of == site {
			jobs++
		}
	}
	return jobs, r.schedules[site]
}

func (r *Running) start(job, site types.NamespacedName) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.jobs[job] = site
}

func (r *Running) finish(job types.NamespacedName) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.jobs, job)
}

func (r *Running) schedule(cron *batchv1.CronJob) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.schedules[kubeutil.WebsiteOf(cron)] = cron.Spec.Schedule
}

func (r *Running) onCronJobDelete(obj any) {
	var cron *batchv1.CronJob
	switch t := obj.(type) {
	case *batchv1.CronJob:
		cron = t
	case cache.DeletedFinalStateUnknown:
		cron = t.Obj.(*batchv1.CronJob)
	default:
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.schedules, kubeutil.WebsiteOf(cron))
}
