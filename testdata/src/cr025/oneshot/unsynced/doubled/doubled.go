// Package doubled keeps for two caches whether one of them has filled.
package doubled

import (
	"context"
	"errors"

	"k8s.io/apimachinery/pkg/labels"
	coreinformers "k8s.io/client-go/informers/core/v1"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

type claims struct {
	client                      kubernetes.Interface
	claims                      corelisters.PersistentVolumeClaimLister
	volumes                     corelisters.PersistentVolumeLister
	claimsFilled, volumesFilled cache.InformerSynced
	queue                       workqueue.TypedRateLimitingInterface[string]
}

func newClaims(c kubernetes.Interface, pvcs coreinformers.PersistentVolumeClaimInformer, pvs coreinformers.PersistentVolumeInformer) *claims {
	filled := pvcs.Informer().HasSynced
	return &claims{client: c, claims: pvcs.Lister(), volumes: pvs.Lister(), claimsFilled: filled, volumesFilled: filled}
}

func (c *claims) run(ctx context.Context) error {
	if !cache.WaitForCacheSync(ctx.Done(), c.claimsFilled, c.volumesFilled) { // want `is given HasSynced of one informer twice, as claimsFilled and volumesFilled, and doesn't wait for that of volumes.*\[oneshot/unsynced\]`
		return errors.New("not filled")
	}
	_, err := c.volumes.List(labels.Everything())
	return err
}

// Mended: each has its own.
type mended struct {
	claims                      corelisters.PersistentVolumeClaimLister
	volumes                     corelisters.PersistentVolumeLister
	claimsFilled, volumesFilled cache.InformerSynced
}

func newMended(pvcs coreinformers.PersistentVolumeClaimInformer, pvs coreinformers.PersistentVolumeInformer) *mended {
	return &mended{claims: pvcs.Lister(), volumes: pvs.Lister(), claimsFilled: pvcs.Informer().HasSynced, volumesFilled: pvs.Informer().HasSynced}
}

func (m *mended) run(ctx context.Context) error {
	if !cache.WaitForCacheSync(ctx.Done(), m.claimsFilled, m.volumesFilled) {
		return errors.New("not filled")
	}
	_, err := m.volumes.List(labels.Everything())
	return err
}

// The second is waited for by who makes it, and before that the first alone counts twice.
type early struct {
	claims           corelisters.PersistentVolumeClaimLister
	volumes          corelisters.PersistentVolumeLister
	filled, reported cache.InformerSynced
}

func newEarly(ctx context.Context, pvcs coreinformers.PersistentVolumeClaimInformer, pvs coreinformers.PersistentVolumeInformer) *early {
	if !cache.WaitForCacheSync(ctx.Done(), pvs.Informer().HasSynced) {
		return nil
	}
	return &early{claims: pvcs.Lister(), volumes: pvs.Lister(), filled: pvcs.Informer().HasSynced, reported: pvcs.Informer().HasSynced}
}

func (e *early) run(ctx context.Context) error {
	if !cache.WaitForCacheSync(ctx.Done(), e.filled, e.reported) {
		return errors.New("not filled")
	}
	_, err := e.volumes.List(labels.Everything())
	return err
}

// One informer, of which there are two parts; the other one nobody reads.
type halves struct {
	claims        corelisters.PersistentVolumeClaimLister
	index         cache.Indexer
	volumes       corelisters.PersistentVolumeLister
	first, second cache.InformerSynced
}

func newHalves(pvcs coreinformers.PersistentVolumeClaimInformer, pvs coreinformers.PersistentVolumeInformer) *halves {
	return &halves{claims: pvcs.Lister(), index: pvcs.Informer().GetIndexer(), volumes: pvs.Lister(), first: pvcs.Informer().HasSynced, second: pvcs.Informer().HasSynced}
}

func (h *halves) run(ctx context.Context) error {
	if !cache.WaitForCacheSync(ctx.Done(), h.first, h.second) {
		return errors.New("not filled")
	}
	_, err := h.claims.List(labels.Everything())
	return err
}

// Somebody else is given the informer, who may wait for it.
type shared struct {
	claims        corelisters.PersistentVolumeClaimLister
	volumes       corelisters.PersistentVolumeLister
	first, second cache.InformerSynced
}

func newShared(pvcs coreinformers.PersistentVolumeClaimInformer, pvs coreinformers.PersistentVolumeInformer, fill func(cache.SharedIndexInformer)) *shared {
	fill(pvs.Informer())
	return &shared{claims: pvcs.Lister(), volumes: pvs.Lister(), first: pvcs.Informer().HasSynced, second: pvcs.Informer().HasSynced}
}

func (s *shared) run(ctx context.Context) error {
	if !cache.WaitForCacheSync(ctx.Done(), s.first, s.second) {
		return errors.New("not filled")
	}
	_, err := s.volumes.List(labels.Everything())
	return err
}

// Two are made, of which one has the informers the other way round.
type either struct {
	claims        corelisters.PersistentVolumeClaimLister
	volumes       corelisters.PersistentVolumeLister
	first, second cache.InformerSynced
}

func newEither(pvcs coreinformers.PersistentVolumeClaimInformer, pvs coreinformers.PersistentVolumeInformer, one bool) *either {
	e := &either{claims: pvcs.Lister(), volumes: pvs.Lister(), first: pvcs.Informer().HasSynced, second: pvcs.Informer().HasSynced}
	if one {
		e.second = pvs.Informer().HasSynced
	}
	return e
}

func (e *either) run(ctx context.Context) error {
	if !cache.WaitForCacheSync(ctx.Done(), e.first, e.second) {
		return errors.New("not filled")
	}
	_, err := e.volumes.List(labels.Everything())
	return err
}
