package typed

import "strings"

// lengths of the account numbers of a country, where it is known.
var lengths = map[string]int{
	"AD": 24, "AT": 20, "BE": 16, "BG": 22, "CH": 21, "CY": 28, "CZ": 24, "DE": 22, "DK": 18, "EE": 20, "ES": 24, "FI": 18, "FR": 27, "GB": 22,
	"GR": 27, "HR": 21, "HU": 28, "IE": 22, "IS": 26, "IT": 27, "LI": 21, "LT": 20, "LU": 20, "LV": 21, "MC": 27, "MT": 31, "NL": 18, "NO": 15,
	"PL": 28, "PT": 25, "RO": 24, "SE": 24, "SI": 19, "SK": 24, "SM": 27, "VA": 22,
}

func readIBAN(g []string, _ string) (Thing, bool) {
	code := strings.ToUpper(g[0])
	length, known := lengths[code[:2]]
	var account strings.Builder
	end := 0
	for i := 0; i < len(code); i++ {
		if code[i] == ' ' {
			continue
		}
		account.WriteByte(code[i])
		end = i + 1
		if known && account.Len() == length {
			break
		}
	}
	value := account.String()
	if !known || len(value) != length || !remainder(value) || end < len(code) && code[end] != ' ' {
		return Thing{}, false
	}
	return Thing{Value: value, End: end}, true
}

// remainder checks an account number by ISO 7064: what it is divided by 97 leaves 1.
func remainder(code string) bool {
	rest := 0
	for _, c := range code[4:] + code[:4] {
		switch {
		case c >= '0' && c <= '9':
			rest = (rest*10 + int(c-'0')) % 97
		case c >= 'A' && c <= 'Z':
			rest = (rest*100 + int(c-'A') + 10) % 97
		default:
			return false
		}
	}
	return rest == 1
}

// readVAT checks an Italian VAT number by its last digit.
func readVAT(g []string, _ string) (Thing, bool) {
	digits, sum := g[1], 0
	if strings.Trim(digits, "0") == "" {
		return Thing{}, false
	}
	for i := range 10 {
		d := int(digits[i] - '0')
		if i%2 == 1 {
			if d *= 2; d > 9 {
				d -= 9
			}
		}
		sum += d
	}
	return Thing{Value: digits}, (10-sum%10)%10 == int(digits[10]-'0')
}

// odd is what a character at an odd place of an Italian tax code counts, digits and letters alike by their place.
var odd = [26]int{1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23}

// readTaxCode checks an Italian tax code by its last letter.
func readTaxCode(g []string, _ string) (Thing, bool) {
	code, sum := strings.ToUpper(g[0]), 0
	for i := range 15 {
		n := int(code[i] - 'A')
		if code[i] <= '9' {
			n = int(code[i] - '0')
		}
		if i%2 == 0 {
			n = odd[n]
		}
		sum += n
	}
	return Thing{Value: code}, byte('A'+sum%26) == code[15]
}
