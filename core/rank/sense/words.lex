# Notions the two languages name differently, beyond the names of executors; see senses.lex for the format.
word weather : che_tempo meteo previsioni piovere pioggia piovera ombrello sole neve vento temporale fara_freddo fara_caldo | weather forecast rain umbrella sunny snow wind storm
word seat    : tavolo posto posti coperto | table seat
word kitchen : cucina | kitchen
word room    : stanza camera salotto bagno | room bedroom bathroom
word garden  : giardino innaffiare irrigare irrigazione annaffiare piante prato | garden water watering irrigate sprinkler lawn plants
word car     : auto macchina guidare | car drive driving
word talk    : parlare dire conversazione | speak say talk
word loud    : alto forte volume | loud loudness
word aloud   : ad_alta_voce | aloud out_loud
word clean   : pulire pulizia | clean cleaning vacuum
word robot   : robot aspirapolvere | robot vacuum
word watch   : guardare orologio | watch
word temperature : temperatura gradi caldo freddo | temperature degrees warm cold heat
word switch_on : accendere acceso | turn_on switch_on
word switch_off : spegnere spento | turn_off switch_off
word departure : partenza parte partono | departure departs leaves
word arrival : arrivo arrivi | arrival arrives
word ticket  : biglietto ticket segnalazione pratica assistenza | ticket support_case helpdesk request
word query   : interrogare interrogazione database | query database
word test    : test prova collaudo suite | test testing tests suite coverage unit_test
word meaning : significato significa vuol_dire | meaning mean means definition
word spend   : spendere speso spesa | spend spent spending
word name_of : chiamato chiamata | called named
word buy_list : lista_della_spesa | shopping_list
word add     : aggiungere | add
word show    : mostrare | show
word save    : salvare memorizzare | save store
word remember : ricordare | remember remind
word forget  : dimenticare | forget
word learn   : imparare conoscere | learn know
word explain : spiegare spiegazione | explain explanation
word check   : controllare verificare | check verify
word answer  : rispondere risposta | answer reply respond
word money   : soldi denaro euro spesa spese costo prezzo pagamento budget importo bilancio entrate uscite | money euro expense spending cost price payment budget amount dollar income
word bank    : banca conto carta_di_credito | bank credit_card
word invoice : fattura bolletta ricevuta scontrino fatturare nota_di_credito | invoice bill receipt billing
word stock   : borsa azione_in_borsa titolo_azionario quotazione azioni | stock share_price ticker quote market
word currency : yen sterline sterlina dollaro franchi valuta cambio_valuta dollari tasso_di_cambio | yen pound dollar franc currency exchange_rate
word crypto  : criptovaluta bitcoin | crypto bitcoin
word light   : luce lampada lampadina illuminazione | light lamp bulb lighting
word thermostat : termostato riscaldamento caldaia termosifone climatizzatore condizionatore | thermostat heating boiler radiator heater air_conditioning
word door    : porta serratura cancello tapparella | door lock gate blinds
word camera  : telecamera videocamera fotocamera | camera webcam
word device  : dispositivo apparecchio telefono_mio | device appliance
word play    : riproduci riprodurre ascoltare suonare metti_su | play listen
word music   : musica canzone brano playlist album cantante artista | music song track playlist album artist
word volume  : volume | volume loudness
word timer   : timer conto_alla_rovescia cronometro | timer countdown stopwatch
word alarm   : sveglia allarme svegliare | alarm wake
word shopping : carrello acquisti lista_della_spesa | shopping cart groceries
word order   : ordine ordini pedido acquisto spedito | order orders purchase shipped
word parcel  : pacco spedizione corriere consegna tracciamento | package parcel shipment courier delivery tracking package_tracking
word train   : treno treni stazione | train railway station
word flight  : volo voli aereo | flight plane flights
word route   : come_arrivo come_ci_arrivo percorso_stradale indicazioni strada tragitto itinerario traffico raggiungere arrivare | how_do_i_get route directions road itinerary traffic navigation
word travel  : viaggio vacanza vacanze | travel trip holiday vacation
word distance : distanza chilometri lontano dista | distance kilometres miles far
word near    : vicino vicinanze dintorni nei_paraggi qui_vicino qua_vicino intorno zona | near nearby nearest closest around surroundings proximity
word map     : mappa cartina | map
word recipe  : ricetta ingredienti cucinare cena pranzo piatto | recipe ingredients cook dinner lunch dish
word health  : salute medico dottore medicina farmaco dentista | health doctor medicine drug dentist
word sport   : allenamento corsa passi palestra | workout running steps gym exercise
word news    : notizia notizie giornale titoli attualita rassegna | news headline newspaper
word translate : tradurre traduci traduzione in_inglese in_italiano | translate translation
word language : lingua | language
word dictionary : dizionario significato definizione vuol_dire | dictionary meaning definition means
word search  : cerca cercare ricerca trova trovare | search find lookup searches
word engine  : motore_di_ricerca | search_engine
word note    : nota appunto appunti promemoria_scritto | note memo jotting
word reminder : promemoria ricordami | reminder remind
word recurring : ricorrente ogni periodico quotidiano settimanale giornaliero | recurring every periodic daily weekly repeating
word schedule : orario programma pianificazione programmare pianificare cadenza | schedule planning timetable cadence
word meeting : riunione incontro colloquio call | meeting conference interview
word appointment : appuntamento impegno visita | appointment engagement
word invite  : invitare invito partecipante partecipanti ospite | invite invitation attendee participant guest
word free    : libero libera disponibile buco | free available
word busy    : occupato impegnato | busy
word birthday : compleanno | birthday anniversary
word today   : oggi odierno | today
word tomorrow : domani dopodomani | tomorrow
word yesterday : ieri | yesterday
word week    : settimana | week
word month   : mese | month
word year    : anno | year
word morning : mattina stamattina | morning
word evening : sera stasera | evening tonight
word time    : ora orario | time clock hour
word date    : data giorno | date day
word unread  : non_letto non_letta non_letti non_lette da_leggere | unread
word attachment : allegato allegati | attachment attached
word sender  : mittente scritto_da mandato_da inviato_da | sender sent_by
word recipient : destinatario a_chi in_copia | recipient cc bcc
word subject : oggetto_della_mail oggetto | subject
word inbox   : posta_in_arrivo casella | inbox
word spam    : spam indesiderata pubblicita | spam junk
word reply   : rispondere risposta rispondi | reply answer response
word forward : inoltrare inoltra | forward
word draft   : bozza bozze senza_spedire non_spedire non_inviare | draft without_sending don't_send not_send before_it_goes look_at_it_before
word trash   : cestino spazzatura buttare eliminare gettare | trash bin recycle discard throw_away
word label   : etichetta etichettare tag taggare | label tag
word star    : stella importante | star important
word phone   : telefono telefonico cellulare numero_di_telefono | phone telephone mobile
word address : indirizzo | address
word friend  : amico amici | friend
word family  : famiglia familiare | family
word face    : volto viso faccia | face
word photo   : foto fotografia immagine scatto | photo picture image photograph
word shot    : scattata scattate scattato | taken shot
word album   : album galleria | album gallery
word index   : indice indicizzare indicizzazione | index indexing
word similar : simile somigliante assomigliare somiglia | similar alike resemble
word duplicate : duplicato doppione doppio identico copia_uguale | duplicate identical double dupe
word scan    : scansione scansionato scannerizzare | scan scanned
word text    : testo scritta scritto | text writing
word content : contenuto | content
word line    : riga linea | line
word word    : parola | word
word character : carattere | character
word page    : pagina sito pagina_web | page web_page site
word column  : colonna campo | column field
word row     : riga record | row record
word table   : tabella | table
word sheet   : foglio foglio_di_calcolo | sheet spreadsheet worksheet
word chart   : grafico diagramma istogramma torta tracciare | chart graph plot diagram histogram
word report  : rapporto relazione resoconto | report
word summary : riassunto riepilogo sintesi sommario riassumere | summary recap digest summarise summarize
word document : documento verbale relazione testo_formattato | document doc minutes write-up
word folder  : cartella directory | folder directory
word subfolder : sottocartella | subfolder subdirectory
word file    : file | file
word name    : nome titolo | name title
word rename  : rinominare ribattezzare | rename
word size    : dimensione peso grandezza spazio ingombro | size weight space
word large   : grande grosso pesante enorme | large big heavy huge
word small   : piccolo leggero | small tiny
word old     : vecchio datato | old
word new     : nuovo recente ultimo | new recent latest
word modified : modificato modifica cambiato | modified changed
word created : creato creazione | created
word permission : permesso accesso autorizzazione | permission access
word copy    : copia copiare | copy
word move    : spostare trasferire | move transfer
word delete  : cancellare eliminare rimuovere cestinare | delete remove erase
word archive : archivio archiviare | archive
word compress : comprimere zippare compresso | compress zip compressed
word extract : estrarre scompattare decomprimere | extract unpack unzip decompress
word convert : convertire conversione trasformare passare_a | convert conversion transform turn_into
word resize  : ridimensionare rimpicciolire ingrandire ritagliare pixel dimezzare | resize shrink enlarge crop pixels scale half_as_big
word rotate  : ruotare | rotate
word crop    : ritagliare | crop
word print   : stampare stampante stampa | print printer
word download : scaricare scaricato | download
word upload  : caricare caricamento | upload
word sync    : sincronizzare sincronizzazione | sync synchronise synchronize
word backup  : backup salvataggio copia_di_sicurezza | backup
word link    : link collegamento | link
word website : sito portale | website site portal
word browser : browser navigazione | browser
word click   : cliccare premere pulsante bottone | click press button
word form    : modulo compilare | form fill
word login   : accedere accesso autenticazione entrare login autenticarsi entrare_nel_sito credenziali | login sign_in authenticate authentication log_in
word session : sessione | session
word close   : chiudere | close
word open    : aprire | open
word book    : prenotare prenotazione | book booking reservation reserve
word buy     : comprare acquistare | buy purchase
word password : password parola_d'ordine | password passphrase
word account : account profilo utenza | account
word secret  : segreto credenziale | secret credential
word key     : chiave | key
word encrypt : cifrare crittografare decifrare criptare | encrypt cipher decrypt
word sign    : firmare firma | sign signature
word command : comando | command
word allowed : consentito permesso ammesso | allowed permitted
word forbidden : vietato proibito bloccato | forbidden banned blocked
word process : processo programma_in_esecuzione in_esecuzione programma_bloccato applicazione_bloccata | process running frozen_program hung_app
word cpu     : cpu processore | cpu processor
word memory  : memoria ram | memory ram
word disk    : disco ssd | disk drive_space ssd storage
word machine : macchina computer pc | machine computer pc host
word network : rete wifi connessione internet_va velocita_di_connessione | network wifi connection bandwidth speed_test
word status  : stato salute_del_sistema avanzamento in_corso completato chiuso | status health state progress in_progress
word error   : errore problema guasto | error problem fault failure
word log     : log registro registro_degli_errori | log error_log logs
word install : installare installato installazione | install installed installation
word update  : aggiornare aggiornamento | update upgrade
word version : versione versione_precedente cronologia_delle_versioni | version previous_version version_history
word package : pacchetto programma applicazione | package program application app
word service : servizio demone | service daemon
word code    : codice sorgente | code source
word repository : repository repo | repository repo
word issue   : segnalazione issue ticket bug | issue ticket bug
word review  : revisione recensione | review
word branch  : ramo branch | branch
word commit  : commit modifiche salvare_su_git registrare_le_modifiche | commit changes staged work_in_progress checkpoint
word assign  : assegnare assegnato | assign assigned
word close_it : chiuso chiusa | closed
word comment : commento commentare | comment
word task    : compito attivita cosa_da_fare | task todo chore
word project : progetto | project
word board   : bacheca lavagna | board
word card    : scheda carta | card
word done    : fatto completato finito concluso | done completed finished
word priority : priorita urgente | priority urgent
word sum     : somma totale sommare | sum total
word average : media | average mean
word median  : mediana | median
word maximum : massimo | maximum highest
word minimum : minimo | minimum lowest
word count   : conteggio contare quanti numero | count number how_many
word statistic : statistica deviazione media mediana deviazione_standard | statistic deviation mean median standard_deviation
word group   : gruppo raggruppare | group
word sort    : ordinare ordine ordinamento crescente decrescente alfabetico | sort order ascending descending alphabetical
word filter  : filtro filtrare condizione | filter condition
word compare : confronto confrontare differenza | compare comparison difference
word common  : in_comune comune | in_common common intersection shared
word missing : mancante manca mancano | missing lacking
word category : categoria classificare | category classify
word opinion : parere opinione | opinion
word expert  : esperto modello_grande modello_esterno | expert frontier_model large_model
word preference : preferenza impostazione | preference setting
word tone    : tono stile | tone style
word short   : breve corto conciso | short brief concise
word long    : lungo dettagliato | long detailed
word skill   : abilita skill competenza | skill ability
word enable  : abilitare attivare attivo | enable activate enabled active
word disable : disabilitare disattivare spegnere | disable deactivate
word proposal : proposta suggerimento | proposal suggestion
word improve : migliorare miglioramento | improve improvement
word approve : approvare approvazione conferma | approve approval confirm
word question : domanda chiedere | question ask
word undo    : annullare annulla disfare ripristinare | undo revert restore
word history : storico cronologia esecuzione esito | history run outcome
word wait    : aspettare attendere | wait
word stop    : fermare interrompere | stop halt
word start   : avviare partire lanciare | start launch
word run     : eseguire | run execute
word person  : persona gente | person people
word place   : luogo posto | place
word restaurant : ristorante pizzeria trattoria locale mangiare_fuori sushi bar tavolo | restaurant pizzeria diner eatery place_to_eat sushi takeaway table_for
word pharmacy : farmacia | pharmacy chemist drugstore
word shop    : negozio | shop store
word position : posizione dove_mi_trovo coordinate | position location coordinates
word city    : citta paese | city town
word street  : via strada piazza indirizzo | street road square address
word home    : casa domestico | home house
word work    : lavoro ufficio | work office job
word school  : scuola | school
word customer : cliente | customer client
word contract : contratto accordo | contract agreement
word video   : video filmato tutorial clip | video movie film tutorial clip footage
word audio   : audio registrazione | audio recording
word voice   : voce vocale | voice
word speak   : parlare pronunciare ad_alta_voce | speak aloud speech
word transcribe : trascrivere trascrizione sbobinare registrazione mettere_per_iscritto dettatura | transcribe transcription recording dictation turn_into_text turn_into_writing
word subtitle : sottotitoli | subtitle caption subtitles captions
word game    : gioco partita giocare quiz indovinello | game match play_a_game quiz riddle trivia
word team    : squadra | team
word tv      : televisione tv serie canale_tv telecomando | tv television series show channel remote
word library : libreria biblioteca | library
word book_item : libro libri | book novel
word joke    : barzelletta battuta scherzo ridere | joke funny laugh pun
word vehicle : auto macchina_auto veicolo | car vehicle
word energy  : energia consumo elettrico corrente | energy power consumption electricity
word water   : acqua | water
word plant   : pianta piante innaffiare | plant watering
word pet     : cane gatto animale | dog cat pet animal
word web     : web internet rete online | web internet online net
word article : articolo | article
word source  : fonte sorgente | source
word readable : leggibile | readable
word image_search : ricerca_per_immagini | reverse_image_search
word latitude : latitudine longitudine coordinate | latitude longitude coordinates
word zone    : fuso zona_oraria | zone timezone
word quote   : citazione preventivo | quote estimate

when today  : mezzogiorno mezzanotte pomeriggio notte minuti minuto ore_e tra_un'ora fra_un'ora mezz'ora oggi domani ieri stasera stamattina settimana mese anno lunedi martedi mercoledi giovedi venerdi sabato domenica weekend dopodomani gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre fine_settimana | noon midnight midday afternoon night minute hour am pm o'clock a_m p_m day today tomorrow yesterday tonight morning week month year monday tuesday wednesday thursday friday saturday sunday weekend january february march april june july august september october november december
pick which  : tutti tutte ogni vecchi vecchio vecchie grandi grossi pesanti recenti ultimi ultime primi prime piu_vecchi piu_di che_hanno che_contengono che_iniziano contenenti duplicati doppioni temporanei inutili superiori maggiori inferiori non_letti non_lette da_leggere piu_grandi simili | all every older newer larger bigger smaller latest last first oldest newest largest biggest containing that_contain whose with_the_word duplicate temporary useless over than before after unread similar
# number words; after at, alle and the like they tell a time
num count   : due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove venti ventuno ventidue ventitre trenta quaranta cinquanta sessanta settanta ottanta novanta cento mille | two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth thirtieth
# how people call the one they speak to, at the beginning
call name   : metnos siri alexa olly cortana assistente ehi hey ok_google ehi_google scusa allora dunque | metnos siri alexa olly cortana assistant hey ok_google hey_google okay_google okay so well right
stop small  : a ad ai agli al alla alle allo che chi ci con cui da dai dagli dal dalla dalle dallo degli dei del dell dell' della delle dello di e ed gli ha ho i il in io l l' la le lei li lo lui ma mi ne negli nei nel nell nell' nella nelle nello o per se si sono su sugli sui sul sull sull' sulla sulle sullo ti tra fra un un' una uno vi c c' ce hanno abbiamo era erano sia siano anche come mio mia mie miei tuo tua nostro nostra suo sua questo questa questi queste quel quello quella quelli quelle puoi potresti vorrei voglio mi_serve per_favore grazie ciao adesso poi quindi pero non piu gia d d' dall dall' all all' allora ok me te noi essere stato stata sta fa qualche alcuni tutto tutti tutte tutta devo dovrei fatto bisogno puo riesci essi mi_dai | a an and are at be by can could do does did for from has have had he her his i in is it its me my mine of on or our she so that the their them there these they this those to us was we were which will with would you your 's s 're please thanks hello hi want need like just then also some i'd i'm i've into onto about as if not no but been get got up out all any here now it's let's let us one ones im d m ve ll re t don't am should what whats
