package compose

import (
	"context"
	"strings"
	"testing"
)

// plans compares what sentences are drafted to with what is wanted.
func plans(t *testing.T, want [][2]string) {
	t.Helper()
	c := New()
	for _, w := range want {
		d, err := c.Propose(context.Background(), said(t, w[0]))
		if err != nil {
			t.Fatal(err)
		}
		got := sketch(d)
		if d.Limit != nil {
			got = "limit " + d.Limit.Code
		}
		if got != w[1] {
			t.Errorf("%s\nmade %s\nwant %s", w[0], got, w[1])
		}
	}
}

// TestLater: what repeats or is for later is registered with the sentence that will run, and nothing of it runs now.
func TestLater(t *testing.T) {
	plans(t, [][2]string{
		{"svegliami domani alle 7", "create_tasks{reminder:true,request:svegliami,schedule:domani alle 7} => receipt"},
		{"wake me up tomorrow at 7", "create_tasks{reminder:true,request:wake me up,schedule:tomorrow at 7} => receipt"},
		{"ogni lunedì alle 8 dimmi quanti pdf ci sono in Downloads", "create_tasks{request:dimmi quanti pdf ci sono in Downloads,schedule:ogni lunedì alle 8} => receipt"},
		{"every Friday at 17 count the files in Downloads", "create_tasks{request:count the files in Downloads,schedule:every Friday at 17} => receipt"},
		{"cancella i pdf di Downloads ogni lunedì", "create_tasks{request:cancella i pdf di Downloads,schedule:ogni lunedì} => receipt"},
		{"delete the pdfs in Downloads every Monday", "create_tasks{request:delete the pdfs in Downloads,schedule:every Monday} => receipt"},
		{"ogni giorno alle 8 cancella i pdf di Downloads", "create_tasks{request:cancella i pdf di Downloads,schedule:ogni giorno alle 8} => receipt"},
		{"ogni settimana elenca i pdf di Downloads", "create_tasks{request:elenca i pdf di Downloads,schedule:ogni settimana} => receipt"},
		{"tra 10 minuti cancella i pdf di Downloads", "create_tasks{request:cancella i pdf di Downloads,schedule:tra 10 minuti} => receipt"},
		{"ogni lunedì elenca i pdf di Downloads alle 9", "create_tasks{request:elenca i pdf di Downloads,schedule:ogni lunedì alle 9} => receipt"},
		{"il primo lunedì di ogni mese alle 9 elenca i pdf di Downloads", "create_tasks{request:elenca i pdf di Downloads,schedule:il primo lunedì di ogni mese alle 9} => receipt"},
		{"elenca i pdf di Downloads ogni mese", "create_tasks{request:elenca i pdf di Downloads,schedule:ogni mese} => receipt"},
	})
}

// TestReminders: what is only to be said needs no executor of its own.
func TestReminders(t *testing.T) {
	plans(t, [][2]string{
		{"ricordami di comprare il pane ogni giorno alle 8", "create_tasks{reminder:true,request:comprare il pane,schedule:ogni giorno alle 8} => receipt"},
		{"ricordami ogni lunedì di chiamare Anna alle 9", "create_tasks{reminder:true,request:chiamare Anna,schedule:ogni lunedì alle 9} => receipt"},
		{"tra due ore ricordami di chiamare Anna", "create_tasks{reminder:true,request:chiamare Anna,schedule:tra due ore} => receipt"},
		{"ricordami domani alle 9 di pagare la mensa", "create_tasks{reminder:true,request:pagare la mensa,schedule:domani alle 9} => receipt"},
		{"ricordami di pagare la bolletta il 15 dicembre alle 10", "create_tasks{reminder:true,request:pagare la bolletta,schedule:il 15 dicembre alle 10} => receipt"},
		{"ricordami tra un'ora di guardare le foto di ieri", "create_tasks{reminder:true,request:guardare le foto di ieri,schedule:tra un'ora} => receipt"},
		{"ricordami domani di chiamare Anna alle 9", "create_tasks{reminder:true,request:chiamare Anna,schedule:domani alle 9} => receipt"},
		{"ricordami che domani ho il dentista", "create_tasks{reminder:true,request:ho il dentista,schedule:domani} => receipt"},
		{"ricordami di comprare il pane", "create_tasks{reminder:true,request:comprare il pane} => receipt"},
		{"crea un promemoria per comprare il latte domani alle 18", "create_tasks{reminder:true,request:comprare il latte,schedule:domani alle 18} => receipt"},
		{"imposta un promemoria per venerdì alle 9: portare i documenti", "create_tasks{reminder:true,request:portare i documenti,schedule:venerdì alle 9} => receipt"},
		{"remind me every weekday at 8 to check the inbox", "create_tasks{reminder:true,request:check the inbox,schedule:every weekday at 8} => receipt"},
		{"remind me to call Anna tomorrow at 5pm", "create_tasks{reminder:true,request:call Anna,schedule:tomorrow at 5pm} => receipt"},
		{"in two hours remind me to call the bank", "create_tasks{reminder:true,request:call the bank,schedule:in two hours} => receipt"},
		{"set a reminder for tomorrow at 9 to pay the rent", "create_tasks{reminder:true,request:pay the rent,schedule:tomorrow at 9} => receipt"},
		{"please remind me about the meeting on Friday at 10", "create_tasks{reminder:true,request:the meeting,schedule:on Friday at 10} => receipt"},
		{"ogni giorno alle 8 ricordami di cancellare i pdf di Downloads", "create_tasks{reminder:true,request:cancellare i pdf di Downloads,schedule:ogni giorno alle 8} => receipt"},
	})
}

// TestLaterRefuses: what could not be carried out then is not registered, and no part of it is done instead.
func TestLaterRefuses(t *testing.T) {
	plans(t, [][2]string{
		{"ogni lunedì alle 8 cancella tutti i promemoria", "limit task_governs"},
		{"ogni lunedì alle 8 frobnica i pdf", "limit task_unclear"},
		{"ogni lunedì alle 8 manda un messaggio ad Anna", "limit task_unable"},
		{"ogni lunedì alle 8", "limit schedule_alone"},
		{"every Monday at 8", "limit schedule_alone"},
		{"ricordami di pagare il 31 febbraio alle 9", "ask date_impossible "},
	})
	c := New()
	for _, text := range []string{
		`scrivi in Documenti/agenda.txt "riunione ogni lunedì alle 8"`,
		"trova i file modificati ieri alle 9",
		"elenca i file modificati prima di domani alle 9",
		"ogni volta che arriva un pdf in Downloads spostalo in Archivio",
	} {
		d, err := c.Propose(context.Background(), said(t, text))
		if err != nil || strings.Contains(sketch(d), "_tasks") {
			t.Errorf("%s\nmade %s, %v", text, sketch(d), err)
		}
	}
}

// TestManagesTasks: the ones that are there, by whatever tells which.
func TestManagesTasks(t *testing.T) {
	plans(t, [][2]string{
		{"quali attività ricorrenti ho?", "list_tasks{} => list"},
		{"che promemoria ho?", "list_tasks{} => list"},
		{"elenca i miei promemoria", "list_tasks{} => list"},
		{"mostrami le attività programmate", "list_tasks{} => list"},
		{"quanti promemoria ho?", "list_tasks{} => count"},
		{"quali promemoria sono sospesi?", "list_tasks{state:paused} => list"},
		{"ho promemoria per la spesa?", "list_tasks{query:spesa} => list"},
		{"which recurring tasks do I have?", "list_tasks{} => list"},
		{"list my reminders", "list_tasks{} => list"},
		{"how many reminders do I have?", "list_tasks{} => count"},
		{"sospendi il promemoria della spesa", "set_tasks{query:spesa,state:paused} => receipt"},
		{"metti in pausa il promemoria del pane", "set_tasks{query:pane,state:paused} => receipt"},
		{"pause the shopping reminder", "set_tasks{query:shopping,state:paused} => receipt"},
		{"riattiva", "set_tasks{state:active} => receipt"},
		{"riattiva il promemoria della spesa", "set_tasks{query:spesa,state:active} => receipt"},
		{"resume the Friday task", "set_tasks{query:Friday,state:active} => receipt"},
		{"sposta alle 9 il promemoria della spesa", "set_tasks{query:spesa,schedule:alle 9} => receipt"},
		{"sposta il promemoria della spesa alle 9", "set_tasks{query:spesa,schedule:alle 9} => receipt"},
		{"sposta il promemoria delle 8 alle 9", "set_tasks{query:8,schedule:alle 9} => receipt"},
		{"move the shopping reminder to tomorrow at 9", "set_tasks{query:shopping,schedule:tomorrow at 9} => receipt"},
		{"cancella il promemoria della spesa", "delete_tasks{query:spesa} => receipt"},
		{"cancella tutti i promemoria", "delete_tasks{all:true,kind:reminder} => receipt"},
		{"elimina tutte le attività", "delete_tasks{all:true} => receipt"},
		{"delete the Friday task", "delete_tasks{query:Friday} => receipt"},
		{"cancel all my reminders", "delete_tasks{all:true,kind:reminder} => receipt"},
		{"non ricordarmi più di comprare il pane", "delete_tasks{query:comprare pane} => receipt"},
		{"quando parte la prossima volta il promemoria del pane?", "read_tasks{query:pane} => list"},
		{"when is the next reminder?", "read_tasks{} => list"},
		{"storico delle attività", "read_tasks_history{} => list"},
		{"attiva la skill notes", "set_skills{name:notes,state:enabled} => receipt"},
		{"disable the skill notes", "set_skills{name:notes,state:disabled} => receipt"},
		{"quali skill sono installate?", "list_skills{} => list"},
	})
	c := New()
	for _, text := range []string{"cancella la cartella Promemoria", "delete the task files in Downloads", "sposta i pdf di Downloads in Promemoria", "elenca i file di Downloads", "sospendi i file di Downloads", "crea la cartella Attività"} {
		d, err := c.Propose(context.Background(), said(t, text))
		if err != nil || strings.Contains(sketch(d), "_tasks") {
			t.Errorf("%s\nmade %s, %v", text, sketch(d), err)
		}
	}
}

// Undoing beside something else is told to be a request of its own, and nothing happens.
func TestUndoingIsAlone(t *testing.T) {
	plans(t, [][2]string{
		{"elimina Documenti/a.txt e poi annulla", "limit undo_alone"},
		{"annulla e poi elenca i file di Documenti", "limit undo_alone"},
		{"delete Documenti/a.txt, then undo", "limit undo_alone"},
	})
}

// TestPreferences: said in many ways, and nothing else is taken for one.
func TestPreferences(t *testing.T) {
	set := func(name, value string) string {
		return "set_preferences{name:" + name + ",value:" + value + "} => receipt"
	}
	plans(t, [][2]string{
		{"d'ora in poi rispondimi in inglese", set("lang", "en")},
		{"d'ora in poi parlami in inglese", set("lang", "en")},
		{"rispondimi in italiano", set("lang", "it")},
		{"from now on answer me in Italian", set("lang", "it")},
		{"speak English please", set("lang", "en")},
		{"imposta il tono delle risposte su formale", set("tone", "formale")},
		{"dammi del lei", set("tone", "formale")},
		{"set the tone to informal", set("tone", "informale")},
		{"rispondimi più breve", set("reply_length", "breve")},
		{"vorrei risposte più corte", set("reply_length", "breve")},
		{"d'ora in poi risposte dettagliate", set("reply_length", "dettagliata")},
		{"set the length of your replies to detailed", set("reply_length", "dettagliata")},
		{"shorter answers please", set("reply_length", "breve")},
		{"usa le unità imperiali", set("units", "imperial")},
		{"use metric units", set("units", "metric")},
		{"imposta il fuso orario su New York", set("zone", "America/New_York")},
		{"set the time zone to Europe/Rome", set("zone", "Europe/Rome")},
		{"imposta il luogo su Reggio Emilia", set("place", "Reggio Emilia")},
		{"torna alla lingua predefinita", "delete_preferences{name:lang} => receipt"},
		{"torna alla lingua di prima", "delete_preferences{name:lang} => receipt"},
		{"torna all'italiano", set("lang", "it")},
		{"ripristina le preferenze", "delete_preferences{all:true} => receipt"},
		{"reset my preferences", "delete_preferences{all:true} => receipt"},
		{"che preferenze ho?", "get_preferences{} => list"},
		{"quali sono le mie preferenze?", "get_preferences{} => list"},
		{"what are my preferences?", "get_preferences{} => list"},
		{"che lingua uso?", "get_preferences{name:lang} => list"},
		{"dove mi trovo?", "get_location{} => scalar"},
		{"where am I?", "get_location{} => scalar"},
	})
	c := New()
	for _, text := range []string{
		"traduci agenda.txt in inglese", "trova i file in inglese", "cancella i file lunghi di Downloads", "elenca i file più lunghi di Downloads",
		"imposta italiano e inglese", "scrivi un testo formale in Documenti/a.txt", "list the short files in Downloads", "usa la cartella Downloads",
	} {
		d, err := c.Propose(context.Background(), said(t, text))
		if err != nil || strings.Contains(sketch(d), "_preferences") {
			t.Errorf("%s\nmade %s, %v", text, sketch(d), err)
		}
	}
}

// TestTwoMoments: both are kept, or nothing is registered; no moment ends up in what to say.
func TestTwoMoments(t *testing.T) {
	plans(t, [][2]string{
		{"ricordami alle 8 e alle 20 di prendere la pillola", "limit task_moments"},
		{"remind me at 8 am and at 8 pm to take the pill", "limit task_moments"},
		{"ricordami di pagare domani e dopodomani alle 9", "limit task_moments"},
		{"remind me to pay tomorrow and on Friday at 9", "limit task_moments"},
		{"ricordami alle 8 o alle 9 di uscire", "limit task_moments"},
		{"remind me at 8 or at 9 to leave", "limit task_moments"},
		{"ricordami di prendere la pillola alle 8 e poi alle 20", "limit task_moments"},
		{"remind me to take the pill at 8 am and then at 8 pm", "limit task_moments"},
		{"ricordami ogni giorno alle 8 e alle 20 di prendere la pillola", "create_tasks{reminder:true,request:prendere la pillola,schedule:ogni giorno alle 8 e alle 20} => receipt"},
		{"remind me every day at 8 and at 20 to take the pill", "create_tasks{reminder:true,request:take the pill,schedule:every day at 8 and at 20} => receipt"},
		{"ricordami domani alle 9 di comprare pane e latte", "create_tasks{reminder:true,request:comprare pane e latte,schedule:domani alle 9} => receipt"},
		{"remind me tomorrow at 9 to buy bread and milk", "create_tasks{reminder:true,request:buy bread and milk,schedule:tomorrow at 9} => receipt"},
		{"ricordami domani alle 9 della riunione di venerdì", "create_tasks{reminder:true,request:della riunione di venerdì,schedule:domani alle 9} => receipt"},
		{"remind me every day at 8 and 20 to take the pill", "create_tasks{reminder:true,request:take the pill,schedule:every day at 8 and 20} => receipt"},
	})
}

// TestTextGoesOn: "and then" with a command in a text without quotes is not guessed.
func TestTextGoesOn(t *testing.T) {
	plans(t, [][2]string{
		{"crea il file b.txt con scritto: ciao e poi leggilo", "limit text_goes_on"},
		{"create the file b.txt saying: meet Anna and then delete the old notes", "limit text_goes_on"},
	})
	c := New()
	for _, text := range []string{`crea il file b.txt con scritto: "ciao e poi leggilo"`, `create the file b.txt saying: "hello and then read it"`} {
		if d, err := c.Propose(context.Background(), said(t, text)); err != nil || !d.Accepted {
			t.Errorf("%s\nmade %s, %v", text, sketch(d), err)
		}
	}
}

// TestDayToCome: of a date without a year the next one is meant, unless what was is asked for. Now is June 18, 2025.
func TestDayToCome(t *testing.T) {
	plans(t, [][2]string{
		{"che giorno sarà il 17 giugno?", "get_now{field:weekday,offset_days:364} => scalar"},
		{"what day will it be on June 17?", "get_now{field:weekday,offset_days:364} => scalar"},
		{"che giorno era il 17 giugno?", "get_now{field:weekday,offset_days:-1} => scalar"},
	})
}

// TestAsksPartly: what is answered only in part is refused as a whole.
func TestAsksPartly(t *testing.T) {
	plans(t, [][2]string{
		{"what reminders do I have for tomorrow?", "limit tasks_by_day"},
		{"che ora è a Londra e a Tokyo?", "limit one_place"},
		{"what time is it in London and in Tokyo?", "limit one_place"},
	})
}
