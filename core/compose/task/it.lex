# Words of requests about what runs later and about preferences. Format: package vocab.
noun task     : attivita task compit{o,i} attivita_ricorrent{e,i} attivita_programmat{a,e} attivita_pianificat{a,e} attivita_in_programma richiest{a,e}_programmat{a,e} richiest{a,e}_ricorrent{e,i} compit{o,i}_ricorrent{e,i} compit{o,i}_programmat{o,i}
noun reminder : promemoria promemoria_ricorrent{e,i} promemoria_programmat{o,i} promemoria_attivi promemoria_sospesi
skill one     : skill skills abilita_aggiuntiva
verb remind   : ricordare avvisare avvertire rammentare
form wake     : svegliami mi_svegli svegliarmi mi_puoi_svegliare mi_svegliate
verb make     : creare impostare programmare pianificare fissare segnare aggiungere inserire
form make     : metti mettimi mettere fai fammi segnami crea
verb pause    : disattivare disabilitare
form pause    : sospendi sospendilo sospendila sospendili sospendile sospendere sospenda metti_in_pausa mettere_in_pausa mettilo_in_pausa mettila_in_pausa ferma
verb resume   : riattivare riabilitare riavviare
form resume   : riprendi riprendere fai_ripartire attiva attivare
verb move     : spostare anticipare posticipare rimandare cambiare modificare
form move     : cambia_l'_orario_de cambia_orario
verb delete   : cancellare eliminare rimuovere togliere
form stop     : non_ricordarmi_piu non_ricordarmi non_avvisarmi_piu smetti_di_ricordarmi smettila_di_ricordarmi non_mi_ricordare_piu non_mi_ricordare
verb list     : elencare mostrare listare visualizzare
form list     : dimmi fammi_vedere dammi fai_vedere vedere vedi elenca_mi fammi_l'_elenco_dei fammi_l'_elenco_delle
ask list      : quali qual che quale
ask count     : quanti quante
ask next      : quando quando_parte quando_scatta quando_tocca quando_viene_eseguita quando_viene_eseguito quando_si_attiva a_che_ora a_che_ora_parte a_che_ora_scatta quando_e quando_sara quando_sono quando_suona quando_partono quando_scattano
ask history   : storico cronologia lo_storico la_cronologia com'_e_andata com'_e_andato come_e_andata come_e_andato come_sono_andate come_sono_andati come_sono_andate quando_e_partita_l'_ultima_volta quando_e_partito_l'_ultima_volta
have own      : ho abbiamo sono ci_sono ho_in_programma ho_programmato ho_impostato ho_impostati ho_impostate ho_attivi ho_attive sono_attive sono_attivi sono_in_programma installat{o,a,i,e} sono_installat{e,i} ho_installat{e,o} ho_registrato ho_registrati ho_registrate c'_e ho_gia esistono
fill def      : il lo la l' i gli le un uno una un' dei delle degli del della dello dell' di d' da a al alla allo all' ai alle agli per su sul sulla nel nella in e ed mio mia miei mie mi quello quella quelli quelle che con cui nuovo nuova nuovi nuove prossima prossimo volta la_prossima_volta l'_ultima_volta orario l'_orario_de l'_orario ora
fill pad      : per_favore per_piacere grazie puoi potresti vorrei voglio vorrei_che ok allora ciao metnos pure adesso subito ti_prego gentilmente
fill link     : per di che con_scritto chiamat{o,a} intitolat{o,a}
all all       : tutti tutte tutti_quanti tutte_quante ogni
state paused  : sospes{o,a,i,e} in_pausa disattivat{o,a,i,e}
state active  : attiv{o,a,i,e}
before prep   : di del della dei degli delle da dal dopo entro prima fino modificat{o,a,i,e} creat{o,a,i,e} scaricat{o,a,i,e} aggiornat{o,a,i,e} dalle dai

# preferences
verb answer   : rispondere parlare scrivere usare adottare passare preferire volere dire
form answer   : rispondimi parlami scrivimi rispondi usa passa preferisco voglio vorrei dammi parliamo sii tieni fai fammi mantieni rispondermi parlarmi dimmi desidero
verb choose   : impostare cambiare scegliere mettere regolare selezionare modificare
form choose   : metti imposta cambia scegli imposta_come
verb reset    : ripristinare azzerare resettare reimpostare cancellare eliminare rimuovere togliere
form reset    : torna tornare torna_a ripristina azzera rimetti
pref lang     : lingua linguaggio lingua_delle_risposte
pref tone     : tono registro stile tono_delle_risposte
pref reply_length : lunghezza lunghezza_delle_risposte lunghezza_delle_tue_risposte dettaglio livello_di_dettaglio
pref units    : unita unita_di_misura misure sistema_di_misura
pref zone     : fuso fuso_orario zona_oraria
pref place    : luogo posizione citta localita mia_citta
pref all      : preferenze preferenza impostazioni impostazione
lang it       : italiano italiana lingua_italiana
lang en       : inglese lingua_inglese
tone formale  : formale formali formalmente del_lei il_lei
tone informale : informale informali confidenziale amichevole del_tu il_tu
reply_length breve : breve brevi brevemente corto corta corti corte cort{issime} coincise conciso concisa concise concisi sintetico sintetica sintetiche sintetici stringat{o,a,i,e} piu_corto
reply_length dettagliata : dettagliato dettagliata dettagliati dettagliate lungo lunga lunghe lunghi esteso estesa estese approfondito approfondita approfondite completo complete
reply_length normale : normale normali media medie
units metric   : metriche metrico metrica metrici celsius chilometri centimetri europee europeo
units imperial : imperiali imperiale fahrenheit miglia pollici americane americano anglosassoni anglosassone
default default : predefinit{o,a,i,e} di_default default di_prima iniziale originale di_partenza standard di_base
say say       : risposte risposta messaggi messaggio frasi modo testo
ever ever     : d'_ora_in_poi da_ora_in_poi d'_ora_in_avanti da_adesso_in_poi da_oggi_in_poi da_oggi sempre da_ora in_futuro da_adesso
more more     : piu in_modo in_maniera meno_lunghe meno_lungo molto un_po' un_po piuttosto tue tua tuo tuoi con delle dei degli le la il i lo un una risposte a ad all' alla al alle allo su in di del della dell' per e essere sia mio mia miei mie come tra sul sulla nelle nei che
ask which     : quali quale qual che cosa
be be         : e sono ho uso hai stai usi usando parli tengo attuale attuali impostata impostate

where here    : dove_mi_trovo dove_sono dove_siamo dove_ci_troviamo in_che_citta_sono in_quale_citta_sono in_che_posto_sono qual_e_la_mia_posizione la_mia_posizione dove_sono_ora
