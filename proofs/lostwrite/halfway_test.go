package lostwrite

import (
	"context"
	"testing"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
)

// failsOnce refuses the first Create of a Pod, as a server does that has too much to do.
type failsOnce struct {
	client.Client
	failed bool
}

func (c *failsOnce) Create(ctx context.Context, obj client.Object, opts ...client.CreateOption) error {
	if _, isPod := obj.(*corev1.Pod); isPod && !c.failed {
		c.failed = true
		return apierrors.NewTooManyRequests("later", 1)
	}
	return c.Client.Create(ctx, obj, opts...)
}

// TestHalfway shows that the second write is never made when it has failed once, however often the first is looked for, and
// that the twin makes it: with a server, and with the fake client.
func TestHalfway(t *testing.T) {
	t.Parallel()
	clients := map[string]func(*testing.T) client.Client{
		"server": onServer,
		"fake":   func(*testing.T) client.Client { return fake.NewClientBuilder().WithScheme(newScheme()).Build() },
	}
	for name, newClient := range clients {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for run, mended := range map[string]bool{"bug": false, "mended": true} {
				c := newClient(t)
				k := &Keeper{&failsOnce{Client: c}, c}
				reconcile := k.HalfwayBug
				if mended {
					reconcile = k.HalfwayMended
				}
				if err := reconcile(t.Context(), widget()); !apierrors.IsTooManyRequests(err) {
					t.Fatalf("%s: error %v, want that of the server", run, err)
				}
				for range 3 {
					if err := reconcile(t.Context(), widget()); err != nil {
						t.Fatalf("%s: error %v", run, err)
					}
				}
				err := c.Get(t.Context(), client.ObjectKeyFromObject(widget()), &corev1.Pod{})
				if made := err == nil; made != mended || !made && !apierrors.IsNotFound(err) {
					t.Errorf("%s: the second is there: %v (%v)", run, made, err)
				}
			}
		})
	}
}
