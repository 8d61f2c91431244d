package main

// cities are places whose zone has another name, folded, in both languages.
func cities() map[string]string {
	return map[string]string{
		"roma": "Europe/Rome", "milano": "Europe/Rome", "milan": "Europe/Rome", "torino": "Europe/Rome", "turin": "Europe/Rome",
		"napoli": "Europe/Rome", "naples": "Europe/Rome", "italia": "Europe/Rome", "italy": "Europe/Rome",
		"firenze": "Europe/Rome", "venezia": "Europe/Rome", "bologna": "Europe/Rome", "palermo": "Europe/Rome",
		"londra": "Europe/London", "inghilterra": "Europe/London", "england": "Europe/London", "uk": "Europe/London",
		"parigi": "Europe/Paris", "francia": "Europe/Paris", "france": "Europe/Paris",
		"berlino": "Europe/Berlin", "germania": "Europe/Berlin", "germany": "Europe/Berlin", "monaco di baviera": "Europe/Berlin",
		"spagna": "Europe/Madrid", "spain": "Europe/Madrid", "barcellona": "Europe/Madrid", "barcelona": "Europe/Madrid",
		"lisbona": "Europe/Lisbon", "portogallo": "Europe/Lisbon", "portugal": "Europe/Lisbon",
		"atene": "Europe/Athens", "grecia": "Europe/Athens", "greece": "Europe/Athens",
		"varsavia": "Europe/Warsaw", "praga": "Europe/Prague", "bruxelles": "Europe/Brussels", "zurigo": "Europe/Zurich",
		"ginevra": "Europe/Zurich", "geneva": "Europe/Zurich", "stoccolma": "Europe/Stockholm", "copenaghen": "Europe/Copenhagen",
		"mosca": "Europe/Moscow", "bucarest": "Europe/Bucharest", "dublino": "Europe/Dublin", "irlanda": "Europe/Dublin",
		"washington": "America/New_York", "boston": "America/New_York", "miami": "America/New_York",
		"san francisco": "America/Los_Angeles", "seattle": "America/Los_Angeles", "california": "America/Los_Angeles",
		"citta del messico": "America/Mexico_City", "rio de janeiro": "America/Sao_Paulo", "san paolo": "America/Sao_Paulo",
		"giappone": "Asia/Tokyo", "japan": "Asia/Tokyo", "pechino": "Asia/Shanghai", "beijing": "Asia/Shanghai",
		"cina": "Asia/Shanghai", "china": "Asia/Shanghai", "india": "Asia/Kolkata", "nuova delhi": "Asia/Kolkata",
		"new delhi": "Asia/Kolkata", "mumbai": "Asia/Kolkata", "delhi": "Asia/Kolkata", "seul": "Asia/Seoul",
		"corea": "Asia/Seoul", "korea": "Asia/Seoul", "dubai": "Asia/Dubai", "istanbul": "Europe/Istanbul",
		"gerusalemme": "Asia/Jerusalem", "tel aviv": "Asia/Jerusalem", "il cairo": "Africa/Cairo", "egitto": "Africa/Cairo",
		"sydney": "Australia/Sydney", "melbourne": "Australia/Melbourne", "singapore": "Asia/Singapore",
	}
}
