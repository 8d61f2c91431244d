# Italian words. One line: class value : forms. A form may hold braces for endings (cartell{a,e}) and
# underscores for spaces (per_favore). Accents and case do not matter. `verb` lists lemmas, inflected by rule
# (clitics included); `form` adds irregular command forms; `done` irregular participles.

# --- verbs -------------------------------------------------------------------------------------------
verb find     : cercare trovare rintracciare individuare ricercare raccogliere scovare localizzare ripescare
form find     : raccogli raccoglimi reperisci reperiscimi reperire
verb list     : elencare listare enumerare
verb show     : mostrare visualizzare
form show     : tira_fuori tirami_fuori passami dammi dacci fai_vedere fammi_vedere facci_vedere fa_vedere fai_leggere fammi_leggere far_vedere farmi_vedere farmi_leggere fammi_sapere fai_sapere vedere vedi vedo vediamo
verb tell     : indicare riferire
form tell     : di dimmi dicci dire dirmi dica dici sai_dirmi sapere
verb count    : contare conteggiare
verb read     : leggere consultare
verb open     : aprire
done open     : apert{o,a,i,e}
done read     : lett{o,a,i,e}
verb look     : guardare controllare verificare esaminare
form look     : dai_un'_occhiata dai_un_occhiata
verb take     : prendere considerare
done take     : pres{o,a,i,e}
verb keep     : tenere mantenere conservare
form keep     : tieni tienimi tenga
verb move     : spostare trasferire muovere
done move     : moss{o,a,i,e}
verb put      : mettere portare mandare archiviare infilare collocare ricollocare ficcare
form put      : mettici_dentro mettigli_dentro infilaci_dentro
form move     : spostaci_dentro
done put      : mess{o,a,i,e}
form put      : riponi riponili riponile riponilo riponila riporre
verb copy     : copiare duplicare clonare replicare ricopiare
form copy     : fai_una_copia_di fai_una_copia_del fai_una_copia_della fai_una_copia_dei fai_una_copia_delle fai_una_copia_degli fammi_una_copia_di fammi_una_copia_del fammi_una_copia_della fammi_una_copia_dei fammi_una_copia_delle fammi_una_copia_degli fai_copia_di fai_copia_dei fai_copia_del fai_copia_delle crea_una_copia_di crea_una_copia_del crea_una_copia_della fare_una_copia_di
verb rename   : rinominare ribattezzare
form rename   : cambia_nome cambia_il_nome cambiare_nome cambiare_il_nome
verb delete   : cancellare eliminare rimuovere cestinare distruggere buttare_via gettare gettare_via sbarazzarsi_di buttare_nel_cestino mettere_nel_cestino spostare_nel_cestino togliere_di_mezzo
done delete   : rimoss{o,a,i,e} distrutt{o,a,i,e}
form delete   : butta buttali buttale buttalo buttala fai_sparire fai_fuori fammi_fuori fammi_sparire far_sparire sbarazzati_d{i,el,ello,ella,ei,egli,elle,ell'} liberati_d{i,el,ello,ella,ei,egli,elle,ell'} metti_nel_cestino sposta_nel_cestino cestina
verb create   : creare generare
verb make     : fare preparare realizzare
form make     : fai fammi fa' facci faccia farmi
done make     : fatt{o,a,i,e}
verb write    : scrivere annotare
done write    : scritt{o,a,i,e}
verb save     : salvare registrare memorizzare esportare
verb append   : aggiungere accodare appendere
done append   : aggiunt{o,a,i,e}
verb replace  : sostituire rimpiazzare sovrascrivere
form replace  : sostituisci sostituiscilo sostituiscila sostituiscili sostituiscano rimpiazza
done replace  : sovrascritt{o,a,i,e} sostituit{o,a,i,e}
verb sort     : ordinare
verb group    : raggruppare
verb split    : dividere suddividere smistare
form split    : distribuisci distribuiscili dividili
verb tidy     : riordinare sistemare organizzare
verb filter   : filtrare selezionare
verb compute  : calcolare
verb sum      : sommare totalizzare
form sum      : somma sommami
verb compress : comprimere zippare impacchettare
done compress : compress{o,a,i,e}
verb extract  : estrarre scompattare decomprimere unzippare
form extract  : estrai estraimi
verb compare  : confrontare paragonare
verb convert  : convertire trasformare
form convert  : converti converta
verb send     : inviare spedire
verb translate: tradurre
form translate: traduci traducimi traduca
verb summarize: riassumere sintetizzare
verb install  : installare
verb remind   : ricordare
verb set      : impostare configurare
verb describe : descrivere
verb start    : avviare lanciare
verb share    : condividere
form share    : condividi
verb classify : classificare

# things nobody asks a file assistant for in vain: known, so that the refusal can be plain
verb outside  : accendere spegnere chiamare telefonare suonare prenotare comprare acquistare ordinare_la_pizza alzare abbassare ascoltare riprodurre navigare disegnare cantare pagare cucinare
form outside  : accendi accendimi spegni suona

# --- nouns -------------------------------------------------------------------------------------------
obj files     : file files document{o,i} elementi elemento
obj dirs      : cartell{a,e} sottocartell{a,e} directory cartellin{a,e}
obj processes : process{o,i}
obj messages  : mail email e-mail messagg{io,i} posta
obj events    : event{o,i} appuntament{o,i} impegn{o,i}
obj contacts  : contatt{o,i} rubrica
obj tasks     : attivita_ricorrent{e,i} attivita promemoria_ricorrent{e,i}
obj urls      : sit{o,i}_web pagin{a,e}_web link
obj preferences : preferenz{a,e} impostazion{e,i}
obj packages  : pacchett{o,i} programm{a,i} applicazion{e,i}
obj calendars : calendar{io,i}
obj places    : luog{o,hi} ristorant{e,i} negoz{io,i}
obj persons   : person{a,e}
obj issues    : issue
obj pulls     : pull_request

kind image    : foto fotografi{a,e} immagin{e,i} figur{a,e} scatt{o,i}
kind video    : video filmat{o,i} clip film
kind audio    : canzon{e,i} bran{o,i} music{a,he} audio registrazion{e,i}
kind archive  : archiv{io,i}_compress{o,i} file_compress{o,i} archiv{io,i}
kind spreadsheet : fogli_di_calcolo foglio_di_calcolo fogli_elettronici foglio_elettronico
kind presentation : presentazion{e,i}
kind code     : sorgent{e,i} file_sorgent{e,i} codice_sorgente

ext pdf       : pdf
ext txt       : file_di_testo testuali documenti_di_testo documento_di_testo
ext docx,doc  : word documenti_word documento_word file_word
ext xlsx,xls  : excel fogli_excel foglio_excel file_excel cartelle_excel
ext pptx,ppt  : powerpoint presentazioni_powerpoint
ext md        : markdown
ext jpg,jpeg  : jpg jpeg
ext zip       : zip zippati
ext log       : file_di_log

prop size     : dimension{e,i} grandezz{a,e} peso taglia spazio grandi pesantezza
prop name     : nom{e,i} titol{o,i}
prop modified : data data_di_modifica data_dell'_ultima_modifica ultima_modifica modifica data_di_ultima_modifica
prop created  : data_di_creazione creazione
prop extension : estension{e,i} format{o,i}
prop kind     : tip{o,i} tipologi{a,e} gener{e,i}
prop folder   : cartella sottocartella directory
prop taken    : data_di_scatto
prop lines    : rig{a,he} line{a,e}
prop words    : parol{a,e}
prop chars    : caratter{e,i}

# --- numbers -----------------------------------------------------------------------------------------
num 0 : zero
num 1 : un uno una un'
num 2 : due paio
num 3 : tre
num 4 : quattro
num 5 : cinque
num 6 : sei
num 7 : sette
num 8 : otto
num 9 : nove
num 10 : dieci
num 11 : undici
num 12 : dodici
num 13 : tredici
num 14 : quattordici
num 15 : quindici
num 16 : sedici
num 17 : diciassette
num 18 : diciotto
num 19 : diciannove
num 20 : venti
num 30 : trenta
num 40 : quaranta
num 50 : cinquanta
num 60 : sessanta
num 90 : novanta
num 100 : cento
num 1000 : mille
ord 1 : prim{o,a}
ord 2 : second{o,a}
ord 3 : terz{o,a}
ord 4 : quart{o,a}
ord 5 : quint{o,a}
ord 6 : sest{o,a}
ord 7 : settim{o,a}
ord 8 : ottav{o,a}
ord 9 : non{o,a}
ord 10 : decim{o,a}
ord -1 : ultim{o,a}
unit 1             : byte b
unit 1000          : kb kilobyte chilobyte k
unit 1000000       : mb mega megabyte
unit 1000000000    : gb giga gigabyte
unit 1000000000000 : tb tera terabyte

# --- grammatical words -------------------------------------------------------------------------------
set art   : il lo la l' i gli le un uno una un' dei degli delle del della dello dell'
set few   : alcuni alcune qualche parecchi parecchie certi certe vari varie meta uno_dei uno_degli una_delle un_paio_di la_maggior_parte_dei quasi_tutti quasi_tutte
set def   : il lo la l' i gli le
set in    : in nel nello nella nell' nei negli nelle dentro dentro_a dentro_al dentro_alla all'_interno_di all'_interno_della all'_interno_del sotto su sul sulla presente_in presenti_in
set of    : di del dello della dell' dei degli delle d'
set from  : da dal dallo dalla dall' dai dagli dalle
set to    : ad a al allo alla all' ai agli alle verso in nel nello nella nell' nei negli nelle dentro
set by    : per secondo in_base_a in_base_al in_base_alla in_base_all' a_seconda_del a_seconda_della a_seconda_dell'
set with  : con aventi avente
set and   : e ed nonche
set or    : o oppure od
set that  : che il_cui la_cui i_cui il_quale la_quale i_quali le_quali
set be    : e e' sono sia siano era erano fossero risulta risultano
set have  : ha hanno abbia abbiano ho abbiamo contiene contengono contenga
set there : c'_e c'_e' ci_sono c'_era ci_stanno sono_presenti si_trovano ci_siano ce ci_sta si_trova vi_sono esistono esiste
set all   : tutt{o,i,a,e} tutti_quanti tutte_quante ogni qualsiasi qualunque
set each  : ogni ciascun{o,a} ognuno ognuna ogni_singola ogni_singolo
set only  : solo solamente soltanto unicamente
set more  : piu maggiormente
set than  : di dei del della che
set in_total : in_tutto in_totale complessivamente nel_complesso totali totale
set those : quelli quelle quei quegli quello quella questi queste essi esse li
set there_is_q : ci_sono c'_e c'_e' esistono esiste ce
set next  : poi e_poi dopo infine quindi successivamente e_infine e_dopo dopodiche e_quindi
set errands : spesa compere commissioni cose_da_fare da_fare todo acquisti
set named : chiamat{o,a,i,e} denominat{o,a,i,e}
set hidden : nascost{o,a,i,e}
set hash  : duplicat{o,i,a,e} doppion{e,i} doppi doppie
set column : colonn{a,e} camp{o,i}
set empty : vuot{o,a,i,e}
set where : dove dov' in_quale_cartella in_che_cartella in_quali_cartelle
set which : qual{e,i} qual che
set what  : cosa cos' che_cosa che_cos' che
set howmany : quant{i,e}
set howmuch : quanto quanta
set not   : non

set blank : riga righe linea linee testo qualcosa roba voce voci frase frasi nota note appunto paragrafo paragrafi commento del_testo qualche_riga
set about : su sul sulla sui sulle sullo sull' per riguardo circa
set vague : principale personale stessa solita giusta precedente corrente attuale superiore altra predefinita condivisa sbagliata
set pad   : ti_dispiacerebbe ti_andrebbe_di mi_faresti_il_piacere_di mi_fai_il_piacere_di mi_faresti_il_favore_di mi_fai_il_favore_di avresti_modo_di avresti_voglia_di sarebbe_possibile non_e_che_per_caso da_qualche_parte per_favore per_piacere per_cortesia grazie ciao buongiorno buonasera salve ehi hey senti senta ascolta allora dunque ok okay bene ecco scusa scusami perfetto gentilmente cortesemente un_attimo magari adesso ora subito pure invece mi ci puoi potresti puo potrebbe vorrei_che vorrei_che_tu voglio_che voglio_che_tu mi_piacerebbe_che mi_piacerebbe_che_tu vorrei vorremmo voglio desidero devi dovresti bisogna mi_serve mi_servono mi_servirebbe ho_bisogno_di avrei_bisogno_di ti_prego fammi_un_favore fammi_la_cortesia fammi_il_piacere un_po' un_po bel velocemente anche_tu metnos tutto_bene per_me per_noi se_puoi se_riesci quando_puoi se_possibile te_lo_chiedo_per_favore e_possibile riesci_a sapresti sai dai d'_accordo insomma intanto comunque cortesia per_adesso per_ora attualmente qui mio mia mei miei mie nostri nostro nostra nostre tuo a_proposito
set condition : se qualora quando purche finche fino_a_quando nel_caso a_patto_che
set exclusion : tranne eccetto eccettuat{o,i,a,e} salvo escluso esclusi esclusa escluse escludendo meno_che meno_{i,gli,le,il,lo,la,l'} a_parte fuorche fuori_che all'_infuori_d{i,ei,el,elle,ella,egli,ello,ell'} ad_eccezione_d{i,ei,el,elle,ella,egli,ello,ell'} a_eccezione_d{i,ei,el,elle,ella,egli,ello,ell'} con_l'_eccezione_d{i,ei,el,elle,ella,egli,ello,ell'} ad_esclusione_d{i,ei,el,elle,ella,egli,ello,ell'}
set negation  : non senza niente nulla nessun nessuno nessuna mai neanche nemmeno neppure ne
prop year     : anno anni anno_di_modifica
prop month    : mese mesi mese_di_modifica anno-mese anno_e_mese
prop day      : giorno giorni
prop initial  : iniziale lettera_iniziale
ext tmp,temp  : file_temporanei

# --- what is asked about a machine, by the values executors offer -------------------------------------
set disk        : disco dischi spazio hard_disk
set memory      : memoria ram
set cpu         : cpu processor{e,i}
set temperature : temperatur{a,e} cald{o,a}
set uptime      : acceso accesa
set machine     : computer pc macchina portatile
