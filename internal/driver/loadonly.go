package driver

import "context"

// Load loads what the patterns name, in the working directory, as the command does before it analyses, and returns how
// many packages there are. It is what the cost of the command is compared with. It errs where the command can't
// analyse anything.
func Load(patterns ...string) (packages int, err error) {
	loaded, err := load(&children{ctx: context.Background()}, scope{patterns: patterns})
	if err != nil {
		return 0, err
	}
	return len(loaded.report), nil
}
