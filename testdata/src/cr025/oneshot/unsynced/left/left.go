// Package left waits for some caches.
package left

import (
	"k8s.io/apimachinery/pkg/util/wait"
	corev1informers "k8s.io/client-go/informers/core/v1"
	corev1listers "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

// Left waits for one of the two caches that it goes by.
type Left struct {
	queue        workqueue.TypedRateLimitingInterface[string]
	claims       corev1listers.PersistentVolumeClaimLister
	claimsSynced cache.InformerSynced
	volumes      corev1listers.PersistentVolumeLister
	volSynced    cache.InformerSynced
}

// NewLeft has what says whether they have filled.
func NewLeft(claims corev1informers.PersistentVolumeClaimInformer, volumes corev1informers.PersistentVolumeInformer) *Left {
	l := &Left{claims: claims.Lister(), claimsSynced: claims.Informer().HasSynced}
	l.volumes, l.volSynced = volumes.Lister(), volumes.Informer().HasSynced
	return l
}

func (l *Left) work() {
	key, _ := l.queue.Get()
	defer l.queue.Done(key)
	claim, err := l.claims.PersistentVolumeClaims(key).Get(key)
	if err != nil {
		return
	}
	_, _ = l.volumes.Get(claim.Spec.VolumeName)
}

// Run forgets the volumes.
func (l *Left) Run(stop <-chan struct{}) {
	if !cache.WaitForCacheSync(stop, l.claimsSynced) { // want `isn't given volSynced, of which nobody else asks either.*\[oneshot/unsynced\]`
		return
	}
	go wait.Until(l.work, 0, stop)
}

// Counted asks for the second one where it needs it.
type Counted struct {
	queue        workqueue.TypedRateLimitingInterface[string]
	claims       corev1listers.PersistentVolumeClaimLister
	claimsSynced cache.InformerSynced
	volumes      corev1listers.PersistentVolumeLister
	volSynced    cache.InformerSynced
}

// NewCounted has what says whether they have filled.
func NewCounted(claims corev1informers.PersistentVolumeClaimInformer, volumes corev1informers.PersistentVolumeInformer) *Counted {
	return &Counted{
		claims: claims.Lister(), claimsSynced: claims.Informer().HasSynced,
		volumes: volumes.Lister(), volSynced: volumes.Informer().HasSynced,
	}
}

func (c *Counted) work() {
	key, _ := c.queue.Get()
	defer c.queue.Done(key)
	if claim, err := c.claims.PersistentVolumeClaims(key).Get(key); err == nil && c.volSynced() {
		_, _ = c.volumes.Get(claim.Spec.VolumeName)
	}
}

// Run waits for what is needed at once.
func (c *Counted) Run(stop <-chan struct{}) {
	if cache.WaitForCacheSync(stop, c.claimsSynced) {
		go wait.Until(c.work, 0, stop)
	}
}

// Unread has a second informer of which it reads nothing.
type Unread struct {
	queue        workqueue.TypedRateLimitingInterface[string]
	claims       corev1listers.PersistentVolumeClaimLister
	claimsSynced cache.InformerSynced
	volSynced    cache.InformerSynced
}

// NewUnread has what says whether they have filled.
func NewUnread(claims corev1informers.PersistentVolumeClaimInformer, volumes corev1informers.PersistentVolumeInformer) *Unread {
	return &Unread{claims: claims.Lister(), claimsSynced: claims.Informer().HasSynced, volSynced: volumes.Informer().HasSynced}
}

func (u *Unread) work() {
	key, _ := u.queue.Get()
	defer u.queue.Done(key)
	_, _ = u.claims.PersistentVolumeClaims(key).Get(key)
}

// Run waits for what is read.
func (u *Unread) Run(stop <-chan struct{}) {
	if cache.WaitForCacheSync(stop, u.claimsSynced) {
		go wait.Until(u.work, 0, stop)
	}
}
