// Package source tells where a turn's plan may come from.
//
// Start at [Sources.Drafts]: an equal request that worked (L0), a cluster of them (L1), the composer, and last a
// model, each asked only when those before it had nothing. [Sources.Learn] keeps what went well.
package source
