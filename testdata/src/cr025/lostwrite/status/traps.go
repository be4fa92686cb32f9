package status

import (
	"context"
	"errors"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
	logf "sigs.k8s.io/controller-runtime/pkg/log"

	"ctrllint.test/cr025/lostwrite/api"
)

// The status is saved, and put back; RamenDR/ramen controllers/volumereplicationgroup_controller.go from pull request 532
// on.
func (r *Reconciler) restored(ctx context.Context, w *api.Widget) error {
	w.Status.Phase = "Started"
	status := w.Status
	if err := r.Update(ctx, w); err != nil {
		return err
	}
	w.Status = status
	return r.Status().Update(ctx, w)
}

func (r *Reconciler) restoredCopy(ctx context.Context, w *api.Widget) error {
	w.Status.Phase = "Started"
	saved := w.DeepCopy()
	if err := r.Update(ctx, w); err != nil {
		return err
	}
	saved.ResourceVersion = w.ResourceVersion
	return r.Status().Update(ctx, saved)
}

// The answer goes to a copy.
func (r *Reconciler) copied(ctx context.Context, w *api.Widget) error {
	w.Status.Phase = "Started"
	if err := r.Update(ctx, w.DeepCopy()); err != nil {
		return err
	}
	return r.Status().Patch(ctx, w, client.MergeFrom(&api.Widget{}))
}

// It is set anew before it is written.
func (r *Reconciler) anew(ctx context.Context, w *api.Widget, ready bool) error {
	w.Status.Phase = "Started"
	if err := r.Update(ctx, w); err != nil {
		return err
	}
	w.Status.Phase = "Ready"
	return r.Status().Update(ctx, w)
}

// One write stores all of a Gadget.
func (r *Reconciler) whole(ctx context.Context, g *api.Gadget) error {
	g.Status.Phase = "Ready"
	return r.Update(ctx, g)
}

// What kind it is can't be said.
func (r *Reconciler) any(ctx context.Context, obj interface {
	client.Object
	SetStatus(api.Status)
}) error {
	obj.SetStatus(api.Status{Phase: "Ready"})
	return r.Update(ctx, obj)
}

// The desired object takes over the status that is there, so as not to clear it.
func (r *Reconciler) desired(ctx context.Context, desired *api.Widget) error {
	found := &api.Widget{}
	if err := r.Get(ctx, client.ObjectKeyFromObject(desired), found); err != nil {
		return err
	}
	desired.Status = found.Status
	desired.ResourceVersion = found.ResourceVersion
	return r.Update(ctx, desired)
}

// What is cleared need not be stored.
func (r *Reconciler) cleared(ctx context.Context, job *batchv1.Job) error {
	job.Status = batchv1.JobStatus{}
	job.ResourceVersion = ""
	return r.Create(ctx, job)
}

// The update brings the next reconcile, which gets to the status.
func (r *Reconciler) next(ctx context.Context, w *api.Widget) (ctrl.Result, error) {
	w.Status.Phase = "Started"
	if controllerutil.AddFinalizer(w, finalizer) {
		return ctrl.Result{}, r.Update(ctx, w)
	}
	return ctrl.Result{}, r.Status().Update(ctx, w)
}

// The update fails, and the status is written all the same.
func (r *Reconciler) failed(ctx context.Context, w *api.Widget) error {
	err := r.Update(ctx, w)
	if err != nil {
		w.Status.Phase = "Failed"
		if err := r.Status().Update(ctx, w); err != nil {
			return err
		}
		return err
	}
	return nil
}

// CreateOrPatch patches the status too.
func (r *Reconciler) createOrPatch(ctx context.Context, w *api.Widget) error {
	_, err := controllerutil.CreateOrPatch(ctx, r.Client, w, func() error {
		w.Spec.Size = 3
		w.Status.Phase = "Ready"
		return nil
	})
	return err
}

// The status is written on another object.
func (r *Reconciler) latest(ctx context.Context, w *api.Widget) error {
	w.Status.Phase = "Ready"
	if err := r.writeStatus(ctx, w); err != nil {
		return err
	}
	return r.Update(ctx, w)
}

func (r *Reconciler) writeStatus(ctx context.Context, w *api.Widget) error {
	latest := &api.Widget{}
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), latest); err != nil {
		return err
	}
	latest.Status = w.Status
	return r.Status().Update(ctx, latest)
}

// The object is gone when its last finalizer is; RamenDR/ramen internal/controller/drplacementcontrol_controller.go line
// 825 at commit a78c2e37.
func (r *Reconciler) farewell(ctx context.Context, w *api.Widget) error {
	w.Status.Phase = "Deleted"
	controllerutil.RemoveFinalizer(w, finalizer)
	return r.Update(ctx, w)
}

// What takes them away may come first, as in chaos-mesh controllers/multicluster/remotecluster/controller.go line 119 at commit
// 608b61e7.
func (r *Reconciler) parted(ctx context.Context, w *api.Widget) error {
	w.Finalizers = []string{}
	w.Status.Phase = "Deleted"
	return r.Update(ctx, w)
}

// What is set may be the finalizers of another object, or one: as in the same file, line 154.
func (r *Reconciler) inherits(ctx context.Context, w, parent *api.Widget) error {
	w.Finalizers = parent.Finalizers
	w.Status.Phase = "Installed"
	return r.Update(ctx, w) // want `^error: .*Status.Phase.*\[lostwrite/status\]`
}

func (r *Reconciler) named(ctx context.Context, w *api.Widget) error {
	w.Finalizers = []string{finalizer}
	w.Status.Phase = "Installed"
	return r.Update(ctx, w) // want `^error: .*Status.Phase.*\[lostwrite/status\]`
}

// It may be another way on which the finalizer is taken away.
func (r *Reconciler) mayPart(ctx context.Context, w *api.Widget) error {
	if !w.DeletionTimestamp.IsZero() {
		controllerutil.RemoveFinalizer(w, finalizer)
	}
	w.Status.Phase = "Ready"
	return r.Update(ctx, w) // want `^error: .*Status.Phase.*\[lostwrite/status\]`
}

func (r *Reconciler) release(ctx context.Context, w *api.Widget) error {
	controllerutil.RemoveFinalizer(w, finalizer)
	return r.Update(ctx, w)
}

func (r *Reconciler) farewellHelper(ctx context.Context, w *api.Widget) error {
	w.Status.Phase = "Deleted"
	return r.release(ctx, w)
}

// merged is of two maps, and may be either.
func merged(a, b []string) []string {
	if len(a) == 0 {
		return b
	}
	return a
}

func (r *Reconciler) alias(ctx context.Context, w *api.Widget) error {
	hosts := merged(w.Spec.Hosts, nil)
	hosts[0] = "localhost"
	w.Status.Phase = "Ready"
	return r.Status().Update(ctx, w)
}

// The status is written by way of a new object with the same name; kubernetes-sigs/kueue
// pkg/controller/jobframework/reconciler.go line 336 at commit 739ebb1e.
func (r *Reconciler) byName(ctx context.Context, w *api.Widget, size int) error {
	w.Status.Phase = "Ready"
	if err := r.apply(ctx, w.Name, "Ready"); err != nil {
		return err
	}
	w.Spec.Size = size
	return r.Update(ctx, w)
}

func (r *Reconciler) apply(ctx context.Context, name, phase string) error {
	w := &api.Widget{}
	w.Name, w.Namespace = name, "default"
	w.Status.Phase = phase
	return r.Status().Patch(ctx, w, client.Merge)
}

// A status that is empty is no other than none.
func (r *Reconciler) emptied(ctx context.Context, name string) error {
	w := &api.Widget{ObjectMeta: metav1.ObjectMeta{Name: name, Namespace: "default"}}
	w.Status.Conditions = []metav1.Condition{}
	return r.Create(ctx, w)
}

// A Node registers itself with its status.
func (r *Reconciler) register(ctx context.Context, name string) error {
	node := &corev1.Node{ObjectMeta: metav1.ObjectMeta{Name: name}}
	node.Status.Phase = corev1.NodeRunning
	return r.Create(ctx, node)
}

// The status is set anew when the object is there.
func (r *Reconciler) createdFirst(ctx context.Context, w *api.Widget) error {
	_, err := controllerutil.CreateOrUpdate(ctx, r.Client, w, func() error {
		w.Status.Phase = "Started"
		return nil
	})
	if err != nil {
		return err
	}
	w.Status.Phase = "Ready"
	return r.Status().Update(ctx, w)
}

// The status is that of the owner, which is written later.
func (r *Reconciler) owners(ctx context.Context, w *api.Widget) error {
	job := &batchv1.Job{ObjectMeta: metav1.ObjectMeta{Name: w.Name, Namespace: w.Namespace}}
	_, err := controllerutil.CreateOrUpdate(ctx, r.Client, job, func() error {
		job.Labels = map[string]string{"a": "b"}
		w.Status.Phase = "Started"
		return nil
	})
	if err != nil {
		return err
	}
	return r.Status().Update(ctx, w)
}

// One write stores all of a Gadget.
func (r *Reconciler) wholeMutated(ctx context.Context, g *api.Gadget) error {
	_, err := controllerutil.CreateOrUpdate(ctx, r.Client, g, func() error {
		g.Status.Phase = "Ready"
		return nil
	})
	return err
}

// The same condition is set once more.
func (r *Reconciler) conditionAnew(ctx context.Context, w *api.Widget) error {
	meta.SetStatusCondition(&w.Status.Conditions, metav1.Condition{Type: "Ready"})
	if err := r.Update(ctx, w); err != nil {
		return err
	}
	meta.SetStatusCondition(&w.Status.Conditions, metav1.Condition{Type: "Ready"})
	return r.Status().Update(ctx, w)
}

// Which condition it is can't be said.
func (r *Reconciler) conditionUnknown(ctx context.Context, w *api.Widget, typ string) error {
	meta.SetStatusCondition(&w.Status.Conditions, metav1.Condition{Type: "Ready"})
	if err := r.Update(ctx, w); err != nil {
		return err
	}
	meta.SetStatusCondition(&w.Status.Conditions, metav1.Condition{Type: typ})
	return r.Status().Update(ctx, w)
}

// What is updated hangs on the status that was set.
func (r *Reconciler) hangs(ctx context.Context, w *api.Widget) error {
	changed := w.DeepCopy()
	if err := r.change(ctx, changed); err != nil {
		return err
	}
	if r.isIdle(changed) {
		return r.Update(ctx, changed)
	}
	return r.Status().Update(ctx, changed)
}

func (r *Reconciler) isIdle(w *api.Widget) bool { return w.Status.Phase == "Idle" }

// A status without anything is what the server has anyway.
func (r *Reconciler) createEmpty(ctx context.Context, namespace string) error {
	w := &api.Widget{Status: api.Status{Phase: ""}}
	w.Namespace = namespace
	return r.Create(ctx, w)
}

// The status has a write of its own. Where that fails the next reconcile does it again; movetokube/postgres-operator
// internal/controller/postgresuser_controller.go line 256 at commit d11ec076.
func (r *Reconciler) granted(ctx context.Context, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	if w.Status.Phase != "Granted" {
		w.Status.Phase = "Granted"
		if err := r.Status().Update(ctx, w); err != nil {
			logf.FromContext(ctx).Error(err, "the status")
		}
	}
	w.Labels = map[string]string{"state": "granted"}
	if err := r.Update(ctx, w); err != nil {
		return err
	}
	w.Status.Made = 1
	return r.Status().Update(ctx, w)
}

// The condition is set only where there is an error, with which the function ends; what is deferred stores it.
// percona/percona-postgresql-operator internal/bridge/crunchybridgecluster/crunchybridgecluster_controller.go line 139 at
// commit adafb34f.
func (r *Reconciler) connect(ctx context.Context, key client.ObjectKey) error {
	w := &api.Widget{}
	err := r.Get(ctx, key, w)
	if err != nil {
		return client.IgnoreNotFound(err)
	}
	before := w.DeepCopy()
	defer func() {
		if patched := r.Status().Patch(ctx, w, client.MergeFrom(before)); err == nil {
			err = patched
		}
	}()
	host, err := hostOf(w)
	if err != nil {
		return nil
	}
	if controllerutil.AddFinalizer(w, host) {
		if err := r.Update(ctx, w); err != nil {
			return err
		}
	}
	return nil
}

func hostOf(w *api.Widget) (string, error) {
	host, err := first(w.Spec.Hosts)
	if err != nil {
		w.Status.Phase = "Hostless"
		return "", err
	}
	return host, err
}

func first(hosts []string) (string, error) {
	if len(hosts) == 0 {
		return "", errors.New("no hosts")
	}
	return hosts[0], nil
}

// So it is where nothing is deferred.
func (r *Reconciler) connectPlainly(ctx context.Context, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return client.IgnoreNotFound(err)
	}
	host, err := hostOf(w)
	if err != nil {
		return r.Status().Update(ctx, w)
	}
	if controllerutil.AddFinalizer(w, host) {
		if err := r.Update(ctx, w); err != nil {
			return err
		}
	}
	return r.Status().Update(ctx, w)
}
