// Package harm has changes of the cache's objects of which less comes than of others.
package harm

import (
	"cmp"
	"context"
	"slices"
	"sort"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/kubernetes"
	appslisters "k8s.io/client-go/listers/apps/v1"
	corelisters "k8s.io/client-go/listers/core/v1"
	networkinglisters "k8s.io/client-go/listers/networking/v1"
	"k8s.io/client-go/tools/cache"
)

type controller struct {
	clientset kubernetes.Interface
	services  corelisters.ServiceLister
	nodes     corelisters.NodeLister
	ingresses networkinglisters.IngressLister
	daemons   appslisters.DaemonSetLister
}

var patch = []byte(`{"spec":{"selector":{"version":"2"}}}`)

// What the patch has set is set in the cache's object too when it has succeeded, and an empty selector is put in place of
// none before, which reads the same.
func (c *controller) switched(ctx context.Context, name string) error {
	service, err := c.services.Services("shop").Get(name)
	if err != nil {
		return err
	}
	return c.switchTo(ctx, service) // want `^note: harm.controller.switchTo .* changes Spec.Selector of the corev1.Service from the lister .*: the server has it by then, but .* without a lock.*\[mutation/callee\]`
}

func (c *controller) switchTo(ctx context.Context, service *corev1.Service) error {
	if service.Spec.Selector == nil {
		service.Spec.Selector = map[string]string{} // rests
	}
	if service.Spec.Selector["version"] == "2" {
		return nil
	}
	if _, err := c.clientset.CoreV1().Services(service.Namespace).Patch(ctx, service.Name, types.MergePatchType, patch, metav1.PatchOptions{}); err != nil {
		return err
	}
	service.Spec.Selector["version"] = "2"
	return nil
}

// A copy is sent, and the cache's object is changed when that has succeeded.
func (c *controller) copied(ctx context.Context, name string) error {
	service, err := c.services.Services("shop").Get(name)
	if err != nil {
		return err
	}
	sent := service.DeepCopy()
	sent.Spec.Type = corev1.ServiceTypeClusterIP
	if _, err = c.clientset.CoreV1().Services("shop").Update(ctx, sent, metav1.UpdateOptions{}); err == nil {
		service.Spec.Type = corev1.ServiceTypeClusterIP // want `^note: this assignment changes Spec.Type of the corev1.Service from the lister .*: the server has it by then.*\[mutation/field\]`
	}
	return err
}

// The error isn't looked at before the change.
func (c *controller) unsure(ctx context.Context, name string) error {
	service, err := c.services.Services("shop").Get(name)
	if err != nil {
		return err
	}
	_, err = c.clientset.CoreV1().Services("shop").Patch(ctx, service.GetName(), types.MergePatchType, patch, metav1.PatchOptions{})
	service.Spec.Selector["version"] = "2" // want `^error: this assignment changes Spec.Selector of the corev1.Service.* even if the update fails.*\[mutation/field\]`
	return err
}

// The change comes where the write has failed.
func (c *controller) failed(ctx context.Context, name string) error {
	service, err := c.services.Services("shop").Get(name)
	if err != nil {
		return err
	}
	if _, err = c.clientset.CoreV1().Services("shop").Patch(ctx, service.Name, types.MergePatchType, patch, metav1.PatchOptions{}); err != nil {
		service.Labels["failed"] = "yes" // want `^error: this assignment changes Labels of the corev1.Service.*\[mutation/field\]`
	}
	return err
}

// What was written is another service.
func (c *controller) other(ctx context.Context, name, next string) error {
	service, err := c.services.Services("shop").Get(name)
	if err != nil {
		return err
	}
	if _, err = c.clientset.CoreV1().Services("shop").Patch(ctx, next, types.MergePatchType, patch, metav1.PatchOptions{}); err == nil {
		service.Spec.Selector["version"] = "2" // want `^error: this assignment changes Spec.Selector of the corev1.Service.* even if the update fails.*\[mutation/field\]`
	}
	return err
}

// A write of what is changed after the first write follows.
func (c *controller) twice(ctx context.Context, name string) error {
	service, err := c.services.Services("shop").Get(name)
	if err != nil {
		return err
	}
	if _, err = c.clientset.CoreV1().Services("shop").Patch(ctx, service.Name, types.MergePatchType, patch, metav1.PatchOptions{}); err != nil {
		return err
	}
	service.Labels["switched"] = "yes" // want `^error: this assignment changes Labels of the corev1.Service.* even if the update fails.*\[mutation/field\]`
	_, err = c.clientset.CoreV1().Services("shop").Update(ctx, service, metav1.UpdateOptions{})
	return err
}

// As before, in the function that calls the one that changes it.
func (c *controller) twiceDeep(ctx context.Context, name string) error {
	service, err := c.services.Services("shop").Get(name)
	if err != nil {
		return err
	}
	if err := c.switchTo(ctx, service); err != nil { // want `^error: harm.controller.switchTo .* changes Spec.Selector of the corev1.Service.* even if the update fails.*\[mutation/callee\]`
		return err
	}
	_, err = c.clientset.CoreV1().Services("shop").Update(ctx, service, metav1.UpdateOptions{})
	return err
}

// One service after the other, each changed when its own patch has succeeded.
func (c *controller) all(ctx context.Context, names []string) error {
	for _, name := range names {
		service, err := c.services.Services("shop").Get(name)
		if err != nil {
			return err
		}
		if _, err := c.clientset.CoreV1().Services("shop").Patch(ctx, service.Name, types.MergePatchType, patch, metav1.PatchOptions{}); err != nil {
			return err
		}
		delete(service.Spec.Selector, "old") // want `^note: delete changes Spec.Selector of the corev1.Service.*: the server has it by then.*\[mutation/field\]`
	}
	return nil
}

// Nodes are updated nowhere here: whoever sorts their taints wants them sorted.
func (c *controller) sorted(name string) []corev1.Taint {
	node, err := c.nodes.Get(name)
	if err != nil {
		return nil
	}
	slices.SortFunc(node.Spec.Taints, func(a, b corev1.Taint) int { return cmp.Compare(a.Key, b.Key) }) // want `^note: SortFunc changes Spec.Taints of the corev1.Node .*: it is the same each time, but .* without a lock.*\[mutation/field\]`
	return node.Spec.Taints
}

// A node that is changed otherwise as well.
func (c *controller) sortedAndSet(name string) {
	node, err := c.nodes.Get(name)
	if err != nil {
		return
	}
	sort.Strings(node.Spec.PodCIDRs) // rests
	node.Labels["sorted"] = "yes"    // want `^error: this assignment changes Labels of the corev1.Node .* and take it for what the server has.*\[mutation/field\]`
}

// To turn the order round is another change each time.
func (c *controller) reversed(name string) {
	node, err := c.nodes.Get(name)
	if err == nil {
		slices.Reverse(node.Spec.PodCIDRs) // want `^error: Reverse changes Spec.PodCIDRs of the corev1.Node .* and take it for what the server has.*\[mutation/field\]`
	}
}

// What is sorted is written: DaemonSets are, by who calls this.
func (c *controller) sortedToWrite(name string) *appsv1.DaemonSet {
	set, err := c.daemons.DaemonSets("shop").Get(name)
	if err != nil {
		return nil
	}
	sort.Slice(set.OwnerReferences, func(i, j int) bool { return set.OwnerReferences[i].Name < set.OwnerReferences[j].Name }) // want `^error: Slice changes OwnerReferences of the appsv1.DaemonSet.* even if the update fails.*\[mutation/field\]`
	return set
}

func (c *controller) write(ctx context.Context, name string) error {
	if set := c.sortedToWrite(name); set != nil {
		return c.send(ctx, set)
	}
	return nil
}

func (c *controller) send(ctx context.Context, set *appsv1.DaemonSet) error {
	_, err := c.clientset.AppsV1().DaemonSets(set.Namespace).Update(ctx, set, metav1.UpdateOptions{})
	return err
}

var prefix = networkingv1.PathTypePrefix

func fill(ingress *networkingv1.Ingress) {
	for _, rule := range ingress.Spec.Rules {
		for i := range rule.HTTP.Paths {
			path := &rule.HTTP.Paths[i]
			if path.PathType == nil {
				path.PathType = &prefix // rests
			}
			if *path.PathType == networkingv1.PathTypeImplementationSpecific {
				path.PathType = &prefix
			}
		}
	}
}

// Defaults are filled in for those who read.
func watch(ingresses cache.SharedIndexInformer) {
	_, _ = ingresses.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			if ingress, ok := obj.(*networkingv1.Ingress); ok {
				fill(ingress) // want `^note: harm.fill .* changes Spec.Rules.* of the networkingv1.Ingress that an informer's event handler is given, .*: it is the same each time, but .* without a lock.*\[mutation/event\]`
			}
		},
	})
}

// So are those that the scheme knows.
func watchDefaults(ingresses cache.SharedIndexInformer, scheme *runtime.Scheme) {
	_, _ = ingresses.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			if policy, ok := obj.(*networkingv1.NetworkPolicy); ok {
				scheme.Default(policy) // want `^note: Default changes the networkingv1.NetworkPolicy that an informer's event handler is given, .*: it is the same each time, but .* without a lock.*\[mutation/event\]`
			}
		},
	})
}

// So are rules that are the same for all that have none, which a function makes.
func watchRules(policies cache.SharedIndexInformer, now func() []networkingv1.NetworkPolicyEgressRule) {
	_, _ = policies.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			if policy, ok := obj.(*networkingv1.NetworkPolicy); ok && rulesOf(policy) > 0 { // want `^note: harm.rulesOf .* changes Spec.Ingress of the networkingv1.NetworkPolicy that .*: it is the same each time, but .* without a lock.*\[mutation/event\]`
				return
			}
		},
	})
	_, _ = policies.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			if policy, ok := obj.(*networkingv1.NetworkPolicy); ok && policy.Spec.Egress == nil {
				policy.Spec.Egress = now() // want `^error: this assignment changes Spec.Egress of the networkingv1.NetworkPolicy that .*\[mutation/event\]`
			}
		},
	})
	_, _ = policies.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			if policy, ok := obj.(*networkingv1.NetworkPolicy); ok && len(policy.Spec.PolicyTypes) == 0 {
				policy.Spec.PolicyTypes = []networkingv1.PolicyType{networkingv1.PolicyTypeIngress} // want `^note: this assignment changes Spec.PolicyTypes of the networkingv1.NetworkPolicy that .*: it is the same each time.*\[mutation/event\]`
			}
		},
	})
	// These aren't the same each time: what is in them is counted.
	_, _ = policies.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			if policy, ok := obj.(*networkingv1.NetworkPolicy); ok && policy.Spec.Ingress == nil {
				policy.Spec.Ingress = counted() // want `^error: this assignment changes Spec.Ingress of the networkingv1.NetworkPolicy that .*\[mutation/event\]`
			}
		},
	})
	// Nor are these, which are made of others that are.
	_, _ = policies.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			if policy, ok := obj.(*networkingv1.NetworkPolicy); ok && policy.Spec.Ingress == nil {
				rules := *closed()
				rules[0].From[0].PodSelector.MatchLabels = map[string]string{"app": policy.Name}
				policy.Spec.Ingress = rules // want `^error: this assignment changes Spec.Ingress of the networkingv1.NetworkPolicy that .*\[mutation/event\]`
			}
		},
	})
}

func rulesOf(policy *networkingv1.NetworkPolicy) int {
	if policy.Spec.Ingress == nil {
		policy.Spec.Ingress = *closed()
	}
	return len(policy.Spec.Ingress)
}

func closed() *[]networkingv1.NetworkPolicyIngressRule {
	return &[]networkingv1.NetworkPolicyIngressRule{{From: []networkingv1.NetworkPolicyPeer{{PodSelector: &metav1.LabelSelector{MatchLabels: map[string]string{"app": "none"}}}}}}
}

var counter int32

func counted() []networkingv1.NetworkPolicyIngressRule {
	counter++
	port := counter
	return []networkingv1.NetworkPolicyIngressRule{{Ports: []networkingv1.NetworkPolicyPort{{EndPort: &port}}}}
}

// What is put in place of another name keeps the object from the rest the next time.
func (c *controller) renamed(names []string) (open []string) {
	for _, name := range names {
		service, err := c.services.Services("shop").Get(name)
		if err != nil || service.Spec.LoadBalancerIP == "closed" {
			continue
		}
		if service.Spec.LoadBalancerIP == "none" {
			service.Spec.LoadBalancerIP = "closed" // want `^error: this assignment changes Spec.LoadBalancerIP of the corev1.Service.*\[mutation/field\]`
		}
		open = append(open, name)
	}
	return open
}

// What hangs on it afterwards does so each time.
func (c *controller) preferred(name string) bool {
	node, err := c.nodes.Get(name)
	if err != nil {
		return false
	}
	if node.Spec.ProviderID == "" {
		node.Spec.ProviderID = "none" // want `^note: this assignment changes Spec.ProviderID of the corev1.Node.*: it is the same each time.*\[mutation/field\]`
	}
	return node.Spec.ProviderID == "none"
}

// A value that isn't always the same is no default.
func (c *controller) chosen(name, class string) {
	ingress, err := c.ingresses.Ingresses("shop").Get(name)
	if err != nil {
		return
	}
	if ingress.Spec.IngressClassName == nil {
		ingress.Spec.IngressClassName = &class // want `^error: this assignment changes Spec.IngressClassName of the networkingv1.Ingress.* for what the server has.*\[mutation/field\]`
	}
}

// Nor is one that is set whatever there was.
func (c *controller) always(name string) {
	node, err := c.nodes.Get(name)
	if err != nil {
		return
	}
	if node.Spec.ProviderID == "" {
		node.Spec.Unschedulable = true // want `^error: this assignment changes Spec.Unschedulable of the corev1.Node.* for what the server has.*\[mutation/field\]`
	}
}

// A default that is to be saved is lost if the update fails.
func (c *controller) saved(ctx context.Context, name string) error {
	set, err := c.daemons.DaemonSets("shop").Get(name)
	if err != nil {
		return err
	}
	if set.Spec.UpdateStrategy.Type == "" {
		set.Spec.UpdateStrategy.Type = appsv1.RollingUpdateDaemonSetStrategyType // want `^error: this assignment changes Spec.UpdateStrategy.Type of the appsv1.DaemonSet.* even if the update fails.*\[mutation/field\]`
		return c.send(ctx, set)
	}
	return nil
}
