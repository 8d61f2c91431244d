// Package line reads text files line by line, in bounded memory: [Open] a file, then [File.Each].
package line
