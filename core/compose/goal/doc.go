// Package goal fills where things go: a folder that is there or will be made ([Planner.To]), the one just made ("and move
// them there", [Planner.There]), or a question.
package goal
