// Package remembered gives services ports: which are taken, it lists, and remembers of those that it has given itself.
package remembered

import (
	"context"
	"errors"
	"strconv"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

const portOf = "edge.example.com/port"

var errNone = errors.New("all ports are taken")

// Ports gives out ports.
type Ports struct {
	client.Client
	last     int
	given    map[int]bool
	returned map[int]bool
	lent     map[int]bool
	noted    map[int]bool
}

// NewPorts returns what gives out ports up to the last one.
func NewPorts(c client.Client, last int) *Ports {
	return &Ports{Client: c, last: last, given: map[int]bool{}, returned: map[int]bool{}, lent: map[int]bool{}, noted: map[int]bool{}}
}

// taken returns the ports that services have.
func taken(services []corev1.Service) map[int]bool {
	ports := map[int]bool{}
	for i := range services {
		if port, err := strconv.Atoi(services[i].Annotations[portOf]); err == nil {
			ports[port] = true
		}
	}
	return ports
}

// set gives a service a port.
func (p *Ports) set(ctx context.Context, service *corev1.Service, port int) error {
	base := service.DeepCopy()
	if service.Annotations == nil {
		service.Annotations = map[string]string{}
	}
	service.Annotations[portOf] = strconv.Itoa(port)
	return p.Patch(ctx, service, client.MergeFrom(base))
}

// Forgetful knows only of the ports that it lists.
func (p *Ports) Forgetful(ctx context.Context, services []*corev1.Service) error {
	for _, service := range services {
		var all corev1.ServiceList
		if err := p.List(ctx, &all); err != nil { // want `List after the Patch`
			return err
		}
		port, err := p.free(taken(all.Items))
		if err != nil {
			return err
		}
		if err := p.set(ctx, service, port); err != nil {
			return err
		}
	}
	return nil
}

func (p *Ports) free(taken map[int]bool) (int, error) {
	for port := 1; port <= p.last; port++ {
		if !taken[port] {
			return port, nil
		}
	}
	return 0, errNone
}

// Mindful remembers which it has given.
func (p *Ports) Mindful(ctx context.Context, services []*corev1.Service) error {
	for _, service := range services {
		var all corev1.ServiceList
		if err := p.List(ctx, &all); err != nil {
			return err
		}
		port, err := p.freeAndNew(taken(all.Items))
		if err != nil {
			return err
		}
		if err := p.set(ctx, service, port); err != nil {
			return err
		}
	}
	return nil
}

func (p *Ports) freeAndNew(taken map[int]bool) (int, error) {
	for port := 1; port <= p.last; port++ {
		if !taken[port] && !p.given[port] {
			p.given[port] = true
			return port, nil
		}
	}
	return 0, errNone
}

// MindfulFirst asks what it remembers first.
func (p *Ports) MindfulFirst(ctx context.Context, services []*corev1.Service) error {
	for _, service := range services {
		var all corev1.ServiceList
		if err := p.List(ctx, &all); err != nil {
			return err
		}
		port, err := p.newAndFree(taken(all.Items))
		if err != nil {
			return err
		}
		if err := p.set(ctx, service, port); err != nil {
			return err
		}
	}
	return nil
}

func (p *Ports) newAndFree(taken map[int]bool) (int, error) {
	for port := 1; port <= p.last; port++ {
		if p.given[port] || taken[port] {
			continue
		}
		p.given[port] = true
		return port, nil
	}
	return 0, errNone
}

// Returning forgets what was given back, be it listed still or not.
func (p *Ports) Returning(ctx context.Context, services []*corev1.Service) error {
	for _, service := range services {
		var all corev1.ServiceList
		if err := p.List(ctx, &all); err != nil { // want `List after the Patch`
			return err
		}
		port, err := p.freeUntilReturned(taken(all.Items))
		if err != nil {
			return err
		}
		if err := p.set(ctx, service, port); err != nil {
			return err
		}
		p.Return(port)
	}
	return nil
}

// Return takes a port back.
func (p *Ports) Return(port int) { delete(p.returned, port) }

func (p *Ports) freeUntilReturned(taken map[int]bool) (int, error) {
	for port := 1; port <= p.last; port++ {
		if !taken[port] && !p.returned[port] {
			p.returned[port] = true
			return port, nil
		}
	}
	return 0, errNone
}

// Lending gets its ports back by what is set for them.
func (p *Ports) Lending(ctx context.Context, services []*corev1.Service) error {
	for _, service := range services {
		var all corev1.ServiceList
		if err := p.List(ctx, &all); err != nil { // want `List after the Patch`
			return err
		}
		port, err := p.freeUntilBack(taken(all.Items))
		if err != nil {
			return err
		}
		if err := p.set(ctx, service, port); err != nil {
			return err
		}
	}
	return nil
}

// Back takes a port back.
func (p *Ports) Back(port int) { p.lent[port] = false }

func (p *Ports) freeUntilBack(taken map[int]bool) (int, error) {
	for port := 1; port <= p.last; port++ {
		if !taken[port] && !p.lent[port] {
			p.lent[port] = true
			return port, nil
		}
	}
	return 0, errNone
}

// Asking only asks what it never puts anything in.
func (p *Ports) Asking(ctx context.Context, services []*corev1.Service) error {
	for _, service := range services {
		var all corev1.ServiceList
		if err := p.List(ctx, &all); err != nil { // want `List after the Patch`
			return err
		}
		port, err := p.freeUnlessNoted(taken(all.Items))
		if err != nil {
			return err
		}
		if err := p.set(ctx, service, port); err != nil {
			return err
		}
	}
	return nil
}

func (p *Ports) freeUnlessNoted(taken map[int]bool) (int, error) {
	for port := 1; port <= p.last; port++ {
		if !taken[port] && !p.noted[port] {
			p.noted[port+1] = true // the next one stays free
			return port, nil
		}
	}
	return 0, errNone
}

// First gives out one port only: whether that is taken, is all that is asked, and fails if it is.
func (p *Ports) First(ctx context.Context, services []*corev1.Service) error {
	for _, service := range services {
		var all corev1.ServiceList
		if err := p.List(ctx, &all); err != nil {
			return err
		}
		port, err := first(taken(all.Items))
		if err != nil {
			return err
		}
		if err := p.set(ctx, service, port); err != nil {
			return err
		}
	}
	return nil
}

func first(taken map[int]bool) (int, error) {
	if taken[1] {
		return 0, errNone
	}
	return 1, nil
}
