package e2e

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// commit has git commit everything in the folder, and tag it.
func commit(t *testing.T, dir, tag string) {
	t.Helper()
	for _, args := range [][]string{
		{"init", "-q"}, {"add", "."},
		{"-c", "user.name=me", "-c", "user.email=me@example.com", "-c", "commit.gpgsign=false", "commit", "-q", "-m", "release", "--date=2026-01-02T03:04:05Z"},
		{"-c", "tag.gpgsign=false", "tag", tag},
	} {
		run(t, dir, 0, "git", args...)
	}
}

// What a release's workflow publishes: archives that are the same wherever they are made, with their checksums, programs
// that know their version, and notes.
func TestReleaseScript(t *testing.T) {
	t.Setenv("GIT_COMMITTER_DATE", "2026-01-02T03:04:05Z")
	platform := runtime.GOOS + "/" + runtime.GOARCH
	archive := "ctrllint_v0.1.0_" + strings.ReplaceAll(platform, "/", "_") + ".tar.gz"
	var archives [2][]byte
	var dist string
	for i := range archives {
		src := filepath.Join(t.TempDir(), strings.Repeat("deeper/", i), "src")
		for _, name := range []string{"cmd", "internal", "analyzers", ".ci"} {
			if err := os.CopyFS(filepath.Join(src, name), os.DirFS(filepath.Join("..", name))); err != nil {
				t.Fatal(err)
			}
		}
		for _, name := range []string{"go.mod", "go.sum", "LICENSE", "README.md", "CHANGELOG.md"} {
			text, err := os.ReadFile(filepath.Join("..", name))
			if err != nil {
				t.Fatal(err)
			}
			if name == "CHANGELOG.md" {
				text = bytes.Replace(text, []byte("\n## Unreleased\n"), []byte("\n## v0.1.0\n"), 1)
			}
			if err := os.WriteFile(filepath.Join(src, name), text, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		commit(t, src, "v0.1.0")
		dist = filepath.Join(t.TempDir(), "dist")
		run(t, src, 0, "bash", ".ci/release", "v0.1.0", dist, platform)
		var err error
		if archives[i], err = os.ReadFile(filepath.Join(dist, archive)); err != nil {
			t.Fatal(err)
		}
		if i > 0 {
			continue
		}
		for tag, want := range map[string]string{"v0.2.0": "HEAD is not the tag v0.2.0", "0.1.0": "0.1.0 is no version"} {
			if _, stderr := run(t, src, 1, "bash", ".ci/release", tag, filepath.Join(t.TempDir(), "dist")); !strings.Contains(stderr, want) {
				t.Errorf("a release %s: %s", tag, stderr)
			}
		}
		run(t, src, 0, "git", "tag", "v0.1.1")
		if _, stderr := run(t, src, 1, "bash", ".ci/release", "v0.1.1", filepath.Join(t.TempDir(), "dist")); !strings.Contains(stderr, "CHANGELOG.md says nothing of v0.1.1") {
			t.Errorf("a release without notes: %s", stderr)
		}
	}
	if !bytes.Equal(archives[0], archives[1]) {
		t.Error("the same tag in two folders gives different archives")
	}
	run(t, dist, 0, "sha256sum", "--check", "--strict", "checksums.txt")
	run(t, dist, 0, "tar", "-xzf", archive)
	printed, _ := run(t, dist, 0, filepath.Join(dist, strings.TrimSuffix(archive, ".tar.gz"), "ctrllint"), "-version")
	if !strings.HasPrefix(printed, "ctrllint v0.1.0 ") || strings.Contains(printed, "modified") {
		t.Errorf("-version prints %s", printed)
	}
	notes, err := os.ReadFile(filepath.Join(dist, "notes.md"))
	if err != nil || !bytes.Contains(notes, []byte("### Added")) || bytes.Contains(notes, []byte("\n## ")) {
		t.Errorf("%v; the notes are\n%s", err, notes)
	}
}
