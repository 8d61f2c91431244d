// Package records keeps the person's own small typed stores: rows of named fields, such as what was lent to whom.
//
// [Keeper.Find] reads them, [Keeper.Alter] and [Keeper.Revert] change them. A store exists while it has rows; a field keeps
// the type its first row gave it. Whose rows they are is the caller's to say, never a plugin's.
package records
