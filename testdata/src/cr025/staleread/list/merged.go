package list

import (
	"context"
	"errors"
	"strings"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/list/roster"
)

// Brokers has one broker of a queue lead the others. The lists choose by labels that are put together of two maps.
type Brokers struct {
	client.Client
	roster *roster.Roster
}

// SetupWithManager gives it the manager's client.
func (b *Brokers) SetupWithManager(mgr ctrl.Manager) error {
	b.Client = mgr.GetClient()
	b.roster = &roster.Roster{Client: mgr.GetClient()}
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Service{}).Complete(b)
}

// Reconcile has the longest among the queues' brokers lead them.
func (b *Brokers) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	queue := &corev1.Service{}
	if err := b.Get(ctx, req.NamespacedName, queue); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	all, err := b.roster.Everyone(ctx, queue)
	if err != nil || len(all) == 0 {
		return ctrl.Result{}, err
	}
	next := &all[0]
	switch queue.Annotations["order"] {
	case "lead":
		err = b.lead(ctx, queue, next)
	case "known":
		err = b.known(ctx, queue, next, all)
	case "noted":
		err = b.noted(ctx, queue, next)
	case "retire":
		err = b.retire(ctx, queue, next)
	case "replace":
		err = b.replace(ctx, queue, next)
	default:
		err = b.unlike(ctx, queue, next)
	}
	return ctrl.Result{}, err
}

// The one that leads now isn't among those that are listed.
func (b *Brokers) lead(ctx context.Context, queue *corev1.Service, next *corev1.Pod) error {
	if err := b.roster.Assign(ctx, next, "lead"); err != nil {
		return err
	}
	leaders, err := b.roster.Leaders(ctx, queue) // want `warning: .*not its new one.*\[staleread/list\]`
	if err != nil {
		return err
	}
	leader := youngest(leaders)
	if leader == nil {
		return errors.New("nobody leads")
	}
	for i := range leaders {
		if leaders[i].UID == leader.UID {
			continue
		}
		if err := b.roster.Stop(ctx, &leaders[i]); err != nil {
			return err
		}
	}
	return b.point(ctx, queue, leader.Name)
}

// What was listed before is all that is stopped, and who leads is at hand.
func (b *Brokers) known(ctx context.Context, queue *corev1.Service, next *corev1.Pod, all []corev1.Pod) error {
	if err := b.roster.Assign(ctx, next, "lead"); err != nil {
		return err
	}
	for i := range all {
		if all[i].UID == next.UID {
			continue
		}
		if err := b.roster.Stop(ctx, &all[i]); err != nil {
			return err
		}
	}
	return b.point(ctx, queue, next.Name)
}

// The label that is set isn't one by which is chosen.
func (b *Brokers) noted(ctx context.Context, queue *corev1.Service, next *corev1.Pod) error {
	if err := b.roster.Note(ctx, next); err != nil {
		return err
	}
	leaders, err := b.roster.Leaders(ctx, queue)
	if err != nil || len(leaders) == 0 {
		return err
	}
	return b.point(ctx, queue, leaders[0].Name)
}

// All that are to go are stopped, and told: none of them is chosen. The one that is to go now is stopped in the next round.
func (b *Brokers) retire(ctx context.Context, queue *corev1.Service, next *corev1.Pod) error {
	if err := b.roster.Assign(ctx, next, "none"); err != nil {
		return err
	}
	retired, err := b.roster.Retired(ctx, queue)
	if err != nil {
		return err
	}
	var names []string
	for i := range retired {
		if err := b.roster.Stop(ctx, &retired[i]); err != nil {
			return err
		}
		names = append(names, retired[i].Name)
	}
	return b.point(ctx, queue, strings.Join(names, ","))
}

// The later entry of the two that the maps have for a label is what the list asks for.
func (b *Brokers) replace(ctx context.Context, queue *corev1.Service, next *corev1.Pod) error {
	if err := b.roster.Assign(ctx, next, "none"); err != nil {
		return err
	}
	retired, err := b.roster.Retired(ctx, queue) // want `warning: .*\[staleread/list\]`
	if err != nil {
		return err
	}
	if len(retired) > 0 {
		return nil
	}
	return b.point(ctx, queue, "all")
}

// It isn't known by which labels a list chooses that a loop has put together of some entries.
func (b *Brokers) unlike(ctx context.Context, queue *corev1.Service, next *corev1.Pod) error {
	if err := b.roster.Assign(ctx, next, "serve"); err != nil {
		return err
	}
	others, err := b.roster.Unlike(ctx, queue, client.MatchingLabels{roster.Duty: "serve", roster.Seen: "yes"})
	if err != nil || len(others) == 0 {
		return err
	}
	return b.point(ctx, queue, others[0].Name)
}

func (b *Brokers) point(ctx context.Context, queue *corev1.Service, to string) error {
	before := queue.DeepCopy()
	queue.Spec.Selector = map[string]string{"broker": to}
	return b.Patch(ctx, queue, client.MergeFrom(before))
}

func youngest(pods []corev1.Pod) *corev1.Pod {
	var found *corev1.Pod
	for i := range pods {
		if found == nil || found.CreationTimestamp.Before(&pods[i].CreationTimestamp) {
			found = &pods[i]
		}
	}
	return found
}
