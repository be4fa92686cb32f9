package plain

import (
	"cmp"
	"maps"
	"slices"
	"sync/atomic"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/utils/ptr"
)

// A picker picks claims.
type picker struct {
	claims corelisters.PersistentVolumeClaimLister
	last   atomic.Pointer[corev1.PersistentVolumeClaim]
	copied atomic.Pointer[corev1.PersistentVolumeClaim]
	either atomic.Value
}

func byName(a, b *corev1.PersistentVolumeClaim) int { return cmp.Compare(a.Name, b.Name) }

func byProbe(a, b corev1.PersistentVolumeClaimCondition) int {
	return a.LastProbeTime.Compare(b.LastProbeTime.Time)
}

func (p *picker) newest() {
	all, err := p.claims.List(labels.Everything())
	if err != nil || len(all) == 0 {
		return
	}
	newest := slices.MaxFunc(all, byName)
	newest.Spec.VolumeName = "" // want `Spec.VolumeName of the corev1.PersistentVolumeClaim from the lister .chosen.go:32., .*\[mutation/field\]`
	own := slices.MaxFunc(all, byName).DeepCopy()
	own.Spec.VolumeName = ""
	conditions := slices.Clone(own.Status.Conditions)
	latest := slices.MaxFunc(all[0].Status.Conditions, byProbe)
	latest.Message = "a copy"
	own.Status.Conditions = append(conditions, latest)
}

func (p *picker) one(namespace string) *corev1.PersistentVolumeClaim {
	first, err := p.claims.PersistentVolumeClaims(namespace).Get("first")
	if err != nil {
		return nil
	}
	second, err := p.claims.PersistentVolumeClaims(namespace).Get("second")
	if err != nil {
		return nil
	}
	either := cmp.Or(first, second)
	either.Spec.VolumeName = "" // want `Spec.VolumeName of the corev1.PersistentVolumeClaim from the lister .chosen.go:47., .*\[mutation/field\]`
	return either
}

func (p *picker) selected(name string) metav1.LabelSelector {
	claim, err := p.claims.PersistentVolumeClaims("d").Get(name)
	if err != nil {
		return metav1.LabelSelector{}
	}
	selector := ptr.Deref(claim.Spec.Selector, metav1.LabelSelector{})
	selector.MatchExpressions = nil
	selector.MatchLabels["zone"] = "a" // want `Spec.Selector.MatchLabels, which a shallow copy shares with the corev1.PersistentVolumeClaim from the lister .chosen.go:61., .*\[mutation/shared\]`
	return selector
}

func (p *picker) unselected(name string) metav1.LabelSelector {
	claim, err := p.claims.PersistentVolumeClaims("d").Get(name)
	if err != nil {
		return metav1.LabelSelector{}
	}
	selector := ptr.Deref(claim.Spec.Selector, metav1.LabelSelector{})
	selector.MatchLabels = maps.Clone(selector.MatchLabels)
	selector.MatchLabels["zone"] = "a"
	return selector
}

func (p *picker) collected() {
	all, err := p.claims.List(labels.Everything())
	if err != nil {
		return
	}
	named := map[string]*corev1.PersistentVolumeClaim{}
	mine := map[string]*corev1.PersistentVolumeClaim{}
	for _, claim := range all {
		named[claim.Name], mine[claim.Name] = claim, claim.DeepCopy()
	}
	for _, claim := range slices.SortedFunc(maps.Values(named), byName) {
		claim.Spec.VolumeName = "" // want `Spec.VolumeName of the corev1.PersistentVolumeClaim from the lister .chosen.go:83., .*\[mutation/field\]`
	}
	for _, claim := range slices.Collect(maps.Values(mine)) {
		claim.Spec.VolumeName = ""
	}
	for _, name := range slices.Collect(maps.Keys(named)) {
		named[name] = nil
	}
}

func (p *picker) watch(informer cache.SharedIndexInformer) error {
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(obj any) {
		if claim, ok := obj.(*corev1.PersistentVolumeClaim); ok {
			p.last.Store(claim)
			p.copied.Store(claim.DeepCopy())
			p.either.Store(claim)
		}
	}})
	p.either.Store(&corev1.PersistentVolumeClaim{})
	return err
}

func (p *picker) reset() {
	if claim := p.last.Load(); claim != nil {
		claim.Spec.VolumeName = "" // want `Spec.VolumeName of the corev1.PersistentVolumeClaim that an informer.s event handler is given, .*\[mutation/event\]`
	}
	if claim := p.copied.Load(); claim != nil {
		claim.Spec.VolumeName = ""
	}
	if claim, ok := p.either.Load().(*corev1.PersistentVolumeClaim); ok {
		claim.Spec.VolumeName = ""
	}
}
