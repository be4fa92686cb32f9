package page

import (
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/ctrllint/ctrllint/internal/config"
	"github.com/ctrllint/ctrllint/internal/diag"
)

// newCheck returns a check with two categories, one of them off. Comments silence it, or not.
func newCheck(silenced bool) *analysis.Analyzer {
	a := &analysis.Analyzer{Name: "toy", Doc: "find *toys*\n\nAll of\nthem.\n\n\tToy()\n\nDone.\n"}
	if silenced {
		a.ResultType = diag.ResultType
	}
	diag.Register(a, config.New(true),
		diag.Category{
			Name: "car", Doc: "a car|truck", Level: diag.Warning,
			Why: "\nCars have *wheels*.\n\n\twheel()\n", Bad: "\nfunc car() {}\n", Good: "func noCar() {}", NotSeen: "Small\nones.",
		},
		diag.Category{Name: "doll", Doc: "a doll", Off: true},
	)
	return a
}

const carPage = note + `# toy/car

A car|truck.

A category of the check [toy](../toy.md). It is on by default.

Its level is warning: the program decides wrongly, which the next event may mend.

## Why

Cars have \*wheels\*.

	wheel()

## Bad

~~~go
func car() {}
~~~

## Good

~~~go
func noCar() {}
~~~

## Limitations

Small ones.

## How to silence it

One finding, by a comment on its line or above it, which has to give a reason:

~~~go
//lint:ignore toy/car why this is right here
~~~

All of them: the flag §-toy.disable=car§, or in golangci-lint the setting §disable: [toy.car]§.
`

func TestFiles(t *testing.T) {
	unquote := strings.NewReplacer("~~~", "```", "§", "`").Replace
	files := Files([]*analysis.Analyzer{newCheck(true)})
	if len(files) != 4 {
		t.Errorf("%d files, want README.md, toy.md, toy/car.md and toy/doll.md: %v", len(files), files)
	}
	if got, want := files["toy/car.md"], unquote(carPage); got != want {
		t.Errorf("toy/car.md:\n%s\nwant\n%s", got, want)
	}
	for file, parts := range map[string][]string{
		"README.md":   {"# Checks", "- note: it costs no more than tries", "## [toy](toy.md)", "Find *toys*.", `| [car](toy/car.md) | a car\|truck | warning | on |`},
		"toy.md":      {"# toy\n", "All of them.\n\n\tToy()\n\nDone.", "| [doll](toy/doll.md) | a doll |  | off |", "| `-toy.enable CATEGORIES` |", "| `-toy.tests` | `false` |"},
		"toy/doll.md": {"It is off by default.", "//lint:ignore toy/doll", "`-toy.enable=doll`", "`enable: [toy.doll]`"},
	} {
		for _, part := range parts {
			if !strings.Contains(files[file], part) {
				t.Errorf("%s has no %q:\n%s", file, part, files[file])
			}
		}
	}
	if page := Files([]*analysis.Analyzer{newCheck(false)})["toy/car.md"]; strings.Contains(page, "lint:ignore") || !strings.Contains(page, "`-toy.disable=car`") {
		t.Errorf("the page of what comments don't silence:\n%s", page)
	}
}

func TestProse(t *testing.T) {
	if got, want := Prose("\nOne\nline.\n\n\tcode()\n\nAnother\nline."), "One line.\n\nAnother line."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
