// Command bench measures what the checks cost: how their CPU time grows with the size of sources that are made to be
// hard, and what the command takes on real checkouts, compared with loading alone.
//
//	go run ./internal/bench [-quick] [-limit 20s] [family...]
//	go run ./internal/bench -operators DIR...
//
// It is run in this module. docs/performance.md says what the figures mean.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/ctrllint/ctrllint/analyzers"
	"github.com/ctrllint/ctrllint/internal/bench/family"
)

func main() {
	family.Child(analyzers.All())
	loadChild()
	quick := flag.Bool("quick", false, "begin with small sizes: half of the usual ones")
	limit := flag.Duration("limit", 20*time.Second, "end a run that takes longer")
	operators := flag.Bool("operators", false, "measure the command on the checkouts in the folders that are named")
	flag.Parse()
	var err error
	if *operators {
		err = compare(os.Stdout, flag.Args())
	} else {
		err = families(os.Stdout, flag.Args(), *quick, *limit)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// families prints how the cost of the checks grows on each family, or on those that are named.
func families(w io.Writer, names []string, quick bool, limit time.Duration) error {
	module, err := moduleDir()
	if err != nil {
		return err
	}
	var chosen []family.Family
	for _, f := range family.All() {
		if len(names) == 0 || slices.Contains(names, f.Name) {
			if quick {
				f.Size = max(1, f.Size/2)
			}
			chosen = append(chosen, f)
		}
	}
	if len(chosen) < len(names) {
		return errors.New("some of the families are not there, or are named twice")
	}
	format := "%-11s %-16s %-40s %s\n"
	fmt.Fprintf(w, format, "family", "sizes", "CPU seconds", "ratios")
	return family.Measure(filepath.Join(module, "testdata", "src", "cr025"), chosen, limit, func(g family.Growth) {
		sizes, seconds, ratios := cells(g)
		fmt.Fprintf(w, format, g.Family.Name, sizes, seconds, ratios)
	})
}

// cells returns what a line of the table has of the sizes, the CPU time of each, and by how much it grows.
func cells(g family.Growth) (sizes, seconds, ratios string) {
	for i, d := range g.CPU {
		seconds += fmt.Sprintf("%.3f ", d.Seconds())
		if i > 0 {
			ratios += fmt.Sprintf("%.1f ", float64(d)/float64(g.CPU[i-1]))
		}
	}
	for i := range family.Doublings + 1 {
		sizes += fmt.Sprintf("%d ", g.Family.Size<<i)
	}
	return strings.TrimSpace(sizes), seconds + g.Failed, strings.TrimSpace(ratios)
}

// moduleDir returns the folder of the module that the working directory is in.
func moduleDir() (string, error) {
	out, err := exec.Command("go", "env", "GOMOD").Output()
	if err != nil {
		return "", err
	}
	file := strings.TrimSpace(string(out))
	if filepath.Base(file) != "go.mod" {
		return "", errors.New("run it in the module of ctrllint")
	}
	return filepath.Dir(file), nil
}
