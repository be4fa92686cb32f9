// Ctrllint finds mistakes in Kubernetes controllers. It is a command of its own and a tool of go vet and go fix;
// ctrllint -h tells how to run it.
package main

import (
	"os"

	"github.com/ctrllint/ctrllint/analyzers"
	"github.com/ctrllint/ctrllint/internal/config"
	"github.com/ctrllint/ctrllint/internal/driver"
)

func main() {
	settings := config.New(true)
	os.Exit(driver.Main(settings, analyzers.New(settings)...))
}
