package kube

import (
	"go/types"
	"strings"
	"time"
)

// A calling is how a function calls the functions that it is given.
type calling uint8

const (
	keeps   calling = iota // not at all, or later: registries and queues
	runs                   // before it returns
	async                  // in goroutines that it starts
	polls                  // until they are content
	retries                // again when they fail with a conflict, or another error
	forever                // again and again, until it is told to stop
	pollsOn                // until they are content, or it is told to stop: without an end of its own
)

// A call is what is known of the calls of a function: why they may take long, and what they do with functions.
type call struct {
	wait   Wait
	calls  calling
	starts bool // starts an informer
	timer  bool // waits for time to pass, or what it returns does
	sends  bool // has another program do something with what it is given
}

const (
	retryPkg  = "k8s.io/client-go/util/retry"
	waitPkg   = "k8s.io/apimachinery/pkg/util/wait"
	restPkg   = "k8s.io/client-go/rest"
	leaderPkg = "k8s.io/client-go/tools/leaderelection"
	remotePkg = "k8s.io/client-go/tools/remotecommand"
)

// calls are functions and methods that take long, or call what they are given. Standard library: all versions. Where
// functions of a package whose names start alike do the same, callPrefixes has them.
var calls = map[Symbol]call{
	{"time", "", "Sleep"}:     {wait: Sleeping, timer: true},
	{"time", "", "After"}:     {timer: true},
	{"time", "", "NewTimer"}:  {timer: true},
	{"time", "", "NewTicker"}: {timer: true},
	{"time", "", "Tick"}:      {timer: true},
	{"time", "", "AfterFunc"}: {calls: async},

	{"sync", "WaitGroup", "Wait"}:   {wait: Joining},
	{"sync", "WaitGroup", "Go"}:     {calls: async}, // from Go 1.25
	{"sync", "Cond", "Wait"}:        {wait: Joining},
	{"sync", "Once", "Do"}:          {calls: runs},
	{"sync", "Map", "Range"}:        {calls: runs},
	{"os/exec", "Cmd", "Run"}:       {wait: Executing, sends: true},
	{"os/exec", "Cmd", "Wait"}:      {wait: Executing},
	{"os/exec", "Cmd", "Output"}:    {wait: Executing},
	{"os", "Process", "Wait"}:       {wait: Executing},
	{"net/http", "", "Get"}:         {wait: Networking},
	{"net/http", "", "Head"}:        {wait: Networking},
	{"net/http", "", "Post"}:        {wait: Networking, sends: true},
	{"net/http", "", "PostForm"}:    {wait: Networking, sends: true},
	{"net/http", "Client", "Do"}:    {wait: Networking},
	{"net/http", "Client", "Get"}:   {wait: Networking},
	{"net/http", "Client", "Head"}:  {wait: Networking},
	{"net/http", "Client", "Post"}:  {wait: Networking, sends: true},
	{"net/rpc", "Client", "Call"}:   {wait: Networking},
	{"net/smtp", "", "SendMail"}:    {wait: Networking, sends: true},
	{"crypto/tls", "", "Dial"}:      {wait: Networking},
	{"net/http", "Server", "Serve"}: {wait: Forever},
	{"net/http", "", "Serve"}:       {wait: Forever},

	{"os/exec", "Cmd", "CombinedOutput"}:      {wait: Executing, sends: true},
	{"net/http", "Client", "PostForm"}:        {wait: Networking, sends: true},
	{"net/http", "Transport", "RoundTrip"}:    {wait: Networking},
	{"net/http", "RoundTripper", "RoundTrip"}: {wait: Networking},
	{"crypto/tls", "", "DialWithDialer"}:      {wait: Networking},

	{"golang.org/x/sync/errgroup", "Group", "Wait"}:             {wait: Joining},
	{"golang.org/x/sync/errgroup", "Group", "Go"}:               {calls: async},
	{"golang.org/x/sync/errgroup", "Group", "TryGo"}:            {calls: async},
	{"golang.org/x/crypto/ssh", "", "Dial"}:                     {wait: Networking},
	{"golang.org/x/crypto/ssh", "Session", "Run"}:               {wait: Networking, sends: true},
	{"golang.org/x/crypto/ssh", "Session", "Output"}:            {wait: Networking},
	{"golang.org/x/crypto/ssh", "Session", "CombinedOutput"}:    {wait: Networking, sends: true},
	{"google.golang.org/grpc", "ClientConn", "Invoke"}:          {wait: Networking},
	{"google.golang.org/grpc", "ClientConnInterface", "Invoke"}: {wait: Networking},
	{"k8s.io/utils/exec", "Cmd", "Run"}:                         {wait: Executing, sends: true},
	{"k8s.io/utils/exec", "Cmd", "Output"}:                      {wait: Executing},
	{"k8s.io/utils/exec", "Cmd", "CombinedOutput"}:              {wait: Executing, sends: true},

	{"golang.org/x/time/rate", "Limiter", "Wait"}:                  {wait: Limiting},
	{"golang.org/x/time/rate", "Limiter", "WaitN"}:                 {wait: Limiting},
	{"k8s.io/client-go/util/flowcontrol", "RateLimiter", "Accept"}: {wait: Limiting},
	{"k8s.io/client-go/util/flowcontrol", "RateLimiter", "Wait"}:   {wait: Limiting}, // in 0.18 and newer
	{"go.uber.org/ratelimit", "Limiter", "Take"}:                   {wait: Limiting},

	{waitPkg, "Group", "Start"}:            {calls: async},
	{waitPkg, "Group", "StartWithContext"}: {calls: async},
	{waitPkg, "Group", "StartWithChannel"}: {calls: async},

	{retryPkg, "", "OnError"}:         {wait: Retrying, calls: retries},
	{retryPkg, "", "RetryOnConflict"}: {wait: Retrying, calls: retries},

	{restPkg, "Request", "Do"}:                   {wait: Networking},
	{restPkg, "Request", "DoRaw"}:                {wait: Networking},
	{restPkg, "Request", "Stream"}:               {wait: Networking},
	{remotePkg, "Executor", "Stream"}:            {wait: Networking},
	{remotePkg, "Executor", "StreamWithContext"}: {wait: Networking}, // from client-go 0.26

	{toolsCache, "", "WaitForCacheSync"}:                 {wait: Syncing},
	{toolsCache, "", "WaitForNamedCacheSync"}:            {wait: Syncing},
	{toolsCache, "", "WaitForNamedCacheSyncWithContext"}: {wait: Syncing}, // from 0.33
	{toolsCache, "", "WaitFor"}:                          {wait: Syncing}, // from 0.36

	// The functions of Kubernetes itself that controllers of others import (k8s.io/kubernetes pkg/controller, older releases).
	{"k8s.io/kubernetes/pkg/controller", "", "WaitForCacheSync"}: {wait: Syncing},

	{toolsCache, "SharedInformer", "Run"}:            {wait: Forever, starts: true},
	{toolsCache, "SharedInformer", "RunWithContext"}: {wait: Forever, starts: true}, // from 0.33
	{toolsCache, "Controller", "Run"}:                {wait: Forever, starts: true},
	{toolsCache, "Controller", "RunWithContext"}:     {wait: Forever, starts: true}, // from 0.33
	{toolsCache, "Reflector", "Run"}:                 {wait: Forever},
	{leaderPkg, "", "RunOrDie"}:                      {wait: Forever},
	{leaderPkg, "LeaderElector", "Run"}:              {wait: Forever},
	{crManager, "Manager", "Start"}:                  {wait: Forever},
	{crCluster, "Cluster", "Start"}:                  {wait: Forever},
}

// callPrefixes are the beginnings of the names of functions and methods that take long or call what they are given, by
// package. The longest that fits counts; the empty one stands for all others of the package. wait: apimachinery, all
// versions, PollUntilContext* from 0.27.
var callPrefixes = map[string]map[string]call{
	waitPkg: {
		"": {calls: runs}, "Poll": {wait: Polling, calls: polls}, "ExponentialBackoff": {wait: Polling, calls: polls},
		"WaitFor": {wait: Polling, calls: polls}, "PollInfinite": {wait: Polling, calls: pollsOn},
		"PollImmediateInfinite": {wait: Polling, calls: pollsOn}, "PollUntil": {wait: Polling, calls: pollsOn},
		"PollImmediateUntil": {wait: Polling, calls: pollsOn}, "PollUntilContextTimeout": {wait: Polling, calls: polls},
		"Until": {wait: Forever, calls: forever, timer: true}, "Forever": {wait: Forever, calls: forever, timer: true},
		"JitterUntil": {wait: Forever, calls: forever, timer: true}, "BackoffUntil": {wait: Forever, calls: forever, timer: true},
		"NonSlidingUntil": {wait: Forever, calls: forever, timer: true},
	},
	"net":          {"Dial": {wait: Networking}, "Lookup": {wait: Networking}},
	"net/http":     {"ListenAndServe": {wait: Forever}},
	"database/sql": {"Query": {wait: Querying}, "Exec": {wait: Querying, sends: true}, "Ping": {wait: Querying}, "Begin": {wait: Querying}, "Prepare": {wait: Querying}, "Commit": {wait: Querying}},

	"github.com/cenkalti/backoff":    {"": {calls: runs}, "Retry": {wait: Retrying, calls: polls}},
	"github.com/cenkalti/backoff/v3": {"": {calls: runs}, "Retry": {wait: Retrying, calls: polls}},
	"github.com/cenkalti/backoff/v4": {"": {calls: runs}, "Retry": {wait: Retrying, calls: polls}},
	"github.com/cenkalti/backoff/v5": {"": {calls: runs}, "Retry": {wait: Retrying, calls: polls}},
	"github.com/avast/retry-go":      {"": {calls: runs}, "Do": {wait: Retrying, calls: polls}},
	"github.com/avast/retry-go/v3":   {"": {calls: runs}, "Do": {wait: Retrying, calls: polls}},
	"github.com/avast/retry-go/v4":   {"": {calls: runs}, "Do": {wait: Retrying, calls: polls}},
	"github.com/avast/retry-go/v5":   {"": {calls: runs}, "Do": {wait: Retrying, calls: polls}}, // methods of what New makes
	// Only for errors that the function says are worth another try.
	"github.com/sethvargo/go-retry": {"": {calls: runs}, "Do": {wait: Retrying, calls: runs}},
	"github.com/onsi/gomega":        {"Eventually": {calls: polls}, "Consistently": {calls: polls}},

	retryPkg:  {"": {calls: runs}},
	workQueue: {"Parallelize": {calls: runs}},
	apimeta:   {"": {calls: runs}}, // EachListItem
	"slices":  {"": {calls: runs}}, "sort": {"": {calls: runs}}, "maps": {"": {calls: runs}}, "strings": {"": {calls: runs}}, "bytes": {"": {calls: runs}},
	"golang.org/x/sync/errgroup":           {"": {calls: runs}},
	"golang.org/x/sync/singleflight":       {"": {calls: runs}},
	"github.com/samber/lo":                 {"": {calls: runs}},
	"k8s.io/client-go/tools/pager":         {"": {calls: runs}},
	"k8s.io/apimachinery/pkg/util/sets":    {"": {calls: runs}},
	"k8s.io/apimachinery/pkg/util/runtime": {"": {calls: runs}},
}

// callOf returns what is known of calls of s; nothing for what has no row.
func callOf(s Symbol) call {
	if c, ok := calls[s]; ok {
		return c
	}
	switch {
	case awaitsCaches(s):
		return call{wait: Syncing}
	case operations[s].Verb >= VerbCreateOrUpdate:
		return call{calls: runs}
	}
	longest, found := -1, call{}
	for prefix, c := range callPrefixes[s.Pkg] {
		if strings.HasPrefix(s.Name, prefix) && len(prefix) > longest {
			longest, found = len(prefix), c
		}
	}
	return found
}

// awaitsCaches tells whether s is the method of a cache or of a factory of informers that waits until they are filled:
// controller-runtime's (all versions), client-go's and those of generated clients, which are known by the method.
func awaitsCaches(s Symbol) bool {
	return s.Recv != "" && strings.HasPrefix(s.Name, "WaitForCacheSync")
}

// IsRetry tells whether s calls its function parameter again when it fails with a conflict, or another error:
// RetryOnConflict and OnError.
func IsRetry(s Symbol) bool { return callOf(s).calls == retries }

// IsWait tells whether s calls its function parameter until it is content: wait.Poll* and kin, and what other libraries
// have of the sort.
func IsWait(s Symbol) bool {
	c := callOf(s).calls
	return c == polls || c == pollsOn
}

// PollsAtOnce tells whether s, which calls its function parameter until it is content or errs, does so first without a
// pause: always, or if the argument of that index is true; -1 stands for none (apimachinery pkg/util/wait, all versions,
// PollUntilContext* from 0.27).
func PollsAtOnce(s Symbol) (always bool, argument int) {
	switch {
	case s.Pkg != waitPkg:
	case strings.HasPrefix(s.Name, "PollImmediate"), strings.HasPrefix(s.Name, "ExponentialBackoff"):
		return true, -1
	case s.Name == "PollUntilContextTimeout":
		return false, 3
	case s.Name == "PollUntilContextCancel":
		return false, 2
	}
	return false, -1
}

// RetriesErrors tells whether s calls its function parameter again whenever it returns an error, as those do that other
// libraries have of the sort; wait.Poll* and kin go by a bool, and end with an error.
func RetriesErrors(s Symbol) bool {
	c := callOf(s)
	return c.calls == polls && c.wait == Retrying
}

// RetriesConflicts tells whether s calls its function parameter again after conflicts, and after no other error: RetryOnConflict
// (k8s.io/client-go/util/retry, all versions).
func RetriesConflicts(s Symbol) bool { return s.Pkg == retryPkg && s.Name == "RetryOnConflict" }

// IsBriefBackoff tells whether s is a backoff of client-go's of which the pauses come to less than a second in all: DefaultRetry's
// to 40 ms, DefaultBackoff's to 310 ms, and a tenth more (k8s.io/client-go/util/retry, all versions).
func IsBriefBackoff(s Symbol) bool {
	return s.Pkg == retryPkg && (s.Name == "DefaultRetry" || s.Name == "DefaultBackoff")
}

// ChoosesErrors tells whether a function of that name makes an option that says for which errors there is another try
// (github.com/avast/retry-go, all versions).
func ChoosesErrors(name string) bool { return name == "RetryIf" || name == "RetryIfFunc" }

// EndsRetry tells whether s wraps an error so that there is no other try: backoff.Permanent of github.com/cenkalti/backoff
// and retry.Unrecoverable of github.com/avast/retry-go (all versions).
func EndsRetry(s Symbol) bool {
	return RetriesErrors(Symbol{s.Pkg, "", "Retry"}) && s.Name == "Permanent" || RetriesErrors(Symbol{s.Pkg, "", "Do"}) && s.Name == "Unrecoverable"
}

// Ticks tells whether s makes a ticker, or the channel of one.
func Ticks(s Symbol) bool {
	return s.Pkg == "time" && s.Recv == "" && (s.Name == "NewTicker" || s.Name == "Tick")
}

// Repeats tells whether s calls its function parameter again and again until it is told to stop: wait.Until, Forever
// and kin, and the polls without an end of their own.
func Repeats(s Symbol) bool {
	c := callOf(s).calls
	return c == forever || c == pollsOn
}

// RunsOnce tells whether s calls its function parameter the first time only that it is called itself (package sync).
func RunsOnce(s Symbol) bool { return s == Symbol{"sync", "Once", "Do"} }

// MakesOnce tells whether s makes a function that calls the function which s is given the first time only that it is called
// itself (package sync).
func MakesOnce(s Symbol) bool {
	return s == Symbol{"sync", "", "OnceFunc"} || s == Symbol{"sync", "", "OnceValue"} || s == Symbol{"sync", "", "OnceValues"}
}

// Runs tells whether a call of obj calls the functions that it is given, and whether in a goroutine.
func Runs(obj types.Object) (now, inGoroutine bool) {
	c := callOf(SymbolOf(obj)).calls
	return c != keeps, c == async
}

// Sends tells whether a call of s has another program do something with what it is given: a process that is run, the server of a
// request that changes something, a database.
func Sends(s Symbol) bool { return callOf(s).sends }

// RequestMethod returns the index of the argument that is the method of the HTTP request which s makes, -1 if it makes none (net/http).
func RequestMethod(s Symbol) int {
	switch s {
	case Symbol{"net/http", "", "NewRequest"}:
		return 0
	case Symbol{"net/http", "", "NewRequestWithContext"}:
		return 1
	}
	return -1
}

// IsChangingMethod tells whether an HTTP request of that method is there to change something (RFC 9110, RFC 5789).
func IsChangingMethod(method string) bool {
	return method == "POST" || method == "PUT" || method == "PATCH" || method == "DELETE"
}

// Sleeps tells whether a call of s waits for time to pass.
func Sleeps(s Symbol) bool { return callOf(s).timer }

// LongPause is a pause in which a cache catches up with what was written before it: twice the longest of the lags that the
// proof of staleread/retry measures with.
const LongPause = time.Second

// IsDuration tells whether t is time.Duration.
func IsDuration(t types.Type) bool { return isType(t, "time", "Duration") }

// MakesContext tells whether s makes a context (context, all versions).
func MakesContext(s Symbol) bool { return s.Pkg == "context" && s.Recv == "" }

// ResetsTicker tells whether s gives a ticker another period (time, from Go 1.15).
func ResetsTicker(s Symbol) bool { return s == Symbol{"time", "Ticker", "Reset"} }

// IsTimes tells whether t is the type of a channel on which a timer or ticker says what time it is.
func IsTimes(t types.Type) bool {
	c, ok := t.Underlying().(*types.Chan)
	return ok && isType(c.Elem(), "time", "Time")
}

// IsBackoff tells whether t is wait.Backoff: how long to pause between tries.
func IsBackoff(t types.Type) bool { return isType(t, waitPkg, "Backoff") }

// StartsInformers tells whether fn starts informers: Start of a factory, or Run of an informer (client-go, all versions;
// the WithContext ones from 0.33). The factories of generated clients are known by the name and shape of the method.
func StartsInformers(fn *types.Func) bool {
	s := SymbolOf(fn)
	if s.Name == "Start" || s.Name == "StartWithContext" {
		return strings.HasSuffix(strings.ToLower(s.Recv), "informerfactory")
	}
	return callOf(s).starts
}

// AwaitsSync tells whether fn waits for caches to fill, or asks whether they are: HasSynced in a loop of the user's own
// is as good as WaitForCacheSync.
func AwaitsSync(fn *types.Func) bool {
	s := SymbolOf(fn)
	return s.Name == "HasSynced" || s.Name == "HasSyncedChecker" || callOf(s).wait == Syncing
}

// HandsOutCache tells whether a method of that name, of an informer or a lister, hands out what is in its cache (client-go,
// all versions; generated informers too).
func HandsOutCache(method string) bool {
	return method == "Lister" || method == "GetIndexer" || method == "GetStore"
}

// IsContext tells whether t is context.Context.
func IsContext(t types.Type) bool { return isType(t, "context", "Context") }

// IsOperationResult tells whether t is controllerutil.OperationResult, which tells what CreateOrUpdate did
// (controller-runtime, all versions).
func IsOperationResult(t types.Type) bool { return isType(t, crUtil, "OperationResult") }
