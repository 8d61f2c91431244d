// Command bench prints every figure metnos promises beside its floor, measured in the same run and judged
// as the ratio: machines are noisy, ratios less so. floors.go holds what nothing can beat (an empty
// process, net/rpc on a socket, an fsync), the other files one subject each; report.go prints.
package main
