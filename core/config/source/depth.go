package source

import (
	"fmt"
	"strconv"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// A configuration needs a few levels and hardly an operator; the parser goes down a stack frame for each, without an end.
const (
	maxNesting   = 64
	maxOperators = 1000
)

// tangled reports the first place where the text goes deeper than any configuration does, before it is parsed.
func (r *Reader) tangled() bool {
	tokens, _ := hclsyntax.LexConfig(r.Source, r.File, hcl.InitialPos)
	depth, operators := 0, 0
	for _, t := range tokens {
		switch t.Type {
		case hclsyntax.TokenOBrace, hclsyntax.TokenOBrack, hclsyntax.TokenOParen, hclsyntax.TokenTemplateInterp, hclsyntax.TokenTemplateControl:
			depth++
		case hclsyntax.TokenCBrace, hclsyntax.TokenCBrack, hclsyntax.TokenCParen, hclsyntax.TokenTemplateSeqEnd:
			depth--
		case hclsyntax.TokenBang, hclsyntax.TokenMinus, hclsyntax.TokenQuestion, hclsyntax.TokenPlus, hclsyntax.TokenStar,
			hclsyntax.TokenSlash, hclsyntax.TokenPercent, hclsyntax.TokenDot, hclsyntax.TokenAnd, hclsyntax.TokenOr:
			operators++
		}
		if depth > maxNesting || operators > maxOperators {
			r.Report(t.Range, "config_deep", fmt.Sprintf("nested or calculated beyond %d levels", maxNesting), "levels", strconv.Itoa(maxNesting))
			return true
		}
	}
	return false
}
