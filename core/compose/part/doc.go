// Package part tells a request about what is inside a file from one about the file: see [Planner.Refuse]. "Delete the
// photos in album.zip" is about the archive's photos, never about the archive, nor about photos kept elsewhere.
package part
