package steps

import (
	"errors"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"ctrllint.test/cr025/lostwrite/api"
)

// Kept is a Widget in the form in which it is kept.
type Kept struct {
	metav1.ObjectMeta
	Sizes []int
}

// Unpack makes w what is kept.
func (k *Kept) Unpack(w *api.Widget) error {
	if len(k.Sizes) == 0 {
		return errors.New("no size")
	}
	w.ObjectMeta = k.ObjectMeta
	w.Spec.Size = k.Sizes[0]
	return nil
}

// Resized makes out a larger copy of w.
func Resized(out, w *api.Widget) {
	*out = *w.DeepCopy()
	out.Spec.Size = w.Spec.Size + 1
}
