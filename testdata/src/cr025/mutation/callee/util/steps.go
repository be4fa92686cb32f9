package util

import corev1 "k8s.io/api/core/v1"

var steps = []func(*corev1.PodSpec, string){rename, point}

// Prepare goes through all steps.
func Prepare(spec *corev1.PodSpec, to string) {
	for _, do := range steps {
		do(spec, to)
	}
}

func rename(spec *corev1.PodSpec, to string) { spec.Hostname = to }

func point(spec *corev1.PodSpec, to string) {
	for i := range spec.Containers {
		spec.Containers[i].Env = append(spec.Containers[i].Env, corev1.EnvVar{Name: "TO", Value: to})
	}
}

var placing = []func(*corev1.PodSpec, string){rename, place}

// Place goes through other steps, which set what a copy of the struct has for itself.
func Place(spec *corev1.PodSpec, to string) {
	for _, do := range placing {
		do(spec, to)
	}
}

func place(spec *corev1.PodSpec, to string) { spec.NodeSelector = map[string]string{"zone": to} }
