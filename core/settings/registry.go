package settings

// Root is what all of it is called.
var Root = Text{"Impostazioni", "Settings"}

// Pages is the whole registry, in the order it is shown.
func Pages() []Section {
	return []Section{
		{"activity", Text{"Attività", "Activity"}, []Page{turns(), tasks()}},
		{"lifecycle", Text{"Ciclo di vita", "Lifecycle"}, []Page{executors()}},
		{"memory", Text{"Memoria", "Memory"}, []Page{plans(), preferences()}},
		{"system", Text{"Sistema", "System"}, []Page{services(), health(), safety(), trust(), backups()}},
		{"people", Text{"Persone", "People"}, []Page{users(), sessions(), passkeys(), channels()}},
	}
}

func turns() Page {
	return Page{
		Route: "activity/turns", Label: Text{"Turni", "Turns"}, Role: Guest, Detail: true,
		Summary: Text{"Le richieste che hai fatto e com'è andata ognuna, con la traccia completa di quello che è successo.", "The requests you made and how each went, with the complete trace of what happened."},
		Columns: []Column{
			moment("at", "Quando", "When"), words("request", "Richiesta", "Request"), badge("outcome", "Esito", "Outcome"),
			code("origin", "Origine del piano", "Origin of the plan"), count("steps", "Passi", "Steps"), count("changes", "Modifiche", "Changes"),
			code("channel", "Canale", "Channel"), span("ms", "Durata", "Duration"), code("turn", "Turno", "Turn"),
		},
	}
}

func tasks() Page {
	return Page{
		Route: "activity/tasks", Label: Text{"Cose da fare", "Tasks"}, Role: Guest, Detail: true,
		Summary: Text{"Le richieste che eseguo più tardi, o di nuovo ogni volta che tocca, e com'è andata ogni volta.", "The requests I run later, or again each time they are due, and how each run went."},
		Columns: []Column{
			name(Code), words("request", "Richiesta", "Request"), words("schedule", "Quando", "When"), state(),
			moment("next", "Prossima volta", "Next run"), count("runs", "Volte", "Runs"), moment("last", "Ultima volta", "Last run"),
		},
		Controls: []Control{
			{Name: "pause", Label: Text{"Sospendi", "Pause"}, Row: true, Role: Member},
			{Name: "resume", Label: Text{"Riprendi", "Resume"}, Row: true, Role: Member},
			{Name: "delete", Label: Text{"Elimina", "Delete"}, Row: true, Danger: true, Role: Member, Confirm: Text{"Non la eseguo più. Quello che ha già fatto resta.", "I run it no more. What it has done already stays."}},
		},
	}
}

func executors() Page {
	return Page{
		Route: "lifecycle/executors", Label: Text{"Esecutori", "Executors"}, Role: Admin, Detail: true,
		Summary: Text{"Gli strumenti che possono agire qui, chi li ha firmati e che cosa possono raggiungere. Quelli che non passano i controlli sono elencati con il motivo.", "The tools that may act here, who signed them and what they may reach. Those that do not pass the checks are listed with the reason."},
		Columns: []Column{
			name(Code), state(), code("effect", "Effetto", "Effect"),
			badge("revertible", "Annullabile", "Can be undone"), code("capabilities", "Permessi", "Capabilities"), code("origin", "Origine", "Origin"),
			code("version", "Versione", "Version"), code("signed", "Firmato da", "Signed by"), count("uses", "Passi eseguiti", "Steps run"),
			count("failed", "Falliti", "Failed"), span("median", "Durata tipica", "Typical duration"),
		},
	}
}

func plans() Page {
	return Page{
		Route: "memory/plans", Label: Text{"Piani", "Plans"}, Role: Guest,
		Summary: Text{"I piani che hanno funzionato e che posso usare di nuovo: L0 per la stessa richiesta, L1 per richieste che dicono lo stesso in altre parole.", "Plans that worked and that I may use again: L0 for the same request, L1 for requests that say the same in other words."},
		Columns: []Column{
			code("level", "Livello", "Level"), words("words", "Richiesta", "Request"), code("tools", "Passi", "Steps"),
			state(), count("uses", "Usi", "Uses"), moment("used", "Ultimo uso", "Last used"), code("lang", "Lingua", "Language"),
		},
		Controls: []Control{
			{Name: "forget", Label: Text{"Dimentica", "Forget"}, Row: true, Role: Member},
			{Name: "flush-l0", Label: Text{"Svuota L0", "Empty L0"}, Danger: true, Role: Member, Confirm: Text{"Dimentico tutti i piani di L0: la prossima volta li rifaccio.", "I forget every plan of L0: next time I make them anew."}},
			{Name: "flush-l1", Label: Text{"Svuota L1", "Empty L1"}, Danger: true, Role: Member, Confirm: Text{"Dimentico tutti i piani di L1: la prossima volta li rifaccio.", "I forget every plan of L1: next time I make them anew."}},
		},
	}
}

func preferences() Page {
	return Page{
		Route: "memory/preferences", Label: Text{"Preferenze", "Preferences"}, Role: Guest,
		Summary: Text{"Come vuoi che ti risponda: lingua, tono, lunghezza, unità di misura. Valgono su ogni canale.", "How you want me to answer: language, tone, length, units. They hold on every channel."},
		Columns: []Column{words("name", "Preferenza", "Preference"), words("value", "Valore", "Value")},
		Controls: []Control{
			{Name: "set", Label: Text{"Scegli", "Choose"}, Row: true, Choices: true},
			{Name: "reset", Label: Text{"Torna al valore iniziale", "Back to the default"}, Row: true},
		},
	}
}

func services() Page {
	return Page{
		Route: "system/services", Label: Text{"Servizi", "Services"}, Role: Admin,
		Summary: Text{"I processi che lavorano per te adesso e quanto è chiuso ognuno.", "The processes that work for you now and how closely each is confined."},
		Columns: []Column{
			name(Code), badge("level", "Isolamento", "Confinement"), code("net", "Rete", "Network"),
			code("read", "Legge", "Reads"), code("write", "Scrive", "Writes"), code("pid", "Processo", "Process"), moment("since", "Da", "Since"),
		},
	}
}

func health() Page {
	return Page{
		Route: "system/health", Label: Text{"Salute", "Health"}, Role: Admin,
		Summary: Text{"Se ho tutto quello che mi serve per lavorare, e che cosa fare dove manca qualcosa.", "Whether I have all I need to work, and what to do where something is missing."},
		Columns: []Column{words("what", "Che cosa", "What"), state(), words("detail", "Come sta", "How it is"), words("remedy", "Che cosa fare", "What to do")},
	}
}

func safety() Page {
	return Page{
		Route: "system/safety", Label: Text{"Sicurezza", "Safety"}, Role: Admin,
		Summary: Text{"Che cosa faccio da solo, che cosa ti chiedo e che cosa non tocco mai. Si cambia in config.hcl.", "What I do by myself, what I ask you about and what I never touch. It is changed in config.hcl."},
		Columns: []Column{code("grant", "Permesso", "Grant"), words("people", "Per chi", "For whom"), badge("access", "Accesso", "Access"), code("path", "Cartella", "Folder")},
	}
}

func trust() Page {
	return Page{
		Route: "system/keys", Label: Text{"Chiavi e fiducia", "Keys and trust"}, Role: Admin,
		Summary: Text{"Le chiavi di chi può firmare gli strumenti che eseguo. Si amministrano con `metnos key`.", "The keys of those who may sign the tools I run. They are administered with `metnos key`."},
		Columns: []Column{
			code("id", "Chiave", "Key"), code("role", "Ruolo", "Role"), words("publisher", "Di chi", "Whose"),
			state(), moment("created", "Creata", "Created"), moment("expires", "Scade", "Expires"),
		},
	}
}

func backups() Page {
	return Page{
		Route: "system/backups", Label: Text{"Copie di sicurezza", "Backups"}, Role: Admin,
		Summary:  Text{"Le copie di quello che ricordo. Per rimetterne una ferma il server e usa `metnos restore`.", "The copies of what I remember. To put one back, stop the server and use `metnos restore`."},
		Columns:  []Column{name(Code), moment("taken", "Presa", "Taken"), words("reason", "Perché", "Why"), count("files", "Parti", "Parts")},
		Controls: []Control{{Name: "take", Label: Text{"Fai una copia adesso", "Take a copy now"}}},
	}
}

func users() Page {
	return Page{
		Route: "people/users", Label: Text{"Utenti", "Users"}, Role: Admin,
		Summary: Text{"Chi usa questa installazione e con quale ruolo. Si aggiungono con `metnos user add`.", "Who uses this installation and in which role. They are added with `metnos user add`."},
		Columns: []Column{
			name(Words), badge("role", "Ruolo", "Role"), code("home", "Cartella", "Home"),
			count("sessions", "Sessioni", "Sessions"), moment("created", "Dal", "Since"),
		},
		Controls: []Control{
			{Name: "invite", Label: Text{"Link d'accesso", "Sign-in link"}, Row: true},
			{Name: "remove", Label: Text{"Rimuovi", "Remove"}, Row: true, Danger: true, Confirm: Text{"Esce subito da ogni dispositivo e dimentico quello che ricordavo. I suoi file restano.", "They are signed out everywhere at once and I forget what I remembered. Their files stay."}},
		},
	}
}

func sessions() Page {
	return Page{
		Route: "people/sessions", Label: Text{"Sessioni", "Sessions"}, Role: Guest,
		Summary: Text{"I browser in cui sei entrato. Chi amministra vede quelli di tutti. Una sessione chiusa smette di valere subito.", "The browsers you are signed in with. Who administers sees everybody's. A session that is ended stops working at once."},
		Columns: []Column{
			words("device", "Dispositivo", "Device"), words("person", "Di chi", "Whose"), state(),
			moment("created", "Entrato", "Signed in"), moment("seen", "Ultimo uso", "Last seen"), moment("expires", "Scade", "Expires"),
		},
		Controls: []Control{{Name: "revoke", Label: Text{"Chiudi", "End"}, Row: true, Danger: true, Confirm: Text{"Quel browser esce subito; per rientrare serve un nuovo link o una passkey.", "That browser is signed out at once; to come back it needs a new link or a passkey."}}},
	}
}

func passkeys() Page {
	return Page{
		Route: "people/passkeys", Label: Text{"Passkey", "Passkeys"}, Role: Guest,
		Summary: Text{"Entri con l'impronta, il volto o il codice del tuo dispositivo, senza chiedere un link. Qui ci sono le tue: nessun altro le vede.", "You sign in with the fingerprint, the face or the code of your device, without asking for a link. These are yours: nobody else sees them."},
		Columns: []Column{
			name(Words), code("site", "Vale su", "Works at"),
			moment("created", "Creata", "Created"), moment("used", "Ultimo uso", "Last used"),
		},
		Controls: []Control{
			{Name: "add", Label: Text{"Aggiungi una passkey", "Add a passkey"}, Browser: "passkey"},
			{Name: "rename", Label: Text{"Rinomina", "Rename"}, Row: true, Choices: true},
			{Name: "remove", Label: Text{"Togli", "Remove"}, Row: true, Danger: true, Confirm: Text{"Con questa passkey non si entra più. Le sessioni aperte restano: si chiudono nella pagina Sessioni.", "This passkey signs nobody in any more. Open sessions stay: they are ended on the Sessions page."}},
		},
	}
}

func channels() Page {
	return Page{
		Route: "people/channels", Label: Text{"Canali", "Channels"}, Role: Admin,
		Summary:  Text{"Da dove mi si può parlare, e chi è chi su ognuno.", "Where I can be spoken to, and who is who on each."},
		Columns:  []Column{code("channel", "Canale", "Channel"), badge("kind", "Che cosa", "What"), words("person", "Chi", "Who"), code("sender", "Mittente", "Sender"), moment("since", "Dal", "Since")},
		Controls: []Control{{Name: "unbind", Label: Text{"Scollega", "Unpair"}, Row: true, Danger: true, Confirm: Text{"Da quel mittente non ascolto più nessuno, finché non lo abbini di nuovo.", "I listen to nobody from that sender until you pair it again."}}},
	}
}

func words(key, it, en string) Column  { return Column{key, Text{it, en}, Words} }
func code(key, it, en string) Column   { return Column{key, Text{it, en}, Code} }
func count(key, it, en string) Column  { return Column{key, Text{it, en}, Count} }
func span(key, it, en string) Column   { return Column{key, Text{it, en}, Span} }
func moment(key, it, en string) Column { return Column{key, Text{it, en}, Time} }
func badge(key, it, en string) Column  { return Column{key, Text{it, en}, Badge} }

// name and state are columns many pages have.
func name(kind Kind) Column { return Column{"name", Text{"Nome", "Name"}, kind} }
func state() Column         { return badge("state", "Stato", "State") }
