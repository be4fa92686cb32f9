package projection

import (
	"testing"

	"github.com/ctrllint/ctrllint/internal/config"
	"github.com/ctrllint/ctrllint/internal/fixture"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/model"
)

// TestTests has a conflict in a file of tests, which counts only if users say so.
func TestTests(t *testing.T) {
	sources := map[string]string{"both_test": `package both_test
import (
	appsv1 "k8s.io/api/apps/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)
func start(mgr ctrl.Manager, r reconcile.Reconciler) error {
	return ctrl.NewControllerManagedBy(mgr).
		For(&appsv1.Deployment{}).
		Owns(&appsv1.Deployment{}, builder.OnlyMetadata).
		Complete(r)
}`}
	for _, judged := range []bool{false, true} {
		settings := config.New(true)
		settings.Check("projection").Tests = judged
		source := ir.New(settings)
		conflicts := newConflicts(settings, model.New(settings, source))
		found := 0
		for _, v := range fixture.Analyze(t, "cr025", "./projection/metadata", sources, conflicts)["both_test"].([]view) {
			found += len(v.found)
		}
		if (found > 0) != judged {
			t.Errorf("tests are judged: %t, %d conflicts", judged, found)
		}
	}
}
