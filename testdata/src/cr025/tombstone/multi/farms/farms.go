// Package farms names nothing that is about events: it hands functions of another package to that, which makes event handlers of
// them.
package farms

import (
	"k8s.io/client-go/informers"

	"ctrllint.test/cr025/tombstone/multi/ledger"
)

func listen(book *ledger.Ledger, f informers.SharedInformerFactory) error {
	nodes, pods := f.Core().V1().Nodes().Informer(), f.Core().V1().Pods().Informer()
	if _, err := nodes.AddEventHandler(ledger.Always(book.Label)); err != nil { // want `ledger.Ledger.Label.*\[tombstone/key\]`
		return err
	}
	if _, err := pods.AddEventHandler(ledger.Always(book.LabelOfLast)); err != nil {
		return err
	}
	if _, err := pods.AddEventHandler(ledger.Arrivals(book.Label)); err != nil {
		return err
	}
	_, err := pods.AddEventHandler(ledger.Opened(book.Label))
	return err
}
