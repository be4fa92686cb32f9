// Package lostwrite is the check for changes that never reach the API server: the analyzer's Doc is the page that users
// read.
package lostwrite

const doc = `find changes of objects that a write leaves out

An object is changed, the API is called, no error comes back, and the change is
not stored. Nothing tells: there is no error and no event, and the next
reconcile finds the object as it was.

Two things do it. A merge patch sends the difference between the object and a
base: where the base is the very object, or a copy that was made after the
change, there is no difference. And where the status of a kind is a subresource,
Update and Patch of the object leave out the status, Update and Patch of the
status leave out all else. What makes it worse is that controller-runtime's
client decodes the server's answer into the object that it was given, so that
the change is gone from memory too: a write that would store it comes too late.

Or nothing of it is sent at all: the object is read anew between the change and
the write, as in retries; what was changed is a copy, such as the value of a
range; or the object was written before the change, and is dropped after it.

The check follows the paths from each change of an object: through fields, maps,
setters and functions of the package, to the writes of the same object and to
the return. What another write stores first is not lost, nor what is set anew
before the write that stores it, what a saved copy may bring back, and what is
lost on a path on which the function fails. Helpers that write are seen through,
in this package and by facts in others of the main module. A change of a copy, or
after the last write, is reported only if the function alone has the object, and
nothing looks at the change on any path.

Which kinds have the status subresource it knows of the API server's own kinds,
and of others by the marker +kubebuilder:subresource:status in the comment of
the Go type, also in other modules. Where there is no marker, the manifests of
the module tell, such as those in config/crd/bases, or else that the package
writes the status through the subresource, which would fail otherwise. Manifests
that say otherwise than the marker silence it. Only the command reads manifests:
go vet and golangci-lint keep results, and don't see that a manifest has changed.

Limitations: not seen are changes in functions whose body is not in view, but for
the libraries'; objects that are reached in several ways, through slices and maps;
patches that are made of something else than client.MergeFrom and kin, of data that
the package shows, or by the helper of Cluster API.
`
