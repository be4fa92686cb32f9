package controller

import (
	"errors"

	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/informers"

	"github.com/ctrllint/ctrllint/examples/operator-fixed/api/v1alpha1"
	"github.com/ctrllint/ctrllint/examples/operator-fixed/internal/builds"
	"github.com/ctrllint/ctrllint/examples/operator-fixed/internal/certs"
	"github.com/ctrllint/ctrllint/examples/operator-fixed/internal/content"
	"github.com/ctrllint/ctrllint/examples/operator-fixed/internal/endpoints"
	"github.com/ctrllint/ctrllint/examples/operator-fixed/internal/ingress"
	"github.com/ctrllint/ctrllint/examples/operator-fixed/internal/nodes"
	"github.com/ctrllint/ctrllint/examples/operator-fixed/internal/pods"
	"github.com/ctrllint/ctrllint/examples/operator-fixed/internal/services"
)

// Trackers hold in memory what the status of a Website is made of.
type Trackers struct {
	Endpoints *endpoints.Controller

	addresses *pods.Addresses
	restarts  *pods.Restarts
	zones     *nodes.Zones
	content   *content.Hashes
	certs     *certs.Store
	nodePorts *services.NodePorts
	hosts     *ingress.Hosts
	builds    *builds.Running
}

// NewTrackers returns trackers that the factory's informers feed.
func NewTrackers(factory informers.SharedInformerFactory, notify func(types.NamespacedName)) (*Trackers, error) {
	var t Trackers
	var errs [9]error
	t.Endpoints, errs[0] = endpoints.NewController(factory, notify)
	t.addresses, errs[1] = pods.NewAddresses(factory)
	t.restarts, errs[2] = pods.NewRestarts(factory)
	t.zones, errs[3] = nodes.NewZones(factory)
	t.content, errs[4] = content.NewHashes(factory)
	t.certs, errs[5] = certs.NewStore(factory)
	t.nodePorts, errs[6] = services.NewNodePorts(factory)
	t.hosts, errs[7] = ingress.NewHosts(factory)
	t.builds, errs[8] = builds.NewRunning(factory)
	return &t, errors.Join(errs[:]...)
}

func (t *Trackers) status(site *v1alpha1.Website) v1alpha1.WebsiteStatus {
	name := types.NamespacedName{Namespace: site.Namespace, Name: site.Name}
	hash, _ := t.content.Of(name.String())
	running, schedule := t.builds.Of(name)
	return v1alpha1.WebsiteStatus{
		Addresses:      t.addresses.Of(name),
		Zones:          t.zones.All(),
		ReadyEndpoints: t.Endpoints.Ready(name),
		Restarts:       t.restarts.Of(name),
		RunningBuilds:  running,
		BuildSchedule:  schedule,
		HasCertificate: t.certs.Has(name),
		TakenHosts:     t.hosts.TakenFrom(name, site.Spec.Hosts),
		NodePorts:      t.nodePorts.Of(name),
		ContentHash:    hash,
	}
}
