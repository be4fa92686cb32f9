package client

// A View is one way in which a package is used: as part of programs in which the same options hold.
type View struct {
	// Programs are their names, sorted. There are none if no program is in view that the package is part of: then what
	// the package itself says counts, and those that it imports.
	Programs []string
	Options  Options
}

// Programs are what a driver that has seen whole programs says of them, as config's Seen.
type Programs interface {
	// Views returns the views of the package of that path: none if it is part of no program.
	Views(pkg string) []View
}

// views returns the views of the package, at least one.
func (o *Origins) views() []View {
	var views []View
	if programs, ok := o.told.Seen.(Programs); ok {
		for _, v := range programs.Views(o.pass.Pkg.Path()) {
			views = append(views, View{v.Programs, o.asTold(v.Options)})
		}
	}
	if len(views) == 0 {
		views = []View{{Options: o.Options}}
	}
	return views
}
