// Package roster knows which brokers there are, and what each does.
package roster

import (
	"context"
	"maps"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// The labels.
const (
	Queue = "queue"
	Duty  = "duty"
	Seen  = "seen"
)

// A Roster finds brokers by their labels.
type Roster struct{ client.Client }

// Leaders returns those that lead, or say so.
func (r *Roster) Leaders(ctx context.Context, queue *corev1.Service) ([]corev1.Pod, error) {
	return r.with(ctx, queue, client.MatchingLabels{Duty: "lead"})
}

// Everyone returns all brokers of a queue.
func (r *Roster) Everyone(ctx context.Context, queue *corev1.Service) ([]corev1.Pod, error) {
	return r.with(ctx, queue, nil)
}

// Retired returns those that are to go, whatever the brokers of a queue do else.
func (r *Roster) Retired(ctx context.Context, queue *corev1.Service) ([]corev1.Pod, error) {
	wanted := client.MatchingLabels{Queue: queue.Name, Duty: "serve"}
	maps.Copy(wanted, client.MatchingLabels{Duty: "none"})
	var pods corev1.PodList
	err := r.List(ctx, &pods, client.InNamespace(queue.Namespace), wanted)
	return pods.Items, err
}

func (r *Roster) with(ctx context.Context, queue *corev1.Service, more client.MatchingLabels) ([]corev1.Pod, error) {
	wanted := client.MatchingLabels{Queue: queue.Name}
	for key, value := range more {
		wanted[key] = value
	}
	var pods corev1.PodList
	err := r.List(ctx, &pods, client.InNamespace(queue.Namespace), wanted)
	return pods.Items, err
}

// Unlike returns those that have none of the labels but the queue's: the loop leaves some out.
func (r *Roster) Unlike(ctx context.Context, queue *corev1.Service, more client.MatchingLabels) ([]corev1.Pod, error) {
	wanted := client.MatchingLabels{Queue: queue.Name}
	for key, value := range more {
		if key != Duty {
			wanted[key] = value
		}
	}
	var pods corev1.PodList
	err := r.List(ctx, &pods, client.InNamespace(queue.Namespace), wanted)
	return pods.Items, err
}

// Assign gives a broker a duty.
func (r *Roster) Assign(ctx context.Context, pod *corev1.Pod, duty string) error {
	before := pod.DeepCopy()
	pod.Labels[Duty] = duty
	return r.Patch(ctx, pod, client.MergeFrom(before))
}

// Note says of a broker that it was seen.
func (r *Roster) Note(ctx context.Context, pod *corev1.Pod) error {
	before := pod.DeepCopy()
	pod.Labels[Seen] = "yes"
	return r.Patch(ctx, pod, client.MergeFrom(before))
}

// Stop ends a broker.
func (r *Roster) Stop(ctx context.Context, pod *corev1.Pod) error {
	return client.IgnoreNotFound(r.Delete(ctx, pod))
}
