// Package dated asks about the times of a sentence that cannot be taken as they are: what no calendar or clock shows, and
// what has two meanings. [Question] is all there is.
package dated
