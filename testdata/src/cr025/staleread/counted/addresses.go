package counted

import (
	"context"
	"errors"
	"strconv"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Slots gives each claim a number that no other has.
type Slots struct {
	client.Client
	namespace string
}

var errFull = errors.New("no slot left")

const slotCount = 100

// free names the first slot that isn't taken: the name is made where the loop is left.
func free(taken map[string]bool) (string, error) {
	for n := range slotCount {
		if !taken["slot-"+strconv.Itoa(n)] {
			return "slot-" + strconv.Itoa(n), nil
		}
	}
	return "", errFull
}

// owner names what all claims of a namespace get, if there is room.
func owner(taken map[string]bool, namespace string) (string, error) {
	for n := range slotCount {
		if !taken["slot-"+strconv.Itoa(n)] {
			return "owner-" + namespace, nil
		}
	}
	return "", errFull
}

func slotsOf(claims []corev1.ConfigMap) map[string]bool {
	taken := map[string]bool{}
	for _, c := range claims {
		if c.Data["slot"] != "" {
			taken[c.Data["slot"]] = true
		}
	}
	return taken
}

func (s *Slots) assignAll(ctx context.Context, pending []*corev1.ConfigMap) error {
	for _, claim := range pending {
		if err := s.assign(ctx, claim); err != nil {
			return err
		}
	}
	return nil
}

func (s *Slots) assign(ctx context.Context, claim *corev1.ConfigMap) error {
	var all corev1.ConfigMapList
	if err := s.List(ctx, &all, client.InNamespace(s.namespace)); err != nil { // want `warning: .*an object may be as it was before, and its Data\[slot\] decides.*\[staleread/list\]`
		return err
	}
	slot, err := free(slotsOf(all.Items))
	if err != nil {
		return err
	}
	return s.store(ctx, claim, slot)
}

func (s *Slots) store(ctx context.Context, claim *corev1.ConfigMap, slot string) error {
	base := claim.DeepCopy()
	claim.Data = map[string]string{"slot": slot}
	return s.Patch(ctx, claim, client.MergeFrom(base))
}

// What is given out in the pass is noted.
func (s *Slots) assignNoted(ctx context.Context, pending []*corev1.ConfigMap) error {
	var all corev1.ConfigMapList
	if err := s.List(ctx, &all, client.InNamespace(s.namespace)); err != nil {
		return err
	}
	taken := slotsOf(all.Items)
	for _, claim := range pending {
		slot, err := free(taken)
		if err != nil {
			return err
		}
		taken[slot] = true
		if err := s.store(ctx, claim, slot); err != nil {
			return err
		}
	}
	return nil
}

// Whichever slots are free, the same is stored.
func (s *Slots) own(ctx context.Context, pending []*corev1.ConfigMap) error {
	for _, claim := range pending {
		var all corev1.ConfigMapList
		if err := s.List(ctx, &all, client.InNamespace(s.namespace)); err != nil {
			return err
		}
		name, err := owner(slotsOf(all.Items), s.namespace)
		if err != nil {
			return err
		}
		if err := s.store(ctx, claim, name); err != nil {
			return err
		}
	}
	return nil
}
