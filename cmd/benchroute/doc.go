// Command benchroute tells how well the router finds the executor a sentence needs first, on any catalog and any sentences:
// R@1, R@3, R@5, MRR, the time of one ranking; how often it is on the shortlist, how long that is and how long it took; and the same as the catalog grows to a thousand with
// executors that resemble the right ones.
//
//	make bench-route
//	make bench-route CATALOG=catalog.json QUERIES=queries.jsonl
//
// CATALOG is a JSON list of {"name", "description", "affinity", "args"}, or a folder with manifests below it; QUERIES is a file of
// {"query", "first_tool"} lines, with "or" for what is as right. Several of either may be given, with commas between. A sentence
// whose first_tool is "" belongs outside: the composer must make no plan of it, and how often it does is told for catalogs
// that have manifests. Without either it measures what comes with the source.
//
// main.go measures, catalog.go reads, composed.go asks the composer, report.go prints.
package main
