package after

import (
	"context"
	"encoding/json"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/lostwrite/api"
)

func plan(name string) *api.Widget {
	w := &api.Widget{}
	w.Name = name
	w.Spec = api.Spec{Size: 1}
	return w
}

// The hosts come when the content is made.
func asContent(name string, hosts []string) (*unstructured.Unstructured, error) {
	w := plan(name)
	content, err := runtime.DefaultUnstructuredConverter.ToUnstructured(w) // rests
	if err != nil {
		return nil, err
	}
	w.Spec.Hosts = hosts // want `this changes Spec.Hosts of the api.Widget when ToUnstructured \(encoded.go:\d+\) has made another form of it, and nothing uses it afterwards: the other form doesn't have the change.*\[lostwrite/after\]`
	return &unstructured.Unstructured{Object: content}, nil
}

// So they do when the text is.
func asPatch(name string, hosts []string) (client.Patch, error) {
	w := &api.Widget{}
	w.Name = name
	data, err := json.Marshal(w)
	if err != nil {
		return nil, err
	}
	w.Spec.Hosts = hosts // want `this changes Spec.Hosts of the api.Widget when Marshal \(encoded.go:\d+\) has made another form of it`
	return client.RawPatch(types.MergePatchType, data), nil
}

func asContentMended(name string, hosts []string) (*unstructured.Unstructured, error) {
	w := plan(name)
	w.Spec.Hosts = hosts
	content, err := runtime.DefaultUnstructuredConverter.ToUnstructured(w)
	return &unstructured.Unstructured{Object: content}, err
}

// The object is used, too.
func asBoth(name string, hosts []string) (*api.Widget, map[string]any, error) {
	w := plan(name)
	content, err := runtime.DefaultUnstructuredConverter.ToUnstructured(w)
	w.Spec.Hosts = hosts
	return w, content, err
}

func hashed(ctx context.Context, c client.Client, name string, sum func([]byte) string) error {
	w := plan(name)
	data, err := json.Marshal(w)
	if err != nil {
		return err
	}
	w.Annotations = map[string]string{"hash": sum(data)}
	return c.Create(ctx, w)
}

// The next round makes another one.
func inRounds(names []string) (out []map[string]any, err error) {
	w := plan("all")
	for _, name := range names {
		content, err := runtime.DefaultUnstructuredConverter.ToUnstructured(w)
		if err != nil {
			return nil, err
		}
		out = append(out, content)
		w.Labels = map[string]string{"after": name}
	}
	return out, nil
}

// Others have it.
type plans struct{ known map[string]*api.Widget }

func (p *plans) one(name string) *api.Widget {
	w := p.known[name]
	if w == nil {
		w = plan(name)
		p.known[name] = w
	}
	return w
}

func (p *plans) content(name string, hosts []string) (map[string]any, error) {
	w := p.one(name)
	content, err := runtime.DefaultUnstructuredConverter.ToUnstructured(w)
	w.Spec.Hosts = hosts
	return content, err
}

func (p *plans) given(w *api.Widget, hosts []string) (map[string]any, error) {
	content, err := runtime.DefaultUnstructuredConverter.ToUnstructured(w)
	w.Spec.Hosts = hosts
	return content, err
}

func (p *plans) kept(name string, hosts []string) (map[string]any, error) {
	w := plan(name)
	p.known[name] = w
	content, err := runtime.DefaultUnstructuredConverter.ToUnstructured(w)
	w.Spec.Hosts = hosts
	return content, err
}

// remember keeps what it returns.
func (p *plans) remember(name string) *api.Widget {
	w := &api.Widget{}
	w.Name = name
	p.known[name] = w
	return w
}

func (p *plans) remembered(name string, hosts []string) (map[string]any, error) {
	w := p.remember(name)
	content, err := runtime.DefaultUnstructuredConverter.ToUnstructured(w)
	w.Spec.Hosts = hosts
	return content, err
}

// What an unstructured object is made of is its very content.
func ofUntyped(u *unstructured.Unstructured) (map[string]any, error) {
	mine := &unstructured.Unstructured{Object: u.Object}
	content, err := runtime.DefaultUnstructuredConverter.ToUnstructured(mine)
	mine.SetLabels(map[string]string{"a": "b"})
	return content, err
}
