package subresource

import (
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
