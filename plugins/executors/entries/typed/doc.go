// Package typed finds what texts hold by its form: addresses of mail, telephone numbers, dates, amounts, bank accounts
// and tax numbers, whose check digits must be right. Start at [Find]; [Extractor] is extract_entries.
package typed
