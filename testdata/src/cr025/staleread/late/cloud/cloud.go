// Package cloud asks a service of which objects are made, behind an interface.
package cloud

import (
	"context"
	"fmt"
	"net/http"
)

// A Service makes disks.
type Service interface {
	// Make asks for one.
	Make(ctx context.Context, name string) error
	// Know asks for one that isn't known yet.
	Know(ctx context.Context, name string) error
}

// HTTP is a Service.
type HTTP struct {
	client http.Client
	known  map[string]bool
}

var _ Service = (*HTTP)(nil)

// Make asks for a disk.
func (h *HTTP) Make(ctx context.Context, name string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://example.com/disks/"+name, nil)
	if err != nil {
		return fmt.Errorf("disk %s: %w", name, err)
	}
	resp, err := h.client.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// Know asks for a disk that isn't known yet.
func (h *HTTP) Know(ctx context.Context, name string) error {
	if h.known[name] {
		return nil
	}
	h.known[name] = true
	return h.Make(ctx, name)
}
