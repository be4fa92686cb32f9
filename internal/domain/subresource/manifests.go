package subresource

import (
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/ctrllint/ctrllint/internal/config"
	"github.com/ctrllint/ctrllint/internal/domain/kind"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// manifestFiles are where projects keep the definitions of their kinds, below a folder that the types' package is in.
var manifestFiles = []string{
	"config/crd/bases/*.yaml", "config/crd/*.yaml", "config/crds/*.yaml", "config/*/crd*.yaml", "deploy/crds/*.yaml", "deploy/crd/*.yaml", "deploy/*crd*.yaml",
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

// definition returns what a YAML document says of a kind: Unknown if it isn't the CustomResourceDefinition of that kind, or
// a template.
func definition(doc string, k kind.Kind) Status {
	if !strings.Contains(doc, "kind: CustomResourceDefinition") || strings.Contains(doc, "{{") {
		return Unknown
	}
	type step struct {
		indent int
		path   string
	}
	var above []step
	var isKind, hasVersion, everywhere bool
	versions, statuses := 0, 0
	for line := range strings.Lines(doc) {
		content := strings.TrimLeft(line, " ")
		indent := len(line) - len(content)
		for strings.HasPrefix(content, "- ") {
			content, indent = content[2:], indent+2
		}
		key, value, ok := strings.Cut(strings.TrimRight(content, "\r\n"), ":")
		if !ok || strings.HasPrefix(key, "#") {
			continue
		}
		for len(above) > 0 && above[len(above)-1].indent >= indent {
			above = above[:len(above)-1]
		}
		at := key
		if len(above) > 0 {
			at = above[len(above)-1].path + "." + key
		}
		above = append(above, step{indent, at})
		value = strings.Trim(strings.TrimSpace(value), `"'`)
		switch at {
		case "spec.names.kind":
			isKind = isKind || value == k.Name
		case "spec.versions.name":
			versions++
			hasVersion = hasVersion || value == path.Base(k.Pkg)
		case "spec.version":
			hasVersion = hasVersion || value == path.Base(k.Pkg)
		case "spec.versions.subresources.status":
			statuses++
		case "spec.subresources.status": // of all versions, in apiextensions.k8s.io/v1beta1
			everywhere = true
		}
	}
	switch {
	case !isKind || kube.IsAPIVersion(path.Base(k.Pkg)) && !hasVersion:
		return Unknown
	case everywhere, statuses > 0 && statuses == versions:
		return Apart
	case statuses == 0:
		return Whole
	}
	return Unknown
}
