package spec

import (
	"context"

	corev1 "k8s.io/api/core/v1"

	"ctrllint.test/cr025/lostwrite/api"
)

const protection = "shop.example.com/protected"

// The annotation isn't there yet, so that the answer to the write of the status hasn't it either, and leaves it where it is: the
// answer of a custom resource is decoded into the object as JSON; openshift/hive
// pkg/controller/clusterdeployment/clusterinstalls.go line 268.
func (r *Reconciler) protect(ctx context.Context, w *api.Widget) error {
	changed := false
	if _, present := w.Annotations[protection]; !present {
		if w.Annotations == nil {
			w.Annotations = map[string]string{}
		}
		w.Annotations[protection] = "true"
		changed = true
	}
	w.Status.Phase = "Installed"
	if err := r.Status().Update(ctx, w); err != nil {
		return err
	}
	if changed {
		return r.Update(ctx, w)
	}
	return nil
}

func (r *Reconciler) protectEmpty(ctx context.Context, w *api.Widget, key string) error {
	if w.Annotations[key] != "" {
		return nil
	}
	w.Annotations[key] = "true"
	w.Status.Phase = "Installed"
	if err := r.Status().Update(ctx, w); err != nil {
		return err
	}
	return r.Update(ctx, w)
}

// What the server has takes the place of what was set.
func (r *Reconciler) unprotect(ctx context.Context, w *api.Widget) error {
	if _, present := w.Annotations[protection]; present {
		w.Annotations[protection] = "false"
		w.Status.Phase = "Installed"
		if err := r.Status().Update(ctx, w); err != nil { // want `does not store the change of Annotations, and replaces the api.Widget in memory`
			return err
		}
		return r.Update(ctx, w)
	}
	return nil
}

// It is another annotation that isn't there.
func (r *Reconciler) protectOther(ctx context.Context, w *api.Widget) error {
	if _, present := w.Annotations["other"]; !present {
		w.Annotations[protection] = "true"
		w.Status.Phase = "Installed"
		if err := r.Status().Update(ctx, w); err != nil { // want `does not store the change of Annotations, and replaces the api.Widget in memory`
			return err
		}
		return r.Update(ctx, w)
	}
	return nil
}

// The answer of what is built in comes as protobuf, and replaces all.
func (r *Reconciler) protectPod(ctx context.Context, pod *corev1.Pod) error {
	if _, present := pod.Spec.NodeSelector[protection]; !present {
		pod.Spec.NodeSelector[protection] = "true"
		pod.Status.Phase = corev1.PodFailed
		if err := r.Status().Update(ctx, pod); err != nil { // want `does not store the change of Spec.NodeSelector, and replaces the corev1.Pod in memory`
			return err
		}
		return r.Update(ctx, pod)
	}
	return nil
}
