package parcel

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/metnos/metnos/plugins/channels/web/door"
	"github.com/metnos/metnos/plugins/channels/web/protocol"
	"github.com/metnos/metnos/sdk"
)

// Methods of the core.
const (
	begin = "parcels.begin" // {name, media, size} -> {id}
	add   = "parcels.add"   // {id, offset, data}
	end   = "parcels.end"   // {id} -> {path, name, media, size}
	drop  = "parcels.drop"  // {id}
	read  = "parcels.read"  // {token, offset, size} -> {name, media, size, image, data}
)

const (
	piece    = 256 << 10        // bytes at a time
	patience = 30 * time.Second // for one piece to come or go
	largest  = 64 << 20         // bytes of one file; the core has the last word
)

// Call asks the core with a browser's session.
type Call func(ctx context.Context, token, method string, in, out any) error

// Desk is where files come in and go out.
type Desk struct {
	Call    Call
	Door    door.Door
	Cookies door.Cookies
}

// file is what the core says of one.
type file struct {
	ID    string `json:"id"`
	Path  string `json:"path"`
	Name  string `json:"name"`
	Media string `json:"media"`
	Size  int64  `json:"size"`
	Image bool   `json:"image"`
	Data  []byte `json:"data"`
}

// Receive takes one file: its name percent-encoded in X-File-Name, its bytes as the body. It answers with where the
// file is.
func (d Desk) Receive(w http.ResponseWriter, r *http.Request) {
	token := d.Cookies.Read(r, d.Cookies.Session())
	if !d.Door.OwnRequest(r, r.Header.Get("X-Form"), token) {
		refuse(w, sdk.Errorf(sdk.PolicyDenied, "web_request_invalid", "not from our own page"))
		return
	}
	name, err := url.PathUnescape(r.Header.Get("X-File-Name"))
	if err != nil || r.ContentLength < 0 || r.ContentLength > largest {
		refuse(w, sdk.Errorf(sdk.Oversize, "parcel_too_large", "%d bytes", r.ContentLength).With("limit", strconv.Itoa(largest>>20)))
		return
	}
	media, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil {
		media = "application/octet-stream"
	}
	var made file
	if err := d.Call(r.Context(), token, begin, map[string]any{"name": name, "media": media, "size": r.ContentLength}, &made); err != nil {
		refuse(w, err)
		return
	}
	if err := d.pour(w, r, token, made.ID); err != nil {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(r.Context()), patience)
		defer cancel()
		_ = d.Call(ctx, token, drop, map[string]string{"id": made.ID}, nil) // else the core gives it up by itself
		refuse(w, err)
		return
	}
	var stored file
	if err := d.Call(r.Context(), token, end, map[string]string{"id": made.ID}, &stored); err != nil {
		refuse(w, err)
		return
	}
	answer(w, http.StatusOK, map[string]any{"path": stored.Path, "name": stored.Name, "size": stored.Size})
}

// pour hands the body on, piece by piece.
func (d Desk) pour(w http.ResponseWriter, r *http.Request, token, id string) error {
	control := http.NewResponseController(w)
	body := http.MaxBytesReader(w, r.Body, largest)
	buffer := make([]byte, piece)
	for offset := int64(0); ; {
		_ = control.SetReadDeadline(time.Now().Add(patience))
		_ = control.SetWriteDeadline(time.Now().Add(2 * patience))
		n, err := io.ReadFull(body, buffer)
		if n > 0 {
			if err := d.Call(r.Context(), token, add, map[string]any{"id": id, "offset": offset, "data": buffer[:n]}, nil); err != nil {
				return err
			}
			offset += int64(n)
		}
		switch {
		case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF) && offset == r.ContentLength:
			return nil
		case err != nil:
			return sdk.Errorf(sdk.Network, "parcel_broken", "after %d bytes: %w", offset, err)
		}
	}
}

// refuse answers with what went wrong, as the socket does.
func refuse(w http.ResponseWriter, err error) {
	status := http.StatusBadRequest
	switch sdk.ClassOf(err) {
	case sdk.AuthRequired:
		status = http.StatusUnauthorized
	case sdk.PolicyDenied, sdk.PermissionDenied:
		status = http.StatusForbidden
	case sdk.NotFound:
		status = http.StatusNotFound
	case sdk.Conflict:
		status = http.StatusConflict
	case sdk.Oversize:
		status = http.StatusRequestEntityTooLarge
	case sdk.RateLimited:
		status = http.StatusTooManyRequests
	case sdk.Unavailable, sdk.Timeout, sdk.Crashed:
		status = http.StatusServiceUnavailable
	}
	answer(w, status, protocol.FaultOf(err))
}

func answer(w http.ResponseWriter, status int, value any) {
	raw, err := json.Marshal(value)
	if err != nil {
		status, raw = http.StatusInternalServerError, nil
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(raw)
}

// Hand gives out the file a signed token stands for. Anything but a picture that is to be shown is a download.
func (d Desk) Hand(w http.ResponseWriter, r *http.Request) {
	token, loan := d.Cookies.Read(r, d.Cookies.Session()), r.PathValue("token")
	var first file
	if err := d.Call(r.Context(), token, read, map[string]any{"token": loan, "offset": 0, "size": piece}, &first); err != nil {
		refuse(w, err)
		return
	}
	h := w.Header()
	h.Set("Content-Security-Policy", "default-src 'none'; sandbox")
	h.Set("Content-Type", "application/octet-stream")
	shown := first.Image && r.URL.Query().Has("view")
	if shown {
		h.Set("Content-Type", first.Media)
	}
	h.Set("Content-Disposition", mime.FormatMediaType(map[bool]string{true: "inline", false: "attachment"}[shown], map[string]string{"filename": first.Name}))
	h.Set("Content-Length", strconv.FormatInt(first.Size, 10))
	if r.Method == http.MethodHead {
		return
	}
	d.flow(w, r, token, loan, first)
}

// flow writes the rest. What cannot go on ends the connection: the browser sees that the file is not whole.
func (d Desk) flow(w http.ResponseWriter, r *http.Request, token, loan string, part file) {
	control := http.NewResponseController(w)
	for offset := int64(0); ; {
		_ = control.SetWriteDeadline(time.Now().Add(patience))
		if _, err := w.Write(part.Data); err != nil {
			return
		}
		offset += int64(len(part.Data))
		if offset >= part.Size {
			return
		}
		if len(part.Data) == 0 || d.Call(r.Context(), token, read, map[string]any{"token": loan, "offset": offset, "size": piece}, &part) != nil {
			panic(http.ErrAbortHandler)
		}
	}
}
