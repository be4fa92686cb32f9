// Package layered puts the event handlers of another package into layers.
package layered

import (
	"errors"

	"k8s.io/client-go/tools/cache"

	"ctrllint.test/cr025/tombstone/layered/peel"
	"ctrllint.test/cr025/tombstone/layered/shelf"
)

func register(volumes cache.SharedIndexInformer, added *int) error {
	both := new(shelf.Both)
	_, first := volumes.AddEventHandler(new(shelf.Bare))
	_, second := volumes.AddEventHandler(peel.Peeled{ResourceEventHandler: new(shelf.Behind)})
	_, third := volumes.AddEventHandler(peel.Peel(&shelf.Made{}))
	_, fourth := volumes.AddEventHandler(both)
	_, fifth := volumes.AddEventHandler(peel.Peeled{both})
	_, sixth := volumes.AddEventHandler(peel.Counting{ResourceEventHandler: new(shelf.Counted), Added: added})
	return errors.Join(first, second, third, fourth, fifth, sixth)
}
