//go:build !unix

package main

import "errors"

// A usage is what a process took, with those that it started.
type usage struct {
	seconds   float64
	megabytes float64
	output    string
}

// run errs: how much memory a process had is not told on this system.
func run(dir, name string, args ...string) (usage, error) {
	return usage{}, errors.New("-operators needs a Unix system")
}
