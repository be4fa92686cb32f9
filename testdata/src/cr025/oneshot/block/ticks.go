package block

import (
	"sync"
	"time"

	"k8s.io/client-go/tools/cache"
)

// A Lock has a gate that opens some time after it was told to.
type Lock struct {
	mu    sync.Mutex
	gate  string
	pulse *time.Ticker
}

func (l *Lock) isOpen() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.gate == "open"
}

// await asks twice a minute.
func (l *Lock) await() {
	ticker := time.NewTicker(30 * time.Second)
	defer ticker.Stop()
	for !l.isOpen() {
		<-ticker.C // want `arrived → await → <-time.Ticker.C sleeps in an informer's event handler.*\[oneshot/block\]`
	}
}

// watched does so in a goroutine.
func (l *Lock) watched(done func()) {
	go func() {
		for range time.Tick(time.Minute) {
			if l.isOpen() {
				done()
				return
			}
		}
	}()
}

// timed takes out of a timer's channel what is in it.
func (l *Lock) timed() {
	timer := time.NewTimer(time.Minute)
	if !timer.Stop() {
		<-timer.C
	}
}

// paced waits for a pulse that it doesn't know.
func (l *Lock) paced() { <-l.pulse.C }

// stepped waits for almost nothing.
func (l *Lock) stepped() {
	ticker := time.NewTicker(time.Millisecond)
	defer ticker.Stop()
	<-ticker.C
}

// looked looks whether it is time.
func (l *Lock) looked() bool {
	ticker := time.NewTicker(time.Minute)
	defer ticker.Stop()
	select {
	case <-ticker.C:
		return true
	default:
		return false
	}
}

func (l *Lock) arrived(any) { l.await() }

func (l *Lock) left(any) {
	l.watched(func() { l.gate = "" })
	l.timed()
	l.paced()
	l.stepped()
	if l.looked() {
		l.gate = "late"
	}
}

// Operate adds the handlers.
func (l *Lock) Operate(ships cache.SharedIndexInformer) {
	_, _ = ships.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: l.arrived, DeleteFunc: l.left})
}
