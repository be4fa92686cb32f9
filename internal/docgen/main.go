// Docgen writes the pages of docs/checks from the checks' own documentation. Run it from anywhere in the module.
package main

//go:generate go run .

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/ctrllint/ctrllint/analyzers"
	"github.com/ctrllint/ctrllint/internal/page"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "docgen:", err)
		os.Exit(1)
	}
}

func run() error {
	dir, err := folder()
	if err != nil {
		return err
	}
	// What is no page any more goes away.
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	for name, text := range page.Files(analyzers.All()) {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			return err
		}
	}
	return nil
}

// folder returns docs/checks of the module that the current directory is in.
func folder() (string, error) {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/ctrllint/ctrllint").Output()
	if err != nil {
		return "", fmt.Errorf("finding the module: %w", err)
	}
	return filepath.Join(strings.TrimSpace(string(out)), "docs", "checks"), nil
}
