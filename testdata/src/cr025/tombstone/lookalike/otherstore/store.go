// Package otherstore is a store of a sidecar that has borrowed client-go's
// names, and delivers its tombstones by pointer.
package otherstore

// DeletedFinalStateUnknown has nothing to do with client-go's.
type DeletedFinalStateUnknown struct {
	Key string
	Obj any
}

// ResourceEventHandlerFuncs neither.
type ResourceEventHandlerFuncs struct {
	AddFunc    func(obj any)
	DeleteFunc func(obj any)
}

// FilteringResourceEventHandler neither.
type FilteringResourceEventHandler struct {
	FilterFunc func(obj any) bool
	Handler    ResourceEventHandlerFuncs
}

// Store calls its handlers with rows.
type Store struct{ handlers []ResourceEventHandlerFuncs }

// AddEventHandler registers h.
func (s *Store) AddEventHandler(h ResourceEventHandlerFuncs) { s.handlers = append(s.handlers, h) }

// MetaNamespaceKeyFunc is not client-go's.
func MetaNamespaceKeyFunc(obj any) (string, error) { return "", nil }
