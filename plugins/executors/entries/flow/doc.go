// Package flow works on rows one after another: [Open] starts what an executor of this family does, [Stage.Take] takes a row,
// [Stage.Result] ends. [Invoke] does it over the items of a call.
//
// A reader whose rows are more than a result carries runs the steps that follow it here, as it reads. What a stage needs to
// know beforehand (which column a word means, how its values are written) it learns from the rows it is opened with: all of
// them, or the first. [ErrWhole] says that the first are not enough.
package flow
