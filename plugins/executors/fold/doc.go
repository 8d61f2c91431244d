// Package fold makes texts comparable the way a person compares them: case, accents and width aside.
//
// To compare two texts: compare [Text] of each. To search one inside another, fold both.
package fold
