// Package imprint tells whether an object on the disk still looks as it did.
//
// Start at [Of]; [Imprint.Same] compares two looks at a path, or at two paths one object may have been at.
package imprint
