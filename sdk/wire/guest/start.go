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
	EnvLineFD      = "METNOS_LINE_FD"         // inherited end of the line, a connected socket
	EnvListenFD    = "METNOS_LISTEN_FD"       // inherited listening socket (network:listen)
)

// Hello opens a line on a stream. It and Welcome are all of ours that gob ever carries.
type Hello struct {
	Protocol          int
	Request, Response int64
}

// Welcome answers Hello.
type Welcome struct {
	Protocol int
	Stream   uint32 // the plugin serves on this stream
}
