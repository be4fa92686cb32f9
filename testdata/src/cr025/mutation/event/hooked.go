package event

import (
	corev1 "k8s.io/api/core/v1"

	"ctrllint.test/cr025/mutation/event/hooks"
)

// A board says which Pod is where.
type board struct {
	at map[string]string
}

func (b *board) register(to hooks.Registry) error {
	if err := to.Add(&hooks.Hooks{Come: b.come, Change: b.change, Go: b.gone, Idle: b.idle}); err != nil {
		return err
	}
	return to.Add(&hooks.Hooks{Nodes: true, Only: b.mine, Come: b.label})
}

func (b *board) come(obj any) {
	b.place(obj.(*corev1.Pod)) // want `board.place \(hooked.go:\d+\) changes Spec.NodeName of the corev1.Pod that an informer's event handler is given.*\[mutation/event\]`
}

// change places the new state of the Pod, and may do with the old one what it likes: no cache has that any more.
func (b *board) change(old, cur any) {
	old.(*corev1.Pod).Status.Message = "past"
	b.assume(cur.(*corev1.Pod))
}

func (b *board) place(pod *corev1.Pod) {
	if at, ok := b.at[pod.Name]; ok && pod.Spec.NodeName == "" {
		pod.Spec.NodeName = at
	}
}

// assume sets it in a copy.
func (b *board) assume(pod *corev1.Pod) {
	pod = pod.DeepCopy()
	b.place(pod)
}

// gone has an object that is in no cache any more.
func (b *board) gone(obj any) {
	if pod, ok := obj.(*corev1.Pod); ok {
		pod.Spec.NodeName = ""
		delete(b.at, pod.Name)
	}
}

// idle is no event function: what it is called with nobody else has.
func (b *board) idle(obj any) { obj.(*corev1.Pod).Spec.NodeName = "none" }

func (b *board) mine(obj any) bool {
	node, ok := obj.(*corev1.Node)
	if ok {
		node.Labels["board"] = "mine" // want `changes Labels of the corev1.Node that an informer's event filter is given.*\[mutation/event\]`
	}
	return ok
}

// label changes a copy, as mine should.
func (b *board) label(obj any) {
	node := obj.(*corev1.Node).DeepCopy()
	node.Labels["board"] = "mine"
	b.at[node.Name] = node.Labels["zone"]
}
