package kube

import (
	"go/types"
	"slices"
)

// Selects says what a function makes of its arguments that chooses objects by their labels.
type Selects uint8

const (
	// SelectsOtherwise is what is said of all other functions.
	SelectsOtherwise Selects = iota
	// SelectsAll asks for all that its arguments ask for: a map of labels for each of them.
	SelectsAll
	// SelectsOne asks one thing of one label: of the key that is its first argument, by the operator that is its second, with
	// the values that are its third.
	SelectsOne
)

const labelsPackage = "k8s.io/apimachinery/pkg/labels"

// selectors are the functions that make selectors of labels, in apimachinery: all versions but for
// ValidatedSelectorFromSet (from 0.20).
var selectors = map[Symbol]Selects{
	{labelsPackage, "", "NewSelector"}:              SelectsAll,
	{labelsPackage, "", "Everything"}:               SelectsAll,
	{labelsPackage, "", "SelectorFromSet"}:          SelectsAll,
	{labelsPackage, "", "SelectorFromValidatedSet"}: SelectsAll,
	{labelsPackage, "", "ValidatedSelectorFromSet"}: SelectsAll,
	{labelsPackage, "Set", "AsSelector"}:            SelectsAll,
	{labelsPackage, "Selector", "Add"}:              SelectsAll,
	{metaV1, "", "LabelSelectorAsSelector"}:         SelectsAll,
	{labelsPackage, "", "NewRequirement"}:           SelectsOne,
}

// IsSelector tells whether t is a selector of labels or fields, which never becomes another one (apimachinery, all versions).
func IsSelector(t types.Type) bool {
	return isType(t, labelsPackage, "Selector") || isType(t, "k8s.io/apimachinery/pkg/fields", "Selector")
}

// SelectionOf returns what s makes of its arguments, or of its receiver.
func SelectionOf(s Symbol) Selects { return selectors[s] }

// selecting are the fields of options and selectors that choose by labels (controller-runtime pkg/client: ListOptions and
// MatchingLabelsSelector in all versions; apimachinery pkg/apis/meta/v1).
var selecting = map[Symbol][]string{
	{crClient, "", "ListOptions"}:            {"LabelSelector"},
	{crClient, "", "MatchingLabelsSelector"}: {"*Selector"},
	{metaV1, "", "LabelSelector"}:            {"MatchLabels"},
}

// SelectingFields returns the fields of options or a selector of type t by which it chooses labels, those that are embedded
// with a star before the name.
func SelectingFields(t types.Type) []string { return selecting[namedSymbol(t)] }

// AsksForKeys tells whether an option of type t asks for labels with its elements as keys, whatever their values are
// (controller-runtime pkg/client HasLabels, from 0.3).
func AsksForKeys(t types.Type) bool {
	return namedSymbol(t) == Symbol{Pkg: crClient, Name: "HasLabels"}
}

// AsksForFields tells whether an option of type t asks for fields (controller-runtime pkg/client, all versions).
func AsksForFields(t types.Type) bool {
	return slices.Contains([]Symbol{{Pkg: crClient, Name: "MatchingFields"}, {Pkg: crClient, Name: "MatchingFieldsSelector"}}, namedSymbol(t))
}

// Refuses tells whether a selector that asks by operator for values of a label refuses an object which has the label with
// that value, or hasn't it (apimachinery pkg/labels Requirement.Matches, pkg/selection; all versions). False for what
// isn't known, such as numbers that are compared.
func Refuses(operator string, values []string, value string, has bool) bool {
	switch operator {
	case "=", "==", "in":
		return !has || !slices.Contains(values, value)
	case "!=", "notin":
		return has && slices.Contains(values, value)
	case "exists":
		return !has
	case "!":
		return has
	}
	return false
}
