package store

import (
	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/store/disk"
	"github.com/metnos/metnos/sdk"
)

// Store is the open data of one instance. It is safe for concurrent use. Snapshot, Upgrade, Check and Close
// come from the folder it lies in.
type Store struct{ *disk.Folder }

// Open locks the data folder and opens the store in it, making both when absent. A folder another process
// holds is a Conflict, with its pid, after two seconds.
func Open(data string) (*Store, error) {
	folder, err := disk.Open(data)
	if err != nil {
		return nil, err
	}
	return &Store{folder}, nil
}

// bucketOf returns the first name of a bucket path. No owner, no path.
func bucketOf(owner core.Owner) ([]byte, error) {
	if owner == "" {
		return nil, sdk.Errorf(sdk.PolicyDenied, "store_owner_missing", "a store call without an owner")
	}
	return []byte(owner), nil
}
