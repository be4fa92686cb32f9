// Package tombstone holds handlers that mistreat what an informer passes for a
// delete it has missed, and their mended twins. The proofs in this package run
// each of them behind client-go's own machinery, and run ctrllint over these
// very files: what is flagged and what fails are the same code.
//
// A function whose name ends in Bug fails on a tombstone, and the one of the
// same name that ends in Mended does there what it does for any other delete.
package tombstone

import (
	"sync"

	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

// Ledger is what the handlers here look after. A delete is dealt with when its
// key is in Queue, or the entry of the object is gone.
type Ledger struct {
	// Queue holds the keys that a worker should look at.
	Queue workqueue.TypedInterface[string]

	mu      sync.Mutex
	entries map[string]bool
}

// NewLedger returns a ledger without keys and entries.
func NewLedger() *Ledger {
	return &Ledger{Queue: workqueue.NewTyped[string](), entries: map[string]bool{}}
}

// Enter makes an entry for an object that was added.
func (l *Ledger) Enter(obj any) {
	key, err := cache.MetaNamespaceKeyFunc(obj)
	if err != nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.entries[key] = true
}

// Strike removes the entry of an object.
func (l *Ledger) Strike(namespace, name string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.entries, cache.NewObjectName(namespace, name).String())
}

// Has tells whether there is an entry for the key.
func (l *Ledger) Has(key string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.entries[key]
}
