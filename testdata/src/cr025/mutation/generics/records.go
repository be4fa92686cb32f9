// Package generics makes structs of a type that is a parameter, as Kuadrant's dns-operator does of the records of two APIs: their
// fields have no struct type to be looked up in.
package generics

import (
	"context"
	"strings"

	corev1 "k8s.io/api/core/v1"
	corelisters "k8s.io/client-go/listers/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

type publicRecord struct {
	Host   *string
	Labels map[string]string
}

type privateRecord struct {
	Host   *string
	Labels map[string]string
}

// parsed makes a record of a text, and labels it.
func parsed[T publicRecord | privateRecord](text string, labels map[string]string) *T {
	record := &T{Host: &text, Labels: labels}
	if host, _, ok := strings.Cut(text, " "); ok {
		return &T{Host: &host}
	}
	return record
}

type zones struct {
	client.Client
	services corelisters.ServiceLister
}

func (z *zones) publish(ctx context.Context, name string) error {
	service, err := z.services.Services("dns").Get(name)
	if err != nil {
		return err
	}
	parsed[publicRecord](service.Spec.ExternalName, nil).Labels = map[string]string{"zone": "public"}
	_ = parsed[privateRecord](service.Spec.ExternalName, service.Labels)
	service.Labels["published"] = "yes" // want `^error: this assignment changes Labels of the corev1.Service from the lister.*\[mutation/field\]`
	made := &corev1.Service{}
	made.Labels = service.Labels
	return z.Update(ctx, made)
}
