package loops

import (
	"context"
	"os"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"
)

// Each zone has all the names once more.
func (r *Ending) zones(ctx context.Context, zones []string, names sets.Set[string]) error {
	for _, zone := range zones {
		for _, name := range names.UnsortedList() {
			if err := r.leave(ctx, name, zone); err != nil {
				return err
			}
		}
	}
	return nil
}

func (r *Ending) leave(ctx context.Context, name, zone string) error {
	var svc corev1.Service
	if err := r.Get(ctx, types.NamespacedName{Namespace: "default", Name: name}, &svc); err != nil { // want `Service.*\[staleread/get\]`
		return err
	}
	delete(svc.Labels, zone)
	return r.Update(ctx, &svc)
}

// Each zone has names of its own.
func (r *Ending) theirs(ctx context.Context, zones map[string][]string) error {
	for zone, names := range zones {
		for _, name := range names {
			if err := r.quit(ctx, "default", name, zone); err != nil {
				return err
			}
		}
	}
	return nil
}

// The zone is the namespace too.
func (r *Ending) apart(ctx context.Context, zones, names []string) error {
	for _, zone := range zones {
		for _, name := range names {
			if err := r.quit(ctx, zone, name, zone); err != nil {
				return err
			}
		}
	}
	return nil
}

func (r *Ending) quit(ctx context.Context, namespace, name, zone string) error {
	var eps corev1.Endpoints
	if err := r.Get(ctx, types.NamespacedName{Namespace: namespace, Name: name}, &eps); err != nil {
		return err
	}
	delete(eps.Labels, zone)
	return r.Update(ctx, &eps)
}

// The namespace is the program's own, whoever asks for it.
func (r *Ending) zonesOfOurs(ctx context.Context, zones []string, names sets.Set[string]) error {
	for _, zone := range zones {
		for _, name := range names.UnsortedList() {
			if err := r.part(ctx, namespace(), name, zone); err != nil {
				return err
			}
		}
	}
	return nil
}

// Each of the names is asked for once.
func (r *Ending) namesOfOurs(ctx context.Context, names sets.Set[string]) error {
	for _, name := range names.UnsortedList() {
		if err := r.part(ctx, namespace(), name, name); err != nil {
			return err
		}
	}
	return nil
}

func namespace() string {
	if own := os.Getenv("POD_NAMESPACE"); own != "" {
		return own
	}
	return "default"
}

func (r *Ending) part(ctx context.Context, namespace, name, zone string) error {
	var svc corev1.Service
	if err := r.Get(ctx, types.NamespacedName{Namespace: namespace, Name: name}, &svc); err != nil { // want `Service.*\[staleread/get\]`
		return err
	}
	delete(svc.Annotations, zone)
	return r.Update(ctx, &svc)
}

var waiting []string

// Another one each time.
func next() string {
	if len(waiting) == 0 {
		return ""
	}
	name := waiting[0]
	waiting = waiting[1:]
	return name
}

func (r *Ending) allWaiting(ctx context.Context) error {
	for len(waiting) > 0 {
		var cm corev1.ConfigMap
		if err := r.Get(ctx, types.NamespacedName{Namespace: "default", Name: next()}, &cm); err != nil {
			return err
		}
		cm.Data = nil
		if err := r.Update(ctx, &cm); err != nil {
			return err
		}
	}
	return nil
}
