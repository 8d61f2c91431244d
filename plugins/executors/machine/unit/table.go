package unit

// line is one unit: its symbol first, then its names; its factor and offset as fractions.
type line struct{ kind, names, factor, offset string }

func table() []line {
	return []line{
		{"length", "mm, millimetro, millimetri, millimetre, millimetres, millimeter, millimeters", "1/1000", ""},
		{"length", "cm, centimetro, centimetri, centimetre, centimetres, centimeter, centimeters", "1/100", ""},
		{"length", "m, metro, metri, metre, metres, meter, meters", "1", ""},
		{"length", "km, chilometro, chilometri, kilometre, kilometres, kilometer, kilometers", "1000", ""},
		{"length", "in, pollice, pollici, inch, inches", "254/10000", ""},
		{"length", "ft, piede, piedi, foot, feet", "3048/10000", ""},
		{"length", "yd, iarda, iarde, yard, yards", "9144/10000", ""},
		{"length", "mi, miglio, miglia, mile, miles", "1609344/1000", ""},
		{"length", "nmi, miglio nautico, miglia nautiche, miglia marine, nautical mile, nautical miles", "1852", ""},
		{"mass", "mg, milligrammo, milligrammi, milligram, milligrams", "1/1000000", ""},
		{"mass", "g, grammo, grammi, gram, grams", "1/1000", ""},
		{"mass", "hg, etto, etti, ettogrammo, ettogrammi", "1/10", ""},
		{"mass", "kg, chilo, chili, chilogrammo, chilogrammi, kilo, kilos, kilogram, kilograms", "1", ""},
		{"mass", "q, quintale, quintali", "100", ""},
		{"mass", "t, tonnellata, tonnellate, tonne, tonnes", "1000", ""},
		{"mass", "oz, oncia, once, ounce, ounces", "28349523125/1000000000000", ""},
		{"mass", "lb, libbra, libbre, pound, pounds, lbs", "45359237/100000000", ""},
		{"mass", "st, stone, stones", "635029318/100000000", ""},
		{"volume", "ml, millilitro, millilitri, millilitre, millilitres, milliliter, milliliters", "1/1000", ""},
		{"volume", "cl, centilitro, centilitri, centilitre, centilitres", "1/100", ""},
		{"volume", "dl, decilitro, decilitri, decilitre, decilitres", "1/10", ""},
		{"volume", "l, litro, litri, litre, litres, liter, liters", "1", ""},
		{"volume", "m³, metro cubo, metri cubi, cubic metre, cubic metres, cubic meter, cubic meters", "1000", ""},
		{"volume", "gal, gallone, galloni, gallon, gallons", "3785411784/1000000000", ""},
		{"volume", "cup, cups", "2365882365/10000000000", ""},
		{"area", "m², mq, metro quadrato, metri quadrati, metro quadro, metri quadri, square metre, square metres, square meter, square meters", "1", ""},
		{"area", "km², chilometro quadrato, chilometri quadrati, square kilometre, square kilometres, square kilometer, square kilometers", "1000000", ""},
		{"area", "ha, ettaro, ettari, hectare, hectares", "10000", ""},
		{"area", "ac, acro, acri, acre, acres", "40468564224/10000000", ""},
		{"area", "ft², piede quadrato, piedi quadrati, square foot, square feet", "9290304/100000000", ""},
		{"speed", "km/h, kmh, chilometri orari, chilometri all'ora, kilometres per hour, kilometers per hour", "1000/3600", ""},
		{"speed", "m/s, metri al secondo, metres per second, meters per second", "1", ""},
		{"speed", "mph, miglia orarie, miglia all'ora, miles per hour", "1609344/3600000", ""},
		{"speed", "kn, nodo, nodi, knot, knots", "1852/3600", ""},
		{"temperature", "°C, celsius, centigradi, gradi celsius, gradi centigradi, degrees celsius", "1", ""},
		{"temperature", "°F, fahrenheit, gradi fahrenheit, degrees fahrenheit", "5/9", "-160/9"},
		{"temperature", "K, kelvin", "1", "-27315/100"},
		{"time", "s, secondo, secondi, second, seconds", "1", ""},
		{"time", "min, minuto, minuti, minute, minutes", "60", ""},
		{"time", "h, ora, ore, hour, hours", "3600", ""},
		{"time", "d, giorno, giorni, day, days", "86400", ""},
		{"time", "settimana, settimane, week, weeks", "604800", ""},
		{"data", "B, byte, bytes", "1", ""},
		{"data", "kB, kilobyte, kilobytes", "1000", ""},
		{"data", "MB, megabyte, megabytes, mega", "1000000", ""},
		{"data", "GB, gigabyte, gigabytes, giga", "1000000000", ""},
		{"data", "TB, terabyte, terabytes, tera", "1000000000000", ""},
		{"data", "KiB, kibibyte, kibibytes", "1024", ""},
		{"data", "MiB, mebibyte, mebibytes", "1048576", ""},
		{"data", "GiB, gibibyte, gibibytes", "1073741824", ""},
		{"energy", "J, joule, joules", "1", ""},
		{"energy", "kJ, kilojoule, kilojoules", "1000", ""},
		{"energy", "cal, caloria, calorie, calories", "4184/1000", ""},
		{"energy", "kcal, chilocaloria, chilocalorie, kilocalorie, kilocalories", "4184", ""},
		{"energy", "kWh, chilowattora, kilowattora, kilowatt hour, kilowatt hours", "3600000", ""},
	}
}

// pair is a metric unit and the imperial one of about its size. from are the metric ones told in that too, also those of
// neither system.
type pair struct{ metric, from, imperial, also string }

func pairs() []pair {
	return []pair{
		{"cm", "mm cm", "in", ""}, {"m", "m", "ft", ""}, {"m", "", "yd", ""}, {"km", "km", "mi", "nmi"},
		{"g", "mg g hg", "oz", ""}, {"kg", "kg q t", "lb", ""}, {"kg", "", "st", ""},
		{"ml", "ml cl dl", "cup", ""}, {"l", "l m³", "gal", ""},
		{"m²", "m²", "ft²", ""}, {"ha", "ha km²", "ac", ""},
		{"km/h", "km/h", "mph", "kn m/s"}, {"°C", "°C", "°F", "K"},
	}
}
