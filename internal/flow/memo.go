package flow

// A Memo keeps the answers to a question of which none hangs on another in a circle. The zero Memo is empty.
type Memo[K comparable, V any] map[K]V

// Of returns the answer for a key, which find finds out the first time.
func (m *Memo[K, V]) Of(key K, find func(K) V) V {
	v, known := (*m)[key]
	if !known {
		v = find(key)
		if *m == nil {
			*m = Memo[K, V]{}
		}
		(*m)[key] = v
	}
	return v
}
