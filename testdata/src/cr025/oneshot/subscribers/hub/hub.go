// Package hub tells those who listen, each by a channel of its own.
package hub

import "sync"

// Bell rings for all. Who listens no more while it does waits for the lock, and the bell for who listens no more.
type Bell struct {
	lock  sync.RWMutex
	ears  map[string]chan string
	other map[string]chan string
}

// NewBell returns one.
func NewBell() *Bell {
	return &Bell{ears: map[string]chan string{}, other: make(map[string]chan string)}
}

// Listen returns a channel.
func (b *Bell) Listen(who string) <-chan string {
	ear := make(chan string)
	b.lock.Lock()
	b.ears[who] = ear
	b.lock.Unlock()
	return ear
}

// Leave ends it.
func (b *Bell) Leave(who string) {
	b.lock.Lock()
	delete(b.ears, who)
	b.lock.Unlock()
}

// Ring tells all.
func (b *Bell) Ring(what string) {
	b.lock.RLock()
	defer b.lock.RUnlock()
	for _, ear := range b.ears {
		ear <- what
	}
}

// Apart tells all who listen at a moment, without the lock.
func (b *Bell) Apart(what string) {
	b.lock.RLock()
	all := make([]chan string, 0, len(b.ears))
	for _, ear := range b.ears {
		all = append(all, ear)
	}
	b.lock.RUnlock()
	for _, ear := range all {
		ear <- what
	}
}

// Mended has room for one in each channel, and leaves the rest.
type Mended struct {
	lock sync.Mutex
	ears map[string]chan string
}

// Listen returns a channel.
func (m *Mended) Listen(who string) <-chan string {
	m.lock.Lock()
	defer m.lock.Unlock()
	m.ears[who] = make(chan string, 1)
	return m.ears[who]
}

// Leave ends it.
func (m *Mended) Leave(who string) {
	m.lock.Lock()
	defer m.lock.Unlock()
	delete(m.ears, who)
}

// Ring tells all who have room.
func (m *Mended) Ring(what string) {
	m.lock.Lock()
	defer m.lock.Unlock()
	for _, ear := range m.ears {
		select {
		case ear <- what:
		default:
		}
	}
}

// Draining listens on until it has left.
type Draining struct {
	lock sync.Mutex
	ears map[string]chan string
}

// NewDraining returns one.
func NewDraining() *Draining { return &Draining{ears: map[string]chan string{}} }

// Listen returns a channel.
func (d *Draining) Listen(who string) (<-chan string, func()) {
	d.lock.Lock()
	defer d.lock.Unlock()
	ear := make(chan string)
	d.ears[who] = ear
	return ear, func() {
		done := make(chan struct{})
		go func() {
			for {
				select {
				case <-ear:
				case <-done:
					return
				}
			}
		}()
		d.lock.Lock()
		delete(d.ears, who)
		d.lock.Unlock()
		close(done)
	}
}

// Ring tells all.
func (d *Draining) Ring(what string) {
	d.lock.Lock()
	defer d.lock.Unlock()
	for _, ear := range d.ears {
		ear <- what
	}
}

// Fixed are there as long as the program is: nobody leaves.
type Fixed struct {
	lock sync.Mutex
	ears map[string]chan string
}

// NewFixed returns one.
func NewFixed() *Fixed { return &Fixed{ears: map[string]chan string{}} }

// Serve listens for ever.
func (f *Fixed) Serve(who string, do func(string)) {
	ear := make(chan string)
	f.lock.Lock()
	f.ears[who] = ear
	f.lock.Unlock()
	go func() {
		for what := range ear {
			do(what)
		}
	}()
}

// Ring tells all.
func (f *Fixed) Ring(what string) {
	f.lock.Lock()
	defer f.lock.Unlock()
	for _, ear := range f.ears {
		ear <- what
	}
}

// Brought has the channels of whoever listens.
type Brought struct {
	lock sync.Mutex
	ears map[string]chan string
}

// NewBrought returns one.
func NewBrought() *Brought { return &Brought{ears: map[string]chan string{}} }

// Listen takes a channel.
func (b *Brought) Listen(who string, ear chan string) {
	b.lock.Lock()
	defer b.lock.Unlock()
	b.ears[who] = ear
}

// Leave ends it.
func (b *Brought) Leave(who string) {
	b.lock.Lock()
	defer b.lock.Unlock()
	delete(b.ears, who)
}

// Ring tells all.
func (b *Brought) Ring(what string) {
	b.lock.Lock()
	defer b.lock.Unlock()
	for _, ear := range b.ears {
		ear <- what
	}
}
