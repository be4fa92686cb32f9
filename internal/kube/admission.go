package kube

import (
	"go/types"
	"slices"
	"strings"
)

// admissionMethods are the methods by which a webhook is asked about an object, with the verbs of the requests that come to each
// (controller-runtime pkg/webhook and pkg/webhook/admission, Validator, Defaulter, CustomValidator and CustomDefaulter, all
// versions).
var admissionMethods = map[string][]string{
	"Default":        {"create", "update"},
	"ValidateCreate": {"create"},
	"ValidateUpdate": {"update"},
	"ValidateDelete": {"delete"},
}

// AdmissionVerbs returns the verbs of the requests that come to a webhook's method of that name, and whether it changes the object;
// none if it isn't a webhook's.
func AdmissionVerbs(method string) (verbs []string, mutates bool) {
	return admissionMethods[method], method == "Default"
}

// webhookMarker begins a comment by which controller-gen configures a webhook (all versions).
const webhookMarker = "+kubebuilder:webhook:"

// A Webhook is what a marker says of one.
type Webhook struct {
	Mutates bool
	Verbs   []string
}

// WebhookOf returns what a line of a comment says of a webhook, false if it is no marker of one.
func WebhookOf(line string) (hook Webhook, ok bool) {
	args, ok := strings.CutPrefix(strings.TrimSpace(strings.TrimPrefix(line, "//")), webhookMarker)
	if !ok {
		return hook, false
	}
	for arg := range strings.SplitSeq(args, ",") {
		name, value, _ := strings.Cut(arg, "=")
		switch value = strings.Trim(value, `"{}`); name {
		case "mutating":
			hook.Mutates = value == "true"
		case "verbs":
			hook.Verbs = strings.Split(value, ";")
		}
	}
	return hook, true
}

// Asks tells whether requests with one of some verbs come to it.
func (h Webhook) Asks(verbs []string) bool {
	return slices.ContainsFunc(h.Verbs, func(v string) bool { return v == "*" || slices.Contains(verbs, v) })
}

// IsRuntimeObject tells whether t is the interface of whatever is encoded, as which validators get objects (apimachinery, all versions).
func IsRuntimeObject(t types.Type) bool {
	return isType(t, "k8s.io/apimachinery/pkg/runtime", "Object")
}
