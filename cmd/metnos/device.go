package main

import "strings"

// device says in a few words what a browser says of itself in many; what it does not know stays as it is.
func device(agent string) string {
	system := firstOf(agent, [][2]string{{"iPhone", "iPhone"}, {"iPad", "iPad"}, {"Android", "Android"}, {"CrOS", "ChromeOS"},
		{"Windows", "Windows"}, {"Macintosh", "Mac"}, {"Linux", "Linux"}})
	browser := firstOf(agent, [][2]string{{"Edg", "Edge"}, {"OPR/", "Opera"}, {"Vivaldi", "Vivaldi"}, {"Firefox/", "Firefox"}, {"FxiOS", "Firefox"},
		{"CriOS", "Chrome"}, {"Chrome/", "Chrome"}, {"Safari/", "Safari"}})
	switch {
	case agent == "":
		return "?"
	case system == "" || browser == "":
		return agent
	}
	return browser + " · " + system
}

// firstOf is the name of the first mark that is there. The order counts: browsers name those they are made like, too.
func firstOf(text string, marks [][2]string) string {
	for _, m := range marks {
		if strings.Contains(text, m[0]) {
			return m[1]
		}
	}
	return ""
}
