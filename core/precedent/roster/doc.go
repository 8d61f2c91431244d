// Package roster signs the executors of a plan: [Executors] those it runs, [Roster.Families] those it could have been
// made of instead. A plan whose signatures are other ones today would perhaps be made otherwise.
package roster
