// Package stream tells the person what is known of an answer while the turn goes on. Start at [Stream]: the whole answer, when
// it comes, replaces whatever was told.
package stream
