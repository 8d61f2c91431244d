package guest

// What go-plugin and a plugin process agree on before anything is said.
const (
	CookieKey    = "METNOS_PLUGIN"     // keeps a person from running a plugin by mistake, it is no secret
	CookieValue  = "started by metnos" //
	CoreProtocol = 1                   // go-plugin's own
	Dispensed    = "metnos"            // the one name a plugin dispenses
)

// Environment of a plugin process.
const (
	EnvExecutor    = "METNOS_EXECUTOR"        // which entry of the family this process is
	EnvHandshakeFD = "METNOS_HANDSHAKE_FD"    // descriptor the handshake line is written to
	EnvSocketDir   = "PLUGIN_UNIX_SOCKET_DIR" // go-plugin's: folder the plugin's socket must lie in
	EnvListenFD    = "METNOS_LISTEN_FD"       // inherited listening socket (network:listen)
)

// Hello opens the lines. It and Welcome are all of ours that gob ever carries.
type Hello struct {
	Protocol          int
	Callbacks         uint32 // stream on which the core serves
	Request, Response int64
}

// Welcome answers Hello.
type Welcome struct {
	Protocol int
	Calls    uint32 // stream on which the plugin serves
}
