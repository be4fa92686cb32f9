package kube

import (
	"go/types"
	"slices"
	"strings"
)

// A Test is what a function finds out about an error. All are false for nil.
type Test uint8

// The tests.
const (
	NoTest Test = iota
	Conflict
	AlreadyExists
	NotFound
	OtherTest
)

const (
	apiErrors = "k8s.io/apimachinery/pkg/api/errors"
	// fieldErrors has errors of fields, and lists of them.
	fieldErrors = "k8s.io/apimachinery/pkg/util/validation/field"
)

// ErrorTest returns what a function that takes an error and returns a bool tests for (apimachinery pkg/api/errors, and
// package errors).
func ErrorTest(s Symbol) Test {
	switch {
	case s == Symbol{apiErrors, "", "IsConflict"}:
		return Conflict
	case s == Symbol{apiErrors, "", "IsAlreadyExists"}:
		return AlreadyExists
	case s == Symbol{apiErrors, "", "IsNotFound"}:
		return NotFound
	case s.Pkg == apiErrors && strings.HasPrefix(s.Name, "Is"), IsErrorPackage(s.Pkg) && (s.Name == "Is" || s.Name == "As"):
		return OtherTest
	}
	return NoTest
}

// TestsOther tells whether s says no to any error of the API that is a conflict, or says that an object is there already or
// isn't there: it asks for another reason, or for what becomes of a connection (apimachinery pkg/api/errors and
// pkg/util/net, all versions).
func TestsOther(s Symbol) bool {
	switch s.Pkg {
	case apiErrors:
		unexpected := s.Name == "IsUnexpectedServerError" // which says what there is besides
		return s.Recv == "" && strings.HasPrefix(s.Name, "Is") && ErrorTest(s) == OtherTest && !unexpected
	case "k8s.io/apimachinery/pkg/util/net":
		return strings.HasPrefix(s.Name, "Is")
	}
	return false
}

// SuggestsDelay tells whether s says in its last result whether the server has asked for a pause, which it does for no error of the
// sorts that [TestsOther] is about (apimachinery pkg/api/errors, all versions).
func SuggestsDelay(s Symbol) bool { return s == Symbol{apiErrors, "", "SuggestsClientDelay"} }

// MakesNotFound tells whether s makes the error of the API that an object isn't there, of which [ErrorTest] tells (all versions).
func MakesNotFound(s Symbol) bool { return s == Symbol{apiErrors, "", "NewNotFound"} }

// ComparesErrors tells whether s tells if an error is a value that is its second argument, or wraps that; OfTypeErrors, if
// it is one, or wraps one, of the type to which its second argument points.
func ComparesErrors(s Symbol) bool { return IsErrorPackage(s.Pkg) && s.Name == "Is" }

// OfTypeErrors: see [ComparesErrors].
func OfTypeErrors(s Symbol) bool { return IsErrorPackage(s.Pkg) && s.Name == "As" }

// IsAPIError tells whether errors of the API may be of a type, or such that they wrap: apimachinery's StatusError and what it
// implements.
func IsAPIError(t types.Type) bool {
	if to, ok := types.Unalias(t).(*types.Pointer); ok {
		t = to.Elem()
	}
	named, ok := types.Unalias(t).(*types.Named)
	return !ok || types.IsInterface(t) || named.Obj().Pkg() == nil || named.Obj().Pkg().Path() == apiErrors
}

// errorPackages have the functions of package errors, and others that make errors (New, Errorf, Newf) or wrap them (Wrap,
// WithMessage, WithStack and kin, which return nil for nil).
var errorPackages = []string{
	"errors", "github.com/pkg/errors", "golang.org/x/xerrors", "emperror.dev/errors", "github.com/cockroachdb/errors",
	"github.com/crossplane/crossplane-runtime/pkg/errors", "github.com/crossplane/crossplane-runtime/v2/pkg/errors",
}

// IsErrorPackage tells whether a package is one of those that make, wrap and compare errors, and do nothing else.
func IsErrorPackage(path string) bool { return slices.Contains(errorPackages, path) }

// PassesNil tells whether s returns nil for a nil error.
func PassesNil(s Symbol) bool {
	return s.Pkg == crClient && strings.HasPrefix(s.Name, "Ignore") || WrapsError(s) ||
		s.Pkg == "k8s.io/apimachinery/pkg/util/errors" && s.Name != "NewAggregate"
}

// Ignores returns for which errors s returns nil (controller-runtime pkg/client; IgnoreNotFound all versions,
// IgnoreAlreadyExists from 0.14).
func Ignores(s Symbol) Test {
	switch s {
	case Symbol{crClient, "", "IgnoreNotFound"}:
		return NotFound
	case Symbol{crClient, "", "IgnoreAlreadyExists"}:
		return AlreadyExists
	}
	return NoTest
}

// MayFail tells whether what functions of a signature return last is an error.
func MayFail(sig *types.Signature) bool {
	results := sig.Results()
	return results.Len() > 0 && IsError(results.At(results.Len()-1).Type())
}

// FormatsError tells whether s makes an error of a format, which wraps those that stand there for %w: fmt.Errorf.
func FormatsError(s Symbol) bool { return s == Symbol{Pkg: "fmt", Name: "Errorf"} }

// Formats tells whether s puts a text together by the format that is its first argument (standard library, all versions).
func Formats(s Symbol) bool { return s == Symbol{Pkg: "fmt", Name: "Sprintf"} }

// TellsError tells whether s makes an error of a text, and wraps none: errors.New.
func TellsError(s Symbol) bool { return s == Symbol{Pkg: "errors", Name: "New"} }

// WrapsError tells whether s, whose first argument is an error, returns nil if that is, and an error for any other.
func WrapsError(s Symbol) bool {
	return IsErrorPackage(s.Pkg) && strings.HasPrefix(s.Name, "W") && !strings.Contains(s.Name, "Depth") // its first is a number
}

// joins are the functions that put errors together, those that are nil aside: none of them is nil if one is given an
// error, and nil if it is given none (that of go-multierror is, once it is asked by ErrorOrNil).
var joins = map[Symbol]bool{
	{"errors", "", "Join"}: true,
	{"k8s.io/apimachinery/pkg/util/errors", "", "NewAggregate"}:   true,
	{fieldErrors, "ErrorList", "ToAggregate"}:                     true,
	{"go.uber.org/multierr", "", "Append"}:                        true,
	{"go.uber.org/multierr", "", "Combine"}:                       true,
	{"emperror.dev/errors", "", "Append"}:                         true,
	{"github.com/cockroachdb/errors", "", "Join"}:                 true,
	{"github.com/cockroachdb/errors", "", "CombineErrors"}:        true,
	{"emperror.dev/errors", "", "Combine"}:                        true,
	{"github.com/hashicorp/go-multierror", "", "Append"}:          true,
	{"github.com/hashicorp/go-multierror", "Error", "ErrorOrNil"}: true,
}

// IsFieldError tells whether t is the type of an error of a field (apimachinery pkg/util/validation/field, all versions): what
// its functions return is never nil.
func IsFieldError(t types.Type) bool {
	p, ok := t.(*types.Pointer)
	return ok && isType(p.Elem(), fieldErrors, "Error")
}

// JoinsErrors tells whether s puts errors together, of which there is one if it is given one.
func JoinsErrors(s Symbol) bool { return joins[s] }

// IsZeroTest tells whether s tells that its receiver is the zero value: reconcile.Result.IsZero (controller-runtime,
// from 0.7), and IsZero of times.
func IsZeroTest(s Symbol) bool { return s.Name == "IsZero" && s.Recv != "" }
