package copied

import (
	"context"
	"encoding/json"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"

	"ctrllint.test/cr025/lostwrite/api"
)

// What refers to the original's memory changes the original.
func shared(pods *corev1.PodList) {
	for _, pod := range pods.Items {
		pod.Labels["state"] = "retired"
		pod.Spec.Containers[0].Image = "none"
		*pod.Spec.Priority = 3
	}
}

// A condition that is there already is changed in place.
func inPlace(widgets []api.Widget) {
	for _, w := range widgets {
		meta.SetStatusCondition(&w.Status.Conditions, metav1.Condition{Type: "Ready"})
	}
}

func returned(widgets []api.Widget) *api.Widget {
	for _, w := range widgets {
		w.Status.Phase = "Ready"
		if w.Name == "a" {
			return &w
		}
	}
	return nil
}

func collected(widgets []api.Widget) (out []api.Widget, all []*api.Widget) {
	for _, w := range widgets {
		w.Status.Phase = "Ready"
		out = append(out, w)
		p := w
		all = append(all, &p)
		p.Status.Phase = "Late"
	}
	return out, all
}

func logged(ctx context.Context, w api.Widget) {
	w.Status.Phase = "Ready"
	log.FromContext(ctx).Info("ready", "phase", w.Status.Phase)
}

func compared(a, b *api.Widget) bool {
	a = a.DeepCopy()
	a.Status = b.Status
	a.ResourceVersion = b.ResourceVersion
	return equality.Semantic.DeepEqual(a, b)
}

func hashed(w api.Widget) string {
	w.Status = api.Status{}
	data, _ := json.Marshal(w)
	return fmt.Sprint(len(data))
}

func captured(w api.Widget) func() string {
	f := func() string { return w.Status.Phase }
	w.Status.Phase = "Ready"
	return f
}

type keeper struct{ kept *api.Widget }

func (k *keeper) keep(w *api.Widget) { k.kept = w }

func (k *keeper) kept1(widgets []api.Widget) {
	for _, w := range widgets {
		k.keep(&w)
		w.Status.Phase = "Ready"
	}
}

func builder(w api.Widget) api.Widget {
	w.Status.Phase = "Ready"
	return w
}

// What is read later is on another path, too.
func (r *Reconciler) patched(ctx context.Context, w *api.Widget, all bool) error {
	base := w.DeepCopy()
	base.Labels = nil
	if all {
		return r.Patch(ctx, w, client.MergeFrom(base))
	}
	return nil
}

func deferred(w *api.Widget) {
	changed := w.DeepCopy()
	defer func() { fmt.Println(changed.Status.Phase) }()
	changed.Status.Phase = "Ready"
}

// On the only path that comes back from it, the function fails.
func failing(w api.Widget) error {
	if w.Spec.Size > 3 {
		w.Status.Phase = "Failed"
		return fmt.Errorf("%s is too big", w.Name)
	}
	return nil
}

// The element is written where it is.
func element(widgets []api.Widget) {
	for i := range widgets {
		w := &widgets[i]
		w.Status.Phase = "Ready"
	}
}

// The map is somebody else's, too.
func borrowed(w *api.Widget, labels map[string]string) {
	changed := w.DeepCopy()
	changed.Labels = labels
	changed.Labels["a"] = "b"
}

// It is a number that is counted, and no object.
type total struct{ count int }

func counted(totals []total) (n int) {
	for _, t := range totals {
		t.count++
		n++
	}
	return n
}

// An annotation is set in the map that the copy shares, if there is one.
func annotated(widgets []api.Widget) {
	for _, w := range widgets {
		metav1.SetMetaDataAnnotation(&w.ObjectMeta, "a", "b")
	}
}

// Each is what the other was.
func rounds(n int) string {
	var a, b api.Widget
	for range n {
		a = b
		b = a
	}
	return a.Name + b.Name
}

var defaults = map[string]string{"a": "b"}

var current api.Widget

// What is stored is everybody's.
func global(w *api.Widget) {
	changed := w.DeepCopy()
	changed.Labels = defaults
	changed.Labels["a"] = "c"
	changed.Spec.Parent = &current
	changed.Spec.Parent.Status.Phase = "Ready"
}

// The pointer may be to an object that others have.
func either(widgets []api.Widget, all *api.Widget) {
	found := all
	for _, w := range widgets {
		if w.Name == "a" {
			found = &w
		}
	}
	found.Status.Phase = "Ready"
}

// What was changed in one round is looked at in the next.
func previous(widgets []api.Widget) (phases []string) {
	var last *api.Widget
	for _, w := range widgets {
		if last != nil {
			phases = append(phases, last.Status.Phase)
		}
		last = &w
		last.Status.Phase = "Ready"
	}
	return phases
}

// The function literal is called some time.
func later(widgets []api.Widget) (all []func() string) {
	for _, w := range widgets {
		all = append(all, func() string { return w.Status.Phase })
		w.Status.Phase = "Ready"
	}
	return all
}

// The time is set back to what it was; volcano-sh/volcano pkg/scheduler/framework/job_updater.go line 87 at commit ed72c7c8.
func differs(conditions, others []metav1.Condition) bool {
	for i, c := range conditions {
		was := c.LastTransitionTime
		c.LastTransitionTime = others[i].LastTransitionTime
		same := equality.Semantic.DeepEqual(&c, &others[i])
		c.LastTransitionTime = was
		if !same {
			return true
		}
	}
	return false
}

// The map is the caller's, and filled; ray-project/kuberay ray-operator/controllers/ray/common/pod.go line 683 at commit
// feeaf72f.
func filled(w api.Widget) map[string]string {
	labels := w.Labels
	w.Labels = fill(w.Labels)
	return labels
}

func fill(labels map[string]string) map[string]string {
	if labels == nil {
		labels = map[string]string{}
	}
	labels["a"] = "b"
	return labels
}

// What the copy is given the element gets too.
func (r *Reconciler) cleaned(pod *corev1.Pod) {
	for i, container := range pod.Spec.Containers {
		var env []corev1.EnvVar
		for _, e := range container.Env {
			if e.Value != "" {
				env = append(env, e)
			}
		}
		container.Env = env
		pod.Spec.Containers[i].Env = env
	}
}

// Or it gets what it has.
func (r *Reconciler) cleanedOne(pod *corev1.Pod) {
	for i, container := range pod.Spec.Containers {
		env := []corev1.EnvVar{{Name: "A", Value: container.Name}}
		if container.Name == "main" {
			container.Env = env
		} else {
			env = container.Env
		}
		pod.Spec.Containers[i].Env = env
	}
}

// What is appended is counted.
func (r *Reconciler) counted(ctx context.Context, w *api.Widget, hosts []string) error {
	all := w.Spec.Hosts
	for _, host := range hosts {
		all = append(all, host)
	}
	w.Status.Made = len(all)
	return r.Status().Update(ctx, w)
}

// The function literal has the slice too.
func gather(widgets []api.Widget, each func(func(api.Widget))) int {
	each(func(w api.Widget) { widgets = append(widgets, w) })
	return len(widgets)
}

// The list is the function's own, and for nothing.
func leftOver(hosts []string) {
	var all []api.Widget
	for range hosts {
		all = append(all, api.Widget{})
	}
}

// What is left out of a copy is left out of what is shown, and of nothing else.
func redacted(pods *corev1.PodList) string {
	text := ""
	for _, pod := range pods.Items {
		pod.Spec.Volumes = append([]corev1.Volume(nil), pod.Spec.Volumes...)
		pod.Spec.Volumes = pod.Spec.Volumes[:0]
		pod.Spec.ImagePullSecrets = nil
		text += fmt.Sprintf("%s %v; ", pod.Name, pod.Spec.Volumes)
	}
	return text
}
