package list

import (
	"context"
	"crypto/sha1"
	"fmt"
	"strings"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

func digest(of ...string) string {
	return fmt.Sprintf("%x", sha1.Sum([]byte(strings.Join(of, "/"))))
}

// credentials creates a secret under a name that the server makes, unless there is one for the user.
func (r *Reconciler) credentials(ctx context.Context, namespace, user string) (string, error) {
	wanted := map[string]string{"user": digest(namespace, user)}
	var there corev1.SecretList
	if err := r.List(ctx, &there, client.InNamespace(namespace), client.MatchingLabelsSelector{Selector: labels.SelectorFromSet(wanted)}); err != nil {
		return "", err
	}
	if len(there.Items) > 0 {
		return there.Items[0].Name, nil
	}
	secret := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, GenerateName: "user-", Labels: wanted}}
	err := r.Create(ctx, secret)
	return secret.Name, err
}

// users has one secret for each of two users.
func (r *Reconciler) users(ctx context.Context, namespace string, reader, writer *corev1.ServiceAccount) ([]string, error) {
	first, err := r.credentials(ctx, namespace, reader.Name)
	if err != nil {
		return nil, err
	}
	second, err := r.credentials(ctx, namespace, "w-"+writer.Name)
	return []string{first, second}, err
}

// certificates creates a secret under a name that the server makes, unless there is one for the host.
func (r *Reconciler) certificates(ctx context.Context, namespace, host string) (string, error) {
	var there corev1.SecretList
	if err := r.List(ctx, &there, client.InNamespace(namespace), client.MatchingLabels{"host": host}); err != nil { // want `List after the Create at lacked.go:\d+ lists corev1.Secrets from the cache.*\[staleread/list\]`
		return "", err
	}
	if len(there.Items) > 0 {
		return there.Items[0].Name, nil
	}
	secret := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, GenerateName: "host-", Labels: map[string]string{"host": host}}}
	err := r.Create(ctx, secret)
	return secret.Name, err
}

// hosts asks for the secret of the same host twice.
func (r *Reconciler) hosts(ctx context.Context, namespace, host string) ([]string, error) {
	first, err := r.certificates(ctx, namespace, host)
	if err != nil {
		return nil, err
	}
	second, err := r.certificates(ctx, namespace, host)
	return []string{first, second}, err
}

// tokens creates a secret under a name that the server makes, unless there is one with the labels.
func (r *Reconciler) tokens(ctx context.Context, namespace string, wanted map[string]string, role string) error {
	var there corev1.SecretList
	if err := r.List(ctx, &there, client.InNamespace(namespace), client.MatchingLabels(wanted)); err != nil { // want `List after the Create at lacked.go:\d+ lists corev1.Secrets from the cache.*\[staleread/list\]`
		return err
	}
	if len(there.Items) > 0 {
		return nil
	}
	return r.Create(ctx, &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, GenerateName: role, Labels: wanted}})
}

func tokenLabels(w *corev1.Pod) map[string]string {
	return map[string]string{"token": w.Name, "of": w.Namespace}
}

// roles wants one for each of two roles, which the labels don't tell apart.
func (r *Reconciler) roles(ctx context.Context, w *corev1.Pod) error {
	if err := r.tokens(ctx, w.Namespace, tokenLabels(w), "reader"); err != nil {
		return err
	}
	return r.tokens(ctx, w.Namespace, tokenLabels(w), "writer")
}

// keys does the same with the labels as they are.
func (r *Reconciler) keys(ctx context.Context, namespace string, wanted map[string]string, role string) error {
	var there corev1.ServiceAccountList
	if err := r.List(ctx, &there, client.InNamespace(namespace), client.MatchingLabels(wanted)); err != nil { // want `List after the Create at lacked.go:\d+ lists corev1.ServiceAccounts from the cache.*\[staleread/list\]`
		return err
	}
	if len(there.Items) > 0 {
		return nil
	}
	return r.Create(ctx, &corev1.ServiceAccount{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, GenerateName: role, Labels: wanted}})
}

func (r *Reconciler) bothKeys(ctx context.Context, w *corev1.Pod) error {
	if err := r.keys(ctx, w.Namespace, map[string]string{"key": w.Name}, "reader"); err != nil {
		return err
	}
	return r.keys(ctx, w.Namespace, map[string]string{"key": w.Name}, "writer")
}
