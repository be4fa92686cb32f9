// Package keys has the keys of labels, of which a build may set the domain.
package keys

import "fmt"

var domain = "shop.example.com"

// Edge is the key of the label that nodes at the edge have.
func Edge() string { return domain + "/edge" }

// Pool is the key of the label that says in which pool a node is.
func Pool() string { return fmt.Sprintf("pools.%s/%s", domain, "pool") }

// Rack is the key of the label that says in which rack a node is.
func Rack() string { return rack }

const rack = "hardware/rack"
