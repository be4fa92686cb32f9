//go:build !unix

package cpu

import "time"

var start = time.Now()

// Time returns the time since the process started: an upper bound where the system doesn't tell the CPU time.
func Time() time.Duration { return time.Since(start) }
