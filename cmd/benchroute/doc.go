// Command benchroute tells how well the router finds the executor a sentence needs first, on any catalog and any sentences:
// R@1, R@3, R@5, MRR, the time of one ranking, and the same as the catalog grows to a thousand with executors that resemble
// the right ones.
//
//	make bench-route
//	make bench-route CATALOG=catalog.json QUERIES=queries.jsonl
//
// CATALOG is a JSON list of {"name", "description", "affinity", "args"}, or a folder with manifests below it; QUERIES is a file of
// {"query", "first_tool"} lines, or several with commas between. Without them it measures the catalogs that come with the
// source. main.go reads and measures, report.go prints.
package main
