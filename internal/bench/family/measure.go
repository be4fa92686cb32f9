package family

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/ctrllint/ctrllint/internal/bench/cpu"
)

// Doublings is how often the size of a family is doubled.
const Doublings = 3

// childFlag is the first argument of a process that Measure starts. The fixture module's folder follows, and what there
// is to measure, as FAMILY/SIZE/CHECK.
const childFlag = "-measure-families"

// A Growth is what the checks cost on a family.
type Growth struct {
	Family Family
	// CPU is the time that they take at the family's size, and at each doubling; it ends where the limit did.
	CPU []time.Duration
	// Failed is why there is no more: the limit, or how a check failed; empty if there is.
	Failed string
}

// Measure runs all checks on each family, at each of its sizes, and calls done with what they took. It does so in another
// process of this program, which must call [Child] when it starts. A run that takes longer than the limit, by the clock,
// is ended with the process, and so is one that fails. It errs if the process can't be run.
func Measure(dir string, families []Family, limit time.Duration, done func(Growth)) error {
	var todo []Growth
	for _, f := range families {
		todo = append(todo, Growth{Family: f})
	}
	for len(todo) > 0 {
		n, err := measure(dir, todo, limit, done)
		if err != nil {
			return err
		}
		todo = todo[n:]
	}
	return nil
}

// measure measures what there is to do in one process, until that ends, and returns how much it did.
func measure(dir string, todo []Growth, limit time.Duration, done func(Growth)) (int, error) {
	self, err := os.Executable()
	if err != nil {
		return 0, err
	}
	cmd := exec.Command(self, childFlag, dir)
	for _, g := range todo {
		cmd.Args = append(cmd.Args, fmt.Sprintf("%s/%d", g.Family.Name, g.Family.Size))
	}
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return 0, err
	}
	if err := cmd.Start(); err != nil {
		return 0, err
	}
	killed := false
	clock := time.AfterFunc(time.Hour, func() { // loading is not what is measured, and may compile
		killed = true
		_ = cmd.Process.Kill() // it may have ended by itself
	})
	n := 0
	for lines := bufio.NewScanner(out); n < len(todo) && lines.Scan(); {
		clock.Reset(limit)
		if lines.Text() == loaded {
			continue
		}
		d, err := time.ParseDuration(lines.Text())
		if err != nil {
			return 0, errors.Join(err, cmd.Process.Kill(), cmd.Wait())
		}
		if todo[n].CPU = append(todo[n].CPU, d); len(todo[n].CPU) > Doublings {
			done(todo[n])
			n++
		}
	}
	err = cmd.Wait()
	clock.Stop()
	switch {
	case n == len(todo):
		return n, err
	case killed:
		todo[n].Failed = fmt.Sprintf("more than %v", limit)
	case err != nil && len(todo[n].CPU) == 0 && n == 0 && strings.HasPrefix(stderr.String(), loading):
		return 0, errors.New(strings.TrimSpace(stderr.String()))
	default:
		todo[n].Failed, _, _ = strings.Cut(fmt.Sprintf("%s (%v)", strings.TrimSpace(stderr.String()), err), "\n")
	}
	done(todo[n])
	return n + 1, nil
}

const (
	loaded  = "loaded"    // the first line of a process that measures
	loading = "loading: " // begins its error if it can't
)

// memory is how many bytes a process may use before garbage is collected.
const memory = 1 << 30

// Child does the measuring and exits, in a process that Measure started, and returns in any other.
func Child(checks []*analysis.Analyzer) {
	if len(os.Args) < 3 || os.Args[1] != childFlag {
		return
	}
	// What the collector of garbage does hangs on more than the work that there is: it waits until memory is scarce.
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(memory)
	base, err := Base(os.Args[2])
	if err == nil {
		// What is done once is done before: the types of the libraries are read when they are first needed.
		_, err = cost(base, All()[0], 1, checks)
	}
	if err != nil {
		err = fmt.Errorf("%s%w", loading, err)
	} else {
		fmt.Println(loaded)
	}
	for _, task := range os.Args[3:] {
		if err == nil {
			err = perform(task, base, checks)
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	os.Exit(0)
}

// perform prints the CPU time of each size.
func perform(task string, base *packages.Package, checks []*analysis.Analyzer) error {
	part := strings.Split(task, "/")
	size, err := strconv.Atoi(part[1])
	if err != nil {
		return err
	}
	families := All()
	f := families[slices.IndexFunc(families, func(f Family) bool { return f.Name == part[0] })]
	if _, err := cost(base, f, 1, checks); err != nil { // more of those types
		return err
	}
	for i := range Doublings + 1 {
		d, err := cost(base, f, size<<i, checks)
		if err != nil {
			return err
		}
		fmt.Println(d)
	}
	return nil
}

// cost returns the CPU time that the checks take on the family of a size.
func cost(base *packages.Package, f Family, n int, checks []*analysis.Analyzer) (time.Duration, error) {
	p, err := Package(base, f, n)
	if err != nil {
		return 0, err
	}
	runtime.GC()
	start := cpu.Time()
	g, err := checker.Analyze(checks, []*packages.Package{p}, nil)
	d := cpu.Time() - start
	if err != nil {
		return 0, err
	}
	for _, root := range g.Roots {
		err = errors.Join(err, root.Err)
	}
	return d, err
}
