// Package notify tells services of what happens, or nobody.
package notify

import (
	"net/http"
	"strings"
)

// A Sender sends texts.
type Sender interface {
	Send(text string) error
	Name() string
}

type hook struct{ url string }

func (h *hook) Send(text string) error {
	resp, err := http.Post(h.url, "text/plain", strings.NewReader(text)) // rests
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func (h *hook) Name() string { return h.url }

type quiet struct{}

func (quiet) Send(string) error { return nil }
func (quiet) Name() string      { return "" }

// New returns a sender to a URL, if there is one.
func New(url string) Sender {
	if url == "" {
		return quiet{}
	}
	return &hook{url}
}
