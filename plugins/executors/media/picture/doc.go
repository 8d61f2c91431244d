// Package picture turns pictures into another format or size: [Convert]. It reads PNG, JPEG, GIF, BMP, TIFF and WebP and
// writes the same; what a picture says of itself beside its points is not kept, but for how it stands.
package picture
