package driver

import (
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/ctrllint/ctrllint/internal/domain/kind"
	"github.com/ctrllint/ctrllint/internal/program"
)

// small stands for a module with a command, a package with a reconciler, and as much of controller-runtime as it takes.
const small = `
-- go.mod --
module example.com/small
go 1.26
require (
	k8s.io/api v0.0.0
	sigs.k8s.io/controller-runtime v0.0.0
)
replace k8s.io/api => ./third/api
replace sigs.k8s.io/controller-runtime => ./third/runtime
-- cmd/main.go --
package main

import (
	v1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	_ "example.com/small/controllers"
)

func main() {
	_ = client.CacheOptions{DisableFor: []client.Object{&v1.Secret{}}}
}
-- broken/broken.go --
package broken

import "sigs.k8s.io/controller-runtime/pkg/client"

var _ = client.CacheOptions{DisableFor: nothing}
-- controllers/controllers.go --
package controllers

import _ "sigs.k8s.io/controller-runtime/pkg/client"
-- third/api/go.mod --
module k8s.io/api
go 1.26
-- third/api/core/v1/v1.go --
package v1

type Secret struct{}

func (*Secret) GetObjectKind() int { return 0 }
func (*Secret) GetResourceVersion() string { return "" }
-- third/runtime/go.mod --
module sigs.k8s.io/controller-runtime
go 1.26
-- third/runtime/pkg/client/client.go --
package client

type Object interface {
	GetObjectKind() int
	GetResourceVersion() string
}

type CacheOptions struct{ DisableFor []Object }
`

func TestOptionsOfMain(t *testing.T) {
	dir := t.TempDir()
	for _, f := range txtar.Parse([]byte(small)).Files {
		name := filepath.Join(dir, f.Name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, f.Data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("GOFLAGS", "-mod=mod")
	t.Setenv("GOWORK", "off")
	for folder, pattern := range map[string]string{".": "./controllers", "controllers": "./..."} {
		t.Run(pattern, func(t *testing.T) {
			t.Chdir(filepath.Join(dir, folder))
			optionsOfMain(t, pattern)
		})
	}
}

// optionsOfMain loads package controllers by that pattern.
func optionsOfMain(t *testing.T, pattern string) {
	loaded, err := load(&children{ctx: t.Context()}, scope{patterns: []string{pattern}})
	if err != nil {
		t.Fatal(err)
	}
	if len(loaded.report) != 1 || loaded.report[0].PkgPath != "example.com/small/controllers" {
		t.Errorf("reports on %v, want controllers alone", loaded.report)
	}
	if len(loaded.errors) > 0 {
		t.Errorf("a broken package that nobody asked for is an error: %v", loaded.errors)
	}
	secret := kind.Kind{Pkg: "k8s.io/api/core/v1", Name: "Secret"}
	if got := program.Of(loaded.all).Views("example.com/small/controllers"); len(got) != 1 || !got[0].Options.IsUncached(secret) {
		t.Errorf("views: %v, want one in which %v is read live", got, secret)
	}
}
