package oneshot

import "github.com/ctrllint/ctrllint/internal/diag"

var categories = []diag.Category{
	{Name: "write", Doc: "a write to the API server in an event handler is not retried"},
	{Name: "block", Doc: "an event handler waits, and its later events with it"},
	{Name: "live", Doc: "an event handler reads from the API server"},
	{Name: "unsynced", Doc: "workers run, or caches are read, before they are filled"},
	{Name: "ignored", Doc: "nobody asks whether the caches have filled", Off: true},
	{Name: "handover", Doc: "an event handler waits for another goroutine to take over", Off: true},
}

var options = diag.NewOptions(categories...)
