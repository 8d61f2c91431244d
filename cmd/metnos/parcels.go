package main

import (
	"context"
	"encoding/json"
	"os"
	"slices"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/gateway"
	"github.com/metnos/metnos/core/ledger"
	"github.com/metnos/metnos/core/parcels"
	"github.com/metnos/metnos/core/people"
	ids "github.com/metnos/metnos/core/turn/opening"
	"github.com/metnos/metnos/sdk"
)

// maxLent is how many ways to files one call may ask for: a gallery.
const maxLent = 100

// openParcels wires the desk for files to what each person was granted.
func (in *Instance) openParcels(a *App) {
	grants := granted{in.grants, in.People, in.home}
	reach := func(owner core.Owner) (parcels.Reach, error) {
		person, err := in.People.Person(context.Background(), owner)
		if err != nil {
			return parcels.Reach{}, err
		}
		roots, deny := parcels.RootsOf(grants.For(owner))
		roots = slices.DeleteFunc(roots, func(r sdk.Root) bool { return !exists(r.Path) })
		return parcels.Reach{Roots: roots, Deny: append(deny, in.hidden(a)...), Home: person.Home}, nil
	}
	in.Parcels = parcels.New(reach, time.Now, ids.NewID)
	in.onClose(func() error { in.Parcels.Close(); return nil })
}

// parcelMethods are what a channel asks to take files in and out. Only who may change something may send files.
func (in *Instance) parcelMethods() []gateway.Method {
	return []gateway.Method{
		{Name: "parcels.begin", Role: people.Member, Call: in.beginParcel},
		{Name: "parcels.add", Role: people.Member, Call: parcelCall(func(_ context.Context, c gateway.Caller, q parcelQuery) (any, error) {
			return struct{}{}, in.Parcels.Add(c.Person.ID, q.ID, q.Offset, q.Data)
		})},
		{Name: "parcels.end", Role: people.Member, Call: parcelCall(in.endParcel)},
		{Name: "parcels.drop", Role: people.Member, Call: parcelCall(func(_ context.Context, c gateway.Caller, q parcelQuery) (any, error) {
			return struct{}{}, in.Parcels.Drop(c.Person.ID, q.ID)
		})},
		{Name: "parcels.lend", Role: people.Guest, Call: parcelCall(in.lendParcels)},
		{Name: "parcels.read", Role: people.Guest, Call: parcelCall(func(_ context.Context, c gateway.Caller, q parcelQuery) (any, error) {
			return in.Parcels.Read(c.Person.ID, q.Token, q.Offset, int(min(max(q.Size, 0), parcels.MaxAdd)))
		})},
	}
}

// parcelQuery are the parameters of the methods.
type parcelQuery struct {
	ID     string   `json:"id"`
	Name   string   `json:"name"`
	Media  string   `json:"media"`
	Size   int64    `json:"size"`
	Offset int64    `json:"offset"`
	Data   []byte   `json:"data"`
	Paths  []string `json:"paths"`
	Token  string   `json:"token"`
}

func parcelCall(call func(ctx context.Context, c gateway.Caller, q parcelQuery) (any, error)) func(context.Context, gateway.Caller, json.RawMessage) (any, error) {
	return func(ctx context.Context, c gateway.Caller, params json.RawMessage) (any, error) {
		var q parcelQuery
		if err := gateway.Params(params, &q); err != nil {
			return nil, err
		}
		return call(ctx, c, q)
	}
}

// inboxName is what the folder is called that takes in what a person sends.
func (in *Instance) inboxName(p people.Person) string {
	lang := p.Lang
	if lang == "" {
		lang = in.Config.Locale.Language
	}
	if lang == "it" {
		return "Arrivi"
	}
	return "Inbox"
}

func (in *Instance) beginParcel(_ context.Context, c gateway.Caller, params json.RawMessage) (any, error) {
	var q parcelQuery
	if err := gateway.Params(params, &q); err != nil {
		return nil, err
	}
	id, err := in.Parcels.Begin(c.Person.ID, in.inboxName(c.Person), q.Name, q.Media, q.Size)
	return map[string]string{"id": id}, err
}

// endParcel puts a file in its place, on record.
func (in *Instance) endParcel(ctx context.Context, c gateway.Caller, q parcelQuery) (any, error) {
	a, err := in.Parcels.End(c.Person.ID, q.ID)
	if err != nil {
		return nil, err
	}
	return a, in.Ledger.Append(ctx, ledger.Record{Kind: "received", At: time.Now(), Owner: c.Person.ID, Channel: c.Channel, Text: a.Path})
}

// lendParcels signs ways to files; one that cannot be lent is left out.
func (in *Instance) lendParcels(_ context.Context, c gateway.Caller, q parcelQuery) (any, error) {
	if len(q.Paths) > maxLent {
		return nil, sdk.Errorf(sdk.Oversize, "parcel_too_many", "%d paths", len(q.Paths))
	}
	out := struct {
		Loans []parcels.Loan `json:"loans"`
	}{make([]parcels.Loan, len(q.Paths))}
	for i, path := range q.Paths {
		loan, err := in.Parcels.Lend(c.Person.ID, path)
		if err != nil && len(q.Paths) == 1 {
			return nil, err
		}
		out.Loans[i] = loan
	}
	return out, nil
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
