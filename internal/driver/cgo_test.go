package driver

import (
	"testing"

	"golang.org/x/tools/go/analysis/unitchecker"
)

// The standard library has packages that use cgo: they have to cost as little as the others.
func TestCgoHasNoExportData(t *testing.T) {
	cfg := &unitchecker.Config{
		ImportMap:   map[string]string{"C": "C", "unsafe": "unsafe", "fmt": "fmt"},
		PackageFile: map[string]string{"fmt": "fmt.a"},
	}
	if !namesExportData(cfg) {
		t.Error("C is asked for export data")
	}
	cfg.ImportMap["net"] = "net"
	if namesExportData(cfg) {
		t.Error("net is not asked for export data")
	}
}
