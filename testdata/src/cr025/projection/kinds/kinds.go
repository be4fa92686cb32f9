// Package kinds makes objects in all the ways that say which kind they are. Denotes is called with what they are.
package kinds

import (
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Denotes is given an object, and says what it is.
func Denotes(obj any, want string) {}

var (
	secretKind = corev1.SchemeGroupVersion.WithKind("Secret")
	roleKind   = schema.GroupVersionKind{Group: rbacv1.GroupName, Version: "v1", Kind: "Role"}
	widgetKind = schema.GroupVersionKind{Group: "example.com", Version: "v1alpha1", Kind: "Widget"}
)

type reconciler struct {
	watched client.Object
	kind    schema.GroupVersionKind
}

func typed() {
	Denotes(&corev1.Pod{}, "typed corev1.Pod")
	var list appsv1.DeploymentList
	Denotes(&list, "typed appsv1.Deployment list")
	var obj client.Object = new(corev1.Secret)
	Denotes(obj, "typed corev1.Secret")
	Denotes(obj.DeepCopyObject(), "typed corev1.Secret")
	Denotes(&metav1.PartialObjectMetadata{}, "metadata ?")
}

func set() {
	list := &metav1.PartialObjectMetadataList{}
	list.SetGroupVersionKind(corev1.SchemeGroupVersion.WithKind("PodList"))
	Denotes(list, "metadata corev1.Pod list")

	var meta metav1.PartialObjectMetadata
	meta.SetGroupVersionKind(secretKind)
	Denotes(&meta, "metadata corev1.Secret")

	other := &metav1.PartialObjectMetadata{TypeMeta: metav1.TypeMeta{APIVersion: "rbac.authorization.k8s.io/v1", Kind: "Role"}}
	Denotes(other, "metadata rbacv1.Role")

	third := &metav1.PartialObjectMetadata{}
	third.Kind, third.APIVersion = "Deployment", appsv1.SchemeGroupVersion.String()
	Denotes(third, "metadata appsv1.Deployment")

	fourth := &metav1.PartialObjectMetadata{}
	fourth.TypeMeta = metav1.TypeMeta{Kind: "Node", APIVersion: "v1"}
	Denotes(fourth, "metadata corev1.Node")

	fifth := &metav1.PartialObjectMetadata{}
	fifth.GetObjectKind().SetGroupVersionKind(roleKind)
	Denotes(fifth, "metadata rbacv1.Role")
}

func maps() {
	u := &unstructured.Unstructured{Object: map[string]any{"apiVersion": "apps/v1", "kind": "StatefulSet"}}
	Denotes(u, "unstructured appsv1.StatefulSet")

	v := &unstructured.Unstructured{Object: map[string]any{}}
	v.Object["apiVersion"] = "v1"
	v.Object["kind"] = "ConfigMap"
	Denotes(v, "unstructured corev1.ConfigMap")

	w := new(unstructured.Unstructured)
	w.SetKind("Widget")
	w.SetAPIVersion("example.com/v1alpha1")
	Denotes(w, "unstructured examplev1alpha1.Widget")

	var x unstructured.UnstructuredList
	x.SetGroupVersionKind(schema.GroupVersionKind{Group: "", Version: "v1", Kind: "SecretList"})
	Denotes(&x, "unstructured corev1.Secret list")

	y := unstructured.Unstructured{}
	y.SetGroupVersionKind(schema.FromAPIVersionAndKind("batch/v1", "Job"))
	Denotes(&y, "unstructured batchv1.Job")

	z := &unstructured.Unstructured{}
	z.SetGroupVersionKind(widgetKind)
	Denotes(z, "unstructured examplev1alpha1.Widget")
}

func flows(old bool) {
	for _, obj := range []client.Object{&corev1.Secret{}, &corev1.ConfigMap{}} {
		Denotes(obj, "typed corev1.ConfigMap, typed corev1.Secret")
	}
	for _, kind := range []schema.GroupVersionKind{secretKind, {Group: "apps", Version: "v1", Kind: "Deployment"}} {
		meta := &metav1.PartialObjectMetadata{}
		meta.SetGroupVersionKind(kind)
		Denotes(meta, "metadata appsv1.Deployment, metadata corev1.Secret")
	}
	kind := schema.GroupVersionKind{Group: "apps", Version: "v1", Kind: "ReplicaSet"}
	if old {
		kind.Version = "v1beta2"
	}
	meta := &metav1.PartialObjectMetadata{}
	meta.SetGroupVersionKind(kind)
	Denotes(meta, "metadata appsv1.ReplicaSet, metadata appsv1beta2.ReplicaSet")

	list := &metav1.PartialObjectMetadataList{}
	list.SetGroupVersionKind(secretKind.GroupVersion().WithKind(secretKind.Kind + "List"))
	Denotes(list, "metadata corev1.Secret list")

	r := &reconciler{watched: &corev1.Service{}, kind: corev1.SchemeGroupVersion.WithKind("Endpoints")}
	r.use()
	func() { Denotes(meta, "metadata appsv1.ReplicaSet, metadata appsv1beta2.ReplicaSet") }()
}

func (r *reconciler) use() {
	Denotes(r.watched, "typed corev1.Service")
	Denotes(metadata(r.kind), "metadata corev1.Endpoints")
}

func helpers() {
	Denotes(metadata(widgetKind), "metadata examplev1alpha1.Widget")
	Denotes(metadata(secretKind), "metadata corev1.Secret")
	u, err := widget()
	if err == nil {
		Denotes(u, "unstructured examplev1alpha1.Widget")
	}
	v := &unstructured.Unstructured{}
	mark(v, roleKind)
	Denotes(v, "unstructured rbacv1.Role")
	Denotes(blank[corev1.Namespace](), "typed corev1.Namespace")
}

func metadata(kind schema.GroupVersionKind) *metav1.PartialObjectMetadata {
	meta := &metav1.PartialObjectMetadata{}
	meta.SetGroupVersionKind(kind)
	Denotes(meta, "metadata ? of kind parameter 0")
	return meta
}

func names() {
	Denotes(named("Secret"), "unstructured corev1.Secret")
	Denotes(exampled("Widget"), "unstructured examplev1alpha1.Widget")
	grouped("apps")
	Denotes(versioned("Role", "rbac.authorization.k8s.io/v1"), "metadata rbacv1.Role")
	Denotes(parsed("apps/v1", "Deployment"), "metadata appsv1.Deployment")
	version := "v1"
	if named("Secret").GetName() != "" {
		version = "apps/v1"
	}
	Denotes(versioned("Deployment", version), "metadata appsv1.Deployment, metadata corev1.Deployment")
	Denotes(versioned("Deployment", unknownVersion()), "")
	Denotes(first()[0], "typed corev1.ConfigMap, typed corev1.Secret")
	list, err := second()
	if err == nil {
		Denotes(list[1], "typed appsv1.Deployment")
	}
}

// versioned makes metadata of a kind and a version that its callers know.
func versioned(kind, version string) *metav1.PartialObjectMetadata {
	m := &metav1.PartialObjectMetadata{TypeMeta: metav1.TypeMeta{Kind: kind, APIVersion: version}}
	Denotes(m, "metadata ? of name parameter 0")
	return m
}

// parsed makes metadata of a version and a kind that its callers know.
func parsed(version, kind string) *metav1.PartialObjectMetadata {
	m := &metav1.PartialObjectMetadata{}
	m.SetGroupVersionKind(schema.FromAPIVersionAndKind(version, kind))
	return m
}

func unknownVersion() string { return named("Secret").GetAPIVersion() }

// first lists objects.
func first() []client.Object {
	return append([]client.Object{&corev1.Secret{}}, &corev1.ConfigMap{})
}

// second lists objects, and may fail.
func second() ([]client.Object, error) {
	return []client.Object{&appsv1.Deployment{}}, nil
}

// named makes an object of a kind of core.
func named(kind string) *unstructured.Unstructured {
	u := &unstructured.Unstructured{Object: map[string]any{"apiVersion": "v1", "kind": kind}}
	Denotes(u, "unstructured v1.? of name parameter 0")
	return u
}

// exampled makes an object of an example's kind.
func exampled(kind string) *unstructured.Unstructured {
	u := &unstructured.Unstructured{}
	u.SetGroupVersionKind(schema.GroupVersionKind{Group: "example.com", Version: "v1alpha1", Kind: kind})
	return u
}

// grouped makes an object of a group that only its callers know.
func grouped(group string) *unstructured.Unstructured {
	u := &unstructured.Unstructured{}
	u.SetGroupVersionKind(schema.GroupVersionKind{Group: group, Version: "v1", Kind: "Deployment"})
	Denotes(u, "unstructured ?")
	return u
}

func widget() (*unstructured.Unstructured, error) {
	u := &unstructured.Unstructured{}
	u.SetAPIVersion("example.com/v1alpha1")
	u.SetKind("Widget")
	return u, nil
}

func mark(u *unstructured.Unstructured, kind schema.GroupVersionKind) { u.SetGroupVersionKind(kind) }

func parameters(obj client.Object, u *unstructured.Unstructured) {
	Denotes(obj, " ? of object parameter 0")
	Denotes(u, "unstructured ? of object parameter 1")
}

func blank[T any]() *T {
	obj := new(T)
	Denotes(obj, " ? of type parameter 0")
	return obj
}
