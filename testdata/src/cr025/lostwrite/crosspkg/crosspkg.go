// Package crosspkg changes Widgets, and writes them, with functions of another package.
package crosspkg

import (
	"context"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/lostwrite/api"
	"ctrllint.test/cr025/lostwrite/crosspkg/steps"
)

// Reconciler makes Widgets.
type Reconciler struct{ client.Client }

func (r *Reconciler) start(ctx context.Context, w *api.Widget) error {
	steps.Started(w)                                        // rests
	if err := steps.Protect(ctx, r.Client, w); err != nil { // want `the Update in steps.Protect \(steps.go:\d+\) does not store the change of Status.Phase`
		return err
	}
	return r.Status().Update(ctx, w)
}

func (r *Reconciler) startMended(ctx context.Context, w *api.Widget) error {
	if err := steps.Protect(ctx, r.Client, w); err != nil {
		return err
	}
	steps.Started(w)
	return r.Status().Update(ctx, w)
}

func (r *Reconciler) send(ctx context.Context, w *api.Widget) error {
	before := w
	w.Labels = map[string]string{"a": "b"}
	return steps.Send(ctx, r.Client, before, w) // want `the Patch in steps.Send \(steps.go:\d+\) does not send the change of Labels`
}

func (r *Reconciler) sendMended(ctx context.Context, w *api.Widget) error {
	before := w.DeepCopy()
	w.Labels = map[string]string{"a": "b"}
	return steps.Send(ctx, r.Client, before, w)
}

func (r *Reconciler) copied(ctx context.Context, w *api.Widget) error {
	w.Labels = map[string]string{"a": "b"}
	patch := client.MergeFrom(w.DeepCopy())
	return steps.Copied(ctx, r.Client, w, patch) // want `the Patch in steps.Copied \(steps.go:\d+\) does not send the change of Labels`
}

func (r *Reconciler) copiedMended(ctx context.Context, w *api.Widget) error {
	patch := client.MergeFrom(w.DeepCopy())
	w.Labels = map[string]string{"a": "b"}
	return steps.Copied(ctx, r.Client, w, patch)
}

// What is written is what the function returns: the Widget that it was given.
func (r *Reconciler) noted(ctx context.Context, w *api.Widget) error {
	if err := r.Update(ctx, steps.Noted(w)); err != nil {
		return err
	}
	return r.Status().Update(ctx, w)
}

// What is written is another Widget, made of this one.
func (r *Reconciler) notedElsewhere(ctx context.Context, w *api.Widget) error {
	w.Labels = map[string]string{"noted": "yes"} // rests
	if err := r.Update(ctx, steps.Twin()); err != nil {
		return err
	}
	return r.Status().Update(ctx, w) // want `does not store the change of Labels`
}

// What the function changes is of another kind; vmware-tanzu/velero pkg/cmd/cli/backuplocation/create.go line 223 at commit
// a818c97d.
func (r *Reconciler) printed(ctx context.Context, w *api.Widget) error {
	steps.Print(w)
	return r.Update(ctx, w)
}

// What is set is what was written; cloudnative-pg/cloudnative-pg internal/controller/cluster_upgrade.go line 173 at commit
// a95a534d.
func (r *Reconciler) registered(ctx context.Context, w *api.Widget) error {
	if err := r.register(ctx, w); err != nil {
		return err
	}
	return r.setMade(ctx, w)
}

func (r *Reconciler) register(ctx context.Context, w *api.Widget) error {
	return steps.Register(ctx, r.Client, w, "Upgrading")
}

func (r *Reconciler) setMade(ctx context.Context, w *api.Widget) error {
	base := w.DeepCopy()
	w.Status.Made = 1
	return r.Status().Patch(ctx, w, client.MergeFrom(base))
}

// What is set is written by way of another object; the same repository's
// pkg/reconciler/backup/volumesnapshot/reconciler.go line 250.
func (r *Reconciler) storedOther(ctx context.Context, w *api.Widget) error {
	if err := r.finalize(ctx, w); err != nil {
		return err
	}
	return r.setMade(ctx, w)
}

func (r *Reconciler) finalize(ctx context.Context, w *api.Widget) error {
	w.Status.Phase = "Finalizing"
	return steps.Store(ctx, r.Client, w)
}

// The other package keeps nothing of the object, and sets its labels.
func (r *Reconciler) dropped(ctx context.Context, key client.ObjectKey) (string, error) {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil { // rests
		return "", err
	}
	said := steps.Describe(w)
	w.Status.Phase = "Read" // want `this changes Status.Phase of the api.Widget that Get \(crosspkg.go:\d+\) has read, and nothing uses it afterwards`
	return said, nil
}

func (r *Reconciler) labelled(widgets []api.Widget) {
	for _, w := range widgets {
		steps.Label(&w, "b") // want `this changes Labels of a copy of the api.Widget, which nothing uses afterwards: the element itself`
	}
}

func (r *Reconciler) labelledMended(widgets []api.Widget) {
	for i := range widgets {
		steps.Label(&widgets[i], "b")
	}
}

// The labels are the element's too.
func (r *Reconciler) marked(widgets []api.Widget) {
	for _, w := range widgets {
		steps.Mark(&w, "b")
	}
}

// The other package has the object, and tells it later.
func (r *Reconciler) remembered(ctx context.Context, key client.ObjectKey) (string, error) {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return "", err
	}
	steps.Remember(w)
	w.Status.Phase = "Read"
	return steps.Last().Status.Phase, nil
}

// What is set is told.
func (r *Reconciler) described(ctx context.Context, key client.ObjectKey) (string, error) {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return "", err
	}
	w.Status.Phase = "Read"
	return steps.Describe(w), nil
}

// What the function changes is what it returns, and that is for another object.
func (r *Reconciler) labelsOf(ctx context.Context, w *api.Widget) error {
	if err := r.Create(ctx, &api.Widget{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: w.Name + "-twin", Labels: steps.LabelsOf(w)}}); err != nil {
		return err
	}
	w.Status.Phase = "Twins"
	return r.Status().Update(ctx, w)
}
