package pdf

// What makes a page one of columns.
const (
	fewestLines = 5  // lines that leave the same gap
	prose       = 18 // letters a line of a column has on average, on both sides
	zoneLines   = 3  // lines that have both columns, of those between two that lie across
	zoneGap     = 3  // sizes of the letters: an empty space that ends the columns
	cellWidth   = 4  // points: how finely gaps are compared
)

// inColumns puts the lines of a page with two columns of prose into the order they are read: down the left, then
// down the right. Lines over both columns divide the page. A table has short cells and stays as it is.
func inColumns(lines []line) []line {
	middle, ok := gutter(lines)
	if !ok {
		return lines
	}
	var out, zone []line
	for i, l := range lines {
		_, _, whole := l.split(middle)
		if whole || i > 0 && lines[i-1].y-l.y > zoneGap*max(l.size, lines[i-1].size) {
			out, zone = append(out, divided(zone, middle)...), nil
		}
		if whole {
			out = append(out, l)
		} else {
			zone = append(zone, l)
		}
	}
	return append(out, divided(zone, middle)...)
}

// divided puts the left parts of lines before the right ones, when enough of them have both.
func divided(zone []line, middle float64) []line {
	var left, right []line
	both := 0
	for _, l := range zone {
		a, b, _ := l.split(middle)
		if len(a.runs) > 0 {
			left = append(left, a)
		}
		if len(b.runs) > 0 {
			right = append(right, b)
		}
		if len(a.runs) > 0 && len(b.runs) > 0 {
			both++
		}
	}
	if both < zoneLines {
		return zone
	}
	return append(left, right...)
}

// split divides a line at x; whole tells that something lies across.
func (l line) split(x float64) (left, right line, whole bool) {
	left, right = line{y: l.y, size: l.size}, line{y: l.y, size: l.size}
	for _, r := range l.runs {
		switch {
		case r.x1 <= x:
			left.runs = append(left.runs, r)
		case r.x0 >= x:
			right.runs = append(right.runs, r)
		default:
			return l, line{}, true
		}
	}
	return left, right, false
}

// gutter finds the gap between two columns of prose.
func gutter(lines []line) (float64, bool) {
	votes := map[int]int{}
	for _, l := range lines {
		for i := 1; i < len(l.runs); i++ {
			from, to := l.runs[i-1].x1, l.runs[i].x0
			if to-from < 0.7*l.size || to-from > 200 {
				continue
			}
			for cell := int(from/cellWidth) + 1; float64(cell)*cellWidth < to; cell++ {
				votes[cell]++
			}
		}
	}
	best, most := 0, 0
	for cell, n := range votes {
		if n > most || n == most && cell < best {
			best, most = cell, n
		}
	}
	x := float64(best) * cellWidth
	if most < fewestLines || !proseAround(lines, x) {
		return 0, false
	}
	return x, true
}

// proseAround reports whether the lines with text on both sides of x have enough of it on each.
func proseAround(lines []line, x float64) bool {
	both, left, right := 0, 0, 0
	for _, l := range lines {
		a, b, whole := l.split(x)
		if whole || len(a.runs) == 0 || len(b.runs) == 0 {
			continue
		}
		if len(a.runs) > 2 || len(b.runs) > 2 {
			continue // more cells than columns
		}
		both++
		left += len(a.text())
		right += len(b.text())
	}
	return both >= fewestLines && left >= prose*both && right >= prose*both
}
