package sdk

import (
	"context"
	"encoding/json"
)

// Model speaks to a language model. It receives text and returns text; it holds no tools.
type Model interface {
	// Generate answers the request; delta, when not nil, receives the text as it arrives.
	Generate(ctx context.Context, req Request, delta func(Delta)) (Response, error)
	// Embed returns one vector per text.
	Embed(ctx context.Context, texts []string) ([][]float32, error)
}

// Request is one generation. Schema, when set, is the JSON Schema the output must satisfy.
type Request struct {
	Model       string          `json:"model"`
	Messages    []Message       `json:"messages"`
	Schema      json.RawMessage `json:"schema,omitempty"`
	MaxTokens   int             `json:"max_tokens"`
	Temperature float64         `json:"temperature"`
	Config      map[string]any  `json:"config,omitempty"` // the model's block of config.hcl
}

// Message is one turn of a prompt. Role: system, user, assistant.
type Message struct {
	Role string `json:"role"`
	Text string `json:"text"`
}

// Delta is a piece of the answer.
type Delta struct {
	Text string `json:"text"`
}

// Response is a finished generation. Stop: end, length, refused.
type Response struct {
	Text      string `json:"text"`
	Stop      string `json:"stop"`
	TokensIn  int    `json:"tokens_in"`
	TokensOut int    `json:"tokens_out"`
}
