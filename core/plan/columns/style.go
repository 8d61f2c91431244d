package columns

import (
	"slices"

	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
)

// Style is how a table was written as text, so that rows of it are saved the same way. Zero when nothing told.
type Style struct {
	Delimiter string `json:"delimiter,omitempty"`
	Decimal   string `json:"decimal,omitempty"`
}

// StyleOf is the one of all the tables a result was read from, else that of the items handed on.
func StyleOf(result sdk.Result, handed Style) Style {
	if result.Table == nil || len(result.Table.Sources) == 0 {
		return handed
	}
	first := result.Table.Sources[0]
	for _, s := range result.Table.Sources {
		if s.Delimiter != first.Delimiter || s.Decimal != first.Decimal {
			return Style{}
		}
	}
	return Style{first.Delimiter, first.Decimal}
}

// For is the value of an argument about the style, "" when it is about something else or does not take it.
func (s Style) For(p manifest.Property) string {
	value := map[string]string{"delimiter": s.Delimiter, "decimal": s.Decimal}[p.Semantic]
	if value == "" || len(p.Enum) > 0 && !slices.Contains(p.Enum, any(value)) {
		return ""
	}
	return value
}

// Handed is the value of an argument about how the items handed on stand as a table, nil for any other.
func Handed(p manifest.Property, of []sdk.Column, style Style) any {
	if p.Semantic == Semantic && len(of) > 0 {
		return Argument(of)
	}
	if value := style.For(p); value != "" {
		return value
	}
	return nil
}
