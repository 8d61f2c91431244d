# metnos configuration. It runs as it is: without a configuration file this very text applies.
#
# To change something, copy this file to ~/.config/metnos/config.hcl (or name another with --config) and
# edit the copy. An unknown name, a wrong value or a missing reference is an error with its line.
# Functions: home(), env(NAME, DEFAULT), credential(NAME). A path may begin with ~.
# Secrets never appear here: name a stored one with credential("name").

# Everything metnos remembers. No executor ever reaches it, whatever the grants below say.
data = env("METNOS_DATA", "${home()}/.local/share/metnos")

locale {
  language = "it" # it | en: before metnos knows the person's own
  timezone = "Europe/Rome"
}

sandbox {
  mode = "auto" # auto | bwrap | landlock | off
}

# What executors that handle files may ever reach. Without a grant they reach nothing; a denied path is
# invisible to them, and so are the data folder, this file and the installed plugins.
grant "home" {
  read  = [home()]
  write = [home()]
  deny = [
    # keys and passwords
    "~/.ssh", "~/.gnupg", "~/.password-store", "~/.local/share/keyrings", "~/.local/share/kwalletd",
    "~/.netrc", "~/.git-credentials", "~/.config/git/credentials", "~/.config/gh", "~/.pgpass", "~/.my.cnf",
    "~/.npmrc", "~/.pypirc", "~/.cargo/credentials", "~/.cargo/credentials.toml", "~/.vault-token",
    "~/.msmtprc", "~/.mbsyncrc", "~/.fetchmailrc", "~/.config/age", "~/.config/sops", "~/.config/rclone",
    # cloud and cluster access
    "~/.aws", "~/.azure", "~/.config/gcloud", "~/.config/doctl", "~/.kube", "~/.docker", "~/.config/containers",
    "~/.terraform.d",
    # browsers and mail programs: sessions and saved passwords
    "~/.mozilla", "~/.thunderbird", "~/.config/google-chrome", "~/.config/chromium", "~/.config/BraveSoftware",
    "~/.config/microsoft-edge", "~/.config/vivaldi", "~/.config/opera", "~/snap", "~/.var/app",
    # what the system runs by itself: writing there would run a program later
    "~/.bashrc", "~/.bash_profile", "~/.bash_login", "~/.bash_logout", "~/.bash_aliases", "~/.profile",
    "~/.zshrc", "~/.zshenv", "~/.zprofile", "~/.zlogin", "~/.config/fish", "~/.config/autostart",
    "~/.config/systemd", "~/.config/environment.d", "~/.local/share/applications", "~/.local/bin", "~/.pam_environment",
    "~/.gitconfig", "~/.config/git", "~/.xprofile", "~/.xsession", "~/.xsessionrc", "~/.xinitrc", "~/.inputrc",
    "~/.local/share/systemd", "~/.local/share/dbus-1", "~/.config/plasma-workspace", "~/.config/labwc", "~/.config/sway",
    "~/.config/hypr", "~/.config/i3", "~/.vimrc", "~/.vim", "~/.config/nvim", "~/.emacs", "~/.emacs.d", "~/.config/emacs",
    "~/.tmux.conf", "~/.screenrc", "~/.config/pip", "~/.crontab", "~/.procmailrc", "~/.forward",
    # what was typed in a terminal
    "~/.bash_history", "~/.zsh_history", "~/.python_history",
    # metnos itself
    "~/.config/metnos", "~/.local/share/metnos",
  ]
}

# An instance: the same plugin with its own configuration, in its own process.
# executor "read_messages" "work" {
#   host       = "imap.example.org"
#   credential = "imap-work"
# }

channel "web" {
  listen = env("METNOS_LISTEN", "127.0.0.1:8770")

  # For the other devices of the house: listen = "0.0.0.0:8770" and one of these. Without files metnos makes a
  # certificate, once, and prints its fingerprint: compare it when a browser asks whether to trust the page.
  # tls {}
  # tls {
  #   cert = "/etc/letsencrypt/live/example.org/fullchain.pem"
  #   key  = "/etc/letsencrypt/live/example.org/privkey.pem"
  # }
}

# channel "telegram" {
#   token = credential("telegram")
# }

# model "local" {
#   plugin   = "openai"
#   endpoint = "http://127.0.0.1:8080/v1"
#   model    = "qwen3-14b"
# }
#
# role "wise" { # fast | middle | wise | creative | frontier
#   model       = "local"
#   temperature = 0
#   fallback    = []
# }

# Who may watch how metnos does: no name, no request and no content is ever among it. Without this block nothing is sent, and
# /metrics and /health of the page's own address answer who administers.
# telemetry {
#   listen = "127.0.0.1:9464"          # /metrics (Prometheus) and /health, for programs of this machine
#   otlp   = "http://127.0.0.1:4318"   # traces of turns, to an OpenTelemetry collector
# }

policy {
  bulk_threshold = 20 # items; above it metnos asks first
}

# Whose signatures are believed. A relative path starts from this file's folder, else from the
# installation's.
trust "release" {
  key = "keys/release.pub"
}
