package journal

import "context"

// Store keeps names, and tells of it.
type Store struct{ names map[string]bool }

// Forget forgets a name, and returns who tells of it.
func (s *Store) Forget(ctx context.Context, name string) Entry {
	delete(s.names, name)
	return Of(ctx)
}
