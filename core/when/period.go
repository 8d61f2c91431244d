package when

import (
	"strconv"
	"strings"
	"time"
)

// rolling reads windows that end now: "negli ultimi 7 giorni", "in the past month", "più vecchi di 30 giorni".
func (p *parser) rolling(i int) (Window, int, bool) {
	if n, u, j, ok := p.age(i); ok {
		return Window{To: p.back(n, u)}, j, true
	}
	if j := p.newer(i); j > 0 {
		if n, u, k, ok := p.span(j); ok {
			return Window{From: p.back(n, u)}, k, true
		}
	}
	j := i
	if p.one(j, "in", "negli", "nelle", "nell'", "nel", "nei", "nella", "degli", "delle", "dell'", "within", "over", "during", "entro", "da") {
		j++
	}
	if p.one(j, "the", "gli", "le", "l'", "i") {
		j++
	}
	if p.one(j, "last", "past", "ultimi", "ultime", "ultima", "ultimo", "scorsi", "scorse") {
		j++
		if n, u, k, ok := p.span(j); ok {
			return Window{From: p.back(n, u), Grain: u}, k, true
		}
		if u := unitOf(p.word(j)); u != NoUnit && (p.word(j-1) != "last" || j-i >= 3) {
			return Window{From: p.back(1, u), Grain: u}, j + 1, true
		}
	}
	return Window{}, 0, false
}

// age reads "older than two weeks", "più vecchi di 30 giorni", "più di un anno fa", "more than a year ago".
func (p *parser) age(i int) (int, Unit, int, bool) {
	j := 0
	switch {
	case p.phrase(i, "older", "than"):
		j = i + 2
	case p.word(i) == "piu" && p.one(i+1, "vecchi", "vecchie", "vecchio", "vecchia", "antichi") && p.word(i+2) == "di":
		j = i + 3
	case p.phrase(i, "piu", "di"), p.phrase(i, "more", "than"), p.phrase(i, "da", "oltre"):
		if n, u, k, ok := p.span(i + 2); ok && p.one(k, "fa", "ago") {
			return n, u, k + 1, true
		}
		return 0, 0, 0, false
	default:
		return 0, 0, 0, false
	}
	n, u, k, ok := p.span(j)
	if ok && p.one(k, "old", "fa") {
		k++
	}
	return n, u, k, ok
}

func (p *parser) newer(i int) int {
	switch {
	case p.phrase(i, "newer", "than"), p.phrase(i, "less", "than"):
		return i + 2
	case p.word(i) == "piu" && p.one(i+1, "recenti", "recente", "nuovi", "nuove") && p.word(i+2) == "di":
		return i + 3
	case p.phrase(i, "meno", "di"):
		return i + 2
	}
	return 0
}

// span reads "3 giorni", "two weeks", "un paio di mesi".
func (p *parser) span(i int) (int, Unit, int, bool) {
	n, ok := integer(p.word(i))
	if !ok || n <= 0 {
		return 0, 0, 0, false
	}
	j := i + 1
	if p.one(j, "paio", "couple") {
		n, j = 2, j+1
	}
	if p.one(j, "di", "of") {
		j++
	}
	u := unitOf(p.word(j))
	return n, u, j + 1, u != NoUnit && n <= 100_000
}

func (p *parser) back(n int, u Unit) time.Time { return shift(p.now, -n, u) }

func shift(t time.Time, n int, u Unit) time.Time {
	switch u {
	case Minute:
		return t.Add(time.Duration(n) * time.Minute)
	case Hour:
		return t.Add(time.Duration(n) * time.Hour)
	case Day:
		return t.AddDate(0, 0, n)
	case Week:
		return t.AddDate(0, 0, 7*n)
	case Month:
		return clampMonth(t, n)
	}
	return clampMonth(t, 12*n)
}

// clampMonth moves by months and stays at the end of a shorter one: 31 March less a month is 28 February.
func clampMonth(t time.Time, n int) time.Time {
	first := time.Date(t.Year(), t.Month()+time.Month(n), 1, t.Hour(), t.Minute(), t.Second(), t.Nanosecond(), t.Location())
	last := first.AddDate(0, 1, -1).Day()
	return time.Date(first.Year(), first.Month(), min(t.Day(), last), t.Hour(), t.Minute(), t.Second(), t.Nanosecond(), t.Location())
}

// period reads one day, week, month or year.
func (p *parser) period(i int) (Window, int, bool) {
	for _, try := range []func(int) (Window, int, bool){p.named, p.relative, p.ago, p.calendar, p.numeric} {
		if w, j, ok := try(i); ok {
			return w, j, true
		}
	}
	if fillers[p.word(i)] {
		return p.period(i + 1)
	}
	return Window{}, 0, false
}

func (p *parser) day(offset int) Window {
	y, m, d := p.now.Date()
	return Window{From: time.Date(y, m, d+offset, 0, 0, 0, 0, p.now.Location()), To: time.Date(y, m, d+offset+1, 0, 0, 0, 0, p.now.Location()), Grain: Day}
}

func (p *parser) week(offset int) Window {
	y, m, d := p.now.Date()
	monday := d - (int(p.now.Weekday())+6)%7 + 7*offset
	return Window{From: time.Date(y, m, monday, 0, 0, 0, 0, p.now.Location()), To: time.Date(y, m, monday+7, 0, 0, 0, 0, p.now.Location()), Grain: Week}
}

func (p *parser) month(year int, month time.Month) Window {
	return Window{From: time.Date(year, month, 1, 0, 0, 0, 0, p.now.Location()), To: time.Date(year, month+1, 1, 0, 0, 0, 0, p.now.Location()), Grain: Month}
}

func (p *parser) year(year int) Window {
	return Window{From: time.Date(year, 1, 1, 0, 0, 0, 0, p.now.Location()), To: time.Date(year+1, 1, 1, 0, 0, 0, 0, p.now.Location()), Grain: Year}
}

func (p *parser) date(year int, month time.Month, day int) (Window, bool) {
	from := time.Date(year, month, day, 0, 0, 0, 0, p.now.Location())
	if from.Month() != month || from.Day() != day {
		p.impossible = strconv.Itoa(day) + "/" + strconv.Itoa(int(month)) + "/" + strconv.Itoa(year)
		return Window{}, false
	}
	return Window{From: from, To: time.Date(year, month, day+1, 0, 0, 0, 0, p.now.Location()), Grain: Day}, true
}

// named reads "oggi", "yesterday", "l'altro ieri", "stamattina", "domani".
func (p *parser) named(i int) (Window, int, bool) {
	if p.word(i) == "l'" && p.phrase(i+1, "altro", "ieri") {
		return p.day(-2), i + 3, true
	}
	switch p.word(i) {
	case "oggi", "today", "stamattina", "stamani", "stasera", "tonight":
		return p.day(0), i + 1, true
	case "ieri", "yesterday":
		if p.word(i+1) == "l'" && p.word(i+2) == "altro" {
			return p.day(-2), i + 3, true
		}
		return p.day(-1), i + 1, true
	case "avantieri", "altroieri":
		return p.day(-2), i + 1, true
	case "domani", "tomorrow":
		return p.day(1), i + 1, true
	case "dopodomani":
		return p.day(2), i + 1, true
	case "weekend":
		w := p.week(0)
		return Window{From: w.To.AddDate(0, 0, -2), To: w.To}, i + 1, true
	}
	switch {
	case p.phrase(i, "day", "before", "yesterday"):
		return p.day(-2), i + 3, true
	case p.phrase(i, "day", "after", "tomorrow"):
		return p.day(2), i + 3, true
	}
	return Window{}, 0, false
}

// relative reads "questa settimana", "il mese scorso", "last year", "lunedì scorso", "lo scorso anno".
func (p *parser) relative(i int) (Window, int, bool) {
	offset, j, explicit := 0, i, true
	switch {
	case p.one(i, "this", "questa", "questo", "quest'", "current"):
		j++
	case p.one(i, "last", "previous", "scorso", "scorsa", "passato", "passata"):
		offset, j = -1, i+1
	case p.one(i, "next", "prossimo", "prossima"):
		offset, j = 1, i+1
	default:
		explicit = false
	}
	u, day := unitOf(p.word(j)), p.word(j)
	_, weekday := weekdayNames[day]
	month, isMonth := monthNames[day]
	if u < Day && !weekday && !isMonth {
		return Window{}, 0, false
	}
	j++
	if !explicit {
		switch {
		case p.one(j, "scorso", "scorsa", "passato", "passata", "precedente"):
			offset = -1
		case p.one(j, "prossimo", "prossima"):
			offset = 1
		case p.one(j, "corrente", "in") && (p.word(j) == "corrente" || p.word(j+1) == "corso"):
			if p.word(j) == "in" {
				j++
			}
		default:
			return Window{}, 0, false
		}
		j++
	}
	switch {
	case weekday:
		return p.weekday(weekdayNames[day], offset), j, true
	case isMonth:
		return p.nearMonth(month, offset), j, true
	}
	return p.unit(u, offset), j, true
}

func (p *parser) unit(u Unit, offset int) Window {
	switch u {
	case Day:
		return p.day(offset)
	case Week:
		return p.week(offset)
	case Month:
		return p.month(p.now.Year(), p.now.Month()+time.Month(offset))
	}
	return p.year(p.now.Year() + offset)
}

// weekday is the latest such day (today included) for offset 0, the one before today for -1, the next for 1.
func (p *parser) weekday(d time.Weekday, offset int) Window {
	delta := int(d) - int(p.now.Weekday())
	switch {
	case offset < 0 && delta >= 0:
		delta -= 7
	case offset > 0 && delta <= 0:
		delta += 7
	case offset == 0 && p.clock.Future && delta < 0:
		delta += 7
	case offset == 0 && !p.clock.Future && delta > 0:
		delta -= 7
	}
	return p.day(delta)
}

// nearMonth is the latest such month (the current one included) for offset 0, a year's neighbour otherwise.
func (p *parser) nearMonth(m time.Month, offset int) Window {
	y := p.now.Year()
	switch {
	case offset < 0 && m >= p.now.Month(), offset == 0 && !p.clock.Future && m > p.now.Month():
		y--
	case offset > 0 && m <= p.now.Month(), offset == 0 && p.clock.Future && m < p.now.Month():
		y++
	}
	return p.month(y, m)
}

// ago reads "tre giorni fa", "two weeks ago", "tra 3 giorni", "in two days".
func (p *parser) ago(i int) (Window, int, bool) {
	j, sign := i, -1
	if p.one(i, "tra", "fra", "in") {
		j, sign = i+1, 1
	}
	n, u, k, ok := p.span(j)
	if !ok || u < Day {
		return Window{}, 0, false
	}
	if sign < 0 {
		if !p.one(k, "fa", "ago") {
			return Window{}, 0, false
		}
		k++
	}
	if n > 4000 {
		return Window{}, 0, false
	}
	return p.unit(u, sign*n), k, true
}

// calendar reads "3 marzo", "il primo maggio 2022", "March 3rd, 2022", "marzo 2022", "lunedì".
func (p *parser) calendar(i int) (Window, int, bool) {
	if d, ok := weekdayNames[p.word(i)]; ok {
		if w, j, ok := p.calendar(i + 1); ok && w.Grain == Day {
			return w, j, true // "lunedì 3 marzo": the date decides
		}
		return p.weekday(d, 0), i + 1, true
	}
	if d, j, ok := p.dayWords(i); ok {
		if p.one(j, "di", "of") {
			j++
		}
		if m, ok := monthNames[p.word(j)]; ok {
			return p.dayOfMonth(d, m, j+1)
		}
	}
	m, ok := monthNames[p.word(i)]
	if !ok {
		return Window{}, 0, false
	}
	if d, j, ok := p.dayWords(i + 1); ok {
		return p.dayOfMonth(d, m, j)
	}
	if y, j, ok := p.trailingYear(i + 1); ok {
		return p.month(y, m), j, true
	}
	if p.word(i) == "may" { // the verb
		return Window{}, 0, false
	}
	return p.nearMonth(m, 0), i + 1, true
}

// dayWords reads a day of the month: 3, 3rd, "third", "twenty third".
func (p *parser) dayWords(i int) (day, end int, ok bool) {
	tens := map[string]int{"twenty": 20, "thirty": 30}[p.word(i)]
	if unit, ok := dayNames[p.word(i+1)]; tens > 0 && ok && unit < 10 && tens+unit <= 31 {
		return tens + unit, i + 2, true
	}
	d, ok := dayNumber(p.word(i))
	return d, i + 1, ok
}

func (p *parser) trailingYear(j int) (int, int, bool) {
	if p.one(j, "del", "dell'", "di", "of", ",") {
		j++
	}
	if p.one(j, "anno", "year") {
		j++
	}
	y, ok := yearNumber(p.word(j))
	return y, j + 1, ok
}

func (p *parser) dayOfMonth(d int, m time.Month, j int) (Window, int, bool) {
	y, k, ok := p.trailingYear(j)
	if !ok {
		y, k = p.nearMonth(m, 0).From.Year(), j
		if m == p.now.Month() && d > p.now.Day() && !p.clock.Future {
			y--
		}
		if m == p.now.Month() && d < p.now.Day() && p.clock.Future {
			y++
		}
	}
	w, ok := p.date(y, m, d)
	return w, k, ok
}

// numeric reads 2023, 2023-05, 2023-05-03, 3/5/2023.
func (p *parser) numeric(i int) (Window, int, bool) {
	w := p.word(i)
	if y, ok := yearNumber(w); ok {
		return p.year(y), i + 1, true
	}
	sep := "/"
	if strings.Count(w, "-") > 0 {
		sep = "-"
	}
	parts := strings.Split(w, sep)
	if len(parts) < 2 || len(parts) > 3 {
		return Window{}, 0, false
	}
	nums := make([]int, len(parts))
	for k, part := range parts {
		n, err := strconv.Atoi(part)
		if err != nil || n < 0 || len(part) > 4 {
			return Window{}, 0, false
		}
		nums[k] = n
	}
	if len(parts[0]) == 4 && nums[1] >= 1 && nums[1] <= 12 {
		if len(nums) == 2 {
			return p.month(nums[0], time.Month(nums[1])), i + 1, true
		}
		d, ok := p.date(nums[0], time.Month(nums[1]), nums[2])
		return d, i + 1, ok
	}
	if len(parts) == 3 && len(parts[2]) == 4 && nums[1] >= 1 && nums[1] <= 12 {
		d, ok := p.date(nums[2], time.Month(nums[1]), nums[0])
		return d, i + 1, ok
	}
	if len(parts) == 2 && len(parts[1]) == 4 && nums[0] >= 1 && nums[0] <= 12 {
		return p.month(nums[1], time.Month(nums[0])), i + 1, true
	}
	return Window{}, 0, false
}
