// Package kinds has a kind that says by methods what is wanted of it.
package kinds

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
)

// Site is a place that may have a door, a lamp and a bell.
type Site struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec   SiteSpec   `json:"spec,omitempty"`
	Status SiteStatus `json:"status,omitempty"`
}

// SiteSpec says which.
type SiteSpec struct {
	Door *bool  `json:"door,omitempty"`
	Lamp string `json:"lamp,omitempty"`
	Bell bool   `json:"bell,omitempty"`
}

// SiteStatus says what there is.
type SiteStatus struct {
	Rung int `json:"rung,omitempty"`
}

// DeepCopyObject implements runtime.Object.
func (s *Site) DeepCopyObject() runtime.Object {
	out := *s
	return &out
}

// HasDoor tells whether it is to have a door.
func (s *Site) HasDoor() bool { return s.Spec.Door != nil && *s.Spec.Door || s.Spec.Lamp == "door" }

// HasLamp tells whether it is to have a lamp, for now.
func (s *Site) HasLamp() bool { return s.Spec.Lamp != "" && s.Status.Rung < 3 }

var quiet bool

// HasBell hangs on more than the Site.
func (s *Site) HasBell() bool { return s.Spec.Bell && !quiet }

// Hush is what else it hangs on.
func Hush() { quiet = true }
