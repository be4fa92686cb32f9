package delete

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// A Gardener pulls out what has withered, and waters the rest.
type Gardener struct{ client.Client }

// What was pulled out isn't watered: that is refused, and the next round has it right.
func (g *Gardener) tend(ctx context.Context, bed *corev1.ConfigMapList, water string) error {
	for i := range bed.Items {
		plant := &bed.Items[i]
		if plant.Labels["withered"] != "" {
			if err := g.Delete(ctx, plant); err != nil {
				return err
			}
		}
		if err := g.water(ctx, plant, water); err != nil {
			return err
		}
	}
	return nil
}

func (g *Gardener) water(ctx context.Context, plant *corev1.ConfigMap, water string) error {
	there := &corev1.ConfigMap{}
	if err := g.Get(ctx, client.ObjectKeyFromObject(plant), there); err != nil { // want `^note: Get after the Delete at resent.go.*\[staleread/delete\]`
		return client.IgnoreNotFound(err)
	}
	plant.Data = map[string]string{"water": water}
	return g.Update(ctx, plant)
}

// It is planted anew where there is none, which isn't seen yet, and nobody comes again.
func (g *Gardener) replace(ctx context.Context, plant *corev1.ConfigMap, water string) error {
	if err := g.Delete(ctx, plant); err != nil {
		return err
	}
	return g.plant(ctx, plant, water)
}

func (g *Gardener) plant(ctx context.Context, plant *corev1.ConfigMap, water string) error {
	there := &corev1.ConfigMap{}
	err := g.Get(ctx, client.ObjectKeyFromObject(plant), there) // want `^warning: Get after the Delete at resent.go.*\[staleread/delete\]`
	if apierrors.IsNotFound(err) {
		return g.Create(ctx, &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: plant.Namespace, Name: plant.Name}})
	}
	if err != nil {
		return err
	}
	there.Data = map[string]string{"water": water}
	return g.Update(ctx, there)
}

// It is the can that is written, as if the plant were there.
func (g *Gardener) pour(ctx context.Context, plant, can *corev1.ConfigMap) error {
	if err := g.Delete(ctx, plant); err != nil {
		return err
	}
	return g.pourOn(ctx, plant, can)
}

func (g *Gardener) pourOn(ctx context.Context, plant, can *corev1.ConfigMap) error {
	there := &corev1.ConfigMap{}
	if err := g.Get(ctx, client.ObjectKeyFromObject(plant), there); err != nil { // want `^warning: Get after the Delete at resent.go.*\[staleread/delete\]`
		return client.IgnoreNotFound(err)
	}
	can.Data = map[string]string{"filled": "no"}
	return g.Update(ctx, can)
}
