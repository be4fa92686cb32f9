// Package projection is the check for kinds that a program caches in two projections: the analyzer's Doc is the page
// that users read.
package projection

const doc = `find kinds that are cached twice, as metadata, typed or unstructured objects

TODO
`
