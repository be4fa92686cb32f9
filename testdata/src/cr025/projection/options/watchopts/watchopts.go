// Package watchopts has options of watches for several controllers.
package watchopts

import (
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
)

// Light are the options of what is watched for its metadata only.
func Light() []builder.OwnsOption {
	return []builder.OwnsOption{builder.OnlyMetadata, builder.WithPredicates(predicate.GenerationChangedPredicate{})}
}

// Full are the options of what is watched in full.
func Full() []builder.OwnsOption {
	return []builder.OwnsOption{builder.WithPredicates(predicate.GenerationChangedPredicate{})}
}

// Either are the options that are asked for.
func Either(light bool) []builder.OwnsOption {
	if light {
		return Light()
	}
	return Full()
}

// LightOption is one option.
func LightOption() builder.OwnsOption { return builder.OnlyMetadata }

// ForLight are options of a package variable.
var ForLight = []builder.ForOption{builder.OnlyMetadata}
