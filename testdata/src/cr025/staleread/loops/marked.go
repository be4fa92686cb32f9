package loops

import (
	"context"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Each of them once, though many words may be about it.
func (r *Ending) marked(ctx context.Context, words []string, all *corev1.ConfigMapList) error {
	done := map[types.NamespacedName]struct{}{}
	for _, word := range words {
		for _, cm := range all.Items {
			key := types.NamespacedName{Namespace: cm.Namespace, Name: cm.Name}
			if _, ok := done[key]; ok {
				continue
			}
			if !strings.Contains(cm.Data["about"], word) {
				continue
			}
			var now corev1.ConfigMap
			if err := r.Get(ctx, key, &now); err != nil {
				return err
			}
			now.Data["word"] = word
			if err := r.Update(ctx, &now); err != nil {
				return err
			}
			done[key] = struct{}{}
		}
	}
	return nil
}

// The same with a set, and marked beforehand.
func (r *Ending) markedFirst(ctx context.Context, words []string, all *corev1.SecretList) error {
	done := sets.New[string]()
	for _, word := range words {
		for i := range all.Items {
			s := &all.Items[i]
			if done.Has(s.Name) || !strings.Contains(s.Name, word) {
				continue
			}
			done.Insert(s.Name)
			var now corev1.Secret
			if err := r.Get(ctx, client.ObjectKeyFromObject(s), &now); err != nil {
				return err
			}
			now.StringData = map[string]string{"word": word}
			if err := r.Update(ctx, &now); err != nil {
				return err
			}
		}
	}
	return nil
}

// Nothing remembers it.
func (r *Ending) unmarked(ctx context.Context, words []string, all *corev1.ConfigMapList) error {
	for _, word := range words {
		for _, cm := range all.Items {
			if !strings.Contains(cm.Data["about"], word) {
				continue
			}
			var now corev1.ConfigMap
			if err := r.Get(ctx, types.NamespacedName{Namespace: cm.Namespace, Name: cm.Name}, &now); err != nil { // want `ConfigMap.*\[staleread/get\]`
				return err
			}
			now.Data[word] = now.Data["word"]
			now.Data["word"] = word
			if err := r.Update(ctx, &now); err != nil {
				return err
			}
		}
	}
	return nil
}

// What remembers it is another one for each word.
func (r *Ending) markedByWord(ctx context.Context, words []string, all *corev1.ConfigMapList) error {
	for _, word := range words {
		done := map[string]bool{}
		for _, cm := range all.Items {
			if done[cm.Name] || !strings.Contains(cm.Data["about"], word) {
				continue
			}
			var now corev1.ConfigMap
			if err := r.Get(ctx, types.NamespacedName{Namespace: cm.Namespace, Name: cm.Name}, &now); err != nil { // want `ConfigMap.*\[staleread/get\]`
				return err
			}
			now.Data[word] = now.Data["word"]
			now.Data["word"] = word
			if err := r.Update(ctx, &now); err != nil {
				return err
			}
			done[cm.Name] = true
		}
	}
	return nil
}

// What is remembered is something else than what is written.
func (r *Ending) markedElsewhere(ctx context.Context, words []string, all *corev1.ConfigMapList) error {
	done := map[string]bool{}
	for _, word := range words {
		for _, cm := range all.Items {
			if done[word] {
				continue
			}
			var now corev1.ConfigMap
			if err := r.Get(ctx, types.NamespacedName{Namespace: cm.Namespace, Name: cm.Name}, &now); err != nil { // want `ConfigMap.*\[staleread/get\]`
				return err
			}
			now.Data[word] = now.Data["word"]
			now.Data["word"] = word
			if err := r.Update(ctx, &now); err != nil {
				return err
			}
			done[word] = true
		}
	}
	return nil
}

// Only some of them are remembered.
func (r *Ending) markedSome(ctx context.Context, words []string, all *corev1.ConfigMapList) error {
	done := map[string]bool{}
	for _, word := range words {
		for _, cm := range all.Items {
			if done[cm.Name] {
				continue
			}
			var now corev1.ConfigMap
			if err := r.Get(ctx, types.NamespacedName{Namespace: cm.Namespace, Name: cm.Name}, &now); err != nil { // want `ConfigMap.*\[staleread/get\]`
				return err
			}
			now.Data[word] = now.Data["word"]
			now.Data["word"] = word
			if err := r.Update(ctx, &now); err != nil {
				return err
			}
			if word == "last" {
				done[cm.Name] = true
			}
		}
	}
	return nil
}
