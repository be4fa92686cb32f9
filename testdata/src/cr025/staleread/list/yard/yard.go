// Package yard has Gadgets for others.
package yard

import (
	"context"
	"fmt"
	"log"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

// Gadget is the nth of an owner.
func Gadget(namespace, owner string, n int) *api.Gadget {
	return &api.Gadget{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: fmt.Sprintf("%s-%d", owner, n)}}
}

// Yard parks Gadgets.
type Yard struct {
	client client.Client
}

// New returns the yard of a manager.
func New(mgr ctrl.Manager) *Yard { return &Yard{client: mgr.GetClient()} }

// Parked are those of a Widget.
func (y *Yard) Parked(ctx context.Context, w *api.Widget) ([]api.Gadget, error) {
	var all api.GadgetList
	if err := y.client.List(ctx, &all, client.InNamespace(w.Namespace), client.MatchingLabels{"of": w.Name}); err != nil {
		return nil, err
	}
	return all.Items, nil
}

// Park makes some more.
func (y *Yard) Park(ctx context.Context, w *api.Widget, n int) error {
	for range n {
		g := &api.Gadget{ObjectMeta: metav1.ObjectMeta{GenerateName: "g-", Namespace: w.Namespace, Labels: map[string]string{"of": w.Name}}}
		if err := y.client.Create(ctx, g); err != nil {
			return err
		}
	}
	return nil
}

// Say tells how many there are.
func (y *Yard) Say(n int) { log.Print(n) }
