package plan

// Handle names an observed result that lies in the scratchpad, with as much of it as can be said without
// reading it. It opens nothing without its owner.
type Handle struct {
	Turn  string `json:"turn"` // 16 hex: the turn that observed it
	ID    string `json:"id"`   // 32 hex
	Bytes int64  `json:"bytes"`
	Items int    `json:"items"`          // of the collection; what Result.Items would count
	Value bool   `json:"value"`          // it holds a value besides the items
	Head  []any  `json:"head,omitempty"` // the first few items, long texts cut: to look at, never to work on
}

// Count is how many items were observed, wherever they lie.
func (o Observed) Count() int {
	if o.Spilled != nil {
		return o.Spilled.Items
	}
	return len(o.Result.Items())
}
