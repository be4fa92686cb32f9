package driver

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"runtime/debug"
)

// newestLibraries are the newest releases that the checks' tables of libraries were made for. Code that uses a newer
// one is analysed all the same, but for what is new in it.
const newestLibraries = "client-go v0.37, controller-runtime v0.25"

// buildInfo returns what is known of how the program was built.
func buildInfo() *debug.BuildInfo {
	if info, ok := debug.ReadBuildInfo(); ok {
		return info
	}
	return new(debug.BuildInfo)
}

// version returns the version of the module that the command was built from.
func version(info *debug.BuildInfo) string { return cmp.Or(info.Main.Version, "(unknown)") }

// versionText returns what -version prints.
func versionText(info *debug.BuildInfo) string {
	var revision, modified string
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			revision = " " + s.Value
		case s.Key == "vcs.modified" && s.Value == "true":
			modified = " (modified)"
		}
	}
	if revision == "" {
		modified = ""
	}
	return fmt.Sprintf("ctrllint %s%s%s\nbuilt with %s\nmade for releases up to %s\n",
		version(info), revision, modified, cmp.Or(info.GoVersion, "an unknown Go"), newestLibraries)
}

// writeToolVersion tells the go command which vet tool this is, by which it keeps results: the hash of the program. In
// place of the name that it has, unitchecker prints its file, and the go command takes no blanks there.
func writeToolVersion(w io.Writer) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	file, err := os.Open(self)
	if err != nil {
		return err
	}
	defer file.Close()
	hash := sha256.New()
	if _, err := io.Copy(hash, file); err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "ctrllint version devel comments-go-here buildID=%x\n", hash.Sum(nil))
	return err
}
