//go:build unix

package cpu

import (
	"syscall"
	"time"
)

// Time returns the CPU time that this process has used so far.
func Time() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err) // only a wrong argument is an error
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
