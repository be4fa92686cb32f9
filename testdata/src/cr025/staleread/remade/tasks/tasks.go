// Package tasks creates what it doesn't find, and deals with it if that was there all the same.
package tasks

import (
	"context"
	"encoding/json"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

// Op is one pass over a workflow.
type Op struct {
	client    kubernetes.Interface
	claims    cache.SharedIndexInformer
	pods      cache.SharedIndexInformer
	namespace string
	name      string
	tasks     map[string]string
	updated   bool
	log       func(string)
}

func (op *Op) operate(ctx context.Context, exit bool) {
	op.reconcile(ctx)
	if exit {
		op.reconcile(ctx)
	}
}

func (op *Op) reconcile(ctx context.Context) {
	if err := op.reconcileClaim(ctx); err != nil {
		op.log(err.Error())
		return
	}
	if err := op.reconcilePod(ctx); err != nil {
		op.log(err.Error())
	}
}

func (op *Op) claim() (*corev1.PersistentVolumeClaim, error) {
	claim, exists, err := op.claims.GetIndexer().GetByKey(op.namespace + "/" + op.name)
	if err != nil {
		return nil, err
	}
	if !exists {
		return nil, nil
	}
	return claim.(*corev1.PersistentVolumeClaim), nil
}

// A claim that was just created has no status, and is patched; argo-workflows (v4) taskset.go:91.
func (op *Op) reconcileClaim(ctx context.Context) error {
	claim, err := op.claim()
	if err != nil {
		return err
	}
	if claim != nil && len(claim.Status.Conditions) > 0 {
		for _, c := range claim.Status.Conditions {
			op.tasks[string(c.Type)] = c.Message
		}
		op.updated = true
	}
	return op.createClaim(ctx)
}

func (op *Op) createClaim(ctx context.Context) error {
	if len(op.tasks) == 0 {
		return nil
	}
	claim := &corev1.PersistentVolumeClaim{ObjectMeta: metav1.ObjectMeta{Namespace: op.namespace, Name: op.name, Annotations: op.tasks}}
	_, err := op.client.CoreV1().PersistentVolumeClaims(op.namespace).Create(ctx, claim, metav1.CreateOptions{})
	if apierrors.IsAlreadyExists(err) {
		if err := op.patchClaim(ctx); err != nil {
			op.log(err.Error())
			return err
		}
	} else if err != nil {
		op.log(err.Error())
		return err
	}
	return nil
}

func (op *Op) patchClaim(ctx context.Context) error {
	data, err := json.Marshal(map[string]any{"metadata": map[string]any{"annotations": op.tasks}})
	if err != nil {
		return err
	}
	_, err = op.client.CoreV1().PersistentVolumeClaims(op.namespace).Patch(ctx, op.name, types.MergePatchType, data, metav1.PatchOptions{})
	return err
}

// What is there is asked for live; argo-workflows (v4) agent.go:121.
func (op *Op) reconcilePod(ctx context.Context) error {
	pod, err := op.createAgent(ctx)
	if err != nil {
		return err
	}
	if pod != nil && pod.Status.Phase != "" {
		op.updated = true
	}
	return nil
}

func (op *Op) pod(name string) (*corev1.Pod, error) {
	pod, exists, err := op.pods.GetStore().GetByKey(op.namespace + "/" + name)
	if err != nil {
		return nil, err
	}
	if !exists {
		return nil, nil
	}
	return pod.(*corev1.Pod), nil
}

func (op *Op) createAgent(ctx context.Context) (*corev1.Pod, error) {
	pod, err := op.pod(op.name + "-agent")
	if err != nil {
		return nil, err
	}
	if pod != nil {
		return pod, nil
	}
	created, err := op.create(ctx, &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: op.namespace, Name: op.name + "-agent"}})
	if err != nil {
		op.log("failed to create the agent")
		return nil, err
	}
	return created, nil
}

func (op *Op) create(ctx context.Context, pod *corev1.Pod) (*corev1.Pod, error) {
	created, err := op.client.CoreV1().Pods(op.namespace).Create(ctx, pod, metav1.CreateOptions{})
	if err != nil {
		if apierrors.IsAlreadyExists(err) {
			op.log("the pod is there")
			var existing *corev1.Pod
			if existing, err = op.client.CoreV1().Pods(op.namespace).Get(ctx, pod.Name, metav1.GetOptions{}); err == nil {
				return existing, nil
			}
		}
		op.log("failed to create the pod")
		return nil, err
	}
	return created, nil
}

// Bare goes on without the object if it is there.
type Bare struct{ Op }

func (b *Bare) operate(ctx context.Context) {
	b.reconcile(ctx)
	b.reconcile(ctx)
}

func (b *Bare) reconcile(ctx context.Context) {
	pod, err := b.createAgent(ctx)
	if err != nil {
		b.log(err.Error())
		return
	}
	if pod.Status.Phase == corev1.PodFailed {
		b.updated = true
	}
}

func (b *Bare) agent(name string) (*corev1.Pod, error) {
	pod, exists, err := b.pods.GetStore().GetByKey(b.namespace + "/" + name) // want `^note: .*Pod.*goes on as if there were none.*\[staleread/lister\]`
	if err != nil || !exists {
		return nil, err
	}
	return pod.(*corev1.Pod), nil
}

func (b *Bare) createAgent(ctx context.Context) (*corev1.Pod, error) {
	pod, err := b.agent(b.name + "-bare")
	if err != nil {
		return nil, err
	}
	if pod != nil {
		return pod, nil
	}
	wanted := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: b.namespace, Name: b.name + "-bare"}}
	created, err := b.client.CoreV1().Pods(b.namespace).Create(ctx, wanted, metav1.CreateOptions{})
	if apierrors.IsAlreadyExists(err) {
		return wanted, nil
	}
	return created, err
}

// Both makes another object, under a name that the server draws, each time that it finds nothing.
type Both struct{ Op }

func (b *Both) operate(ctx context.Context) error {
	if err := b.reconcile(ctx); err != nil {
		return err
	}
	return b.reconcile(ctx)
}

func (b *Both) reconcile(ctx context.Context) error {
	pod, err := b.agent(b.name + "-both")
	if err != nil || pod != nil {
		return err
	}
	return b.createBoth(ctx)
}

func (b *Both) agent(name string) (*corev1.Pod, error) {
	pod, exists, err := b.pods.GetStore().GetByKey(b.namespace + "/" + name) // want `^note: .*Pod.*goes on as if there were none.*\[staleread/lister\]`
	if err != nil || !exists {
		return nil, err
	}
	return pod.(*corev1.Pod), nil
}

func (b *Both) createBoth(ctx context.Context) error {
	volume := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: b.namespace, GenerateName: b.name}}
	if _, err := b.client.CoreV1().ConfigMaps(b.namespace).Create(ctx, volume, metav1.CreateOptions{}); err != nil {
		return err
	}
	_, err := b.create(ctx, &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: b.namespace, Name: b.name + "-both"}})
	return err
}

// Skips leaves out what it does for a claim that there is.
type Skips struct{ Op }

func (s *Skips) operate(ctx context.Context) error {
	if err := s.reconcile(ctx); err != nil {
		return err
	}
	return s.reconcile(ctx)
}

func (s *Skips) reconcile(ctx context.Context) error {
	claim, exists, err := s.claims.GetIndexer().GetByKey(s.namespace + "/" + s.name) // want `^note: .*PersistentVolumeClaim.*goes on as if there were none.*\[staleread/lister\]`
	if err != nil {
		return err
	}
	if exists {
		if err := s.tell(ctx, claim.(*corev1.PersistentVolumeClaim)); err != nil {
			return err
		}
	}
	return s.createClaim(ctx)
}

func (s *Skips) tell(ctx context.Context, claim *corev1.PersistentVolumeClaim) error {
	_, err := s.client.CoreV1().ConfigMaps(s.namespace).Create(ctx, &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: s.namespace, Name: claim.Spec.VolumeName}}, metav1.CreateOptions{})
	return err
}
