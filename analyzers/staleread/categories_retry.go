package staleread

import "github.com/ctrllint/ctrllint/internal/diag"

// The categories of retries.
var (
	retryCategory = diag.Category{
		Name:  "retry",
		Doc:   "a retry after a conflict reads the object from the cache",
		Level: diag.Note,
		Why: `
The API server refuses an update of an object that has changed since it was read.
The object came from the cache, so the cache was behind. retry.RetryOnConflict
calls the function again after a short pause: if that reads the cache again, it
may well send the refused state again, until the tries run out and the conflict
is returned. Its documentation asks for the current version to be read.

How often they run out depends on how far the watch that feeds the cache is
behind. Of 100 conflicts with an update that was made just before the first try,
so many were not overcome, with client-go 0.37.2 and controller-runtime 0.25.2
and a server that answers at once:

	lag of the watch                  5ms   20ms   50ms  100ms  500ms
	5 tries without a pause            99     99    100    100    100
	retry.DefaultRetry                  0      0     74    100    100
	retry.DefaultBackoff                0      0      0      0    100
	5 steps from 100ms, factor 2        0      0      0      0      0
	retry.DefaultRetry, read live       0      0      0      0      0

A conflict is overcome when the pauses and requests between the first try and
the last take longer than the lag. The pauses of DefaultRetry come to 40 ms,
those of DefaultBackoff to 310 ms, those of the 5 steps to 1.5 s, and without
pauses a retry from the cache is of next to no use. What runs out returns the
conflict, and the queue tries again: it costs tries, and so it is a note. To
repeat the experiment, in the folder proofs of ctrllint's repository:

	go test ./staleread -run RetryTable -v

Read through mgr.GetAPIReader() in the retried function, or leave out the retry
and return the conflict: the queue tries again, later, when the cache has the
change. A loop of one's own, and a Get after a test for IsConflict, are found
too.`,
		Setup: setup,
		Bad: `
func (r *Reconciler) relabel(ctx context.Context, key types.NamespacedName) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		cm := &corev1.ConfigMap{}
		if err := r.Get(ctx, key, cm); err != nil {
			return err
		}
		cm.Labels = map[string]string{"state": "done"}
		return r.Update(ctx, cm)
	})
}`,
		Good: `
func (r *Reconciler) relabel(ctx context.Context, key types.NamespacedName) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		cm := &corev1.ConfigMap{}
		if err := r.APIReader.Get(ctx, key, cm); err != nil {
			return err
		}
		cm.Labels = map[string]string{"state": "done"}
		return r.Update(ctx, cm)
	})
}`,
		NotSeen: `
A patch that doesn't ask for an optimistic lock can't conflict and is not
reported; nor is a function that reads the cache first and the API server later,
one that sleeps behind the write, a loop that sleeps between its tries, or a
retry with a backoff of its own whose pauses come to a second; nor a function
from which the conflict doesn't come back (see retrylost).`,
	}

	retryblindCategory = diag.Category{
		Name:  "retryblind",
		Doc:   "a retry after a conflict sends the same object again",
		Level: diag.Note,
		Why: `
An update is refused when the object's resource version is no longer the current
one. Whoever sends the same object again is refused again:
retry.RetryOnConflict around an Update of an object that was read before it only
waits, and fails. So does a loop that goes round when the update was refused, and
wait.ExponentialBackoff and other libraries' retries, however long they wait.

A clientset returns an object with an error too, which is empty and not nil. Whoever
puts that in the place of the one that was refused has lost its name, and no further
try is sent at all ("resource name may not be empty").

Read the object anew in the retried function, through mgr.GetAPIReader(), and
make the change there; or return the conflict and let the queue try again.`,
		Setup: setup,
		Bad: `
func (r *Reconciler) relabel(ctx context.Context, cm *corev1.ConfigMap) error {
	cm.Labels = map[string]string{"state": "done"}
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		return r.Update(ctx, cm)
	})
}`,
		Good: `
func (r *Reconciler) relabel(ctx context.Context, cm *corev1.ConfigMap) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		if err := r.APIReader.Get(ctx, client.ObjectKeyFromObject(cm), cm); err != nil {
			return err
		}
		cm.Labels = map[string]string{"state": "done"}
		return r.Update(ctx, cm)
	})
}`,
		NotSeen: `
An object that is made anew each time, whose resource version is emptied, or that
is handed to a function which can't be seen, is not reported, but for a function
value that returns nothing: who reads something can fail.`,
	}

	retrylostCategory = diag.Category{
		Name:  "retrylost",
		Doc:   "a retry isn't told that a write was refused",
		Level: diag.Warning,
		Why: `
An update that is refused with a conflict has stored nothing. Who reads the object
anew then, and puts the error of the read in the variable of the conflict, returns
nil as soon as it is read. In a function that retry.RetryOnConflict calls, nil says
that it has succeeded: there is no other try, and the change is lost, which only a
conflict shows. The same comes of it if that function logs the error of the update,
and returns nil. If it returns an error of its own that has only the text of the
conflict (fmt.Errorf with %v), there is no other try either, but the error is told:
a note.

A try by hand ends so too: a function that reads the cache after a conflict, where
the refused version most often still is, and drops the error of the write that
follows, as does a helper which asks for NotFound and returns nil, says that the
change is stored when it isn't. So does who only logs it that a retry which reads the
cache has run out of tries.

Elsewhere it is a note: callers go on as if the change were stored. If the object
is the one that is reconciled, the event of whoever was faster brings the next
reconcile, unless a predicate drops it.

Keep the conflict: read the object at the beginning of the function that is tried
again, through mgr.GetAPIReader(), or give the error of the read another name and
return the conflict.`,
		Setup: setup,
		Bad: `
func (r *Reconciler) relabel(ctx context.Context, cm *corev1.ConfigMap) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		cm.Labels = map[string]string{"state": "done"}
		err := r.Update(ctx, cm)
		if apierrors.IsConflict(err) {
			err = r.APIReader.Get(ctx, client.ObjectKeyFromObject(cm), cm)
		}
		return err
	})
}`,
		Good: `
func (r *Reconciler) relabel(ctx context.Context, cm *corev1.ConfigMap) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		cm.Labels = map[string]string{"state": "done"}
		err := r.Update(ctx, cm)
		if apierrors.IsConflict(err) {
			if err := r.APIReader.Get(ctx, client.ObjectKeyFromObject(cm), cm); err != nil {
				return err
			}
		}
		return err
	})
}`,
		NotSeen: `
A function that returns something else beside the error, or notes in a variable
that it is to be called again, is not reported; nor is one that returns nil by
name, unless it is run again after conflicts and what is read becomes what it
writes: it may well leave the rest to the next event.`,
	}
)
