package util

import corev1 "k8s.io/api/core/v1"

// A Keeper keeps pods where they were put, and stamps them if it is told to.
type Keeper struct {
	Stamps bool
	Node   string
}

// Restore puts a pod back.
func (k *Keeper) Restore(pod *corev1.Pod) {
	pod.Spec.NodeName = k.Node
	k.note(pod)
}

func (k *Keeper) note(pod *corev1.Pod) {
	if k.Stamps {
		stamp(pod, k.Node)
	}
}

func stamp(pod *corev1.Pod, by string) { pod.Annotations["kept-on"] = by }
