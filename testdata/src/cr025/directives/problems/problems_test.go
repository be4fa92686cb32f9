package problems

import "testing"

// Unless a flag is set, nobody judges this file.
func TestCounter(t *testing.T) {
	//lint:ignore tombstone
	//lint:ignore tombstone/panics reason
	//lint:ignore tombstone reason
	//lint:ignore ctrllint reason
	new(counter).others()
	//lint:file-ignore tombstone reason
}
