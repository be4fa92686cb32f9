// Package session keeps a ConfigMap as long as it is worked on.
package session

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Session is a ConfigMap, by its name.
type Session struct {
	name   client.ObjectKey
	Config corev1.ConfigMap
}

// For makes one that is empty.
func For(name client.ObjectKey) *Session { return &Session{name: name} }

// Load reads the ConfigMap.
func (s *Session) Load(ctx context.Context, from client.Reader) error {
	return from.Get(ctx, s.name, &s.Config)
}

// Save writes it.
func (s *Session) Save(ctx context.Context, to client.Writer) error { return to.Update(ctx, &s.Config) }

// Opened is a Secret that was read.
type Opened struct {
	to     client.Writer
	Secret *corev1.Secret
}

// Open reads a Secret.
func Open(ctx context.Context, c client.Client, name client.ObjectKey) (*Opened, error) {
	o := &Opened{to: c, Secret: &corev1.Secret{}}
	if err := c.Get(ctx, name, o.Secret); err != nil {
		return nil, err
	}
	return o, nil
}

// Close writes it.
func (o *Opened) Close(ctx context.Context) error { return o.to.Update(ctx, o.Secret) }
