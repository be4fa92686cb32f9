// Package decoded has objects with text of which structs are made, and of these text for other objects
// (pkg/restart/configmap/manager.go:88 and pkg/restart/restart.go of hyperledger-labs/fabric-operator).
package decoded

import (
	"context"
	"encoding/json"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"

	"ctrllint.test/cr025/staleread/decoded/store"
)

// Todo is what there is to do.
type Todo struct {
	Tasks map[string]*Task `json:"tasks"`
}

// Task is one thing to do.
type Task struct {
	Why []string `json:"why"`
}

// Restarts asks for restarts.
type Restarts struct {
	client.Client
	store *store.Store
}

const todo = "todo"

func (r *Restarts) load(ctx context.Context, of *corev1.Pod) (*Todo, error) {
	all := &Todo{}
	if err := r.store.Load(ctx, todo, of.Namespace, all); err != nil { // want `note: the Get in .* after the Update in .* what is written is made of its BinaryData.*\[staleread/get\]`
		return nil, err
	}
	return all, nil
}

func (r *Restarts) save(ctx context.Context, of *corev1.Pod, all *Todo) error {
	return r.store.Save(ctx, todo, of.Namespace, all)
}

// ask adds to what there is to do, which it writes anew.
func (r *Restarts) ask(ctx context.Context, of *corev1.Pod, why string) error {
	all, err := r.load(ctx, of)
	if err != nil {
		return err
	}
	if all.Tasks == nil {
		all.Tasks = map[string]*Task{}
	}
	task := all.Tasks[of.Name]
	if task == nil {
		task = &Task{}
		all.Tasks[of.Name] = task
	}
	task.Why = append(task.Why, why)
	return r.save(ctx, of, all)
}

// The second is made of what there was before the first, which is lost.
func (r *Restarts) twice(ctx context.Context, of *corev1.Pod) error {
	if err := r.ask(ctx, of, "certificate"); err != nil {
		return err
	}
	return r.ask(ctx, of, "configuration")
}

// Both are added at once.
func (r *Restarts) once(ctx context.Context, of *corev1.Pod) error {
	all, err := r.load(ctx, of)
	if err != nil {
		return err
	}
	all.Tasks = map[string]*Task{of.Name: {Why: []string{"certificate", "configuration"}}}
	return r.save(ctx, of, all)
}

// What is read is told.
func (r *Restarts) told(ctx context.Context, of *corev1.Pod) error {
	if err := r.store.Save(ctx, "told", of.Namespace, &Todo{}); err != nil {
		return err
	}
	all := &Todo{}
	if err := r.store.Load(ctx, "told", of.Namespace, all); err != nil { // want `note: .*\[staleread/get\]`
		return err
	}
	log.FromContext(ctx).Info("there is something to do", "tasks", all.Tasks)
	return nil
}

// In one function, with an update without a version.
func (r *Restarts) here(ctx context.Context, cm *corev1.ConfigMap) error {
	if err := r.Update(ctx, cm); err != nil {
		return err
	}
	var now corev1.ConfigMap
	if err := r.Get(ctx, types.NamespacedName{Namespace: cm.Namespace, Name: cm.Name}, &now); err != nil { // want `warning: .*what is written is made of its Data\[todo.json\].*\[staleread/get\]`
		return err
	}
	var all Todo
	if err := json.Unmarshal([]byte(now.Data["todo.json"]), &all); err != nil {
		return err
	}
	all.Tasks["all"] = &Task{Why: []string{"here"}}
	data, err := json.Marshal(all)
	if err != nil {
		return err
	}
	return r.Update(ctx, &corev1.ConfigMap{
		ObjectMeta: metav1.ObjectMeta{Namespace: cm.Namespace, Name: cm.Name},
		Data:       map[string]string{"todo.json": string(data)},
	})
}
