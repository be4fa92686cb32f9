// Package mocked writes finalizers, and has a mock of the client it does that with.
package mocked

import (
	"context"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Object is any.
type Object interface {
	metav1.Object
	runtime.Object
}

// A Finalizer is put into objects.
type Finalizer struct {
	client client.Client
	name   string
}

// New makes one.
func New(c client.Client, name string) *Finalizer { return &Finalizer{client: c, name: name} }

// Add puts it in, and stores that.
func (f *Finalizer) Add(ctx context.Context, obj Object) error {
	if slices.Contains(obj.GetFinalizers(), f.name) {
		return nil
	}
	obj.SetFinalizers(append(obj.GetFinalizers(), f.name))
	return f.client.Update(ctx, obj)
}

// Set puts it in.
func (f *Finalizer) Set(obj Object) { obj.SetFinalizers(append(obj.GetFinalizers(), f.name)) }

// Client is a mock: who makes it says what it does.
type Client struct {
	client.Client
	MockCreate func(ctx context.Context, obj client.Object) error
	MockUpdate func(ctx context.Context, obj client.Object) error
}

// Create implements client.Client.
func (c *Client) Create(ctx context.Context, obj client.Object, _ ...client.CreateOption) error {
	return c.MockCreate(ctx, obj)
}

// Update implements client.Client.
func (c *Client) Update(ctx context.Context, obj client.Object, _ ...client.UpdateOption) error {
	return c.MockUpdate(ctx, obj)
}
