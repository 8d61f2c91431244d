# A topic begins with its name, then what belongs to it: page, doc (file#section), fact, example (of an executor).
# `it` and `en` are its names, apart by ";": one must be said. `it+` and `en+` are words that may be said beside one.
# Words count by stem; small words and the verbs of asking do not.

topic metnos
doc README.md#metnos
fact version
it : metnos; ti ha fatto; ti ha creato; ti ha scritto; chi sei; cosa sei; di te; programma; assistente; bot; intelligenza artificiale; robot; umano; una persona
it+ : fatto software sei nome chiami vero
en : metnos; made you; created you; wrote you; who are you; what are you; about you; about yourself; program; assistant; bot; artificial intelligence; ai; robot; human
en+ : made software person real name called

topic version
page system/services
fact version
it : versione; release; aggiornato; aggiornamento; aggiornamenti; aggiornare
it+ : ultima attuale installata programma metnos numero sei hai
en : version; release; updated; update; updates; upgrade
en+ : latest current installed program metnos number

topic settings
page
it : impostazioni; impostazione; opzioni; configurazioni; pannello di controllo; menu
it+ : tutte pagina pagine sezione sezioni generali metnos
en : settings; setting; options; control panel; menu
en+ : all page pages section sections general metnos

topic configuration
page system/safety
doc README.md#Configuration
fact config
it : config.hcl; porta; indirizzo; configurazione; file di configurazione
it+ : file metnos programma
en : config.hcl; port; address; configuration; config; configuration file
en+ : file metnos program

topic consent
page system/safety
doc SECURITY.md#What metnos promises
fact bulk
it : consenso; conferma; conferme; approvazione; approvazioni; permesso di procedere; si o no; chiedi sempre; chiedi prima; chiedi il permesso; mi chiedi; chiederai; dico si; dire si; rispondo si
it+ : smettere smetti disattivare dico rispondo dire rispondere no chiedi chiedere chiederai domanda domandi prima permesso sempre volta serve dare darti dai agire fare cancellare spostare approvare approvo confermare confermo azione azioni richiesta
en : consent; confirmation; confirmations; approval; approvals; ask me first; ask first; ask for permission; always ask; keep asking; ask me; ask before; say yes; answer yes
en+ : stop no permission first time need give before acting doing deleting moving asking approve confirm action actions request granted

topic limits
page system/safety
doc README.md#How safe is it
fact bulk
it : limiti; limite; non puoi fare; non sai fare; vietato; proibito; rischi; rischio; pericoloso; pericolosa; sicuro; sicura; fidarmi; fidare
it+ : cosa cose fare mai rifiuti tuoi quando usarti oltre posso
en : limits; limit; cannot do; can t do; limitations; forbidden; risks; risk; dangerous; safe; trust you
en+ : things never refuse your use using thing

topic bulk
page system/safety
fact bulk
it : soglia; troppi file; tanti file; molti file; molti oggetti; piu di 20; massa
it+ : quanti file oggetti elementi chiedere conferma volta senza massimo insieme una
en : threshold; too many files; many files; many items; more than 20; bulk; at once
en+ : files items asking confirmation without most together maximum

topic sandbox
page system/services
doc README.md#How safe is it
fact level
it : sandbox; isolamento; isolato; isolati; bubblewrap; bwrap; landlock; seccomp; contenimento; confinamento; processo separato
it+ : livello strumenti esecutori processi plugin attivo attiva funziona forte chiuso chiusi girando giri gira girano eseguito eseguiti dentro lavori lavorando protetto protetti
en : sandbox; sandboxed; isolation; isolated; bubblewrap; bwrap; landlock; seccomp; containment; confinement; confined
en+ : level tools executors processes plugins active process separate strong running run runs working inside protected

topic undo
page activity/turns
doc README.md#What you can ask
it : annullare; annulla; annullo; annullamento; annullato; tornare indietro; torno indietro; disfare; undo; ripristinare; rimettere com era; sbaglio; sbagli; sbagliato; sbagliata; errore; ripensamento
it+ : ultima ultimo operazione azione azioni turno modifica modifiche richiesta cosa hai fatto qualcosa spostamento cancellazione fare cose file faccio fai commetti
en : undo; undone; revert; roll back; take back; go back; mistake; mistakes; put it back; change my mind; changed my mind; wrong
en+ : last operation action actions turn change changes request something move deletion thing things file files goes made make did done

topic trash
page activity/turns
doc SECURITY.md#What metnos promises
it : cestino; file cancellati; cancellati; eliminati; recuperare; recupero; per sempre; definitivamente
it+ : file cancelli cancellare elimini eliminare svuotare vanno finiscono dove cose documenti buttati
en : trash; deleted files; deleted; recover; recycle bin; bin; for good; forever; permanently
en+ : back get files delete emptying go things documents thrown

topic plan
page memory/plans
doc docs/architecture.md#One turn
it : piano; piani; framework; pianificazione; pianifichi
it+ : prima eseguirlo eseguire esegui vederlo salvati ricordati turno passo passi richiesta origine esegui fai metnos
en : plan; plans; framework; planning
en+ : before running run it saved remembered turn step steps request origin run metnos

topic levels
page memory/plans
it : l0; l1; livello l0; livello l1; fastpath; autopath; piani riusati; piani ricordati; richieste ricordate; impari; imparare; apprendimento
it+ : livelli memoria piano piani svuotare dimenticare cache da me richieste
en : l0; l1; level l0; level l1; fastpath; autopath; reused plans; remembered plans; learn; learning
en+ : levels memory plan plans empty forget cache from me requests

topic reach
page system/safety
doc README.md#How safe is it
fact folders
it : cartelle concesse; concessione; concessioni; grant; grants; permessi; permesso; autorizzazione; accesso; accedere; cartelle; cartella; mie cartelle; miei file
it+ : puoi leggere vedere scrivere toccare usare dare darti do dai dia permettere permetto togliere aggiungere concedere concedo file altra altre nuova disco mia mie tuoi leggi vedi scrivi tutti hai tue
en : granted folders; grant; grants; permissions; permission; access; folders; folder; my files
en+ : let allow read see write touch use give you take remove add granting file other another new disk all your

topic privacy
page system/safety
doc SECURITY.md#What metnos promises
fact models
it : privacy; privati; privato; riservatezza; dati personali; segreti; segreto; password; spii; spiare; cloud; dati a qualcuno; fuori da qui; miei dati fuori; escono; esce; online; condividi; condividere; vendi; vede miei file; vedono miei file; legge miei file; chi vede; chi vede i miei file; chi legge; chi legge i miei file; chi ha accesso; puo vedere
it+ : moglie marito famiglia figli altra persona persone conversazioni conversazione richieste storia miei dati file sono protetti sicuri mandi invii escono esce da qualcuno altri terzi proteggi vede vedono finiscono
en : privacy; private; personal data; secrets; secret; password; passwords; spy; cloud; data to anyone; data leave; leave this computer; leaves; leave here; online; share; sell; see my files; sees my files; read my files; who sees; who sees my files; who can see; who can see my files; who reads; who has access
en+ : wife husband family children other people conversations conversation requests history data files are protected safe send sent anybody others third parties protect keep you see sees my machine computer go anyone

topic data
page system/backups
fact data
it : dove tieni i dati; dati; miei dati; memoria; cartella dei dati; archivio dei dati; database; ricordi; ricordare; memorizzi; salvi
it+ : conservi tieni salvati cartella metnos disco me cose cosa conversazioni quello
en : data; my data; memory; data folder; data directory; database; remember; store; stored
en+ : keep kept saved folder metnos disk about things what me conversations

topic network
doc SECURITY.md#What metnos promises
it : internet; rete; connessione; connesso; offline; web; siti; sito; collegamento a internet; online
it+ : hai accesso usi navigare navighi serve bisogno senza funzioni cercare collegato vai va ad funziona
en : internet; network; connection; connected; offline; the web; websites; website; online
en+ : have access use browse browsing need without work search go works

topic formats
fact formats
it : formati; formato; tipi di file; estensioni di file
it+ : file leggi leggere supporti apri capisci gestisci riesci sai documenti quali
en : formats; format; file types; types of files; kinds of files
en+ : file files read support open understand handle documents which

topic models
fact models
it : modello; modelli; llm; modello linguistico; intelligenza; chatgpt; gpt; claude; ollama; openai; gemini; llama; reti neurali
it+ : linguistici usi usa lingua quale hai ia ai collegato collegare serve bisogno locale sei dietro
en : model; models; llm; language model; chatgpt; gpt; claude; ollama; openai; gemini; llama; neural network
en+ : languages use ai connected connect need local behind are

topic executors
page lifecycle/executors
doc docs/architecture.md#One plugin process
fact tools
it : esecutore; esecutori; executor; strumento; strumenti; tool; capacita installate
it+ : hai installati attivi lista elenco firmati disponibili agire usi ci sono
en : executor; executors; tool; tools; installed capabilities
en+ : have installed active list signed available act use

topic plugins
page lifecycle/executors
doc docs/plugin-authors.md#Writing a plugin
it : plugin; estensione; estensioni; nuovo strumento; nuovi strumenti; strumento nuovo; skill; installare un esecutore; installare executor; installa executor; installo executor; installa esecutore; installo plugin; aggiungere capacita; nuove capacita; nuova capacita; terze parti; scrivere un esecutore; esecutore nuovo
it+ : installare installo aggiungere aggiungo scrivere creare sviluppare insegnarti capacita mio un altri esecutore strumento executor
en : plugin; plugins; extension; extensions; new tool; new tools; skill; skills; install an executor; add capabilities; new capability; third party; write an executor; new executor
en+ : install installing add adding write create develop teach you own capability my another executor tool

topic keys
page system/keys
doc SECURITY.md#What metnos promises
it : chiavi; chiave; fiducia; firma; firme; firmato; firmati; ed25519; editore; manifest; manifesto
it+ : verifichi controlli strumenti esecutori plugin fidata fidate revocare revoco pubblica chi chi ha
en : keys; key; trust; signature; signatures; signed; ed25519; publisher; manifest
en+ : verify check tools executors plugins trusted revoke public who

topic tasks
page activity/tasks
example list_tasks create_tasks
doc README.md#What you can ask
it : promemoria; attivita ricorrenti; attivita; cose da fare; richieste ricorrenti; ricorrente; ricorrenti; scheduler; programmata; programmate; ogni giorno; ogni lunedi; ogni mattina; timer; pianificate; automatico; automatiche; automaticamente
it+ : miei mie creare creo aggiungere sospendere sospendo riprendere eliminare elimino cancellare richiesta richieste cosa qualcosa ripetere ripetute vedere lista nuovo mettere mettono crea fare sposta
en : reminder; reminders; recurring; tasks; task; scheduler; scheduled; schedule; every day; every monday; every morning; timer; automatic; automatically
en+ : my create add pause resume delete request requests something repeat see list new set run things

topic preferences
page memory/preferences
example set_preferences
it : preferenze; preferenza; lingua; tono; unita di misura; misure; lunghezza delle risposte; risposte piu brevi; risposte brevi; risposte corte; fuso orario; fuso; italiano; inglese; formale; informale; dai del lei; dai del tu; luogo; posizione; citta
it+ : mie mia cambiare imposta impostare risposte risposta parlare parli rispondi rispondere corte lunghe chat interfaccia metti risponda mio tuo piu orario scegliere
en : preferences; preference; language; tone; units; units of measurement; length of replies; shorter replies; shorter answers; short answers; time zone; timezone; english; italian; formal; informal; location; city
en+ : my change set replies answers reply speak talk answer short long shorter chat interface your

topic languages
page memory/preferences
example set_preferences
it : quali lingue; lingue parli; lingue capisci; lingue supporti; lingue conosci; francese; tedesco; spagnolo; parli inglese; parli italiano
it+ : parli capisci conosci supporti quali sai altre anche lingue
en : which languages; what languages; languages speak; languages understand; languages support; french; german; spanish; speak english; speak italian
en+ : speak understand know support which other also languages

topic people
page people/users
doc README.md#More than one person
it : utenti; utente; persone; persona in piu; altra persona; famiglia; familiari; moglie; marito; figli; figlio; figlia; mamma; colleghi; collega; piu persone; piu utenti; multiutente; qualcun altro
it+ : due tre quante aggiungere aggiungo invitare invito usare usarti usa togliere rimuovere rimuovo nuovo nuova altri altro condividere creare mia mio chi insieme
en : users; user; people; another person; more people; family; wife; husband; children; son; daughter; mum; mom; colleagues; colleague; multi user; somebody else; someone else; someone
en+ : two three many add adding invite use using remove removing new other share create my who person together

topic roles
page people/users
fact role
it : ruolo; ruoli; ospite; ospiti; guest; membro; amministratore; amministra; admin; host; proprietario; padrone
it+ : mio sono differenza tra puo fare chi cosa membri diverso
en : role; roles; guest; guests; member; admin; administrator; host; owner
en+ : my am difference between may can do who what members

topic sessions
page people/sessions
it : sessione; sessioni; accesso; accessi; login; entrare; entro; uscire; disconnettere; disconnetto; disconnettermi; esco; esci; browser collegati; dispositivi collegati; link di accesso; link d accesso; password di accesso; logout
it+ : aperte chiudere chiudo revocare revoco altro altri browser telefono dispositivo link nuovo nella chat fare perso nuovo dal da mio
en : session; sessions; sign in; sign out; login; log in; log out; logout; signed in; sign in link; connected browsers; connected devices; access link
en+ : open end close revoke other browsers phone device link new chat lost from my another

topic passkeys
page people/passkeys
it : passkey; impronta; impronta digitale; volto; senza link
it+ : entrare entro aggiungere aggiungo togliere tolgo rinominare accesso accedere dito viso telefono browser con creare nuova
en : passkey; passkeys; fingerprint; face; without a link
en+ : sign in log add remove rename access phone browser with create new

topic health
page system/health
it : salute; stato di salute; tutto a posto; in salute
it+ : stai sistema metnos controllare manca sei
en : health; healthy; everything fine; everything ok
en+ : system metnos check missing

topic channels
page people/channels
fact channels
it : canale; canali; telegram; whatsapp; signal; discord; slack; chat web; app; cellulare; telefono; smartphone; android; iphone; voce; microfono; parlarti da; scriverti da
it+ : parlare parlarti scrivere scriverti raggiungere raggiungerti usare usarti collegato collegare abbinare abbinato da dove dal hai supporti altri web anche via vocale
en : channel; channels; telegram; whatsapp; signal; discord; slack; web chat; app; phone; smartphone; android; iphone; voice; microphone; talk to you from
en+ : talk write reach use connected connect pair paired from where have support other web also over mobile

topic devices
page people/sessions
it : dispositivo; dispositivi; altro computer; altri computer; portatile; tablet; remoto; altra macchina; computer di casa
it+ : collegare collego abbinare aggiungere agire eseguire su usare mio miei altro altri comandare
en : device; devices; another computer; other computers; laptop; tablet; remote; another machine
en+ : connect pair add act run on use my other control computer

topic backups
page system/backups
doc README.md#Commands
it : backup; copia di sicurezza; copie di sicurezza; salvataggio; ripristinare un backup; ripristino; restore; istantanea; istantanee; snapshot
it+ : fare faccio fai prendere rimettere ripristinare vedere dati automatico creare copia memoria miei tuoi
en : backup; backups; back up; restore; snapshot; snapshots; safety copy
en+ : make take put back see data automatic create copy my your

topic record
page activity/turns
doc README.md#Commands
it : registro; log; ledger; traccia; tracce; cronologia; storico; storia; cosa hai fatto; turni; turno
it+ : richieste richiesta completo completa turni vedere vedo trovare modifiche azioni mie dove catena hash tuoi passate fatte
en : record; log; logs; ledger; trace; history; what you did; turns; turn
en+ : requests request complete full see find changes actions my where hash chain past

topic services
page system/services
fact level
it : servizi; servizio; processi in esecuzione; processi; stato; stato del sistema
it+ : sistema attivi esecuzione vedere tuoi plugin metnos
en : services; service; running processes; processes; status; system status
en+ : system active running see your plugins metnos

topic safety
page system/safety
doc README.md#How safe is it
fact bulk
it : sicurezza; regole; politica; policy; regole di sicurezza; protezione
it+ : impostazioni cambiare vedere metnos gestita funziona tue quali
en : safety; security; rules; policy; safety rules; protection
en+ : settings change see metnos handled your which

topic conversations
doc README.md#More than one person
it : conversazione; conversazioni; chat; discussioni; vecchie conversazioni; discorsi
it+ : lista trovare rinominare cancellare cercare nuova aprire vecchie precedenti mie separate funziona iniziare
en : conversation; conversations; chat; chats; threads; thread
en+ : list find rename delete search new open old previous my separate start

topic inbox
doc README.md#More than one person
it : in attesa; richieste in attesa; casella; approvazioni in attesa; inbox; da approvare; da confermare; sospeso; in sospeso
it+ : vedere trovare cose file conferme domande dove
en : waiting; pending; pending requests; inbox; to approve; waiting for me; pending approvals
en+ : see find things files confirmations questions where

topic uploads
doc README.md#More than one person
it : caricare; carico; allegare; allegati; allegato; mandarti; ti mando; ti invio; ti passo; ti allego; ti carico; inviarti; passarti; allegarti; caricarti; upload; trascinare; scaricare; scarico; download
it+ : file foto immagini documenti immagine foto chat web da posso dal qui risultato
en : upload; uploads; attach; attachment; attachments; send you a file; send you files; drag; download; downloads
en+ : file files photo picture documents chat web from here result

topic commands
doc README.md#Commands
it : comando; comandi; riga di comando; terminale; cli; scorciatoia; scorciatoie; tastiera
it+ : disponibili lista elenco usare metnos tutti da quali
en : commands; command; command line; terminal; cli; shortcut; shortcuts; keyboard
en+ : available list use metnos all from

topic doctor
page system/health
doc README.md#Commands
it : metnos doctor; doctor; diagnosi; diagnostica; problema; problemi; non funziona; guasto; controllo dell installazione
it+ : installazione controllare verificare tutto posto qualcosa va metnos c e sistema
en : metnos doctor; doctor; diagnosis; diagnostics; problem; problems; not working; broken; check the installation
en+ : installation verify everything fine something metnos working wrong

topic failures
page activity/turns
doc README.md#When it is interrupted
it : interruzione; interrotto; crash; corrente; blackout; spegnimento; si spegne; si blocca; riavvio; incerto; meta lavoro; spengo
it+ : turno cosa succede computer durante meta modifica server manca va via esito se il
en : interruption; interrupted; crash; crashes; power; power cut; power failure; electricity; blackout; shuts down; restart; uncertain; halfway
en+ : turn happens fails computer during change server if outcome

topic understanding
doc README.md#What you can ask
it : non capisci; non hai capito; capisci; parole sconosciute; frase; frasi; parlarti; comandi vocali; linguaggio naturale; capire; sintassi
it+ : come ti parlo devo parola parole scrivere meglio alcune quando mi la mia le mie
en : don t understand; not understand; understand; unknown words; sentence; sentences; talk to you; natural language; syntax
en+ : how word words write better some when me my speak

topic cost
doc README.md#metnos
it : costo; costi; prezzo; gratis; gratuito; pagare; abbonamento; licenza; open source; codice sorgente; quanto costa
it+ : quanto costi metnos usarti si paga devo
en : cost; price; free; pay; subscription; license; licence; open source; source code
en+ : how much metnos using you

topic documentation
doc docs/architecture.md#The house
it : documentazione; manuale; guida; istruzioni; readme; documentazione tecnica; architettura
it+ : leggere trovare vedere metnos come fatto dentro
en : documentation; manual; guide; instructions; readme; docs; architecture
en+ : read find see metnos how built inside

# Words that hold a question together, or say that something is asked, seen, set or changed.
small
it : adesso ora lista elenco a ad ai agli al alla alle allo all anche che chi ci con cui cosa da dai dagli dal dalla dalle dallo dall degli dei del della delle dello dell di d e ed gli ha hai ho i il in io l la le lei li lo lui ma mi me ne negli nei nel nella nelle nell nello o per quale quali qual quanto quanti quante quella quelle quelli quello questa queste questi questo se si sono sei siete su sugli sui sul sulla sulle sullo sull ti te tra fra un una uno un vi c s non come dove quando perche mio mia miei mie tuo tua tuoi tue suo sua cambiare cambio cambia modificare modifico modifica impostare imposto imposta scegliere scelgo trovare trovo trova trovano vedere vedo vede gestire gestisco guardare guardo leggere leggo usare uso usi fare faccio fa essere avere puoi posso possiamo puo possono riesci riesco sai devo dovrei voglio vorrei tutto tutti tutte ogni ancora sempre qualche pagina impostazione metnos funziona funzionano serve servono esattamente proprio significa essere stai cos po poi gia regolare configurare regolo configuro consultare controllare controllo
en : now list a an and are at be by can do does did for from has have he her his i in is it its me my of on or our s t so that the their them there these they this those to us was we were which who whom will with you your what how where when why not don doesn isn aren am if as into about any some all every each one also still always now change changes changing set find see view look use using used make get go manage edit choose could should would may might must want need page setting metnos work works working mean means exactly really just please adjust configure read check
