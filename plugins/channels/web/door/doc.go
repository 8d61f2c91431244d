// Package door keeps strangers out of the web chat: begin with [New], whose [Door.Guard] wraps every
// handler, and ask [Door.SameOrigin] before a socket and [Door.OwnForm] before a form.
//
// It knows addresses, origins and forms, never people: who somebody is, the core says.
package door
