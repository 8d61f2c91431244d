package main

import (
	"context"
	"io"

	"github.com/metnos/metnos/plugins/executors/arg"
	"github.com/metnos/metnos/plugins/executors/entry"
	"github.com/metnos/metnos/plugins/executors/tables/delimited"
	"github.com/metnos/metnos/plugins/executors/tables/saving"
	"github.com/metnos/metnos/plugins/executors/tables/sheet"
	"github.com/metnos/metnos/plugins/executors/tables/xlsx"
	"github.com/metnos/metnos/sdk"
)

// csvWriter is write_files_csv, sheetMaker create_files_spreadsheet.
func csvWriter() saving.Saver {
	return saving.Saver{Format: saving.Format{Extensions: []string{"csv", "tsv", "txt"}, Encoder: delimitedText}}
}

func sheetMaker() saving.Saver {
	return saving.Saver{Format: saving.Format{Extensions: []string{"xlsx"}, Encoder: workbookOf}}
}

// delimitedText is text as the spreadsheets of the person's language open it, unless the call says otherwise.
func delimitedText(args *arg.Reader, call sdk.Call, extension string) (saving.Encode, error) {
	delimiter, decimal := ",", "."
	if call.Lang == "it" {
		delimiter, decimal = ";", ","
	}
	if extension == "tsv" {
		delimiter = "\t"
	}
	delimiter = args.Text("delimiter", delimiter)
	if delimiter == "," {
		decimal = "."
	}
	decimal = args.Text("decimal", decimal)
	mark, header := args.Text("encoding", "utf-8") == "utf-8-bom", args.Flag("header", true)
	if err := args.Err(); err != nil {
		return nil, err
	}
	return func(ctx context.Context, to io.Writer, s *sheet.Sheet) error {
		if mark {
			if _, err := io.WriteString(to, "\ufeff"); err != nil {
				return err
			}
		}
		w := delimited.NewWriter(to, delimiter[0], decimal[0])
		if header {
			titles := make([]any, s.Width())
			for i, title := range s.Titles() {
				titles[i] = title
			}
			if err := w.Row(titles); err != nil {
				return err
			}
		}
		for i := range s.Len() {
			if i%1024 == 0 {
				if err := entry.Stopped(ctx); err != nil {
					return err
				}
			}
			if err := w.Row(s.Row(i)); err != nil {
				return err
			}
		}
		return w.Flush()
	}, nil
}

func workbookOf(args *arg.Reader, call sdk.Call, _ string) (saving.Encode, error) {
	name := "Foglio1"
	if call.Lang == "en" {
		name = "Sheet1"
	}
	name = args.Text("sheet", name)
	if err := args.Err(); err != nil {
		return nil, err
	}
	if err := xlsx.Name(name); err != nil {
		return nil, err
	}
	return func(ctx context.Context, to io.Writer, s *sheet.Sheet) error { return xlsx.Write(ctx, to, s, name) }, nil
}
