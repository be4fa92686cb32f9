// Package tries tries again.
package tries

import (
	"errors"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/util/retry"
)

// Final is an error after which there is no other try.
type Final struct{ error }

var short = wait.Backoff{Steps: 4, Duration: 5 * time.Millisecond, Factor: 1}

// Quickly runs a function again unless its error is final.
func Quickly(what string, do func() error) error {
	return With(what, short, do)
}

// With runs a function again unless its error is final, with such pauses.
func With(what string, pauses wait.Backoff, do func() error) error {
	n := 0
	return retry.OnError(pauses, func(err error) bool {
		again := true
		var final *Final
		if errors.As(err, &final) {
			again = false
		}
		if !again {
			return again
		}
		if n++; n < pauses.Steps {
			println(what, "again")
		}
		return true
	}, do)
}

// Patiently waits for minutes between the tries.
func Patiently(do func() error) error {
	return retry.OnError(wait.Backoff{Steps: 4, Duration: time.Minute, Factor: 2}, func(error) bool { return true }, do)
}

// Throttled runs a function again when the server has too much to do.
func Throttled(do func() error) error {
	return retry.OnError(short, apierrors.IsTooManyRequests, do)
}

// Once runs a function.
func Once(do func() error) error {
	return do()
}
