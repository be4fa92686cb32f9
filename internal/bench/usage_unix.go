//go:build unix

package main

import (
	"bytes"
	"errors"
	"fmt"
	"os/exec"
	"runtime"
	"strings"
	"syscall"
)

// A usage is what a process took, with those that it started.
type usage struct {
	seconds   float64 // of CPU time
	megabytes float64 // the most that one of them had in memory
	output    string
}

// run runs a program in a folder. It errs if the program fails; findings, exit status 1, are no failure.
func run(dir, name string, args ...string) (usage, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	var exit *exec.ExitError
	if err := cmd.Run(); err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 1) {
		return usage{}, fmt.Errorf("%s in %s: %v\n%s", name, dir, err, stderr.Bytes())
	}
	u := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	perMB := 1024.0
	if runtime.GOOS == "darwin" {
		perMB *= 1024 // it counts bytes
	}
	return usage{
		seconds:   (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds(),
		megabytes: float64(u.Maxrss) / perMB,
		output:    strings.TrimSpace(stdout.String()),
	}, nil
}
