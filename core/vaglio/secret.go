package vaglio

import "strings"

// Secrets are never reached, whatever was granted: credentials, keys, and the machine's own state.

// machine are folders and files of the system, from the root.
var machine = []string{
	"/proc", "/sys", "/boot", "/dev", "/etc/shadow", "/etc/shadow-", "/etc/gshadow", "/etc/gshadow-", "/etc/sudoers",
	"/etc/sudoers.d", "/etc/passwd", "/etc/passwd-", "/etc/group", "/etc/group-", "/etc/security", "/etc/ssh", "/etc/ssl/private",
}

// hoards are folders of credentials, wherever they are.
var hoards = map[string]bool{
	".ssh": true, ".gnupg": true, ".aws": true, ".azure": true, ".kube": true, ".docker": true, ".password-store": true,
	".config/metnos": true, ".config/gcloud": true, ".config/gh": true, ".config/rclone": true,
}

// keepsakes are files of credentials, wherever they are.
var keepsakes = map[string]bool{
	".netrc": true, ".pgpass": true, ".git-credentials": true, ".npmrc": true, ".pypirc": true, ".vault-token": true,
	".bash_history": true, ".zsh_history": true, "id_rsa": true, "id_dsa": true, "id_ecdsa": true, "id_ed25519": true,
}

// secret reports whether an absolute, clean path is or lies in one of them.
func secret(path string) bool {
	for _, m := range machine {
		if below(path, m) {
			return true
		}
	}
	before := ""
	rest := path
	for rest != "" {
		part, after, _ := strings.Cut(rest[1:], "/")
		if hoards[part] || before == ".config" && hoards[".config/"+part] || after == "" && keepsakes[part] {
			return true
		}
		if after == "" {
			return false
		}
		before, rest = part, "/"+after
	}
	return false
}
