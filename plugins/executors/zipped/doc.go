// Package zipped opens zip files whose directory nobody vouches for: [Open] bounds what the directory may
// hold before it is believed. [OpenPart] reads a member that is XML without keeping any of it.
package zipped
