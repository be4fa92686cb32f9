package event

import (
	corev1 "k8s.io/api/core/v1"

	"ctrllint.test/cr025/mutation/event/pinboard"
)

// A scribe writes in what it takes from a board of another package, long after the events.
type scribe struct{ board *pinboard.Board }

func newScribe() *scribe {
	s := &scribe{board: pinboard.New()}
	for name, cm := range s.board.All() {
		s.board.All()[name] = cm.DeepCopy()
	}
	s.board.Open = &corev1.ConfigMap{}
	s.board.Give(&corev1.ConfigMap{})
	return s
}

func (s *scribe) pinned(name string) {
	cm := s.board.Pinned(name)
	cm.Data["scribe"] = "was here" // want `changes Data of the corev1.ConfigMap that an informer's event handler is given.*\[mutation/event\]`
	last := s.board.Last()
	last.Immutable = nil // want `changes Immutable of the corev1.ConfigMap that an informer's event handler is given.*\[mutation/event\]`
}

func (s *scribe) mended(name string) *corev1.ConfigMap {
	cm := s.board.Pinned(name).DeepCopy()
	cm.Data["scribe"] = "was here"
	return cm
}

// What the board has here is its own, or may be.
func (s *scribe) others(name string) {
	s.board.Copy(name).Data["scribe"] = "was here"
	s.board.Given(name).Data["scribe"] = "was here"
	s.board.Lent(name).Data["scribe"] = "was here"
	s.board.Opened().Immutable = nil
	own := &corev1.ConfigMap{Data: map[string]string{}}
	pinboard.Same(own).Data["scribe"] = "was here"
}
