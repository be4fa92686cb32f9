// Package shop finds the seats of tables in an informer's index.
package shop

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

// ByTable is the index.
const ByTable = "table"

// Seats are Pods.
type Seats struct{ pods cache.Indexer }

// NewSeats returns them.
func NewSeats(informer cache.SharedIndexInformer) *Seats { return &Seats{informer.GetIndexer()} }

// Taken has the names of those of a table.
func (s *Seats) Taken(ns, table string) (map[string]bool, error) {
	objs, err := s.pods.ByIndex(ByTable, ns+"/"+table)
	if err != nil {
		return nil, err
	}
	taken := map[string]bool{}
	for _, obj := range objs {
		if pod := obj.(*corev1.Pod); pod.DeletionTimestamp == nil {
			taken[pod.Name] = true
		}
	}
	return taken, nil
}
