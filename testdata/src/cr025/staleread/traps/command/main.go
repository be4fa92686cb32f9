// Command command is no controller: it has a client of its own, which has no cache.
package main

import (
	"context"
	"fmt"
	"os"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/util/retry"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

func main() {
	c, err := client.New(ctrl.GetConfigOrDie(), client.Options{})
	if err != nil {
		fatal(err)
	}
	if err := run(context.Background(), c); err != nil {
		fatal(err)
	}
	if err := (&options{client: c}).label(context.Background()); err != nil {
		fatal(err)
	}
}

func fatal(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

func run(ctx context.Context, c client.Client) error {
	cm := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: "command"}}
	err := c.Create(ctx, cm)
	if apierrors.IsAlreadyExists(err) {
		err = c.Get(ctx, client.ObjectKeyFromObject(cm), cm)
	}
	if err != nil {
		return err
	}
	cm.Data = map[string]string{"run": "yes"}
	if err := c.Update(ctx, cm); err != nil {
		return err
	}
	if err := c.Get(ctx, client.ObjectKeyFromObject(cm), cm); err != nil {
		return err
	}
	fmt.Println(cm.ResourceVersion)
	return nil
}

type options struct{ client client.Client }

func (o *options) label(ctx context.Context) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		var ns corev1.Namespace
		if err := o.client.Get(ctx, client.ObjectKey{Name: "default"}, &ns); err != nil {
			return err
		}
		ns.Labels = map[string]string{"labelled": "yes"}
		return o.client.Update(ctx, &ns)
	})
}
