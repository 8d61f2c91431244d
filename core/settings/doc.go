// Package settings is the one registry of the settings: where each page is, what it is called in both languages, what
// it shows and what can be done there.
//
// Start at [Pages]; [Place] says where a page is as a person reads it ("Impostazioni › Sistema › Servizi"). To add a
// page, add it to registry.go and give it a [Source] where the program is wired: [New] refuses a page without one, a
// source without a page, and a control nobody carries out, and every row is held against the columns of its page. Who
// may see a page and who may use a control is decided here, from the role the core knows.
package settings
