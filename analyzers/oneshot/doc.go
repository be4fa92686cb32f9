// Package oneshot is the check for work that is done in event handlers: the analyzer's Doc is the page that users read.
package oneshot

const doc = `find work that is done in event handlers

To be written.
`
