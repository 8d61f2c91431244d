//go:build !linux

package disk

import "os"

// Network names the network file system path lies on; here it cannot tell.
func Network(string) (string, error) { return "", nil }

// exchange swaps two folders. A crash between the steps leaves a with the suffix .old in b's place.
func exchange(a, b string) error {
	if err := os.Rename(b, b+".old"); err != nil && !os.IsNotExist(err) {
		return err
	}
	if err := os.Rename(a, b); err != nil {
		return err
	}
	return os.Rename(b+".old", a)
}
