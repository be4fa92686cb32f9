// Package own has handlers of informers of which the function that makes them says how often they resync.
package own

import (
	"context"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"
)

// A Painter paints services.
type Painter struct{ clientset kubernetes.Interface }

func (p *Painter) paint(obj any) {
	service := obj.(*corev1.Service).DeepCopy()
	if _, err := p.clientset.CoreV1().Services(service.Namespace).Update(context.TODO(), service, metav1.UpdateOptions{}); err != nil { // want `note: .*only the informers' resync, after 10s, tries it again.*\[oneshot/write\]`
		klog.Error(err)
	}
}

// Paint has a factory of its own, which resyncs often.
func (p *Painter) Paint(stop <-chan struct{}) error {
	factory := informers.NewSharedInformerFactoryWithOptions(p.clientset, 10*time.Second, informers.WithNamespace("art"))
	services := factory.Core().V1().Services().Informer()
	_, err := services.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    p.paint,
		UpdateFunc: func(_, obj any) { p.paint(obj) },
	})
	factory.Start(stop)
	return err
}

func (p *Painter) varnish(obj any) {
	service := obj.(*corev1.Service).DeepCopy()
	if _, err := p.clientset.CoreV1().Services(service.Namespace).Update(context.TODO(), service, metav1.UpdateOptions{}); err != nil { // want `error: .*no queue tries it again.*\[oneshot/write\]`
		klog.Error(err)
	}
}

// Varnish never resyncs the services, whatever the others do.
func (p *Painter) Varnish(stop <-chan struct{}) error {
	seldom := informers.WithCustomResyncConfig(map[metav1.Object]time.Duration{&corev1.Service{}: 0})
	factory := informers.NewSharedInformerFactoryWithOptions(p.clientset, 10*time.Second, seldom)
	_, err := factory.Core().V1().Services().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    p.varnish,
		UpdateFunc: func(_, obj any) { p.varnish(obj) },
	})
	factory.Start(stop)
	return err
}

func (p *Painter) frame(obj any) {
	service := obj.(*corev1.Service).DeepCopy()
	if _, err := p.clientset.CoreV1().Services(service.Namespace).Update(context.TODO(), service, metav1.UpdateOptions{}); err != nil { // want `error: .*no queue tries it again.*\[oneshot/write\]`
		klog.Error(err)
	}
}

// Frame has two informers, of which one resyncs.
func (p *Painter) Frame(other cache.SharedIndexInformer, stop <-chan struct{}) error {
	factory := informers.NewSharedInformerFactory(p.clientset, 10*time.Second)
	_, err := factory.Core().V1().Services().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{
		UpdateFunc: func(_, obj any) { p.frame(obj) },
	})
	_, _ = other.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: p.frame})
	factory.Start(stop)
	return err
}

func (p *Painter) hang(obj any) {
	service := obj.(*corev1.Service).DeepCopy()
	if _, err := p.clientset.CoreV1().Services(service.Namespace).Update(context.TODO(), service, metav1.UpdateOptions{}); err != nil { // want `error: .*no queue tries it again.*\[oneshot/write\]`
		klog.Error(err)
	}
}

// Hang does nothing for what is as before, as in a resync.
func (p *Painter) Hang(stop <-chan struct{}) error {
	factory := informers.NewSharedInformerFactory(p.clientset, 10*time.Second)
	_, err := factory.Core().V1().Services().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: p.hang,
		UpdateFunc: func(old, obj any) {
			if old.(*corev1.Service).ResourceVersion != obj.(*corev1.Service).ResourceVersion {
				p.hang(obj)
			}
		},
	})
	factory.Start(stop)
	return err
}

func (p *Painter) sell(obj any) {
	service := obj.(*corev1.Service).DeepCopy()
	if _, err := p.clientset.CoreV1().Services(service.Namespace).Update(context.TODO(), service, metav1.UpdateOptions{}); err != nil { // want `error: .*no queue tries it again.*\[oneshot/write\]`
		klog.Error(err)
	}
}

// Sell says it where it gives the handler, which is in vain if the informer itself never resyncs.
func (p *Painter) Sell(services cache.SharedIndexInformer) {
	_, _ = services.AddEventHandlerWithResyncPeriod(cache.ResourceEventHandlerFuncs{
		AddFunc:    p.sell,
		UpdateFunc: func(_, obj any) { p.sell(obj) },
	}, 20*time.Second)
}
