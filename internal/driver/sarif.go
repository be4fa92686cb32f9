package driver

import (
	"cmp"
	"encoding/json"
	"go/token"
	"io"
	"net/url"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"

	"github.com/ctrllint/ctrllint/internal/diag"
	"github.com/ctrllint/ctrllint/internal/page"
)

// writeSARIF writes the results as a SARIF log.
func writeSARIF(w io.Writer, r *results) error {
	root, err := findRoot()
	if err != nil {
		return err
	}
	s := &sarifWriter{root, newSources()}
	rules := sarifRules(r.checks, r.findings)
	run := sarifRun{
		Tool:               sarifTool{sarifDriverOf(buildInfo(), rules)},
		Invocations:        []sarifInvocation{s.invocation(r)},
		OriginalURIBaseIDs: map[string]sarifArtifactLocation{sarifRoot: {URI: strings.TrimSuffix(fileURI(root.dir), "/") + "/"}},
		ColumnKind:         "utf16CodeUnits",
		Results:            []sarifResult{},
	}
	for _, f := range r.findings {
		result := s.result(f)
		result.RuleIndex = slices.IndexFunc(rules, func(r sarifRule) bool { return r.ID == result.RuleID })
		run.Results = append(run.Results, result)
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(sarifLog{Schema: sarifSchema, Version: sarifVersion, Runs: []sarifRun{run}})
}

// semanticVersion matches the versions of modules that were released, or made from a commit.
var semanticVersion = regexp.MustCompile(`^v(\d+\.\d+\.\d+([-+].*)?)$`)

func sarifDriverOf(info *debug.BuildInfo, rules []sarifRule) sarifDriver {
	d := sarifDriver{
		Name:           "ctrllint",
		Version:        version(info),
		InformationURI: "https://github.com/ctrllint/ctrllint",
		Rules:          rules,
	}
	if m := semanticVersion.FindStringSubmatch(d.Version); m != nil {
		d.SemanticVersion = m[1]
	}
	return d
}

// sarifRules returns the rules of the checks, one a category, whether something was found or not, so that it can be
// seen what was looked for. What the findings have besides gets rules of its own after those of its check.
func sarifRules(checks []*analysis.Analyzer, findings []finding) []sarifRule {
	rules := []sarifRule{}
	for _, a := range checks {
		categories := diag.CategoriesOf(a)
		known := map[string]bool{}
		for _, c := range categories {
			known[ruleID(a.Name, c.Name)] = true
		}
		if len(categories) == 0 {
			categories = []diag.Category{{Doc: page.Title(a)}}
			known[a.Name] = true
		}
		var others []diag.Category
		for _, f := range findings {
			if f.check == a.Name && !known[f.rule()] {
				known[f.rule()] = true
				others = append(others, diag.Category{Name: f.Category, Doc: page.Title(a)})
			}
		}
		slices.SortFunc(others, func(a, b diag.Category) int { return cmp.Compare(a.Name, b.Name) })
		for _, c := range slices.Concat(categories, others) {
			rules = append(rules, sarifRuleOf(a, c))
		}
	}
	return rules
}

func sarifRuleOf(a *analysis.Analyzer, c diag.Category) sarifRule {
	rule := sarifRule{
		ID:                   ruleID(a.Name, c.Name),
		ShortDescription:     sarifText{Text: c.Doc},
		FullDescription:      sarifText{Text: cmp.Or(page.Prose(c.Why), c.Doc)},
		Help:                 sarifText{Text: cmp.Or(helpOf(c), c.Doc), Markdown: cmp.Or(page.Help(c), c.Doc)},
		HelpURI:              a.URL,
		DefaultConfiguration: sarifConfiguration{Enabled: !c.Off, Level: sarifLevel(c.Level)},
	}
	if c.Why != "" { // it has a page
		rule.HelpURI = c.URL(a.Name)
	}
	return rule
}

// sarifLevel returns the level as SARIF names it. What has none is a warning.
func sarifLevel(l diag.Level) string { return cmp.Or(l, diag.Warning).String() }

// A sarifWriter makes the parts of a log that have places.
type sarifWriter struct {
	root    *root
	sources *sources
}

// invocation tells whether everything could be analysed, and if not, why.
func (s *sarifWriter) invocation(r *results) sarifInvocation {
	inv := sarifInvocation{ExecutionSuccessful: !r.incomplete()}
	for _, e := range r.errors {
		n := sarifNotification{Level: sarifError, Message: sarifText{Text: e.Msg}}
		if place, ok := s.errorLocation(e); ok {
			n.Locations = []sarifLocation{place}
		}
		inv.ToolExecutionNotifications = append(inv.ToolExecutionNotifications, n)
	}
	for _, f := range r.failures {
		inv.ToolExecutionNotifications = append(inv.ToolExecutionNotifications,
			sarifNotification{Level: sarifError, Message: sarifText{Text: f.String()}})
	}
	return inv
}

// errorLocation returns where the error is. It reports false if that is unknown.
func (s *sarifWriter) errorLocation(e packages.Error) (sarifLocation, bool) {
	name, line, column := splitPosition(e.Pos)
	if name == "" {
		return sarifLocation{}, false
	}
	place := sarifPhysicalLocation{ArtifactLocation: s.artifact(name)}
	if line > 0 {
		place.Region = &sarifRegion{StartLine: line}
		if column > 0 {
			place.Region.StartColumn = s.sources.utf16Column(name, line, column)
		}
	}
	return sarifLocation{PhysicalLocation: place}, true
}

// splitPosition takes file:line:column apart, where column, or line and column, may be missing and are then 0. The
// name is empty if there is none.
func splitPosition(pos string) (name string, line, column int) {
	if pos == "-" {
		return "", 0, 0
	}
	var numbers []int
	for len(numbers) < 2 {
		i := strings.LastIndexByte(pos, ':')
		if i < 0 {
			break
		}
		n, err := strconv.Atoi(pos[i+1:])
		if err != nil {
			break // part of the name
		}
		pos = pos[:i]
		numbers = append(numbers, n)
	}
	switch len(numbers) {
	case 1:
		line = numbers[0]
	case 2:
		line, column = numbers[1], numbers[0]
	}
	return pos, line, column
}

func (s *sarifWriter) result(f finding) sarifResult {
	level, message := diag.CutLevel(f.Message)
	result := sarifResult{
		RuleID:    f.rule(),
		Level:     sarifLevel(level),
		Message:   sarifText{Text: message},
		Locations: []sarifLocation{s.location(f.fset, f.Pos, f.End)},
	}
	for i, r := range f.Related {
		id := i + 1
		place := s.location(f.fset, r.Pos, r.End)
		place.ID = &id
		place.Message = &sarifText{Text: r.Message}
		result.RelatedLocations = append(result.RelatedLocations, place)
	}
	for _, fix := range f.SuggestedFixes {
		if len(fix.TextEdits) > 0 {
			result.Fixes = append(result.Fixes, s.fix(f.fset, fix))
		}
	}
	return result
}

// fix returns the fix with its edits in the order of their places, those of a file together.
func (s *sarifWriter) fix(fset *token.FileSet, fix analysis.SuggestedFix) sarifFix {
	edits := slices.Clone(fix.TextEdits)
	slices.SortStableFunc(edits, func(a, b analysis.TextEdit) int {
		return cmp.Or(
			cmp.Compare(fset.Position(a.Pos).Filename, fset.Position(b.Pos).Filename),
			cmp.Compare(a.Pos, b.Pos))
	})
	out := sarifFix{Description: sarifText{Text: fix.Message}}
	last := ""
	for _, e := range edits {
		if !e.End.IsValid() {
			e.End = e.Pos
		}
		if name := fset.Position(e.Pos).Filename; name != last {
			last = name
			out.ArtifactChanges = append(out.ArtifactChanges, sarifArtifactChange{ArtifactLocation: s.artifact(name)})
		}
		change := &out.ArtifactChanges[len(out.ArtifactChanges)-1]
		replacement := sarifReplacement{DeletedRegion: s.region(fset, e.Pos, e.End)}
		if len(e.NewText) > 0 {
			replacement.InsertedContent = &sarifText{Text: string(e.NewText)}
		}
		change.Replacements = append(change.Replacements, replacement)
	}
	return out
}

func (s *sarifWriter) location(fset *token.FileSet, pos, end token.Pos) sarifLocation {
	region := s.region(fset, pos, end)
	return sarifLocation{PhysicalLocation: sarifPhysicalLocation{s.artifact(fset.Position(pos).Filename), &region}}
}

// region returns the region from pos to end, or to the end of the line if there is no end.
func (s *sarifWriter) region(fset *token.FileSet, pos, end token.Pos) sarifRegion {
	from := fset.Position(pos)
	region := sarifRegion{StartLine: from.Line}
	if from.Column == 0 { // a line directive without column
		return region
	}
	region.StartColumn = s.sources.utf16Column(from.Filename, from.Line, from.Column)
	if to := fset.Position(end); end.IsValid() && to.Filename == from.Filename && to.Column > 0 {
		region.EndLine = to.Line
		region.EndColumn = s.sources.utf16Column(to.Filename, to.Line, to.Column)
	}
	return region
}

// artifact names the file, relative to the root if it is below.
func (s *sarifWriter) artifact(name string) sarifArtifactLocation {
	rel, ok := s.root.relative(name)
	if !ok {
		return sarifArtifactLocation{URI: fileURI(filepath.FromSlash(rel))}
	}
	return sarifArtifactLocation{URI: (&url.URL{Path: rel}).String(), URIBaseID: sarifRoot}
}

// fileURI returns the URI of a file with a full name.
func fileURI(name string) string {
	name = filepath.ToSlash(name)
	if !strings.HasPrefix(name, "/") { // a drive
		name = "/" + name
	}
	return (&url.URL{Scheme: "file", Path: name}).String()
}
