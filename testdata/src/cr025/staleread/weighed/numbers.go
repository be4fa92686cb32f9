package weighed

import (
	"context"
	"strconv"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// nextSeat returns the number that was there before the patch, whose answer is in the object.
func nextSeat(ctx context.Context, c client.Client, plan client.ObjectKey) (int, error) {
	var cm corev1.ConfigMap
	if err := c.Get(ctx, plan, &cm); err != nil { // want `warning: Get after the Patch at numbers.go:23 .*what is written is made of its Data\[seat\].*\[staleread/get\]`
		return 0, err
	}
	seat, err := strconv.Atoi(cm.Data["seat"])
	if err != nil {
		return 0, err
	}
	before := cm.DeepCopy()
	cm.Data["seat"] = strconv.Itoa(seat + 1)
	return seat, c.Patch(ctx, &cm, client.MergeFrom(before))
}

func seatAll(ctx context.Context, c client.Client, plan client.ObjectKey, guests *corev1.PodList) error {
	for i := range guests.Items {
		seat, err := nextSeat(ctx, c, plan)
		if err != nil {
			return err
		}
		guests.Items[i].Annotations["seat"] = strconv.Itoa(seat)
		if err := c.Update(ctx, &guests.Items[i]); err != nil {
			return err
		}
	}
	return nil
}

// answeredSeat returns what the server has answered.
func answeredSeat(ctx context.Context, c client.Client, plan client.ObjectKey) (string, error) {
	var cm corev1.ConfigMap
	if err := c.Get(ctx, plan, &cm); err != nil { // want `note: .*\[staleread/get\]`
		return "", err
	}
	before := cm.DeepCopy()
	cm.Data["asked"] = "yes"
	if err := c.Patch(ctx, &cm, client.MergeFrom(before)); err != nil {
		return "", err
	}
	return cm.Data["seat"], nil
}

func seatAnswered(ctx context.Context, c client.Client, plan client.ObjectKey, guests *corev1.PodList) error {
	for i := range guests.Items {
		seat, err := answeredSeat(ctx, c, plan)
		if err != nil {
			return err
		}
		guests.Items[i].Annotations["seat"] = seat
		if err := c.Update(ctx, &guests.Items[i]); err != nil {
			return err
		}
	}
	return nil
}

// lockedSeat is refused if the number is old, before anybody has it.
func lockedSeat(ctx context.Context, c client.Client, plan client.ObjectKey) (int, error) {
	var cm corev1.ConfigMap
	if err := c.Get(ctx, plan, &cm); err != nil { // want `note: .*refused and tried again.*\[staleread/get\]`
		return 0, err
	}
	seat, err := strconv.Atoi(cm.Data["seat"])
	if err != nil {
		return 0, err
	}
	cm.Data["seat"] = strconv.Itoa(seat + 1)
	return seat, c.Update(ctx, &cm)
}

func seatLocked(ctx context.Context, c client.Client, plan client.ObjectKey, guests *corev1.PodList) error {
	for i := range guests.Items {
		seat, err := lockedSeat(ctx, c, plan)
		if err != nil {
			return err
		}
		guests.Items[i].Annotations["seat"] = strconv.Itoa(seat)
		if err := c.Update(ctx, &guests.Items[i]); err != nil {
			return err
		}
	}
	return nil
}

// turn marks a guest by what it reads in the same guest.
func turn(ctx context.Context, c client.Client, guest *corev1.Pod) (string, error) {
	if err := c.Get(ctx, client.ObjectKeyFromObject(guest), guest); err != nil { // want `note: .*refused and tried again.*\[staleread/get\]`
		return "", err
	}
	return guest.Annotations["turn"], nil
}

func turnAll(ctx context.Context, c client.Client, guests *corev1.PodList) error {
	for i := range guests.Items {
		before := guests.Items[i].DeepCopy()
		guests.Items[i].Labels["asked"] = "yes"
		if err := c.Patch(ctx, &guests.Items[i], client.MergeFrom(before)); err != nil {
			return err
		}
		had, err := turn(ctx, c, &guests.Items[i])
		if err != nil {
			return err
		}
		guests.Items[i].Labels["had"] = had
		if err := c.Update(ctx, &guests.Items[i]); err != nil {
			return err
		}
	}
	return nil
}
