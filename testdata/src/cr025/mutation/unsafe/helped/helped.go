// Package helped reads without copies by the functions of another package, which are given the list to read in.
package helped

import (
	"context"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/mutation/unsafe/helped/reads"
)

type exporter struct {
	client.Client
	live client.Reader
}

func newExporter(mgr ctrl.Manager) *exporter {
	return &exporter{Client: mgr.GetClient(), live: mgr.GetAPIReader()}
}

func byHost(a, b corev1.EndpointAddress) int { return strings.Compare(a.Hostname, b.Hostname) }

func (e *exporter) hosts(ctx context.Context, namespace string) (names []string, err error) {
	all, err := reads.In(ctx, e, namespace, &corev1.EndpointsList{})
	if err != nil {
		return nil, err
	}
	for _, one := range all.Items {
		for _, subset := range one.Subsets {
			slices.SortFunc(subset.Addresses, byHost) // want `Items.Subsets.Addresses.*the cache's corev1.EndpointsList, from reads.In \(reads.go:16\).*\[mutation/shared\]`
			names = append(names, subset.Addresses[0].Hostname)
		}
	}
	return names, nil
}

// Mended.
func (e *exporter) hostsMended(ctx context.Context, namespace string) (names []string, err error) {
	all, err := reads.In(ctx, e, namespace, &corev1.EndpointsList{})
	if err != nil {
		return nil, err
	}
	for _, one := range all.Items {
		for _, subset := range one.Subsets {
			addresses := slices.Clone(subset.Addresses)
			slices.SortFunc(addresses, byHost)
			names = append(names, addresses[0].Hostname)
		}
	}
	return names, nil
}

func label(all *corev1.EndpointsList) {
	for i := range all.Items {
		all.Items[i].Labels["exported"] = "true"
	}
}

// What fills the variable hands it on.
func (e *exporter) mark(ctx context.Context) error {
	var all corev1.EndpointsList
	if err := reads.Everywhere(ctx, e, &all); err != nil {
		return err
	}
	for i := range all.Items {
		all.Items[i].Labels["exported"] = "true" // want `Items.Labels.*from reads.quick \(reads.go:28\).*\[mutation/shared\]`
	}
	return nil
}

// These are copies: of the helper's, or of what the API server sends.
func (e *exporter) markCopied(ctx context.Context) error {
	var all corev1.EndpointsList
	if err := reads.Copied(ctx, e, &all); err != nil {
		return err
	}
	for i := range all.Items {
		all.Items[i].Labels["exported"] = "true"
	}
	return nil
}

func (e *exporter) markReplaced(ctx context.Context) error {
	var all corev1.EndpointsList
	if err := reads.Replaced(ctx, e, &all); err != nil {
		return err
	}
	for i := range all.Items {
		all.Items[i].Labels["exported"] = "true"
	}
	return nil
}

func (e *exporter) markPerhaps(ctx context.Context) error {
	var all corev1.EndpointsList
	if err := reads.Perhaps(ctx, e, &all, true); err != nil {
		return err
	}
	for i := range all.Items {
		all.Items[i].Labels["exported"] = "true"
	}
	return nil
}

func (e *exporter) markLive(ctx context.Context) error {
	var all corev1.EndpointsList
	if err := reads.Everywhere(ctx, e.live, &all); err != nil {
		return err
	}
	label(&all)
	for i := range all.Items {
		all.Items[i].Labels["exported"] = "true"
	}
	return e.live.List(ctx, &all, client.UnsafeDisableDeepCopy)
}

// The copies take the place of what was read.
func (e *exporter) markOwn(ctx context.Context) error {
	var all corev1.EndpointsList
	if err := reads.Everywhere(ctx, e, &all); err != nil {
		return err
	}
	for i := range all.Items {
		all.Items[i] = *all.Items[i].DeepCopy()
	}
	for i := range all.Items {
		all.Items[i].Labels["exported"] = "true"
	}
	return nil
}

// Reader is the one that asks the API server.
func (e *exporter) Reader() client.Reader { return e.live }

// Who reads, or whether somebody does, is known to the caller only.
func (e *exporter) markAnybodys(ctx context.Context) error {
	source := &reads.Source{From: e.live}
	var mine corev1.EndpointsList
	if err := reads.Of(ctx, source, &mine); err != nil {
		return err
	}
	for i := range mine.Items {
		mine.Items[i].Labels["exported"] = "true"
	}
	var its corev1.EndpointsList
	if err := source.All(ctx, &its); err != nil {
		return err
	}
	for i := range its.Items {
		its.Items[i].Labels["exported"] = "true"
	}
	var got corev1.EndpointsList
	if err := reads.By(ctx, e, &got); err != nil {
		return err
	}
	for i := range got.Items {
		got.Items[i].Labels["exported"] = "true"
	}
	var first corev1.EndpointsList
	if err := reads.First(ctx, e.live, e, &first); err != nil {
		return err
	}
	for i := range first.Items {
		first.Items[i].Labels["exported"] = "true"
	}
	var either corev1.EndpointsList
	if err := reads.Either(ctx, e, e.live, true, &either); err != nil {
		return err
	}
	for i := range either.Items {
		either.Items[i].Labels["exported"] = "true"
	}
	return nil
}

func (e *exporter) markRead(ctx context.Context) error {
	var all corev1.EndpointsList
	if err := e.List(ctx, &all); err != nil {
		return err
	}
	if err := reads.Missing(ctx, e, true, &all); err != nil {
		return err
	}
	for i := range all.Items {
		all.Items[i].Labels["exported"] = "true"
	}
	return nil
}
