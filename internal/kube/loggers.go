package kube

import (
	"go/types"
	"strings"
)

// loggers are the packages of loggers. A path that ends in a slash stands for all packages below it.
var loggers = []struct {
	path string
	ends bool // functions and methods named Fatal*, Exit* and Panic* end the process or goroutine
}{
	{"log", true}, {"log/", false}, {"k8s.io/klog", true}, {"k8s.io/klog/", true}, {"github.com/golang/glog", true},
	{"github.com/go-logr/", false}, {"go.uber.org/zap", true}, {"go.uber.org/zap/", false},
	{"github.com/sirupsen/logrus", true}, {"github.com/sirupsen/logrus/", false},
	{"knative.dev/pkg/logging", false},
	{"github.com/rs/zerolog", false}, {"github.com/rs/zerolog/", false}, // Fatal makes an event; sending that ends the process
}

// logs tells whether a package is that of a logger, and whether its functions named Fatal* and so on don't return.
func logs(pkg string) (logs, ends bool) {
	for _, l := range loggers {
		if isAt(pkg, l.path) {
			return true, l.ends
		}
	}
	return false, false
}

// isAt tells whether a package is the one of that path, or, if the path ends in a slash, below it.
func isAt(pkg, path string) bool {
	return pkg == path || strings.HasSuffix(path, "/") && strings.HasPrefix(pkg, path)
}

// OnlyTells tells whether a function does no more with what it is given than to tell somebody, and returns: a log, an event recorder.
func OnlyTells(obj types.Object) bool {
	if fn, ok := obj.(*types.Func); ok && NeverReturns(fn) {
		return false
	}
	s := SymbolOf(obj)
	if logs, _ := logs(s.Pkg); logs {
		return true
	}
	return strings.Contains(s.Recv, "EventRecorder") || strings.HasSuffix(s.Recv, "Logger")
}

// LeavesAlone tells whether a function changes nothing of what it is given, and keeps nothing of it.
func LeavesAlone(obj types.Object) bool { return OnlyTells(obj) || OnlyReads(SymbolOf(obj)) }

// neverReturn are the functions and methods that end the process or the goroutine, but for loggers'.
var neverReturn = map[Symbol]bool{
	{Pkg: "os", Name: "Exit"}:        true,
	{Pkg: "runtime", Name: "Goexit"}: true,
	{Pkg: "syscall", Name: "Exit"}:   true,

	{Pkg: "k8s.io/klog/v2", Name: "FlushAndExit"}: true,
}

// NeverReturns tells whether a call of fn ends the process or the goroutine.
func NeverReturns(fn *types.Func) bool {
	s := SymbolOf(fn)
	if neverReturn[s] {
		return true
	}
	if s.Pkg == "testing" && (s.Name == "FailNow" || strings.HasPrefix(s.Name, "Skip") || strings.HasPrefix(s.Name, "Fatal")) {
		return true
	}
	_, ends := logs(s.Pkg)
	return ends && (strings.HasPrefix(s.Name, "Fatal") || strings.HasPrefix(s.Name, "Exit") || strings.HasPrefix(s.Name, "Panic"))
}
