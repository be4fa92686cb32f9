package traps

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/labels"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"

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

// Chosen has a store that it is given, and that nobody but it fills.
type Chosen struct {
	Store    cache.Store
	Informed cache.Store
}

// NewChosen returns one with an informer's store beside.
func NewChosen(store cache.Store, informer cache.SharedIndexInformer) *Chosen {
	return &Chosen{Store: store, Informed: informer.GetStore()}
}

func (c *Chosen) put(secret *corev1.Secret) error {
	if err := c.Informed.Update(secret); err != nil {
		return err
	}
	return c.Store.Add(secret.DeepCopy())
}

func (c *Chosen) first() {
	for _, obj := range c.Store.List() {
		if secret, ok := obj.(*corev1.Secret); ok {
			secret.Type = "chosen"
			return
		}
	}
	for _, obj := range c.Informed.List() {
		if secret, ok := obj.(*corev1.Secret); ok {
			secret.Type = "chosen" // want `Type of the corev1.Secret from the informer's store .*\[mutation/field\]`
			return
		}
	}
}
