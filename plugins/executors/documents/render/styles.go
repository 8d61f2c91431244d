package render

import (
	"fmt"
	"strings"
)

// wordStyles are the styles of a Word document.
func wordStyles(lang string) string {
	tag := "en-GB"
	if lang == "it" {
		tag = "it-IT"
	}
	var out strings.Builder
	out.WriteString(xmlHead + `<w:styles ` + wordSpace + `><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:eastAsia="Calibri" w:cs="Calibri"/><w:sz w:val="22"/><w:szCs w:val="22"/><w:lang w:val="` + tag + `"/></w:rPr></w:rPrDefault>` +
		`<w:pPrDefault><w:pPr><w:spacing w:after="120" w:line="264" w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults>` +
		`<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:qFormat/></w:style>` +
		`<w:style w:type="character" w:default="1" w:styleId="DefaultParagraphFont"><w:name w:val="Default Paragraph Font"/></w:style>` +
		`<w:style w:type="table" w:default="1" w:styleId="TableNormal"><w:name w:val="Normal Table"/><w:tblPr><w:tblInd w:w="0" w:type="dxa"/><w:tblCellMar><w:top w:w="0" w:type="dxa"/><w:left w:w="108" w:type="dxa"/><w:bottom w:w="0" w:type="dxa"/><w:right w:w="108" w:type="dxa"/></w:tblCellMar></w:tblPr></w:style>`)
	paragraph := func(id, name, properties, letters string) {
		out.WriteString(`<w:style w:type="paragraph" w:styleId="` + id + `"><w:name w:val="` + name + `"/><w:basedOn w:val="Normal"/><w:next w:val="Normal"/><w:qFormat/>`)
		out.WriteString(`<w:pPr>` + properties + `</w:pPr><w:rPr>` + letters + `</w:rPr></w:style>`)
	}
	paragraph("Title", "Title", `<w:spacing w:after="240"/>`, `<w:b/><w:sz w:val="44"/>`)
	for level, size := range []int{34, 28, 25, 23, 22, 22} {
		paragraph(fmt.Sprintf("Heading%d", level+1), fmt.Sprintf("heading %d", level+1),
			fmt.Sprintf(`<w:keepNext/><w:spacing w:before="240" w:after="80"/><w:outlineLvl w:val="%d"/>`, level), fmt.Sprintf(`<w:b/><w:sz w:val="%d"/>`, size))
	}
	paragraph("ListParagraph", "List Paragraph", `<w:spacing w:after="40"/>`, "")
	paragraph("Quote", "Quote", `<w:ind w:left="567"/>`, `<w:i/><w:color w:val="555555"/>`)
	paragraph("Code", "Code", `<w:shd w:val="clear" w:color="auto" w:fill="F2F2F2"/>`, `<w:rFonts w:ascii="Courier New" w:hAnsi="Courier New" w:cs="Courier New"/><w:sz w:val="20"/>`)
	out.WriteString(`<w:style w:type="character" w:styleId="Hyperlink"><w:name w:val="Hyperlink"/><w:rPr><w:color w:val="0563C1"/><w:u w:val="single"/></w:rPr></w:style>`)
	out.WriteString(`<w:style w:type="table" w:styleId="TableGrid"><w:name w:val="Table Grid"/><w:basedOn w:val="TableNormal"/><w:pPr><w:spacing w:after="0" w:line="240" w:lineRule="auto"/></w:pPr><w:tblPr><w:tblBorders>`)
	for _, side := range []string{"top", "left", "bottom", "right", "insideH", "insideV"} {
		out.WriteString(`<w:` + side + ` w:val="single" w:sz="4" w:space="0" w:color="999999"/>`)
	}
	out.WriteString(`</w:tblBorders></w:tblPr></w:style></w:styles>`)
	return out.String()
}

// numbering declares the lists of a Word document: number 1 has bullets, each ordered one a number of its own.
func (w *word) numbering() string {
	var out strings.Builder
	out.WriteString(xmlHead + `<w:numbering ` + wordSpace + `>`)
	abstract := func(id int, level func(n int) (format, text string)) {
		fmt.Fprintf(&out, `<w:abstractNum w:abstractNumId="%d"><w:multiLevelType w:val="hybridMultilevel"/>`, id)
		for n := range 9 {
			format, text := level(n)
			fmt.Fprintf(&out, `<w:lvl w:ilvl="%d"><w:start w:val="1"/><w:numFmt w:val="%s"/><w:lvlText w:val="%s"/><w:lvlJc w:val="left"/><w:pPr><w:ind w:left="%d" w:hanging="360"/></w:pPr></w:lvl>`,
				n, format, text, 720+360*n)
		}
		out.WriteString(`</w:abstractNum>`)
	}
	abstract(0, func(n int) (string, string) { return "bullet", []string{"•", "◦", "▪"}[n%3] })
	abstract(1, func(n int) (string, string) { return "decimal", fmt.Sprintf("%%%d.", n+1) })
	out.WriteString(`<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>`)
	for i, list := range w.lists {
		fmt.Fprintf(&out, `<w:num w:numId="%d"><w:abstractNumId w:val="1"/>`, i+2)
		for n := range 9 {
			first := 1
			if n == list.level {
				first = list.start
			}
			fmt.Fprintf(&out, `<w:lvlOverride w:ilvl="%d"><w:startOverride w:val="%d"/></w:lvlOverride>`, n, first)
		}
		out.WriteString(`</w:num>`)
	}
	out.WriteString(`</w:numbering>`)
	return out.String()
}
