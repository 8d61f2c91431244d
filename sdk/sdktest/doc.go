// Package sdktest tries plugins through the real wire.
//
// To test an executor in go test, hand it to [Run] and call it:
//
//	rig := sdktest.Run(t, find.New())
//	rig.Write("in/a.txt", "ciao")
//	result, err := rig.Invoke(map[string]any{"path": rig.Path("in")})
//
// To try a finished binary, in a test or in `metnos plugin test`, hand it to [Conform] and read the report.
// To run one [[tests]] block of a manifest by whatever way calls are made, use [RunBirthTest].
package sdktest
