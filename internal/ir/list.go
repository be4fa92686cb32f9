package ir

// Map returns what a function makes of the elements of a list.
func Map[T, U any](list []T, as func(T) U) (out []U) {
	for _, x := range list {
		out = append(out, as(x))
	}
	return out
}

// FlatMap returns what a function has for the elements of a list, all in one.
func FlatMap[T, U any](list []T, of func(T) []U) (out []U) {
	for _, x := range list {
		out = append(out, of(x)...)
	}
	return out
}
