package hidden

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// saveConfig is a variable, so that tests can set it.
var saveConfig = func(ctx context.Context, c client.Client, cm *corev1.ConfigMap) error { return c.Update(ctx, cm) }

// SaveSecret may be set by other packages.
var SaveSecret = func(ctx context.Context, c client.Client, s *corev1.Secret) error { return c.Update(ctx, s) }

// savePod hangs on how the program runs.
var savePod = func(ctx context.Context, c client.Client, p *corev1.Pod) error { return c.Update(ctx, p) }

func dryRun() {
	savePod = func(context.Context, client.Client, *corev1.Pod) error { return nil }
}

func afterVariable(ctx context.Context, c client.Client, cm *corev1.ConfigMap) error {
	cm.Data["size"] = "large"
	if err := saveConfig(ctx, c, cm); err != nil {
		return err
	}
	var now corev1.ConfigMap
	if err := c.Get(ctx, client.ObjectKeyFromObject(cm), &now); err != nil { // want `warning: .*ConfigMap.*Data\[size\] decides.*\[staleread/get\]`
		return err
	}
	if now.Data["size"] != "large" {
		return c.Delete(ctx, &now)
	}
	return nil
}

func afterExported(ctx context.Context, c client.Client, s *corev1.Secret) error {
	s.Data["size"] = []byte("large")
	if err := SaveSecret(ctx, c, s); err != nil {
		return err
	}
	var now corev1.Secret
	if err := c.Get(ctx, client.ObjectKeyFromObject(s), &now); err != nil {
		return err
	}
	if len(now.Data["size"]) == 0 {
		return c.Delete(ctx, &now)
	}
	return nil
}

func afterChanged(ctx context.Context, c client.Client, p *corev1.Pod) error {
	p.Labels["size"] = "large"
	if err := savePod(ctx, c, p); err != nil {
		return err
	}
	var now corev1.Pod
	if err := c.Get(ctx, client.ObjectKeyFromObject(p), &now); err != nil {
		return err
	}
	if now.Labels["size"] != "large" {
		return c.Delete(ctx, &now)
	}
	return nil
}
