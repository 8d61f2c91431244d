package config

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclwrite"
	"github.com/zclconf/go-cty/cty"

	"github.com/metnos/metnos"
	"github.com/metnos/metnos/sdk"
)

// Choice is what a person decides before there is a configuration file.
type Choice struct {
	Language string   // it | en
	Read     []string // folders executors may read: absolute, or beginning with ~
	Write    []string // folders they may change, among those
}

// Draft is the shipped text with a person's choice in it, for them to keep as their config.hcl. What it grants is what
// they chose and nothing else; what is denied stays denied.
func Draft(c Choice) ([]byte, error) {
	file, diags := hclwrite.ParseConfig([]byte(metnos.DefaultConfig), "config.hcl", hcl.InitialPos)
	if diags.HasErrors() {
		return nil, sdk.Errorf(sdk.ContractViolation, "config_draft", "%w", diags)
	}
	grant := file.Body().FirstMatchingBlock("grant", []string{"home"})
	locale := file.Body().FirstMatchingBlock("locale", nil)
	if grant == nil || locale == nil {
		return nil, sdk.Errorf(sdk.ContractViolation, "config_draft", "the shipped text has no grant \"home\" or no locale")
	}
	locale.Body().SetAttributeValue("language", cty.StringVal(c.Language))
	grant.Body().SetAttributeValue("read", texts(c.Read))
	grant.Body().SetAttributeValue("write", texts(c.Write))
	return hclwrite.Format(file.Bytes()), nil
}

func texts(list []string) cty.Value {
	if len(list) == 0 {
		return cty.ListValEmpty(cty.String)
	}
	var out []cty.Value
	for _, one := range list {
		out = append(out, cty.StringVal(one))
	}
	return cty.ListVal(out)
}
