// Package counting counts what text files hold: [Counter] is compute_texts.
package counting
