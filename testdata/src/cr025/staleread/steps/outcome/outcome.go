// Package outcome has what steps return; gardener/etcd-druid has such a package (pkg/utils/reconciler.go at 54362b25).
package outcome

import ctrl "sigs.k8s.io/controller-runtime"

// A Result says what comes after a step.
type Result struct {
	result ctrl.Result
	err    error
	goesOn bool
}

// Continue goes on with the next step.
func Continue() Result { return Result{goesOn: true} }

// Stop ends the round.
func Stop() Result { return Result{} }

// Fail ends the round with an error.
func Fail(err error) Result { return Result{err: err} }

// Check goes on unless there is an error.
func Check(err error) Result {
	if err != nil {
		return Fail(err)
	}
	return Continue()
}

// Ends tells whether a result ends the round.
func Ends(r Result) bool { return !r.goesOn }

// Failed tells whether there was an error.
func (r Result) Failed() bool { return r.err != nil }

// Done gives what Reconcile returns.
func (r Result) Done() (ctrl.Result, error) { return r.result, r.err }
