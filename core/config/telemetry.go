package config

import (
	"net"
	"net/netip"
	"net/url"
	"strconv"

	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// telemetry reads where figures are shown and sent. They are shown without asking who looks, so only to this machine.
func (f *file) telemetry(b *hclsyntax.Block) {
	in := f.Open(b.Body)
	listen, at, ok := in.Text("listen", false)
	if ok && !loopback(listen) {
		f.Report(at, "config_value", listen+" is no loopback address with a port", "key", "listen", "expected", "127.0.0.1:9464")
		listen = ""
	}
	otlp, at, ok := in.Text("otlp", false)
	if ok && !endpoint(otlp) {
		f.Report(at, "config_value", "otlp is no address", "key", "otlp", "expected", "http://127.0.0.1:4318")
		otlp = ""
	}
	in.Done()
	f.config.Telemetry = Telemetry{Listen: listen, OTLP: otlp}
}

func loopback(address string) bool {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return false
	}
	if _, err := strconv.ParseUint(port, 10, 16); err != nil {
		return false
	}
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.IsLoopback()
}

func endpoint(address string) bool {
	u, err := url.Parse(address)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != "" && u.User == nil
}
