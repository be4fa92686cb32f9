// Package cpu tells how much CPU time a process has used, which hangs less on what else the machine does than the time
// by the clock.
package cpu
