// Package converting makes files of another format beside the old ones, or in a folder: [Pictures] is
// change_files_format, [Audio] change_files_audio and [Video] change_files_video, which have ffmpeg do it.
//
// Where a new file goes is planned in plan.go, the same for a preview and for the work.
package converting
