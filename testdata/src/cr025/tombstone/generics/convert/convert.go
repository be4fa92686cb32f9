// Package convert has helpers that know nothing of Kubernetes.
package convert

// As is for those who know what they have.
func As[T any](obj any) T { return obj.(T) }

// To is for others.
func To[T any](obj any) (T, bool) {
	t, ok := obj.(T)
	return t, ok
}

// Named asks for a method.
func Named(obj any) string { return obj.(interface{ GetName() string }).GetName() }

// Only makes a filter.
func Only[T any](keep func(T) bool) func(any) bool {
	return func(obj any) bool {
		t, ok := obj.(T)
		return ok && keep(t)
	}
}

// Caster does by a method what As does.
type Caster[T any] struct{}

func (Caster[T]) Of(obj any) T { return As[T](obj) }
