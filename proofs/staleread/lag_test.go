package staleread

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/util/retry"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// The watches of the experiment lag so far behind.
var lags = []time.Duration{
	5 * time.Millisecond, 20 * time.Millisecond, 50 * time.Millisecond, 100 * time.Millisecond, 500 * time.Millisecond,
}

// schedules are the ways to try again that the experiment compares.
var schedules = []struct {
	name    string
	backoff wait.Backoff
	live    bool  // read from the API server
	atLeast []int // of the conflicts, for each lag, the tries run out in so many
	atMost  []int
}{
	{
		name: "5 tries without a pause", backoff: wait.Backoff{Steps: 5},
		atLeast: []int{0, 0, 50, 50, 75}, atMost: []int{100, 100, 100, 100, 100},
	},
	{
		name: "retry.DefaultRetry", backoff: retry.DefaultRetry,
		atLeast: []int{0, 0, 0, 20, 75}, atMost: []int{25, 40, 100, 100, 100},
	},
	{
		name: "retry.DefaultBackoff", backoff: retry.DefaultBackoff,
		atLeast: []int{0, 0, 0, 0, 60}, atMost: []int{25, 25, 25, 25, 100},
	},
	{
		name: "5 steps from 100ms, factor 2", backoff: wait.Backoff{Steps: 5, Duration: 100 * time.Millisecond, Factor: 2},
		atLeast: []int{0, 0, 0, 0, 0}, atMost: []int{25, 25, 25, 25, 25},
	},
	{
		name: "retry.DefaultRetry, read live", backoff: retry.DefaultRetry, live: true,
		atLeast: []int{0, 0, 0, 0, 0}, atMost: []int{0, 0, 0, 0, 0},
	},
}

const (
	conflicts = 100 // of each schedule and lag
	atATime   = 16  // few enough for two processors: while a request waits for one the watch catches up
)

// TestRetryTable counts in how many conflicts a retry runs out, by how far the watch is behind and how it tries again.
// It prints the table that stands on the page of category retry:
//
//	go test ./staleread -run RetryTable -v
//
// What it asserts is the shape of the table, in bounds that hold on a busy machine too.
func TestRetryTable(t *testing.T) {
	var keepers []*Keeper
	for _, lag := range lags {
		keepers = append(keepers, lagging(t, lag))
	}
	ranOut := make([][]atomic.Int32, len(schedules))
	for i := range ranOut {
		ranOut[i] = make([]atomic.Int32, len(lags))
	}
	turn := make(chan struct{}, atATime)
	var all sync.WaitGroup
	for n := range conflicts {
		// Those of one row are not all at the same time, for they would be in each other's way.
		for i, schedule := range schedules {
			for j := range lags {
				turn <- struct{}{}
				all.Go(func() {
					defer func() { <-turn }()
					err := keepers[j].conflict(t.Context(), shelf(i, n), schedule.backoff, schedule.live)
					switch {
					case apierrors.IsConflict(err):
						ranOut[i][j].Add(1)
					case err != nil:
						t.Errorf("%s, %v: %v", schedule.name, lags[j], err)
					}
				})
			}
		}
	}
	all.Wait()

	var table strings.Builder
	fmt.Fprintf(&table, "%-30s", "lag of the watch")
	for _, lag := range lags {
		fmt.Fprintf(&table, "%7v", lag)
	}
	for i, schedule := range schedules {
		fmt.Fprintf(&table, "\n%-30s", schedule.name)
		for j := range lags {
			n := int(ranOut[i][j].Load())
			fmt.Fprintf(&table, "%7d", n)
			if n < schedule.atLeast[j] || n > schedule.atMost[j] {
				t.Errorf("%s, %v: ran out in %d of %d, want %d to %d",
					schedule.name, lags[j], n, conflicts, schedule.atLeast[j], schedule.atMost[j])
			}
		}
	}
	t.Logf("of %d conflicts, so many are not overcome:\n%s", conflicts, table.String())
}

// shelf is the ConfigMap of a conflict.
func shelf(schedule, n int) client.ObjectKey {
	return client.ObjectKey{Namespace: namespace, Name: fmt.Sprintf("shelf-%d-%d", schedule, n)}
}

// lagging returns a keeper whose cache has all shelves, and hears of what happens from now on after the lag.
func lagging(t *testing.T, lag time.Duration) *Keeper {
	t.Helper()
	ctx := t.Context()
	server, keeper := open(t, proof{})
	server.LagBy(0)
	for i := range schedules {
		for n := range conflicts {
			check(t, keeper.Create(ctx, configMap(shelf(i, n))))
		}
	}
	check(t, wait.PollUntilContextTimeout(ctx, time.Millisecond, 30*time.Second, true, func(ctx context.Context) (bool, error) {
		// Events come in the order of the writes.
		err := keeper.Get(ctx, shelf(len(schedules)-1, conflicts-1), &corev1.ConfigMap{})
		return err == nil, client.IgnoreNotFound(err)
	}))
	server.LagBy(lag)
	return keeper
}

// conflict updates a ConfigMap that somebody else updates between the first read and the first write, and returns what
// came of it in the end.
func (k *Keeper) conflict(ctx context.Context, key client.ObjectKey, backoff wait.Backoff, live bool) error {
	var reader client.Reader = k.Client
	if live {
		reader = k.APIReader
	}
	first := true
	return retry.RetryOnConflict(backoff, func() error {
		var cm corev1.ConfigMap
		if err := reader.Get(ctx, key, &cm); err != nil {
			return err
		}
		if first {
			first = false
			other := cm.DeepCopy()
			other.Data["tea"] = "7"
			if err := k.Update(ctx, other); err != nil {
				return fmt.Errorf("the other update: %v", err) // whatever it is, it is no conflict of ours
			}
		}
		cm.Data["milk"] = "1"
		return k.Update(ctx, &cm)
	})
}
