package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"text/tabwriter"

	"github.com/ctrllint/ctrllint/internal/driver"
)

// loadFlag is the only argument of a process that loads ./... and does nothing else.
const loadFlag = "-load-only"

// loadChild loads the packages below the working directory and exits, in a process that was started for it, and
// returns in any other.
func loadChild() {
	if len(os.Args) != 2 || os.Args[1] != loadFlag {
		return
	}
	n, err := driver.Load("./...")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	fmt.Println(n)
	os.Exit(0)
}

// compare prints, for the checkout in each folder, what loading alone costs, and what the command does.
func compare(w io.Writer, dirs []string) error {
	if len(dirs) == 0 {
		return errors.New("no folders are named")
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	temp, err := os.MkdirTemp("", "ctrllint-bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	command := filepath.Join(temp, "ctrllint")
	if out, err := exec.Command("go", "build", "-o", command, "github.com/ctrllint/ctrllint/cmd/ctrllint").CombinedOutput(); err != nil {
		return fmt.Errorf("building the command: %v\n%s", err, out)
	}
	table := tabwriter.NewWriter(w, 0, 8, 2, ' ', 0)
	fmt.Fprintln(table, "checkout\tpackages\tloading\tcommand\tratio\tloading MB\tcommand MB\tratio")
	for _, dir := range dirs {
		if _, err := run(dir, self, loadFlag); err != nil { // compiles what is not compiled yet
			return err
		}
		loading, err := run(dir, self, loadFlag)
		if err != nil {
			return err
		}
		all, err := run(dir, command, "./...")
		if err != nil {
			return err
		}
		fmt.Fprintf(table, "%s\t%s\t%.1f\t%.1f\t%.1f\t%.0f\t%.0f\t%.1f\n", filepath.Base(dir), loading.output,
			loading.seconds, all.seconds, all.seconds/loading.seconds, loading.megabytes, all.megabytes, all.megabytes/loading.megabytes)
	}
	return table.Flush()
}
