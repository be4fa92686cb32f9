package kube

// Locks tells whether s takes a lock, be it one that several may have who read (package sync, all versions).
func Locks(s Symbol) bool {
	return isLock(s) && (s.Name == "Lock" || s.Name == "RLock")
}

// LocksAlone tells whether s takes a lock that nobody else has then.
func LocksAlone(s Symbol) bool { return Locks(s) && s.Name == "Lock" }

// Unlocks tells whether s gives a lock back.
func Unlocks(s Symbol) bool {
	return isLock(s) && (s.Name == "Unlock" || s.Name == "RUnlock")
}

func isLock(s Symbol) bool { return s.Pkg == "sync" && (s.Recv == "Mutex" || s.Recv == "RWMutex") }
