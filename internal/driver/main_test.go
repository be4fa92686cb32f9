package driver

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"golang.org/x/tools/go/analysis"

	"github.com/ctrllint/ctrllint/internal/config"
)

// inTest is the environment variable that says that a test has started the process.
const inTest = "CTRLLINT_IN_TEST"

// unixCommands are those of the commands below that only Unix has.
var unixCommands map[string]func()

// The test binary is, by other names, the program under test, and what it is compared with. By a name that is none of
// these it would run the tests, which start it again, and so on: a test that gets there has a mistake.
func TestMain(m *testing.M) {
	commands := map[string]func(){
		"ctrllint": func() {
			settings, toys := newToys()
			os.Exit(Main(settings, toys...))
		},
		"unitchecker": func() { // by which go vet would run the checks without this package
			_, toys := newToys()
			handOver(toys)
		},
		"lister": func() { os.Exit(Main(config.New(true), newFactLister())) },
		"listerunit": func() {
			lister := newFactLister()
			new(watch).install([]*analysis.Analyzer{lister})
			handOver([]*analysis.Analyzer{lister})
		},
	}
	maps.Copy(commands, unixCommands)
	if commands[strings.TrimSuffix(filepath.Base(os.Args[0]), ".exe")] == nil {
		if os.Getenv(inTest) != "" {
			fmt.Fprintf(os.Stderr, "%s runs the tests within a test\n", os.Args[0])
			os.Exit(exitTrouble)
		}
		os.Setenv(inTest, "1")
	}
	testscript.Main(m, commands)
}

func TestNoTestsWithinTests(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(self, "-test.run=^$").CombinedOutput()
	if want := self + " runs the tests within a test\n"; err == nil || string(out) != want {
		t.Errorf("error %v, %s", err, out)
	}
}

func TestScripts(t *testing.T) {
	env := goEnv(t)
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Cmds:                map[string]func(*testscript.TestScript, bool, []string){"status": status},
		Setup: func(e *testscript.Env) error {
			e.Vars = append(e.Vars, env...)
			e.Setenv("TOOL", command(t, "ctrllint"))
			e.Setenv("UNITCHECKER", command(t, "unitchecker"))
			e.Setenv("VERSION", version(buildInfo()))
			e.Setenv(inTest, "1")
			return nil
		},
	})
}

// status is a command of scripts: status N program arguments... runs the program, like exec, and wants it to exit with
// this status.
func status(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status N program [arguments...]")
	}
	got := 0
	var exit *exec.ExitError
	if err := ts.Exec(args[1], args[2:]...); errors.As(err, &exit) {
		got = exit.ExitCode()
	} else if err != nil {
		ts.Fatalf("%v", err)
	}
	if want, err := strconv.Atoi(args[0]); err != nil || got != want {
		ts.Fatalf("exit status is %d, not %s", got, args[0])
	}
}

// goEnv returns what the go command needs to know to work offline with the caches of whoever runs the tests.
func goEnv(t *testing.T) []string {
	t.Helper()
	out, err := exec.Command("go", "env", "GOCACHE", "GOMODCACHE", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	return []string{
		"GOCACHE=" + lines[0], "GOMODCACHE=" + lines[1], "GOROOT=" + lines[2],
		"GOFLAGS=", "GOPROXY=off", "GOTOOLCHAIN=local", "CGO_ENABLED=0",
	}
}

// command returns the file of one of TestMain's commands.
func command(t *testing.T, name string) string {
	t.Helper()
	file, err := exec.LookPath(name)
	if err != nil {
		t.Fatal(err)
	}
	file, err = filepath.Abs(file)
	if err != nil {
		t.Fatal(err)
	}
	return file
}
