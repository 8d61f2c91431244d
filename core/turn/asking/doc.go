// Package asking makes the question a plan needs answered, and the words of any question.
//
// [Asker.Missing] turns a plan that lacks nothing but values into a question; [Asker.Prompt] says one.
package asking
