package driver

import (
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/tools/go/packages"
)

const (
	parentEvery   = 500 * time.Millisecond // how often to look whether the parent process is still there
	childrenGrace = 6 * time.Second        // for what was started to end; go/packages waits for 5 before it kills
)

// errEnded is the cause of a run's end from outside.
var errEnded = errors.New("told to end")

// children are the processes that a run has started. They end before the run does: the go command may be compiling, in
// a process group of its own, which the terminal does not tell of an interrupt.
type children struct {
	ctx     context.Context // done when the run is told to end
	running sync.WaitGroup
	work    atomic.Value // the folder, a string, that the go command which loads packages works in
	bar     atomic.Pointer[progress]
}

// untilEnded returns what the work returns, which starts processes through the children that it is given. If the
// process is told to end before that, by a signal or by the end of its parent, what was started is ended, and then the
// process, by the signal if there was one, so that a shell sees what it died of.
func untilEnded(work func(*children) int) int {
	ctx, cancel := context.WithCancelCause(context.Background())
	c := &children{ctx: ctx}
	end := make(chan os.Signal, 1)
	var signals []os.Signal
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP} {
		if !signal.Ignored(s) { // as nohup has it
			signals = append(signals, s)
		}
	}
	signal.Notify(end, signals...)
	defer signal.Stop(end)
	// Who runs a command in the background may end, as a shell does, which has it ignore interrupts then.
	if !signal.Ignored(os.Interrupt) && !signal.Ignored(syscall.SIGHUP) {
		go watchParent(ctx, end)
	}

	status := make(chan int, 1)
	go func() { status <- work(c) }()
	select {
	case s := <-status:
		cancel(nil)
		return s
	case s := <-end:
		signal.Reset() // a second signal ends the process at once
		cancel(errEnded)
		c.end()
		return dieOf(s)
	}
}

// end waits for what was started to end, and leaves nothing of the run behind, on the terminal neither.
func (c *children) end() {
	if bar := c.bar.Load(); bar != nil {
		bar.stop()
	}
	c.wait()
	c.clean()
}

// watchParent sends a signal when the parent process has ended.
func watchParent(ctx context.Context, end chan<- os.Signal) {
	parent := os.Getppid()
	tick := time.NewTicker(parentEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if os.Getppid() != parent {
				select {
				case end <- syscall.SIGHUP:
				default: // there is one already
				}
				return
			}
		}
	}
}

// wait waits for the children to end, but not for ever.
func (c *children) wait() {
	ended := make(chan struct{})
	go func() {
		c.running.Wait()
		close(ended)
	}()
	select {
	case <-ended:
	case <-time.After(childrenGrace):
	}
}

// clean removes the folder that the go command worked in. What that has started may write there for a moment longer, or
// the run's end came while the folder was being removed.
func (c *children) clean() {
	dir, _ := c.work.Load().(string)
	for range 40 {
		if dir == "" || os.RemoveAll(dir) == nil {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// dieOf ends the process by the signal, or returns the exit status that stands for it where that can't be.
func dieOf(s os.Signal) int {
	if self, err := os.FindProcess(os.Getpid()); err == nil && self.Signal(s) == nil {
		time.Sleep(time.Second) // it comes when it comes
	}
	number, _ := s.(syscall.Signal)
	return 128 + int(number)
}

// command returns the command, to be run by run. It is interrupted when the run is told to end.
func (c *children) command(name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(c.ctx, name, args...)
	cmd.Cancel = func() error {
		if err := cmd.Process.Signal(os.Interrupt); err != nil {
			return cmd.Process.Kill() // there are no interrupts on Windows
		}
		return nil
	}
	cmd.WaitDelay = childrenGrace
	return cmd
}

// run runs the command.
func (c *children) run(cmd *exec.Cmd) error {
	defer c.start()()
	return cmd.Run()
}

// output runs the command and returns what it prints.
func (c *children) output(cmd *exec.Cmd) ([]byte, error) {
	defer c.start()()
	return cmd.Output()
}

// start notes that a child starts. It returns the function to call when it has ended, which doesn't return if the run
// was told to end: what failed because of that is not worth a word.
func (c *children) start() func() {
	c.running.Add(1)
	return func() {
		c.running.Done()
		if context.Cause(c.ctx) == errEnded {
			select {}
		}
	}
}

// load is packages.Load, with the go command's own words in its error.
func (c *children) load(config *packages.Config, patterns ...string) ([]*packages.Package, error) {
	defer c.start()()
	if dir, err := c.workFolder(); err == nil {
		defer os.RemoveAll(dir)
		config.Env = append(os.Environ(), "GOTMPDIR="+dir)
		c.work.Store(dir)
	}
	config.Context = c.ctx
	// The go command writes what it compiles to a pipe that we hold. If we are killed, it dies of that.
	config.BuildFlags = append(config.BuildFlags, "-v")
	loaded, err := packages.Load(config, patterns...)
	if err != nil {
		return nil, saidByGo(err)
	}
	return loaded, nil
}

// workFolder makes a folder for the temporary files of a go command, where it would put them itself.
func (c *children) workFolder() (string, error) {
	out, err := c.output(c.command("go", "env", "GOTMPDIR"))
	if err != nil {
		return "", err
	}
	return os.MkdirTemp(strings.TrimSpace(string(out)), "ctrllint-")
}

// show starts a progress, which must be stopped, for what is printed to w. It says that packages are loaded.
func (c *children) show(w io.Writer) *progress {
	bar := progressOn(w)
	bar.saying("loading…", c.progress())
	c.bar.Store(bar)
	return bar
}

// progress returns a function that tells how long packages have been loaded since, and how many the go command has
// compiled for that, or is compiling. There is a folder for each, which goes when the go command is done, and none for
// those in its cache.
func (c *children) progress() func() string {
	start := time.Now()
	compiled := map[string]int{} // by the folder that the go command worked in
	return func() string {
		dir, _ := c.work.Load().(string)
		if dir != "" {
			folders, _ := filepath.Glob(filepath.Join(dir, "go-build*", "b*"))
			compiled[dir] = max(compiled[dir], len(folders))
		}
		all := 0
		for _, n := range compiled {
			all += n
		}
		text := " (" + time.Since(start).Round(time.Second).String() + ")"
		if all == 0 {
			return text
		}
		return " " + number(all, "package") + " compiled so far" + text
	}
}

// stderrOf returns what a command that failed had written to its standard error, if output ran it.
func stderrOf(err error) string {
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return string(exit.Stderr)
	}
	return ""
}
