package traps

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/labels"
	corelisters "k8s.io/client-go/listers/core/v1"

	"ctrllint.test/cr025/mutation/traps/marks"
)

// Boards show Secrets.
type Boards struct {
	secrets corelisters.SecretLister
}

// A copy takes the place of each element before others change them.
func (b *Boards) marked() ([]*corev1.Secret, error) {
	secrets, err := b.secrets.List(labels.Everything())
	if err != nil {
		return nil, err
	}
	for i := range secrets {
		secrets[i] = secrets[i].DeepCopy()
	}
	marks.All(secrets)
	return secrets, nil
}

// Here it comes too late.
func (b *Boards) markedFirst() ([]*corev1.Secret, error) {
	secrets, err := b.secrets.List(labels.Everything())
	if err != nil {
		return nil, err
	}
	marks.All(secrets) // want `marks.All .* changes Type of the corev1.Secret .*\[mutation/callee\]`
	for i := range secrets {
		secrets[i] = secrets[i].DeepCopy()
	}
	return secrets, nil
}

// The elements are put in other places, but are the same.
func (b *Boards) turned() ([]*corev1.Secret, error) {
	secrets, err := b.secrets.List(labels.Everything())
	if err != nil {
		return nil, err
	}
	for i, j := 0, len(secrets)-1; i < j; i, j = i+1, j-1 {
		secrets[i], secrets[j] = secrets[j], secrets[i]
	}
	marks.All(secrets) // want `marks.All .* changes Type of the corev1.Secret .*\[mutation/callee\]`
	return secrets, nil
}
