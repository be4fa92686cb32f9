// Golangci is golangci-lint with ctrllint's plugin built in, as "golangci-lint custom" makes it. It is for the tests
// beside it, in a module of its own: golangci-lint's requirements and licence (GPL) must not reach ctrllint's.
package main

import (
	"fmt"
	"os"

	"github.com/golangci/golangci-lint/v2/pkg/commands"
	"github.com/golangci/golangci-lint/v2/pkg/exitcodes"

	_ "github.com/ctrllint/ctrllint/gclplugin"
)

func main() {
	if err := commands.Execute(commands.BuildInfo{Version: "e2e", GoVersion: "unknown", Commit: "unknown", Date: "unknown"}); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(exitcodes.Failure)
	}
}
