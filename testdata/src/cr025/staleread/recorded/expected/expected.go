// Package expected keeps what was created and hasn't shown up yet.
package expected

import "sync"

// Names are those that a cache doesn't have yet.
type Names struct {
	lock  sync.Mutex
	names map[string]int
}

// Expect keeps a name.
func (n *Names) Expect(namespace, name string) {
	n.lock.Lock()
	defer n.lock.Unlock()
	n.names[namespace+"/"+name]++
}

// Seen tells whether nothing is waited for in a namespace.
func (n *Names) Seen(namespace string) bool {
	n.lock.Lock()
	defer n.lock.Unlock()
	return n.names[namespace] == 0
}
