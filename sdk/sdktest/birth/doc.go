// Package birth runs the birth tests of a manifest: give [Run] one [[tests]] block and a way to make a call.
//
//	err := birth.Run(ctx, m, m.Tests[0], func(ctx context.Context, root sdk.Root, call sdk.Call) (sdk.Result, error) {
//		return process.Invoke(ctx, root, call)
//	})
//
// The way may be a sandboxed process, a bare one, or the executor itself: what is expected stays the same.
package birth
