// Package failures makes errors.
package failures

import "fmt"

// A Failure is an error with a code.
type Failure struct {
	Code string
	Err  error
}

func (f *Failure) Error() string { return fmt.Sprint(f.Code, f.Err) }

// New makes one.
func New(code string) error { return &Failure{Code: code} }

// Wrap puts a code to an error, if there is one.
func Wrap(err error, code string) error {
	if err == nil {
		return nil
	}
	return &Failure{Code: code, Err: err}
}

// Perhaps makes one for a code.
func Perhaps(code string) error {
	if code == "" {
		return nil
	}
	return New(code)
}

// Told logs an error, if there is one, and makes another of it.
func Told(retry bool, err error) error {
	if err != nil {
		fmt.Println(err)
		if retry {
			return Wrap(err, "again")
		}
		return &Failure{Code: "told", Err: err}
	}
	return nil
}

// Lasting logs an error, and leaves out one that is over.
func Lasting(err error) error {
	clear(&err)
	if err != nil {
		return &Failure{Code: "lasting", Err: err}
	}
	return nil
}

func clear(err *error) {
	if f, ok := (*err).(*Failure); ok && f.Code == "over" {
		*err = nil
	}
}
