package v1alpha1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// WebsiteLabel is on every object that belongs to a Website. Its value is the Website's name.
const WebsiteLabel = "web.example.com/website"

// Website is a site that is served by a Deployment.
type Website struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec   WebsiteSpec   `json:"spec"`
	Status WebsiteStatus `json:"status,omitempty"`
}

// WebsiteSpec says what to serve.
type WebsiteSpec struct {
	// Image is the container image of the web server.
	Image string `json:"image"`
	// Replicas is the number of servers.
	Replicas int32 `json:"replicas"`
	// Hosts are the names under which the site is reachable.
	Hosts []string `json:"hosts,omitempty"`
}

// WebsiteStatus is what the trackers last saw of a site.
type WebsiteStatus struct {
	Addresses      []string `json:"addresses,omitempty"`
	Zones          []string `json:"zones,omitempty"`
	ReadyEndpoints int32    `json:"readyEndpoints"`
	Restarts       int32    `json:"restarts"`
	RunningBuilds  int32    `json:"runningBuilds"`
	BuildSchedule  string   `json:"buildSchedule,omitempty"`
	HasCertificate bool     `json:"hasCertificate"`
	// TakenHosts are hosts of the spec that an Ingress of somebody else serves already.
	TakenHosts []string `json:"takenHosts,omitempty"`
	// NodePorts are the node ports that the site's Services hold.
	NodePorts []int32 `json:"nodePorts,omitempty"`
	// Caches is the number of claimed cache volumes.
	Caches int32 `json:"caches,omitempty"`
	// ContentHash is the hash of the site's content, which rolls the Deployment when it changes.
	ContentHash string `json:"contentHash,omitempty"`
}

// WebsiteList is a list of Websites.
type WebsiteList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`

	Items []Website `json:"items"`
}
