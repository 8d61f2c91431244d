package loc

import "strings"

// language is how a programming language writes comments.
type language struct {
	name  string
	line  []string  // what begins a comment that goes to the end of the line
	block [2]string // what begins and ends one that may go over several
}

// syntaxes are the ways to write comments, with the languages that do: name:extensions.
var syntaxes = []struct {
	line      string
	block     [2]string
	languages string
}{
	{"//", [2]string{"/*", "*/"}, "Go:go C:c,h C++:cc,cpp,cxx,hpp,hh Java:java JavaScript:js,mjs,cjs,jsx TypeScript:ts,tsx C#:cs Rust:rs Swift:swift Kotlin:kt,kts Scala:scala Dart:dart " +
		"PHP:php Objective-C:m,mm Groovy:groovy,gradle Zig:zig Protobuf:proto SCSS:scss,sass Less:less"},
	{"#", [2]string{}, "Python:py,pyw Ruby:rb Shell:sh,bash,zsh,fish Perl:pl,pm R:r YAML:yaml,yml TOML:toml Elixir:ex,exs Makefile:mk,makefile Dockerfile:dockerfile Julia:jl CMake:cmake Nix:nix Tcl:tcl"},
	{"--", [2]string{"/*", "*/"}, "SQL:sql"},
	{"--", [2]string{"{-", "-}"}, "Haskell:hs Elm:elm"},
	{"--", [2]string{"--[[", "]]"}, "Lua:lua"},
	{";", [2]string{}, "Lisp:lisp,el,clj,cljs,scm Assembly:asm,s INI:ini,cfg"},
	{"%", [2]string{}, "Erlang:erl,hrl TeX:tex Prolog:pro"},
	{"", [2]string{"/*", "*/"}, "CSS:css"},
	{"", [2]string{"<!--", "-->"}, "HTML:html,htm XML:xml,xsl,svg Vue:vue Svelte:svelte Markdown:md,markdown"},
	{"#", [2]string{"<#", "#>"}, "PowerShell:ps1,psm1"},
	{"'", [2]string{}, "Visual_Basic:vb,bas"},
	{"//", [2]string{"(*", "*)"}, "F#:fs,fsx OCaml:ml,mli Pascal:pas"},
	{"!", [2]string{}, "Fortran:f90,f95"},
	{"", [2]string{}, "JSON:json"},
}

var languages = byExtension()

func byExtension() map[string]language {
	out := map[string]language{}
	for _, s := range syntaxes {
		for _, entry := range strings.Fields(s.languages) {
			name, list, _ := strings.Cut(entry, ":")
			l := language{name: strings.ReplaceAll(name, "_", " "), block: s.block}
			if s.line != "" {
				l.line = []string{s.line}
			}
			if name == "PHP" {
				l.line = append(l.line, "#")
			}
			for _, extension := range strings.Split(list, ",") {
				out[extension] = l
			}
		}
	}
	return out
}

// tally is how many lines there are of each sort.
type tally struct{ files, code, comments, blank int }

// state is where a file stands between two lines.
type state struct{ inside bool }

// count takes one line; a line with code and a comment is code.
func (l language) count(t *tally, s *state, text string) {
	text = strings.TrimSpace(text)
	if text == "" {
		t.blank++
		return
	}
	code, comment := false, s.inside
	for text != "" {
		if s.inside {
			_, rest, ok := strings.Cut(text, l.block[1])
			if !ok {
				break
			}
			s.inside, text = false, strings.TrimSpace(rest)
			continue
		}
		if l.block[0] != "" && strings.HasPrefix(text, l.block[0]) {
			s.inside, comment, text = true, true, text[len(l.block[0]):]
			continue
		}
		if l.begins(text) {
			comment = true
			break
		}
		code = true
		at := l.next(text)
		if at < 0 {
			break
		}
		text = text[at:]
	}
	switch {
	case code:
		t.code++
	case comment:
		t.comments++
	default:
		t.code++
	}
}

func (l language) begins(text string) bool {
	for _, mark := range l.line {
		if strings.HasPrefix(text, mark) {
			return true
		}
	}
	return false
}

// next is where a block comment begins after code, outside of quotes; -1 when none does, or the rest is a comment.
func (l language) next(text string) int {
	if l.block[0] == "" {
		return -1
	}
	var quote byte
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quote != 0 && c == '\\':
			i++
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'' || c == '`':
			quote = c
		case l.begins(text[i:]):
			return -1
		case i > 0 && strings.HasPrefix(text[i:], l.block[0]):
			return i
		}
	}
	return -1
}
