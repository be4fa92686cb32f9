package paths

import (
	"fmt"
	"go/token"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/client"
	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// Explain says, for the calls at places, what they are known to read and write, or where knowledge ends.
func (in *Info) Explain(at func(token.Pos) bool, say func(token.Pos, string)) {
	for _, fn := range in.Functions {
		for call := range ir.All[ssa.CallInstruction](fn.Blocks) {
			if !at(call.Pos()) || ir.IsBuiltin(call.Common(), "") {
				continue
			}
			op, e := in.operation(call), in.event(call)
			switch {
			case op != nil:
				say(call.Pos(), in.describe(op))
			case e != nil:
				for _, r := range e.reads {
					say(call.Pos(), "leads to "+in.describe(r))
				}
				for _, x := range e.exits {
					for _, w := range x.writes {
						say(call.Pos(), "leads to "+in.describe(w))
					}
				}
				for _, r := range e.waits {
					say(call.Pos(), "waits until a cache has what it reads: "+in.describe(r))
				}
			default:
				say(call.Pos(), in.unknown(call))
			}
		}
	}
}

// unknown says why nothing is known of a call.
func (in *Info) unknown(call ssa.CallInstruction) string {
	obj := ir.Called(call.Common())
	switch {
	case in.lazy.Callee(call.Common()) != nil:
		return "neither reads nor writes at the API, as its body shows"
	case obj == nil:
		return "a call of a function value that can't be followed"
	case call.Common().IsInvoke():
		return fmt.Sprintf("%s is called through an interface: no operation of the libraries, and not one implementation in this package", obj.Name())
	case in.isOwn(obj):
		return fmt.Sprintf("%s is of another package of the module, of which no fact says that it reads or writes", obj.Name())
	}
	return fmt.Sprintf("%s is no operation of the libraries; its body is not in view", obj.Name())
}

// describe says what is known of an operation.
func (in *Info) describe(op *Op) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s of %s", op.Name(), op.What.Kind)
	if !op.What.Kind.Known() {
		b.WriteString("an unknown kind")
	}
	if op.Where != "" {
		fmt.Fprintf(&b, " in %s", op.Where)
	}
	if op.Via == kube.Client && op.Verb.Reads() {
		fmt.Fprintf(&b, ", through a client that %s", origin(op.Origin))
	}
	switch {
	case len(op.keys) > 0:
		fmt.Fprintf(&b, "; the object is %s", strings.Join(ir.Map(op.keys, (*identity.Term).String), " = "))
	case op.Verb != kube.VerbList && op.Verb != kube.VerbDeleteAll:
		b.WriteString("; which object can't be said")
	}
	switch {
	case op.Verb == kube.VerbGet:
		fmt.Fprintf(&b, "; looked at: %s; %s", in.Looked(op), in.Consequences(op))
		switch in.Absent(op) {
		case Answers:
			b.WriteString("; nothing is seen to fail if there is none")
		case Passes:
			b.WriteString("; what follows is left if there is none")
		case Acts:
			b.WriteString("; what follows goes on if there is none")
		}
	case op.Verb == kube.VerbList:
		fmt.Fprintf(&b, "; %s", in.Consequences(op))
	case op.Verb.Writes():
		fmt.Fprintf(&b, "; changed: %s", in.Changed(op))
	}
	return b.String()
}

// origin says where a client comes from.
func origin(o client.Origin) string {
	says := map[client.Class]string{
		client.Unknown: "comes from where can't be seen",
		client.Live:    "asks the API server",
		client.Cached:  "is the manager's, with a cache",
		client.Backed:  "is one of its own that reads from a cache",
		client.Cache:   "is a cache",
		client.Strong:  "sees every write",
	}[o.Class]
	if o.Assumed {
		says += " (as is usual; not seen)"
	}
	if o.Param >= 0 {
		says += fmt.Sprintf(" (parameter %d decides)", o.Param)
	}
	return says
}

// String says what hangs on an object.
func (c Consequences) String() string {
	text := fmt.Sprintf("deciding: %s; written: %s", c.Decides, c.Written)
	if c.Sent {
		text += "; updated, and the refusal is an error"
	}
	if c.Lost {
		text += "; updated, and nobody hears of a refusal"
	}
	return text
}
