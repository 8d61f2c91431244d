// Package exif tells when a picture was taken: [Taken] reads it out of JPEG, TIFF and the raw formats made of it,
// HEIC, AVIF, PNG and WebP.
//
// Pictures come from strangers: every container is followed within fixed bounds, nothing is unpacked, and what is
// broken or missing is simply not known. To read another container: return where its TIFF block lies, in find.
package exif
