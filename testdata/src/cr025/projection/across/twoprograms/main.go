// Command twoprograms has two subcommands with a manager each, which never run in one process. Nothing here is a finding.
package main

import (
	"os"

	ctrl "sigs.k8s.io/controller-runtime"

	"ctrllint.test/cr025/projection/across/read"
	"ctrllint.test/cr025/projection/across/watch"
)

var commands = map[string]func() error{"watch": watchCommand, "read": readCommand}

func main() {
	if err := commands[os.Args[1]](); err != nil {
		panic(err)
	}
}

func newManager() (ctrl.Manager, error) {
	return ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{})
}

func watchCommand() error {
	mgr, err := newManager()
	if err != nil {
		return err
	}
	if err := (&watch.Reconciler{}).SetupWithManager(mgr); err != nil {
		return err
	}
	return mgr.Start(ctrl.SetupSignalHandler())
}

func readCommand() error {
	mgr, err := newManager()
	if err != nil {
		return err
	}
	if err := read.New(mgr.GetClient()).SetupWithManager(mgr); err != nil {
		return err
	}
	return mgr.Start(ctrl.SetupSignalHandler())
}
