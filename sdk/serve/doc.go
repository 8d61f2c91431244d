// Package serve turns an implementation into a plugin process. A plugin's main is one line:
//
//	func main() { serve.Executors(serve.Entry{Name: "find_files", Executor: find.New()}) }
//
// [Executors], [Channel] and [Model] return when the core ends the plugin. Started by a person they say
// what the binary is; `<binary> describe` prints an [sdk.Description] as JSON and exits.
//
// Whatever the plugin prints goes to stderr, which the core drains and keeps a part of.
package serve
