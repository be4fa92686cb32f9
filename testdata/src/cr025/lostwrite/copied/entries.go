package copied

import (
	"context"
	"slices"

	"sigs.k8s.io/controller-runtime/pkg/log"
)

// A Stock is a part of an object.
type Stock struct {
	Bins map[string]Bin
	Rows []Bin
	Full bool
}

// DeepCopyInto copies the Stock.
func (s *Stock) DeepCopyInto(out *Stock) { *out = *s }

// A Bin has no references: it is copied with what it is in.
type Bin struct{ Wanted, Filled int }

// tally changes the copy that the range has of a map's entry.
func tally(stock *Stock, filled map[string]int) {
	for name, bin := range stock.Bins {
		stock.Full = filled[name] >= bin.Wanted
		bin.Filled = filled[name] // want `this changes Filled of a copy of the Bin, which nothing uses afterwards: the element itself stays as it is.*\[lostwrite/copy\]`
	}
}

func tallyRows(stock *Stock, filled int) {
	for _, bin := range stock.Rows {
		bin.Filled = filled // want `this changes Filled of a copy of the Bin, which nothing uses afterwards: the element itself`
	}
}

func tallyOne(stock *Stock, name string, filled int) {
	if bin, ok := stock.Bins[name]; ok {
		bin.Filled = filled // want `this changes Filled of a copy of the Bin`
	}
}

// It is put back.
func tallyMended(stock *Stock, filled map[string]int) {
	for name, bin := range stock.Bins {
		bin.Filled = filled[name]
		stock.Bins[name] = bin
	}
}

func tallyRowsMended(stock *Stock, filled int) {
	for i, bin := range stock.Rows {
		bin.Filled = filled
		stock.Rows[i] = bin
	}
}

// It goes into another map or list.
func tallied(stock *Stock, filled map[string]int) (map[string]Bin, []Bin) {
	byName, all := map[string]Bin{}, []Bin(nil)
	for name, bin := range stock.Bins {
		bin.Filled = filled[name]
		byName[name] = bin
	}
	for _, bin := range stock.Rows {
		bin.Filled = 0
		all = append(all, bin)
	}
	return byName, all
}

// It is sent, or told, or counted.
func report(ctx context.Context, stock *Stock, bins chan<- Bin) (missing int) {
	for _, bin := range stock.Bins {
		bin.Filled = bin.Wanted
		bins <- bin
	}
	for name, bin := range stock.Bins {
		bin.Filled++
		log.FromContext(ctx).Info("counted", "name", name, "bin", bin)
	}
	for _, bin := range stock.Rows {
		bin.Filled = min(bin.Filled, bin.Wanted)
		missing += bin.Wanted - bin.Filled
	}
	return missing
}

// It takes the place of another.
func spread(stock *Stock, from string, names []string) {
	bin := stock.Bins[from]
	bin.Filled = 0
	for _, name := range names {
		stock.Bins[name] = bin
	}
}

// It is what the change is compared with.
func isShort(stock *Stock, filled map[string]int) bool {
	for name, bin := range stock.Bins {
		had := bin
		bin.Filled = filled[name]
		if bin != had {
			return true
		}
	}
	return false
}

// The map is the function's own, or no part of an object.
func scratch(names []string, seen map[string]Bin) int {
	bins := map[string]Bin{}
	for _, name := range names {
		bin := bins[name]
		bin.Filled++
		if bin.Filled > 1 {
			return len(bins)
		}
	}
	for _, bin := range seen {
		bin.Filled = 0
	}
	return 0
}

// What a slice refers to is the object's own.
type Crate struct{ Items []int }

// A Load is a part of an object.
type Load struct{ Crates map[string]Crate }

// DeepCopyInto copies the Load.
func (l *Load) DeepCopyInto(out *Load) { *out = *l }

func sortCrates(load *Load) {
	for _, crate := range load.Crates {
		slices.Sort(crate.Items)
		crate.Items[0] = 1
	}
}
