package when

import (
	"strconv"
	"strings"
	"time"
)

// Unit is a length of calendar time.
type Unit byte

// The units.
const (
	NoUnit Unit = iota
	Minute
	Hour
	Day
	Week
	Month
	Year
)

func unitOf(w string) Unit {
	switch w {
	case "minuto", "minuti", "minute", "minutes", "min":
		return Minute
	case "ora", "ore", "hour", "hours":
		return Hour
	case "giorno", "giorni", "day", "days", "giornata":
		return Day
	case "settimana", "settimane", "week", "weeks":
		return Week
	case "mese", "mesi", "month", "months":
		return Month
	case "anno", "anni", "year", "years":
		return Year
	}
	return NoUnit
}

var monthNames = map[string]time.Month{
	"gennaio": 1, "january": 1, "jan": 1, "gen": 1, "febbraio": 2, "february": 2, "feb": 2, "marzo": 3, "march": 3,
	"aprile": 4, "april": 4, "apr": 4, "maggio": 5, "may": 5, "giugno": 6, "june": 6, "luglio": 7, "july": 7,
	"agosto": 8, "august": 8, "aug": 8, "settembre": 9, "september": 9, "sept": 9, "ottobre": 10, "october": 10, "oct": 10,
	"novembre": 11, "november": 11, "nov": 11, "dicembre": 12, "december": 12, "dec": 12, "dic": 12,
}

var weekdayNames = map[string]time.Weekday{
	"domenica": 0, "domeniche": 0, "sunday": 0, "sundays": 0, "lunedi": 1, "monday": 1, "mondays": 1,
	"martedi": 2, "tuesday": 2, "tuesdays": 2, "mercoledi": 3, "wednesday": 3, "wednesdays": 3,
	"giovedi": 4, "thursday": 4, "thursdays": 4, "venerdi": 5, "friday": 5, "fridays": 5,
	"sabato": 6, "sabati": 6, "saturday": 6, "saturdays": 6,
}

var numberNames = map[string]int{
	"un": 1, "uno": 1, "una": 1, "un'": 1, "a": 1, "an": 1, "one": 1, "due": 2, "two": 2, "paio": 2, "couple": 2, "tre": 3, "three": 3,
	"quattro": 4, "four": 4, "cinque": 5, "five": 5, "sei": 6, "six": 6, "sette": 7, "seven": 7, "otto": 8, "eight": 8,
	"nove": 9, "nine": 9, "dieci": 10, "ten": 10, "undici": 11, "eleven": 11, "dodici": 12, "twelve": 12, "quindici": 15, "fifteen": 15,
	"venti": 20, "twenty": 20, "trenta": 30, "thirty": 30, "quaranta": 40, "forty": 40, "sessanta": 60, "sixty": 60,
	"novanta": 90, "ninety": 90, "cento": 100,
}

var ordinalNames = map[string]int{
	"primo": 1, "prima": 1, "first": 1, "1st": 1, "1°": 1, "1º": 1, "secondo": 2, "seconda": 2, "second": 2, "terzo": 3, "terza": 3, "third": 3,
	"quarto": 4, "quarta": 4, "fourth": 4, "ultimo": -1, "ultima": -1, "last": -1,
}

// fillers may stand between the parts of an expression.
var fillers = map[string]bool{
	"il": true, "lo": true, "la": true, "l'": true, "i": true, "gli": true, "le": true, "the": true,
	"di": true, "del": true, "dell'": true, "dello": true, "della": true, "dei": true, "degli": true, "delle": true, "of": true,
	"nel": true, "nell'": true, "nella": true, "nello": true, "negli": true, "nei": true, "nelle": true, "in": true, "during": true, "durante": true, "on": true,
	"a": true, "al": true, "ad": true, "d'": true, "giorno": true, "day": true, "mese": true, "month": true, "anno": true, "year": true, "corso": true, "data": true,
}

// dayNames are the days of the month in English words.
var dayNames = map[string]int{
	"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9, "tenth": 10,
	"eleventh": 11, "twelfth": 12, "thirteenth": 13, "fourteenth": 14, "fifteenth": 15, "sixteenth": 16, "seventeenth": 17, "eighteenth": 18,
	"nineteenth": 19, "twentieth": 20, "thirtieth": 30, "primo": 1,
}

// integer reads digits or a number word.
func integer(w string) (int, bool) {
	if n, ok := numberNames[w]; ok {
		return n, true
	}
	if w == "" || len(w) > 7 || strings.Trim(w, "0123456789") != "" {
		return 0, false
	}
	n, err := strconv.Atoi(w)
	return n, err == nil
}

// dayNumber reads 7, 7th, 1° or "primo".
func dayNumber(w string) (int, bool) {
	if n, ok := dayNames[w]; ok {
		return n, true
	}
	for _, suffix := range []string{"st", "nd", "rd", "th", "°", "º"} {
		if d, ok := strings.CutSuffix(w, suffix); ok {
			w = d
			break
		}
	}
	if w == "" || len(w) > 2 || strings.Trim(w, "0123456789") != "" {
		return 0, false
	}
	n, err := strconv.Atoi(w)
	return n, err == nil && n >= 1 && n <= 31
}

func yearNumber(w string) (int, bool) {
	if len(w) != 4 || strings.Trim(w, "0123456789") != "" {
		return 0, false
	}
	n, err := strconv.Atoi(w)
	return n, err == nil && n >= 1900 && n <= 2199
}
