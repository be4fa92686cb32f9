package subresource

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/ctrllint/ctrllint/internal/domain/kind"
)

func TestDefinition(t *testing.T) {
	const (
		head = "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nspec:\n  group: shop\n  names:\n    kind: Widget\n    plural: widgets\n"
		one  = "  versions:\n  - name: v1\n    schema:\n      openAPIV3Schema:\n        description: |-\n          status: none\n    served: true\n"
		sub  = "    subresources:\n      status: {}\n"
		two  = "  - additionalPrinterColumns:\n    - jsonPath: .status.phase\n      name: Phase\n    name: v2\n"
	)
	for text, want := range map[string]Status{
		head + one:                   Whole,
		head + one + sub:             Apart,
		head + one + sub + two:       Unknown,
		head + one + sub + two + sub: Apart,
		head + "  subresources:\n    status: {}\n" + one: Apart,
		head + "  version: v1\n  subresources: {}\n":     Whole,
		head + two + sub: Unknown, // another version
		head + one + "    subresources:\n{{ if .a }}\n":     Unknown,
		"kind: CustomResourceDefinition\n# kind: Widget\n":  Unknown,
		"kind: Widget\nspec:\n  names:\n    kind: Widget\n": Unknown,
		head + "\t: :\n-\n- - a:\n" + one + sub:             Unknown, // nothing that anybody can read
	} {
		if got := definition(text, kind.Kind{Pkg: "shop.example.com/api/v1", Name: "Widget"}); got != want {
			t.Errorf("%v, want %v:\n%s", got, want, text)
		}
	}
}

func TestDefined(t *testing.T) {
	const whole = "kind: CustomResourceDefinition\nspec:\n  names:\n    kind: Widget\n  versions:\n  - name: v1\n"
	for manifest, want := range map[string]Status{
		"pkg/apis/widget/config/shop_widgets.yaml": Whole, // beside the package of the version
		"config/crd/bases/shop_widgets.yaml":       Whole,
		"charts/shop/crds/widgets.yaml":            Whole,
		"pkg/apis/widget/docs/shop_widgets.yaml":   Unknown,
		"config/samples/shop_widgets.yaml":         Unknown,
	} {
		dir := t.TempDir()
		types := filepath.Join(dir, "pkg/apis/widget/v1/types.go")
		for name, text := range map[string]string{"go.mod": "module shop.example.com\n", "pkg/apis/widget/v1/types.go": "package v1\n", manifest: whole} {
			name = filepath.Join(dir, filepath.FromSlash(name))
			if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if got := defined(types, kind.Kind{Pkg: "shop.example.com/pkg/apis/widget/v1", Name: "Widget"}); got != want {
			t.Errorf("%s: %v, want %v", manifest, got, want)
		}
	}
}
