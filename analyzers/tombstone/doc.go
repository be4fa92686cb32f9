// Package tombstone is the check for informer delete handlers.
package tombstone

const doc = "find informer delete handlers and filters that panic on, lose or mis-key cache.DeletedFinalStateUnknown"
