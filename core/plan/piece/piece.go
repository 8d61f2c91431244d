package piece

// Clause is one thing the sentence asks for, in the words of the vocabulary: delete, files. Either may be "".
type Clause struct {
	Verb   string `json:"verb"`
	Object string `json:"object"`
}

// Missing is an ability the catalog lacks: what was asked in the person's words and in those of the vocabulary, and the
// executors that come nearest.
type Missing struct {
	Said    string
	Clauses []Clause
	Near    []string
}

// Filler is a short value generated within a declared prompt, or its default.
type Filler struct {
	Prompt  string `json:"prompt"`
	Default string `json:"default"`
	Role    string `json:"role,omitempty"`
}
