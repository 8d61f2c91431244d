// Package glance recognises how most numbers and dates of tables are written, without reading them whole: what it does not
// recognise may still be one. Start at [Number] and [Day].
package glance
