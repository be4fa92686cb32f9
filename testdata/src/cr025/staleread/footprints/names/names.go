// Package names names what belongs to a Widget.
package names

import (
	"crypto/rand"

	"ctrllint.test/cr025/staleread/api"
)

// Config names the ConfigMap of a Widget.
func Config(w string) string {
	if len(w) > 50 {
		w = w[:50]
	}
	return w + "-config"
}

// Claim names a new claim of a Widget; each time another one.
func Claim(w string) string { return w + rand.Text()[:4] }

// Label marks a Widget.
func Label(w *api.Widget) { w.Labels = map[string]string{"made": "yes"} }
