// Package outside has objects that go to other programs once they were read.
package outside

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"net/http"
	"os/exec"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Keeper has a door of which the code is in a Secret.
type Keeper struct {
	client.Client
	door string
	db   *sql.DB
}

func (k *Keeper) change(ctx context.Context, s *corev1.Secret, code []byte) error {
	s.Data["code"] = code
	return k.Update(ctx, s)
}

// A process is told the code that the door had.
func (k *Keeper) turn(ctx context.Context, s *corev1.Secret, code []byte) error {
	if err := k.change(ctx, s, code); err != nil {
		return err
	}
	var now corev1.Secret
	if err := k.Get(ctx, client.ObjectKeyFromObject(s), &now); err != nil { // want `warning: Get after the Update.*what is written is made of its Data\[code\].*\[staleread/get\]`
		return err
	}
	return k.lock(ctx, now.Data["code"])
}

func (k *Keeper) lock(ctx context.Context, code []byte) error {
	return exec.CommandContext(ctx, "doorctl", "--door", k.door, "--code="+string(code)).Run()
}

// A server is.
func (k *Keeper) post(ctx context.Context, s *corev1.Secret, code []byte) error {
	if err := k.change(ctx, s, code); err != nil {
		return err
	}
	var now corev1.Secret
	if err := k.Get(ctx, client.ObjectKeyFromObject(s), &now); err != nil { // want `warning: Get after the Update.*what is written is made of its Data\[code\].*\[staleread/get\]`
		return err
	}
	body, err := json.Marshal(map[string]string{"code": string(now.Data["code"])})
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, k.door, bytes.NewReader(body))
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// A database is.
func (k *Keeper) store(ctx context.Context, s *corev1.Secret, code []byte) error {
	if err := k.change(ctx, s, code); err != nil {
		return err
	}
	var now corev1.Secret
	if err := k.Get(ctx, client.ObjectKeyFromObject(s), &now); err != nil { // want `warning: Get after the Update.*what is written is made of its Data\[code\].*\[staleread/get\]`
		return err
	}
	_, err := k.db.ExecContext(ctx, "UPDATE doors SET code = $1", string(now.Data["code"]))
	return err
}

// Mended: the object that was written has the code.
func (k *Keeper) mended(ctx context.Context, s *corev1.Secret, code []byte) error {
	if err := k.change(ctx, s, code); err != nil {
		return err
	}
	return k.lock(ctx, s.Data["code"])
}

// What the update leaves as it is may go anywhere.
func (k *Keeper) other(ctx context.Context, key client.ObjectKey, code []byte) error {
	var s, now corev1.Secret
	if err := k.Get(ctx, key, &s); err != nil {
		return err
	}
	if err := k.change(ctx, &s, code); err != nil {
		return err
	}
	if err := k.Get(ctx, key, &now); err != nil {
		return err
	}
	return exec.CommandContext(ctx, "doorctl", "--door", k.door, "--owner="+string(now.Data["owner"])).Run()
}

// Whoever asks a server, changes nothing there.
func (k *Keeper) ask(ctx context.Context, s *corev1.Secret, code []byte) error {
	if err := k.change(ctx, s, code); err != nil {
		return err
	}
	var now corev1.Secret
	if err := k.Get(ctx, client.ObjectKeyFromObject(s), &now); err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, k.door+"?code="+string(now.Data["code"]), nil)
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
