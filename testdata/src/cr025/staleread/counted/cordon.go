package counted

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
)

var (
	cordon = []byte(`{"spec":{"unschedulable":true}}`)
	note   = []byte(`{"metadata":{"annotations":{"example.com/noted":"yes"}}}`)
)

// Zones takes a node out of service in each zone, as long as there aren't too many.
type Zones struct {
	kube   kubernetes.Interface
	lister corelisters.NodeLister
	most   int
}

func out(nodes []*corev1.Node) int {
	n := 0
	for _, node := range nodes {
		if node.Spec.Unschedulable {
			n++
		}
	}
	return n
}

func (z *Zones) patch(ctx context.Context, name string, data []byte) error {
	_, err := z.kube.CoreV1().Nodes().Patch(ctx, name, types.MergePatchType, data, metav1.PatchOptions{})
	return err
}

// The node of the round before isn't counted yet.
func (z *Zones) cordonAll(ctx context.Context, first map[string]string) error {
	for _, name := range first {
		nodes, err := z.lister.List(labels.Everything()) // want `warning: .*its Spec.Unschedulable decides what is done.*\[staleread/list\]`
		if err != nil {
			return err
		}
		if out(nodes) >= z.most {
			return nil
		}
		if err := z.patch(ctx, name, cordon); err != nil {
			return err
		}
	}
	return nil
}

// The count is carried on.
func (z *Zones) cordonCounted(ctx context.Context, first map[string]string) error {
	nodes, err := z.lister.List(labels.Everything())
	if err != nil {
		return err
	}
	n := out(nodes)
	for _, name := range first {
		if n >= z.most {
			return nil
		}
		if err := z.patch(ctx, name, cordon); err != nil {
			return err
		}
		n++
	}
	return nil
}

// What is patched isn't counted.
func (z *Zones) noteAll(ctx context.Context, first map[string]string) error {
	for _, name := range first {
		nodes, err := z.lister.List(labels.Everything())
		if err != nil {
			return err
		}
		if out(nodes) >= z.most {
			return nil
		}
		if err := z.patch(ctx, name, note); err != nil {
			return err
		}
	}
	return nil
}
