package model

import (
	"fmt"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/ctrllint/ctrllint/internal/config"
	"github.com/ctrllint/ctrllint/internal/domain/change"
	"github.com/ctrllint/ctrllint/internal/domain/client"
	"github.com/ctrllint/ctrllint/internal/domain/handler"
	"github.com/ctrllint/ctrllint/internal/domain/subresource"
	"github.com/ctrllint/ctrllint/internal/domain/use"
	"github.com/ctrllint/ctrllint/internal/domain/work"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/paths"
	"github.com/ctrllint/ctrllint/internal/scenario"
)

// OfFunction is what packages that call a function need to know of it, by domain; nil is nothing.
type OfFunction struct {
	Work     *work.Facts
	Events   *handler.Registers
	Handlers *handler.Relays
	Scenario *scenario.Facts
	Paths    *paths.Facts
	Changes  *change.Facts
	Err      *ir.Err
	Text     *ir.Affixes
	Follows  []ir.Follow
}

// AFact marks OfFunction as a fact.
func (*OfFunction) AFact() {}

func (f *OfFunction) String() string {
	var parts []string
	if f.Work != nil {
		parts = append(parts, f.Work.String())
	}
	if f.Events != nil {
		parts = append(parts, f.Events.String())
	}
	if f.Handlers != nil {
		parts = append(parts, f.Handlers.String())
	}
	if f.Scenario != nil {
		parts = append(parts, f.Scenario.String())
	}
	if f.Paths != nil {
		parts = append(parts, f.Paths.String())
	}
	if f.Changes != nil {
		parts = append(parts, f.Changes.String())
	}
	if f.Err != nil {
		parts = append(parts, fmt.Sprintf("error:%+v", *f.Err))
	}
	if f.Text != nil {
		parts = append(parts, fmt.Sprintf("text:%+v", *f.Text))
	}
	if len(f.Follows) > 0 {
		parts = append(parts, fmt.Sprintf("follows:%v", f.Follows))
	}
	return strings.Join(parts, " ")
}

// OfPackage is what packages that import a package need to know of it, by domain; nil is nothing.
type OfPackage struct {
	Clients *client.Facts
	Uses    *use.Facts
	Kinds   *subresource.Facts
	Fields  *handler.Fields
}

// AFact marks OfPackage as a fact.
func (*OfPackage) AFact() {}

func (f *OfPackage) String() string {
	return fmt.Sprintf("%v %v %v %v", f.Clients, f.Uses, f.Kinds, f.Fields)
}

// imports is what the user's other packages say, by domain.
type imports struct {
	clients   map[*types.Package]*client.Facts      // of all in view
	uses      map[*types.Package]*use.Facts         // of those that the package imports
	kinds     map[*types.Package]*subresource.Facts // of all in view
	fields    map[*types.Package]*handler.Fields    // of all in view
	work      map[*types.Func]*work.Facts
	events    map[*types.Func]*handler.Registers
	handlers  map[*types.Func]*handler.Relays
	scenarios map[*types.Func]*scenario.Facts
	paths     map[*types.Func]*paths.Facts
	changes   map[*types.Func]*change.Facts
	errors    map[*types.Func]*ir.Err
	texts     map[*types.Func]*ir.Affixes
	follows   map[*types.Func][]ir.Follow
}

func newImports() *imports {
	return &imports{
		map[*types.Package]*client.Facts{}, map[*types.Package]*use.Facts{}, map[*types.Package]*subresource.Facts{},
		map[*types.Package]*handler.Fields{},
		map[*types.Func]*work.Facts{},
		map[*types.Func]*handler.Registers{}, map[*types.Func]*handler.Relays{}, map[*types.Func]*scenario.Facts{}, map[*types.Func]*paths.Facts{},
		map[*types.Func]*change.Facts{}, map[*types.Func]*ir.Err{}, map[*types.Func]*ir.Affixes{}, map[*types.Func][]ir.Follow{},
	}
}

// look looks up all that the package may come to: when checks ask for more later, the pass is over, and facts can't be
// had.
func (in *imports) look(pass *analysis.Pass, source *ir.Package, told *config.Config) {
	for _, f := range pass.AllPackageFacts() {
		if fact, ok := f.Fact.(*OfPackage); ok && f.Package != pass.Pkg {
			note(in.clients, f.Package, fact.Clients)
			note(in.kinds, f.Package, fact.Kinds)
			note(in.fields, f.Package, fact.Fields)
		}
	}
	for _, imp := range pass.Pkg.Imports() {
		if f := new(OfPackage); pass.ImportPackageFact(imp, f) {
			note(in.uses, imp, f.Uses)
		}
	}
	for _, fn := range source.Foreign() {
		if f := new(OfFunction); pass.ImportObjectFact(fn, f) && !source.Implemented(fn) {
			in.of(fn, f)
		}
	}
	for method, fn := range told.Behind {
		if f := new(OfFunction); pass.ImportObjectFact(fn, f) {
			in.of(method, f)
		}
	}
	for _, fn := range handler.LayersOf(pass.Pkg, told.Layers) {
		if f := new(OfFunction); pass.ImportObjectFact(fn, f) {
			note(in.handlers, fn, f.Handlers)
		}
	}
}

// of notes what is said of a function.
func (in *imports) of(fn *types.Func, f *OfFunction) {
	note(in.work, fn, f.Work)
	note(in.events, fn, f.Events)
	note(in.handlers, fn, f.Handlers)
	note(in.scenarios, fn, f.Scenario)
	note(in.paths, fn, f.Paths)
	note(in.changes, fn, f.Changes)
	note(in.errors, fn, f.Err)
	note(in.texts, fn, f.Text)
	if len(f.Follows) > 0 {
		in.follows[fn] = f.Follows
	}
}

func note[K comparable, F any](all map[K]*F, of K, f *F) {
	if f != nil {
		all[of] = f
	}
}

// export exports what there is to say of the package and its functions.
func (m *Package) export(pass *analysis.Pass) {
	if f := (OfPackage{m.Clients.Facts(), m.Uses.Facts(), m.Kinds.Facts(), m.Events.Fields()}); f != (OfPackage{}) {
		pass.ExportPackageFact(&f)
	}
	functions := map[*types.Func]*OfFunction{}
	of := func(fn *types.Func) *OfFunction {
		if functions[fn] == nil {
			functions[fn] = new(OfFunction)
		}
		return functions[fn]
	}
	for fn, f := range m.Work.Facts() {
		of(fn).Work = f
	}
	for fn, f := range m.Events.Facts() {
		of(fn).Events = f
	}
	for fn, f := range m.Handlers.Facts() {
		of(fn).Handlers = f
	}
	for fn, f := range m.Scenario.Facts() {
		f.Mild = (len(f.Deletes) > 0 || f.Works) && m.Handlers.Mild(fn)
		of(fn).Scenario = f
	}
	for fn, f := range m.Paths.Facts() {
		of(fn).Paths = f
	}
	for fn, f := range m.Changes.Facts() {
		of(fn).Changes = f
	}
	for fn, f := range m.errors.Facts(m.source) {
		of(fn).Err = f
	}
	for fn, f := range m.texts.Facts(m.source) {
		of(fn).Text = f
	}
	for fn, f := range m.follows.Facts(m.source) {
		of(fn).Follows = f
	}
	for fn, f := range functions {
		pass.ExportObjectFact(fn, f)
	}
}
