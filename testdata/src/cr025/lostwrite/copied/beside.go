package copied

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
)

// A plan has a pod as it is, and as it is to be.
type plan struct {
	found, wanted *corev1.Pod
}

func planned(pod *corev1.Pod) *plan { return &plan{found: pod, wanted: pod.DeepCopy()} }

func (p *plan) label(key, value string) {
	if p.wanted.Labels == nil {
		p.wanted.Labels = map[string]string{}
	}
	p.wanted.Labels[key] = value // rests
}

func (p *plan) protect() { controllerutil.AddFinalizer(p.wanted, "shop/pod") }

func (p *plan) differs() bool { return !equality.Semantic.DeepEqual(p.found, p.wanted) }

// carryOut sends the pod as it is.
func (r *Reconciler) carryOut(ctx context.Context, key client.ObjectKey) error {
	pod := &corev1.Pod{}
	if err := r.Get(ctx, key, pod); err != nil {
		return err
	}
	p := planned(pod)
	for _, step := range []func(){func() { p.label("seen", pod.Name) }, p.protect} {
		step()
	}
	return r.carrySteps(ctx, p)
}

func (r *Reconciler) carrySteps(ctx context.Context, p *plan) error {
	if !p.differs() {
		return nil
	}
	return r.Update(ctx, p.found) // want `this Update does not send the change of Labels: it is made in the copy that is kept beside the corev1.Pod, and this is sent as it was read; write the copy`
}

type planMended struct {
	found, wanted *corev1.Pod
}

func (r *Reconciler) carryOutMended(ctx context.Context, key client.ObjectKey) error {
	pod := &corev1.Pod{}
	if err := r.Get(ctx, key, pod); err != nil {
		return err
	}
	p := &planMended{found: pod, wanted: pod.DeepCopy()}
	p.wanted.Spec.NodeName = "a"
	if equality.Semantic.DeepEqual(p.found, p.wanted) {
		return nil
	}
	return r.Update(ctx, p.wanted)
}

// What is wanted is put into what was found.
type planPut struct {
	found, wanted *corev1.Pod
}

func (r *Reconciler) carryOutPut(ctx context.Context, key client.ObjectKey) error {
	pod := &corev1.Pod{}
	if err := r.Get(ctx, key, pod); err != nil {
		return err
	}
	p := &planPut{found: pod, wanted: pod.DeepCopy()}
	p.wanted.Spec.NodeName = "a"
	if equality.Semantic.DeepEqual(p.found, p.wanted) {
		return nil
	}
	p.found.Spec = p.wanted.Spec
	return r.Update(ctx, p.found)
}

// What is changed in the copy is there to compare it: the pod was changed before.
type planBefore struct {
	found, plain *corev1.Pod
}

func (r *Reconciler) carryOutBefore(ctx context.Context, key client.ObjectKey) error {
	pod := &corev1.Pod{}
	if err := r.Get(ctx, key, pod); err != nil {
		return err
	}
	pod.Spec.NodeName = "a"
	p := &planBefore{found: pod, plain: pod.DeepCopy()}
	p.plain.Spec.NodeName = ""
	if equality.Semantic.DeepEqual(p.found, p.plain) {
		return nil
	}
	return r.Update(ctx, p.found)
}

// Somebody gets the copy, and may write it.
type planGiven struct {
	found, wanted *corev1.Pod
}

func (p *planGiven) result() *corev1.Pod { return p.wanted }

func (r *Reconciler) carryOutGiven(ctx context.Context, key client.ObjectKey) (*corev1.Pod, error) {
	pod := &corev1.Pod{}
	if err := r.Get(ctx, key, pod); err != nil {
		return nil, err
	}
	p := &planGiven{found: pod, wanted: pod.DeepCopy()}
	p.wanted.Spec.NodeName = "a"
	return p.result(), r.Update(ctx, p.found)
}

// Only the status is changed in the copy, which the Update doesn't store anyway.
type planStatus struct {
	found, wanted *corev1.Pod
}

func (r *Reconciler) carryOutStatus(ctx context.Context, key client.ObjectKey) error {
	pod := &corev1.Pod{}
	if err := r.Get(ctx, key, pod); err != nil {
		return err
	}
	p := &planStatus{found: pod, wanted: pod.DeepCopy()}
	p.wanted.Status.Message = "a"
	if equality.Semantic.DeepEqual(p.found.Spec, p.wanted.Spec) {
		return nil
	}
	return r.Update(ctx, p.found)
}
