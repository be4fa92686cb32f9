package event

import (
	"context"
	"slices"
	"sort"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/mutation/event/indexes"
)

func index(ctx context.Context, mgr ctrl.Manager, shelf *racks) error {
	fields := mgr.GetFieldIndexer()
	if err := fields.IndexField(ctx, &corev1.Service{}, "ips", byAddresses); err != nil {
		return err
	}
	if err := fields.IndexField(ctx, &corev1.Service{}, "ips.sorted", byAddressesMended); err != nil {
		return err
	}
	if err := fields.IndexField(ctx, &corev1.Pod{}, "node", func(obj client.Object) []string {
		pod := obj.(*corev1.Pod)
		pod.Spec.NodeName = strings.ToLower(pod.Spec.NodeName) // want `error: this assignment changes Spec.NodeName of the corev1.Pod that an index function is given, which is the cache's own: all who read the cache see the change, and take it for what the server has; change a DeepCopy.*\[mutation/event\]`
		return []string{pod.Spec.NodeName}
	}); err != nil {
		return err
	}
	if err := mgr.GetCache().IndexField(ctx, &corev1.Node{}, "rack", shelf.byRack); err != nil {
		return err
	}
	if err := fields.IndexField(ctx, &corev1.Node{}, "zone", indexes.ByZone); err != nil { // want `indexes.ByZone \(indexes.go:\d+\) changes Labels of the object that an index function is given.*\[mutation/event\]`
		return err
	}
	return fields.IndexField(ctx, &corev1.Node{}, "pool", indexes.ByPool)
}

// byAddresses sorts what the cache is about to hold.
func byAddresses(obj client.Object) []string {
	service, ok := obj.(*corev1.Service)
	if !ok {
		return nil
	}
	ips := service.Spec.ExternalIPs
	sort.Strings(ips) // want `note: Strings changes Spec.ExternalIPs of the corev1.Service that an index function is given, which is the cache's own: all who read the cache see the change.*\[mutation/event\]`
	return []string{strings.Join(ips, ",")}
}

func byAddressesMended(obj client.Object) []string {
	service, ok := obj.(*corev1.Service)
	if !ok {
		return nil
	}
	ips := slices.Clone(service.Spec.ExternalIPs)
	sort.Strings(ips)
	return []string{strings.Join(ips, ",")}
}

type racks struct{ at map[string]string }

func (r *racks) byRack(obj client.Object) []string {
	r.at[obj.GetName()] = obj.GetLabels()["rack"]
	obj.GetLabels()["row"] = "1" // want `changes Labels of the object that an index function is given.*\[mutation/event\]`
	return []string{r.at[obj.GetName()]}
}

// indexInformer has an informer's objects indexed.
func indexInformer(pods cache.SharedIndexInformer) error {
	return pods.AddIndexers(cache.Indexers{
		"app": func(obj any) ([]string, error) {
			pod := obj.(*corev1.Pod)
			pod.Labels["app"] = strings.TrimSpace(pod.Labels["app"]) // want `changes Labels of the corev1.Pod that an index function is given.*\[mutation/event\]`
			return []string{pod.Labels["app"]}, nil
		},
		"owner": func(obj any) ([]string, error) {
			pod := obj.(*corev1.Pod).DeepCopy()
			pod.OwnerReferences = append(pod.OwnerReferences[:0], pod.OwnerReferences[1:]...)
			return []string{pod.OwnerReferences[0].Name}, nil
		},
		cache.NamespaceIndex: cache.MetaNamespaceIndexFunc,
	})
}

// An index of one's own is asked for what one makes for it.
func ownIndex(service *corev1.Service) (cache.Indexer, error) {
	store := cache.NewIndexer(cache.MetaNamespaceKeyFunc, cache.Indexers{"ip": func(obj any) ([]string, error) {
		own := obj.(*corev1.Service)
		sort.Strings(own.Spec.ExternalIPs)
		return own.Spec.ExternalIPs, nil
	}})
	return store, store.Add(service.DeepCopy())
}
