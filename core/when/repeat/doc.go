// Package repeat is moments that come again. A [Recurrence] is data; [Recurrence.Next] tells its moments one after the
// other, [Recurrence.Text] says it in Italian or English, in words that package when reads back to the same value.
package repeat
