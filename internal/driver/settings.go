package driver

import (
	"path/filepath"

	"github.com/ctrllint/ctrllint/internal/config"
	"github.com/ctrllint/ctrllint/internal/diag"
)

// noConfig is what -config is to be for no settings file to count.
const noConfig = "off"

// A fileError is what is wrong with a settings file, and not with the command line.
type fileError struct{ error }

// parseWithFile reads the command line of the stand-alone command, and the settings file. What flags say wins over what
// the file says. It errs as parse does, and with a fileError if the file is wrong.
func (o *options) parseWithFile(args []string) error {
	if err := o.parseFlags(args); err != nil {
		return err
	}
	if o.version || o.list || o.set["explain"] {
		return o.choose()
	}
	dir, err := filepath.Abs(o.dir)
	if err != nil {
		return err
	}
	o.settings.From(dir)
	if err := o.readSettings(dir); err != nil {
		return fileError{err}
	}
	return o.parse(args) // once more: on top of the file, and relative to the folder
}

// readSettings sets what the settings file says that counts in the folder.
func (o *options) readSettings(dir string) error {
	file := o.config
	switch {
	case file == noConfig:
		return nil
	case file == "":
		found, err := config.FindFile(dir)
		if err != nil || found == "" {
			return err
		}
		file = found
	case !filepath.IsAbs(file):
		file = filepath.Join(dir, file)
	}
	said, err := config.ReadFile(file)
	if err != nil {
		return err
	}
	o.file, err = diag.Apply(o.all, said)
	return err
}
