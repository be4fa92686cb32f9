package driver

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"

	"github.com/ctrllint/ctrllint/internal/domain/use"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/model"
)

// A managed is what one manager runs, or, if Name is empty, what belongs to no manager in view.
type managed struct {
	Name  string
	Place string
	table *use.Table
}

// runInformers prints the informers of the programs in the packages, instead of looking for mistakes. For each program,
// only the options of its own manager count, not those of others in the module.
func (o *options) runInformers(stdout, stderr io.Writer) int {
	if o.format != formatText && o.format != formatJSON {
		return fail(stderr, fmt.Errorf("-informers does not go with -f %s", o.format))
	}
	bar := o.children.show(stderr)
	loaded, err := load(o.children, scope{o.patterns, false, o.tags})
	bar.stop()
	if err != nil {
		return fail(stderr, err)
	}
	o.warn(loaded, stderr)
	models := []*analysis.Analyzer{model.New(o.settings, ir.New(o.settings))}
	w := &watch{inject: injectTwin}
	w.install(models)
	g, err := checker.Analyze(models, loaded.report, &checker.Options{Sequential: true})
	if err != nil {
		return fail(stderr, err)
	}
	r := &results{graph: g, loading: loaded, failures: w.takeFailures(g)}
	programs := programsOf(g)
	switch {
	case o.format == formatJSON:
		err = writeInformersJSON(stdout, programs)
	case len(programs) > 0 || !r.incomplete():
		err = writeInformers(stdout, programs)
	}
	if err != nil {
		return fail(stderr, err)
	}
	r.complain(stderr)
	if r.incomplete() {
		if len(loaded.report) == 0 {
			fmt.Fprintln(stderr, nothing)
		}
		return exitTrouble
	}
	return exitClean
}

// programsOf returns the programs whose managers are made in the analysed packages, sorted, and last what belongs to
// none of them.
func programsOf(g *checker.Graph) []managed {
	var programs []managed
	reached, all := map[use.Use]bool{}, []*use.Use{}
	var rest use.Info
	for _, act := range g.Roots {
		m, ok := act.Result.(*model.Package)
		if !ok || m == nil || m.Uses == nil {
			continue
		}
		info := m.Uses
		rest.Options.Join(info.Options)
		all = append(all, info.Uses...)
		for _, part := range info.Parts {
			if !part.Unit {
				continue
			}
			var uses []*use.Use
			for _, r := range part.Uses {
				uses = append(uses, r.Use)
				reached[r.Plain()] = true
			}
			programs = append(programs, managed{part.Name, part.Place.String(), use.NewTable(uses, info.Options)})
		}
	}
	slices.SortFunc(programs, func(a, b managed) int {
		return cmp.Or(cmp.Compare(a.Place, b.Place), cmp.Compare(a.Name, b.Name))
	})
	all = slices.DeleteFunc(all, func(u *use.Use) bool { return reached[u.Plain()] })
	if len(all) > 0 {
		programs = append(programs, managed{table: use.NewTable(all, rest.Options)})
	}
	return programs
}

// title says which program it is.
func (p managed) title() string {
	if p.Name == "" {
		return "In no program that is in view"
	}
	return fmt.Sprintf("%s, the manager made in %s", p.Place, p.Name)
}

// writeInformers prints the tables for people.
func writeInformers(w io.Writer, programs []managed) error {
	if len(programs) == 0 {
		_, err := fmt.Fprintln(w, "no informers")
		return err
	}
	conflicts := false
	for n, p := range programs {
		if n > 0 {
			fmt.Fprintln(w)
		}
		fmt.Fprintf(w, "%s: %s\n", p.title(), counted(len(p.table.Informers), "informer"))
		if err := p.rows(w); err != nil {
			return err
		}
		conflicts = conflicts || slices.ContainsFunc(p.table.Informers, func(i *use.Informer) bool { return i.Twice })
		list(w, "Read from the API server each time", p.table.Live)
		list(w, "Of kinds that can't be seen", p.table.Unknown)
	}
	if conflicts {
		fmt.Fprint(w, "\n! The same kind has two informers, with separate watches, that are never in step: ctrllint -explain projection\n")
	}
	_, err := fmt.Fprint(w, "\nNot seen: informers of dependencies, of kinds chosen at run time, and of client-go's factories.\n")
	return err
}

func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

func (p managed) rows(w io.Writer) error {
	if len(p.table.Informers) == 0 {
		return nil
	}
	tw := tabwriter.NewWriter(w, 0, 8, 2, ' ', 0)
	fmt.Fprint(tw, "  \tKIND\tPROJECTION\tSTARTS\tWHERE\tWHY\n")
	for _, i := range p.table.Informers {
		mark, starts := "  ", "when first read"
		if i.Twice {
			mark = "! "
		}
		if i.AtStart() {
			starts = "at start"
		}
		projection := i.Projection.String()
		if i.Uses[0].Perhaps {
			projection += "?"
		}
		fmt.Fprintf(tw, "%s\t%s\t%s\t%s\t%s\t%s\n", mark, i.Kind, projection, starts, i.Uses[0].Place, why(i))
	}
	return tw.Flush()
}

// why names what makes an informer, and how many other places use it.
func why(i *use.Informer) string {
	first := i.Uses[0]
	text := first.What
	if first.Func != "" {
		text += " in " + first.Func
	}
	if first.Through.Known() {
		text += ", which comes to " + first.Through.String()
	}
	if i.Cache != "" {
		text += ", " + i.Cache
	}
	if more := len(i.Uses) - 1; more > 0 {
		text += fmt.Sprintf(", and %s", counted(more, "more place"))
	}
	return text
}

// list prints places that make no informer.
func list(w io.Writer, title string, places []*use.Use) {
	if len(places) == 0 {
		return
	}
	byText := map[string]int{}
	var order []string
	for _, u := range places {
		name := u.Kind.String()
		if !u.Kind.Known() {
			name = u.Projection.String()
		}
		text := fmt.Sprintf("%s (%s, %s)", name, u.What, u.Place)
		key := name
		if byText[key]++; byText[key] == 1 {
			order = append(order, text)
		}
	}
	fmt.Fprintf(w, "%s: %s\n", title, strings.Join(order, ", "))
}

// The types of the JSON form of the tables.
type (
	programJSON struct {
		Name      string         `json:"name,omitempty"`
		Place     string         `json:"place,omitempty"`
		Informers []informerJSON `json:"informers"`
		Live      []useJSON      `json:"live,omitempty"`
		Unknown   []useJSON      `json:"unknown,omitempty"`
	}
	informerJSON struct {
		Kind       string    `json:"kind"`
		Package    string    `json:"package"`
		Type       string    `json:"type"`
		Projection string    `json:"projection"`
		Cache      string    `json:"cache,omitempty"`
		AtStart    bool      `json:"atStart"`
		Conflict   bool      `json:"conflict"`
		Uses       []useJSON `json:"uses"`
	}
	useJSON struct {
		Kind       string `json:"kind,omitempty"`
		Projection string `json:"projection"`
		Place      string `json:"place"`
		Function   string `json:"function,omitempty"`
		Why        string `json:"why"`
		Through    string `json:"through,omitempty"`
		Watch      bool   `json:"watch"`
		Assumed    bool   `json:"assumed,omitempty"` // that it goes through the manager's client
		Perhaps    bool   `json:"perhaps,omitempty"` // the projection hangs on a condition
	}
)

func writeInformersJSON(w io.Writer, programs []managed) error {
	out := make([]programJSON, 0, len(programs))
	for _, p := range programs {
		one := programJSON{Name: p.Name, Place: p.Place, Informers: []informerJSON{}, Live: usesJSON(p.table.Live), Unknown: usesJSON(p.table.Unknown)}
		for _, i := range p.table.Informers {
			one.Informers = append(one.Informers, informerJSON{
				i.Kind.String(), i.Kind.Pkg, i.Kind.Name, i.Projection.String(), i.Cache, i.AtStart(), i.Twice, usesJSON(i.Uses),
			})
		}
		out = append(out, one)
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", "\t")
	return enc.Encode(map[string]any{"programs": out})
}

func usesJSON(list []*use.Use) []useJSON {
	var out []useJSON
	for _, u := range list {
		one := useJSON{u.Kind.String(), u.Projection.String(), u.Place.String(), u.Func, u.What, "", u.Watch, u.Assumed, u.Perhaps}
		if u.Through.Known() {
			one.Through = u.Through.String()
		}
		out = append(out, one)
	}
	return out
}
