// Package webpage reads the text of an HTML page as a person sees it: [Read] for a file, [Blocks] for HTML that
// is part of something else. The page is read as a stream: neither its size nor its depth costs memory.
package webpage
