package raw

import "k8s.io/client-go/tools/cache"

// Buffer tells of events by and by.
type Buffer struct {
	handlers []cache.ResourceEventHandler
	events   chan event
}

type event struct{ obj any }

// Watch hears of an informer's objects.
func (b *Buffer) Watch(informer cache.SharedIndexInformer) error {
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) { b.events <- event{obj} },
	})
	return err
}

// Hear has the handler told.
func (b *Buffer) Hear(handler cache.ResourceEventHandler) { b.handlers = append(b.handlers, handler) }

// Run tells.
func (b *Buffer) Run() {
	for e := range b.events {
		for _, h := range b.handlers {
			h.OnDelete(e.obj)
		}
	}
}
