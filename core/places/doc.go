// Package places finds the folders and files a person names. [New] takes the granted roots; [Finder.Home] gives
// the view of one person's home, which implements core/plan.Places. It walks names only, never content, and
// stays within a bound of time, depth and number.
package places
