// Package source reads HCL text: it evaluates expressions with the functions home, env and credential,
// reports every fault with file, line and the nearest valid name, and checks a plugin's body against the
// schema the plugin declares.
//
// Package core/config uses it to give config.hcl its shape: start there. Within: [New], [Reader.Parse],
// [Reader.Open], and for plugin bodies [Reader.Decode].
package source
