//go:build unix

package driver

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

func init() { unixCommands = map[string]func(){"slowgo": slowGo} }

// slowGo is a program in the go command's place that compiles for ever. It tells of each package with -v, and dies of
// an interrupt, as the go command does. In $PIDS is a file by its process's number, with the name of its work folder.
func slowGo() {
	switch {
	case os.Args[1] == "env" && os.Args[2] == "GOTMPDIR":
		fmt.Println(os.TempDir())
		return
	case os.Args[1] == "env":
		fmt.Println("/go.mod")
		return
	case slices.Contains(os.Args, "-f"): // for a word about itself
		fmt.Println("[go1.1]")
		return
	}
	name := filepath.Join(os.Getenv("PIDS"), strconv.Itoa(os.Getpid()))
	if err := os.WriteFile(name, []byte(os.Getenv("GOTMPDIR")), 0o666); err != nil {
		panic(err)
	}
	for range 600 {
		if slices.Contains(os.Args, "-v") {
			fmt.Fprintln(os.Stderr, "example.com/dep")
		}
		time.Sleep(100 * time.Millisecond)
	}
}

// startSlow starts the command with slowGo as its go command, through another process if there is one, and waits until
// that runs. It returns the process that it started, a function that waits for the go command's end, and that's work
// folder.
func startSlow(t *testing.T, through []string, args ...string) (cmd *exec.Cmd, ended func(), work string) {
	t.Helper()
	signal.Notify(make(chan os.Signal, 1), syscall.SIGHUP) // or else what starts here ignores it, if the tests were started by nohup
	dir, pids := t.TempDir(), t.TempDir()
	// A link would not do: the test binary goes by its name.
	script := fmt.Sprintf("#!/bin/sh\nexec '%s' \"$@\"\n", command(t, "slowgo"))
	syscall.ForkLock.RLock() // a process that starts now would have the file open, which then could not be run
	err := os.WriteFile(filepath.Join(dir, "go"), []byte(script), 0o777)
	syscall.ForkLock.RUnlock()
	if err != nil {
		t.Fatal(err)
	}
	line := slices.Concat(through, []string{command(t, "ctrllint")}, args)
	cmd = exec.Command(line[0], line[1:]...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PATH="+dir+":"+os.Getenv("PATH"), "PIDS="+pids, "TMPDIR="+t.TempDir())
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // what it gets, the test doesn't
	out, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		for s := bufio.NewScanner(out); s.Scan(); {
			if !strings.HasPrefix(s.Text(), "\r") {
				t.Errorf("it says %q", s.Text())
			}
		}
	}()
	var pid int
	within(t, "the go command to start", func() bool {
		entries, _ := os.ReadDir(pids)
		if len(entries) == 0 {
			return false
		}
		folder, unread := os.ReadFile(filepath.Join(pids, entries[0].Name()))
		work = string(folder)
		pid, err = strconv.Atoi(entries[0].Name())
		return err == nil && unread == nil && work != ""
	})
	t.Cleanup(func() { _ = syscall.Kill(pid, syscall.SIGKILL) })
	return cmd, func() {
		t.Helper()
		within(t, "the go command to end", func() bool { return syscall.Kill(pid, 0) != nil })
	}, work
}

// within waits until it is so.
func within(t *testing.T, what string, so func() bool) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); !so(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("waited for %s", what)
		}
	}
}

// What ends the command ends the go command that it has started, whose work folder goes with it.
func TestSignals(t *testing.T) {
	for _, args := range [][]string{{"./..."}, {"-informers", "./a"}, {"-fix", "./..."}} {
		for _, s := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
			t.Run(fmt.Sprint(args, s), func(t *testing.T) {
				t.Parallel()
				cmd, ended, work := startSlow(t, nil, args...)
				if err := cmd.Process.Signal(s); err != nil {
					t.Fatal(err)
				}
				err := cmd.Wait()
				ended()
				if status := cmd.ProcessState.Sys().(syscall.WaitStatus); !status.Signaled() || status.Signal() != s {
					t.Errorf("it ended with %v", err)
				}
				if _, err := os.Stat(work); err == nil {
					t.Errorf("it leaves %s behind", work)
				}
			})
		}
	}
}

// Nothing can be done when killed, but the go command that compiles has nobody to tell of it.
func TestKilled(t *testing.T) {
	t.Parallel()
	cmd, ended, _ := startSlow(t, nil, "./...")
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	ended()
}

func TestParentEnds(t *testing.T) {
	t.Parallel()
	cmd, ended, _ := startSlow(t, []string{"sh", "-c", `"$@"; :`, "sh"}, "./...")
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	ended()
}

// Who starts it in the background and goes does not want it to end.
func TestBackground(t *testing.T) {
	t.Parallel()
	cmd, ended, _ := startSlow(t, []string{"sh", "-c", `"$@" & echo $! >pid; sleep 1`, "sh"}, "./...")
	_ = cmd.Process.Release()
	time.Sleep(4 * parentEvery)
	data, err := os.ReadFile(filepath.Join(cmd.Dir, "pid"))
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(data)))
	if err != nil {
		t.Fatal(err)
	}
	if err := syscall.Kill(pid, 0); err != nil {
		t.Errorf("it is gone: %v", err)
	}
	_ = syscall.Kill(pid, syscall.SIGTERM)
	ended()
}

// The go command's work folder goes with it, though what it has started still writes there.
func TestWorkFolderGoes(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "work")
	busy := filepath.Join(dir, "b001")
	if err := os.MkdirAll(busy, 0o777); err != nil {
		t.Fatal(err)
	}
	c := new(children)
	c.work.Store(dir)
	go func() {
		for stop := time.Now().Add(300 * time.Millisecond); time.Now().Before(stop); {
			_ = os.WriteFile(filepath.Join(busy, strconv.FormatInt(time.Now().UnixNano(), 36)), nil, 0o666)
		}
	}()
	within(t, "work to begin", func() bool {
		entries, err := os.ReadDir(busy)
		return err == nil && len(entries) > 100
	})
	c.clean()
	if _, err := os.Stat(dir); err == nil {
		t.Error("the folder is still there")
	}
}
