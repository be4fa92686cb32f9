// Package clients makes clients.
package clients

import (
	"k8s.io/client-go/rest"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// An Option changes options.
type Option func(*client.Options)

// From takes over other options.
func From(options *client.Options) Option {
	return func(o *client.Options) { *o = *options }
}

// New makes a client.
func New(config *rest.Config, options ...Option) (client.Client, error) {
	var all client.Options
	for _, option := range options {
		option(&all)
	}
	return client.New(config, all)
}
