// Command standin hands readers of the API server to some of those who look for what they have just put away.
package main

import (
	"flag"

	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/standin/stock"
)

func main() {
	strict := flag.Bool("strict", false, "look at the API server")
	flag.Parse()
	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{})
	if err != nil {
		panic(err)
	}
	var perhaps client.Reader
	if *strict {
		perhaps = mgr.GetAPIReader()
	}
	add(mgr, stock.NewDepot(mgr.GetClient(), mgr.GetAPIReader()))
	add(mgr, stock.NewBooth(mgr.GetClient(), nil))
	add(mgr, stock.NewYard(mgr.GetClient(), perhaps))
	add(mgr, (&stock.Kiosk{Client: mgr.GetClient(), Live: mgr.GetAPIReader()}).Ready())
	add(mgr, (&stock.Stall{Client: mgr.GetClient()}).Ready())
}

func add(mgr ctrl.Manager, r interface{ Watch(ctrl.Manager) error }) {
	if err := r.Watch(mgr); err != nil {
		panic(err)
	}
}
