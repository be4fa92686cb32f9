package harm

import (
	"context"
	"slices"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/kubernetes"
	appslisters "k8s.io/client-go/listers/apps/v1"
)

type rollouts struct {
	clientset kubernetes.Interface
	sets      appslisters.StatefulSetLister
	revisions appslisters.ControllerRevisionLister
	codec     runtime.Decoder
	current   *appsv1.StatefulSet
}

func (r *rollouts) update(ctx context.Context, set *appsv1.StatefulSet) error {
	_, err := r.clientset.AppsV1().StatefulSets(set.Namespace).Update(ctx, set, metav1.UpdateOptions{})
	return err
}

// Another set of the same kind is what is updated.
func (r *rollouts) twin(ctx context.Context, name string) error {
	set, err := r.sets.StatefulSets("shop").Get(name)
	if err != nil {
		return err
	}
	if set.Spec.ServiceName == "" {
		set.Spec.ServiceName = "default" // want `^note: this assignment changes Spec.ServiceName of the appsv1.StatefulSet .*: it is the same each time.*\[mutation/field\]`
	}
	return r.update(ctx, &appsv1.StatefulSet{ObjectMeta: metav1.ObjectMeta{Name: name + "-" + set.Spec.ServiceName}})
}

// A change that isn't the same each time, of an object that isn't sent either.
func (r *rollouts) shown(ctx context.Context, name, service string) error {
	set, err := r.sets.StatefulSets("shop").Get(name)
	if err != nil {
		return err
	}
	set.Spec.ServiceName = service // want `^error: this assignment changes Spec.ServiceName of the appsv1.StatefulSet .* take it for what the server has.*\[mutation/field\]`
	return r.update(ctx, &appsv1.StatefulSet{ObjectMeta: metav1.ObjectMeta{Name: name}})
}

// The set was updated before: what comes afterwards is for nobody to save.
func (r *rollouts) before(ctx context.Context, name string) (string, error) {
	set, err := r.sets.StatefulSets("shop").Get(name)
	if err != nil {
		return "", err
	}
	if len(set.Finalizers) == 0 {
		more := set.DeepCopy()
		more.Finalizers = []string{"shop.example.com/rollouts"}
		return "", r.update(ctx, more)
	}
	return service(set), nil // want `^note: harm.service .* changes Spec.ServiceName of the appsv1.StatefulSet .*: it is the same each time.*\[mutation/callee\]`
}

// Here it is sent when it has the default.
func (r *rollouts) after(ctx context.Context, name string) error {
	set, err := r.sets.StatefulSets("shop").Get(name)
	if err != nil {
		return err
	}
	if service(set) == "" { // want `^error: harm.service .* changes Spec.ServiceName of the appsv1.StatefulSet .*take it for saved even if the update fails.*\[mutation/callee\]`
		return nil
	}
	return r.hand(ctx, set)
}

func (r *rollouts) hand(ctx context.Context, set *appsv1.StatefulSet) error {
	more := set.DeepCopy()
	more.Finalizers = []string{"shop.example.com/rollouts"}
	return r.update(ctx, more)
}

func service(set *appsv1.StatefulSet) string {
	if set.Spec.ServiceName == "" {
		set.Spec.ServiceName = "default"
	}
	return set.Spec.ServiceName
}

// A copy that is compared with the set is sent for what is different.
func (r *rollouts) different(ctx context.Context, name string) error {
	set, err := r.sets.StatefulSets("shop").Get(name)
	if err != nil {
		return err
	}
	more := set.DeepCopy()
	more.Labels = map[string]string{"service": service(set)} // want `^note: harm.service .* changes Spec.ServiceName of the appsv1.StatefulSet .*: it is the same each time.*\[mutation/callee\]`
	return r.sendDifferent(ctx, set)
}

func (r *rollouts) sendDifferent(ctx context.Context, set *appsv1.StatefulSet) error {
	more := set.DeepCopy()
	more.Finalizers = []string{"shop.example.com/rollouts"}
	if equality.Semantic.DeepEqual(set.ObjectMeta, more.ObjectMeta) {
		return nil
	}
	return r.update(ctx, more)
}

// Whoever finds the set in the field may send it.
func (r *rollouts) hold(name string) error {
	set, err := r.sets.StatefulSets("shop").Get(name)
	if err != nil {
		return err
	}
	if set.Spec.ServiceName == "" {
		set.Spec.ServiceName = "default" // want `^error: this assignment changes Spec.ServiceName of the appsv1.StatefulSet .*\[mutation/field\]`
	}
	r.current = set
	return nil
}

func (r *rollouts) work(ctx context.Context, name string) error {
	if err := r.hold(name); err != nil {
		return err
	}
	return r.update(ctx, r.current)
}

// Numbers that are too small or too large, and texts in place of others.
func (r *rollouts) bounded(name string) (int32, string) {
	set, err := r.sets.StatefulSets("shop").Get(name)
	if err != nil {
		return 0, ""
	}
	if set.Spec.MinReadySeconds < 1 {
		set.Spec.MinReadySeconds = 1 // want `^note: this assignment changes Spec.MinReadySeconds of the appsv1.StatefulSet .*: it is the same each time.*\[mutation/field\]`
	}
	if len(set.Spec.ServiceName) > 0 {
		set.Spec.ServiceName = "all" // rests
	}
	return set.Spec.MinReadySeconds, set.Spec.ServiceName
}

// Here one field is bounded, and another one set.
func (r *rollouts) flagged(name string) int32 {
	set, err := r.sets.StatefulSets("shop").Get(name)
	if err != nil {
		return 0
	}
	if set.Spec.MinReadySeconds < 1 {
		set.Spec.ServiceName = "none" // want `^error: this assignment changes Spec.ServiceName of the appsv1.StatefulSet .*\[mutation/field\]`
	}
	return set.Spec.MinReadySeconds
}

// What the text in the object says is the same for all.
func (r *rollouts) decoded(name string) (runtime.Object, error) {
	revision, err := r.revisions.ControllerRevisions("shop").Get(name)
	if err != nil {
		return nil, err
	}
	return r.decode(revision) // want `^note: harm.rollouts.decode .* changes Data.Object of the appsv1.ControllerRevision .*: it is the same each time.*\[mutation/callee\]`
}

func (r *rollouts) decode(revision *appsv1.ControllerRevision) (runtime.Object, error) {
	object, err := runtime.Decode(r.codec, revision.Data.Raw)
	if err != nil {
		return nil, err
	}
	revision.Data.Object = object
	return object, nil
}

// What another text says is something else.
func (r *rollouts) replaced(name string, text []byte) error {
	revision, err := r.revisions.ControllerRevisions("shop").Get(name)
	if err != nil {
		return err
	}
	object, err := runtime.Decode(r.codec, text)
	revision.Data.Object = object // want `^error: this assignment changes Data.Object of the appsv1.ControllerRevision .*\[mutation/field\]`
	return err
}

func (c *controller) addresses(name string) ([]corev1.NodeAddress, error) {
	node, err := c.nodes.Get(name)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(node.Status.Addresses, func(a corev1.NodeAddress) bool { return a.Type == corev1.NodeHostName }), nil // want `^note: DeleteFunc changes Status.Addresses of the corev1.Node .*: it is the same each time.*\[mutation/field\]`
}

// Which are left hangs on who asks.
func (c *controller) addressesOf(name string, of corev1.NodeAddressType) ([]corev1.NodeAddress, error) {
	node, err := c.nodes.Get(name)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(node.Status.Addresses, func(a corev1.NodeAddress) bool { return a.Type != of }), nil // want `^error: DeleteFunc changes Status.Addresses of the corev1.Node .*\[mutation/field\]`
}

// Who finds an empty struct finds no more than who finds nil.
func (c *controller) source(name string) (*corev1.ConfigMapNodeConfigSource, error) {
	node, err := c.nodes.Get(name)
	if err != nil {
		return nil, err
	}
	if node.Spec.ConfigSource == nil {
		node.Spec.ConfigSource = &corev1.NodeConfigSource{}
	}
	if node.Spec.ConfigSource.ConfigMap == nil {
		node.Spec.ConfigSource.ConfigMap = &corev1.ConfigMapNodeConfigSource{Name: ""}
	}
	return node.Spec.ConfigSource.ConfigMap, nil
}

// Unless something is put in it.
func (c *controller) sourceOf(name, of string) error {
	node, err := c.nodes.Get(name)
	if err != nil {
		return err
	}
	if node.Spec.ConfigSource == nil {
		node.Spec.ConfigSource = &corev1.NodeConfigSource{ConfigMap: &corev1.ConfigMapNodeConfigSource{Name: of}} // want `^error: this assignment changes Spec.ConfigSource of the corev1.Node .*\[mutation/field\]`
	}
	return nil
}

// Or it is sent.
func (r *rollouts) strategy(ctx context.Context, name string) error {
	set, err := r.sets.StatefulSets("shop").Get(name)
	if err != nil {
		return err
	}
	if set.Spec.UpdateStrategy.RollingUpdate == nil {
		set.Spec.UpdateStrategy.RollingUpdate = &appsv1.RollingUpdateStatefulSetStrategy{} // want `^error: this assignment changes Spec.UpdateStrategy.RollingUpdate of the appsv1.StatefulSet .*take it for saved even if the update fails.*\[mutation/field\]`
		return r.update(ctx, set)
	}
	return nil
}
