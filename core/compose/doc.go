// Package compose is the deterministic proposer: it turns a sentence into a Framework with no model. Start at
// [Composer.Propose]: core/compose/speech reads the sentence into facts, core/compose/request gathers them into clauses,
// core/compose/query, core/compose/change and core/compose/table find executors for each by what their manifests declare (verb and object of the
// name, semantics of the arguments, fields of the output) and chain them. No executor is named here. Every
// fact must be used by the plan, else the sentence is handed over with the words nobody explained.
package compose
