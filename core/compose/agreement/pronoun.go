package agreement

// Word is the number and the gender of a word; an empty gender agrees with both.
type Word struct {
	One, Any bool
	Gender   string
}

// Fits reports whether a pronoun may stand for a thing.
func (a Word) Fits(o Word) bool {
	return a.Any || a.One == o.One && (a.Gender == "" || o.Gender == "" || a.Gender == o.Gender)
}

// Of is the number and the gender of a pronoun of either language, folded; of no pronoun it is any.
func Of(word string) Word {
	switch word {
	case "lo", "quello", "questo":
		return Word{One: true, Gender: "m"}
	case "la", "quella", "questa":
		return Word{One: true, Gender: "f"}
	case "li", "quelli", "quei", "quegli", "questi", "essi":
		return Word{Gender: "m"}
	case "le", "quelle", "queste", "esse":
		return Word{Gender: "f"}
	case "it", "this", "that":
		return Word{One: true}
	case "them", "those", "these", "they", "all":
		return Word{}
	}
	return Word{Any: true}
}
