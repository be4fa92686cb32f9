// Package apiserver is an API server in the process, for proofs.
package apiserver

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/rest"
)

// A Server is an API server for ConfigMaps, Pods and Widgets of
// shop.example.com. It keeps versions, and the status apart, as a real one
// does, and its watches can be made to fall behind.
type Server struct {
	*httptest.Server

	mu       sync.Mutex
	changed  *sync.Cond
	version  int
	objects  map[string]map[string]any // by resource/namespace/name
	events   []event
	behind   bool          // nothing more goes out to watches
	lag      time.Duration // after which an event goes out to watches
	stopping bool
	requests []string // what was asked for but lists and watches
}

type event struct {
	version        int
	due            time.Time // when watches hear of it
	resource, kind string
	object         map[string]any
}

// New starts a Server, which ends with the test.
func New(t testing.TB) *Server {
	t.Helper()
	s := &Server{objects: map[string]map[string]any{}}
	s.changed = sync.NewCond(&s.mu)
	s.Server = httptest.NewServer(s)
	t.Cleanup(func() {
		s.mu.Lock()
		s.stopping = true
		s.changed.Broadcast()
		s.mu.Unlock()
		s.Server.CloseClientConnections()
		s.Server.Close()
	})
	return s
}

// Config is what clients need.
func (s *Server) Config() *rest.Config {
	config := &rest.Config{Host: s.URL, QPS: -1}
	config.ContentType = "application/json"
	return config
}

// FallBehind has all watches miss what happens from now on.
func (s *Server) FallBehind() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.behind = true
	s.requests = nil
}

// CatchUp sends out what was missed.
func (s *Server) CatchUp() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.behind = false
	s.changed.Broadcast()
}

// LagBy sends out what was missed, and has watches hear of what happens from now on after so long.
func (s *Server) LagBy(lag time.Duration) {
	s.mu.Lock()
	s.lag = lag
	s.mu.Unlock()
	s.CatchUp()
}

// Count tells how often something was asked for.
func (s *Server) Count(request string) (n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, r := range s.requests {
		if r == request {
			n++
		}
	}
	return n
}

var kinds = map[string]string{"configmaps": "ConfigMap", "pods": "Pod", "widgets": "Widget"}

// versions are the API versions of those that aren't in v1.
var versions = map[string]string{"widgets": "shop.example.com/v1"}

// ServeHTTP understands /api/v1[/namespaces/{namespace}]/{resource}[/{name}[/{subresource}]], and the same below
// /apis/shop.example.com/v1.
func (s *Server) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	parts := strings.Split(strings.TrimPrefix(strings.TrimPrefix(req.URL.Path, "/api/v1/"), "/apis/shop.example.com/v1/"), "/")
	var namespace, resource, name, sub string
	if parts[0] == "namespaces" && len(parts) > 2 {
		namespace, parts = parts[1], parts[2:]
	}
	resource = parts[0]
	if len(parts) > 1 {
		name = parts[1]
	}
	if len(parts) > 2 {
		sub = parts[2]
	}
	if kinds[resource] == "" || sub != "" && sub != "status" {
		fail(w, apierrors.NewNotFound(schema.GroupResource{Resource: resource}, name))
		return
	}
	if name == "" && req.Method == http.MethodGet {
		if req.URL.Query().Get("watch") == "true" {
			s.watch(w, req, resource)
			return
		}
		s.list(w, req, resource, namespace)
		return
	}
	var body map[string]any
	if req.Method != http.MethodGet && req.Method != http.MethodDelete {
		if err := json.NewDecoder(req.Body).Decode(&body); err != nil {
			fail(w, apierrors.NewBadRequest(err.Error()))
			return
		}
	}
	if name == "" {
		name = (&unstructured.Unstructured{Object: body}).GetName()
	}
	dry := req.URL.Query().Get("dryRun") != ""

	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests = append(s.requests, strings.TrimSpace(req.Method+" "+resource+"/"+name+" "+sub))
	answer, err := s.do(req, resource, namespace, name, sub, body, dry)
	if err != nil {
		fail(w, err)
		return
	}
	respond(w, http.StatusOK, view(req, answer))
}

func (s *Server) do(req *http.Request, resource, namespace, name, sub string, body map[string]any, dry bool) (map[string]any, *apierrors.StatusError) {
	group := schema.GroupResource{Resource: resource}
	key := resource + "/" + namespace + "/" + name
	have := s.objects[key]
	apply := req.Header.Get("Content-Type") == "application/apply-patch+yaml"
	switch {
	case req.Method == http.MethodPost:
		if have != nil {
			return nil, apierrors.NewAlreadyExists(group, name)
		}
	case have == nil && !(req.Method == http.MethodPatch && apply):
		return nil, apierrors.NewNotFound(group, name)
	}
	if req.Method == http.MethodGet {
		return have, nil
	}
	if req.Method == http.MethodDelete {
		if !dry {
			delete(s.objects, key)
			s.happened("DELETED", resource, copied(have))
		}
		return map[string]any{"kind": "Status", "apiVersion": "v1", "status": "Success"}, nil
	}

	next := body
	if req.Method == http.MethodPatch {
		next = merged(copied(have), body)
	}
	u := &unstructured.Unstructured{Object: next}
	if have != nil {
		old := &unstructured.Unstructured{Object: have}
		// A patch without a version has that of the object now.
		if v := u.GetResourceVersion(); v != "" && v != old.GetResourceVersion() {
			return nil, apierrors.NewConflict(group, name, fmt.Errorf("version %s was sent, %s is there", v, old.GetResourceVersion()))
		}
		switch {
		case sub == "status":
			status := next["status"]
			u.Object = copied(have)
			u.Object["status"] = status
		case have["status"] != nil:
			u.Object["status"] = have["status"]
		default:
			delete(u.Object, "status")
		}
		u.SetUID(old.GetUID())
	}
	u.SetNamespace(namespace)
	u.SetName(name)
	u.SetAPIVersion(cmp.Or(versions[resource], "v1"))
	u.SetKind(kinds[resource])
	if dry {
		return u.Object, nil
	}
	if have == nil {
		u.SetUID(types.UID(fmt.Sprintf("%s-%d", name, s.version)))
		s.objects[key] = u.Object
		s.happened("ADDED", resource, u.Object)
	} else {
		s.objects[key] = u.Object
		s.happened("MODIFIED", resource, u.Object)
	}
	return u.Object, nil
}

// happened gives the object the next version and tells the watches.
func (s *Server) happened(kind, resource string, object map[string]any) {
	s.version++
	(&unstructured.Unstructured{Object: object}).SetResourceVersion(strconv.Itoa(s.version))
	s.events = append(s.events, event{s.version, time.Now().Add(s.lag), resource, kind, copied(object)})
	s.changed.Broadcast()
}

func (s *Server) list(w http.ResponseWriter, req *http.Request, resource, namespace string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	items := []any{}
	for _, key := range slices.Sorted(maps.Keys(s.objects)) {
		if strings.HasPrefix(key, resource+"/"+namespace) {
			items = append(items, view(req, s.objects[key]))
		}
	}
	kind, apiVersion := kinds[resource]+"List", cmp.Or(versions[resource], "v1")
	if metadataOnly(req) {
		kind, apiVersion = "PartialObjectMetadataList", "meta.k8s.io/v1"
	}
	respond(w, http.StatusOK, map[string]any{
		"kind": kind, "apiVersion": apiVersion,
		"metadata": map[string]any{"resourceVersion": strconv.Itoa(s.version)},
		"items":    items,
	})
}

func (s *Server) watch(w http.ResponseWriter, req *http.Request, resource string) {
	if req.URL.Query().Get("sendInitialEvents") == "true" {
		fail(w, apierrors.NewInvalid(schema.GroupKind{Kind: "ListOptions"}, "", nil)) // a list will do
		return
	}
	since, _ := strconv.Atoi(req.URL.Query().Get("resourceVersion"))
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(http.StatusOK)
	w.(http.Flusher).Flush()
	stop := make(chan struct{})
	defer close(stop)
	go func() {
		select {
		case <-req.Context().Done():
			s.mu.Lock()
			defer s.mu.Unlock()
			s.changed.Broadcast()
		case <-stop:
		}
	}()
	for next := 0; ; {
		s.mu.Lock()
		for !s.stopping && req.Context().Err() == nil && (s.behind || next == len(s.events)) {
			s.changed.Wait()
		}
		if s.stopping || req.Context().Err() != nil {
			s.mu.Unlock()
			return
		}
		e := s.events[next]
		next++
		s.mu.Unlock()
		if e.version <= since || e.resource != resource {
			continue
		}
		select {
		case <-time.After(time.Until(e.due)):
		case <-req.Context().Done():
			return
		}
		if err := json.NewEncoder(w).Encode(map[string]any{"type": e.kind, "object": view(req, e.object)}); err != nil {
			return
		}
		w.(http.Flusher).Flush()
	}
}
