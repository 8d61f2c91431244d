package main

import "syscall"

// ownSession keeps a helper process out of the signals meant for the core.
func ownSession() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setsid: true} }
