package subresource

import (
	"os"
	"path"
	"path/filepath"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/ctrllint/ctrllint/internal/config"
	"github.com/ctrllint/ctrllint/internal/domain/kind"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// manifestFiles are where projects keep the definitions of their kinds, below a folder that the types' package is in.
var manifestFiles = []string{
	"config/*.yaml", "config/crd/bases/*.yaml", "config/crd/*.yaml", "config/crds/*.yaml", "config/*/crd*.yaml", "deploy/crds/*.yaml", "deploy/crd/*.yaml", "deploy/*crd*.yaml",
	"crds/*.yaml", "crd/*.yaml", "manifests/*.yaml", "manifests/crd*/*.yaml", "charts/*/crds/*.yaml", "artifacts/*/crd*.yaml",
}

// defined returns what the manifests of a module say of a kind, of which the type is declared in a file.
func defined(file string, k kind.Kind) Status {
	all := Unknown
	top := config.ModuleDir(filepath.Dir(file))
	for dir := filepath.Dir(file); ; dir = filepath.Dir(dir) {
		for _, pattern := range manifestFiles {
			found, _ := filepath.Glob(filepath.Join(dir, filepath.FromSlash(pattern))) // the patterns are right
			for _, manifest := range found {
				text, err := os.ReadFile(manifest)
				if err != nil {
					continue
				}
				for doc := range strings.SplitSeq("\n"+string(text), "\n---") {
					said := definition(doc, k)
					if said != Unknown && all != Unknown && said != all {
						return Unknown // one of them isn't the cluster's
					}
					all = max(all, said)
				}
			}
		}
		if dir == top || dir == filepath.Dir(dir) {
			return all
		}
	}
}

// A crd is what a CustomResourceDefinition says of the status.
type crd struct {
	Kind string
	Spec struct {
		Names        struct{ Kind string }
		Version      string
		Versions     []version
		Subresources map[string]any // of all versions, in apiextensions.k8s.io/v1beta1
	}
}

type version struct {
	Name         string
	Subresources map[string]any
}

// definition returns what a YAML document says of a kind: Unknown if it isn't the CustomResourceDefinition of that kind, or
// a template.
func definition(doc string, k kind.Kind) Status {
	if !strings.Contains(doc, "CustomResourceDefinition") || !named(doc, k) {
		return Unknown // without reading all of it, which may be long
	}
	var def crd
	if yaml.Unmarshal([]byte(doc), &def) != nil || def.Kind != "CustomResourceDefinition" || def.Spec.Names.Kind != k.Name {
		return Unknown
	}
	name, apart := path.Base(k.Pkg), 0
	hasVersion := def.Spec.Version == name
	for _, v := range def.Spec.Versions {
		hasVersion = hasVersion || v.Name == name
		if _, ok := v.Subresources["status"]; ok {
			apart++
		}
	}
	_, everywhere := def.Spec.Subresources["status"]
	switch {
	case kube.IsAPIVersion(name) && !hasVersion:
		return Unknown
	case everywhere, apart > 0 && apart == len(def.Spec.Versions):
		return Apart
	case apart == 0:
		return Whole
	}
	return Unknown
}

// named tells whether a line of a document names the kind.
func named(doc string, k kind.Kind) bool {
	for line := range strings.Lines(doc) {
		key, value, ok := strings.Cut(strings.TrimSpace(line), ":")
		if ok && key == "kind" && strings.Trim(value, ` "'`) == k.Name {
			return true
		}
	}
	return false
}
