package footprints

import (
	"testing"

	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
)

// What a test gives the Reconciler, which sees every write, says nothing of the program.
func TestReconcile(t *testing.T) {
	r := &Reconciler{Client: fake.NewClientBuilder().Build()}
	if err := r.resize(t.Context(), client.ObjectKey{Name: "none"}); err == nil {
		t.Error("no error")
	}
}
