# What everyday words speak of; see senses.lex for the format.
#
# word   a notion, as in words.lex
# hint   words that speak of a notion without naming it: milk of groceries, umbrella of the weather
# brand  names of services: what is named so is meant, and no other

# --- services ----------------------------------------------------------------------------------------------
brand mail   : | gmail outlook hotmail yahoo protonmail thunderbird imap exchange fastmail sendgrid mailchimp
brand chat   : | telegram whatsapp slack teams discord signal messenger sms imessage skype matrix mattermost twilio line wechat viber
brand cloud  : | dropbox onedrive icloud gdrive drive nextcloud sharepoint box
brand work   : | notion trello asana jira confluence todoist airtable clickup basecamp monday linear evernote obsidian joplin keep onenote roam
brand code   : | github gitlab bitbucket git docker kubernetes jenkins sentry vercel netlify heroku npm pypi
brand music  : | spotify deezer tidal soundcloud youtube netflix plex twitch
brand social : | twitter facebook instagram linkedin mastodon reddit tiktok pinterest bluesky
brand money  : | paypal stripe revolut satispay quickbooks xero shopify salesforce hubspot zendesk
brand meet   : | zoom webex calendly gcal caldav
brand know   : | google bing wikipedia duckduckgo wolfram arxiv pubmed

# --- weather, air, sky -------------------------------------------------------------------------------------
hint weather : ombrello giacca cappotto bagnarsi afa gelo ghiaccio nuvoloso sereno grandinare nevicare diluviare gradi_fuori fuori_fa fa_freddo fa_caldo fa_bello brutto_tempo bel_tempo stendere_i_panni | jacket coat raincoat wet dry cloudy storm thunder hail freezing humid outside chilly warm_outside cold_outside hot_outside degrees_outside drizzle
word sunrise : alba tramonto sorge_il_sole | sunrise sunset dawn dusk
word air     : inquinamento qualita_dell'aria polline smog | pollution air_quality pollen smog
word sky     : luna pianeta stella_cadente eclissi | moon planet eclipse star constellation
word tide    : marea maree onde mare_mosso | tide waves surf

# --- home --------------------------------------------------------------------------------------------------
hint light   : buio luminoso luminosita illuminare abat-jour lampadario accendi_la_luce spegni_la_luce troppa_luce non_ci_vedo | dark bright dim brightness lit chandelier bulb lamps can't_see_anything
hint thermostat : freddo caldo gradi scaldare riscaldare raffreddare temperatura gelo sudando | cold hot warm warmer cooler degrees heat chilly freezing boiling stuffy
hint door    : portone chiave_girata chiudere_a_chiave chiuso_a_chiave sbloccare garage cancello ingresso | bolt bolted unlock locked garage front_door gate entrance latch
word blinds  : tapparelle persiane tende tapparella tenda veneziane | blinds shutters curtains shades
hint blinds  : garage saracinesca | garage
hint vacuum  : pavimento sporco polvere briciole aspirare spazzare | floor dirty dust crumbs hoover sweep mop
word vacuum  : aspirapolvere robot aspirare pulire_i_pavimenti | vacuum hoover robot_vacuum
word appliance : lavatrice lavastoviglie forno frigo frigorifero asciugatrice presa elettrodomestico caffe macchinetta | washing_machine dishwasher oven fridge dryer plug socket appliance coffee kettle machine_coffee
word sensor  : sensore umidita gradi consumo misurazione rilevatore | sensor humidity reading gauge meter detector
hint sensor  : umido gradi temperatura_in quanti_gradi quanto_consuma | humid temperature_in how_warm how_cold moisture
word camera_home : telecamera videocamera citofono videosorveglianza | camera doorbell cctv surveillance
hint camera_home : alla_porta al_portone davanti_a_casa in_giardino chi_ha_suonato ladri | at_the_door on_the_porch in_the_yard who_rang driveway burglar
hint camera : alla_porta chi_ha_suonato davanti_a_casa | at_the_door who_rang porch driveway
word scene   : scena modalita atmosfera scenario | scene mode mood routine
word alarm_home : antifurto allarme_di_casa inserire_l'allarme | burglar_alarm security_system arm disarm

# --- sound and pictures on screens ---------------------------------------------------------------------------
hint music   : jazz rock pop classica rap blues cantautore radio concerto ballare cantante gruppo colonna_sonora sottofondo | jazz rock pop classical rap blues radio tunes band singer artist soundtrack dance beats hear listen
hint play    : metti_un metti_una metti_un_po' mettimi fammi_sentire fammi_ascoltare ascolta trasmetti senti far_partire | put_on hear listen throw_on start_the watch_a stream spin
word radio   : radio stazione emittente | radio station broadcast
word podcast : podcast puntata episodio | podcast episode
word audiobook : audiolibro capitolo | audiobook chapter
hint volume  : forte piano alza abbassa muto silenzio zitto non_si_sente non_sento assordante | loud quiet louder quieter mute silence barely_hear can't_hear deafening turn_it_up turn_it_down unmute
word pause_play : pausa riprendi salta successiva precedente ferma_la_musica | pause resume skip next_track previous_track stop_the_music
word playlist : playlist scaletta raccolta_di_canzoni | playlist mix mixtape
hint playlist : canzoni_per musica_per | songs_for music_for
word film    : film cinema serie attore regista | film movie cinema show series actor

# --- news, knowledge, web ------------------------------------------------------------------------------------
hint news    : successo_nel_mondo cosa_succede attualita ultime_dal novita_dal cronaca prima_pagina accaduto | happening_in_the_world what's_going_on going_on_in current_affairs anything_new_in latest_on breaking happened_in press
word encyclopedia : enciclopedia wikipedia voce_enciclopedica chi_era chi_e_stato storia_di | encyclopedia wikipedia who_was biography history_of entry_on summary_of_a_topic
word scores  : risultato_della_partita classifica_serie chi_ha_vinto campionato gol punteggio squadra calcio tennis | score standings who_won league goal match_result team football soccer basketball
hint search  : chi_ha quando_e_stato informazioni_su sapere_di scopri notizie_su sai_qualcosa documentarsi approfondire cerca_su dove_ho_messo non_trovo che_fine_ha_fatto dove_sta | who_is when_was info_about information_on learn_about find_out google_it look_up read_up can't_find where_did_i_put lost whereabouts
hint web     : chi_ha_vinto chi_ha_inventato chi_ha_scritto quali_vaccini mi_serve_sapere qual_e_la_capitale | who_won who_invented which_vaccines capital_of how_does how_do_people online_say
word wiki    : wikipedia | wikipedia
word summary_page : riassumi_la_pagina riassumi_questo_articolo | summarise_the_page summarize_this_article
word ip      : indirizzo_ip ip dns dominio whois | ip ip_address dns domain whois
word http    : richiesta_http endpoint api webhook chiamata_api | http endpoint api webhook request api_call
word weather_alert : allerta_meteo | weather_alert

# --- money ---------------------------------------------------------------------------------------------------
word balance : saldo estratto_conto quanto_ho_sul_conto soldi_sul_conto | balance account_balance
hint balance : quanti_soldi quanto_mi_resta quanti_soldi_ho conto_corrente in_banca sul_conto | how_much_money left_in_my_account money_left can_i_afford in_the_bank
word transaction : movimento movimenti transazione operazioni_bancarie addebito accredito | transaction movement statement debit credit
hint transaction : stipendio dove_sono_finiti_i_soldi addebitato pagato_con_la_carta accreditato entrate_e_uscite | salary come_in charged paid_with_card where_did_my_money go_through refund payday
word transfer : bonifico trasferire_denaro inviare_denaro mandare_soldi versare | transfer wire send_money pay_someone
word expense : spesa spese costo uscita scontrino budget | expense cost spending receipt budget expenditure
hint expense : ho_speso speso euro_di pagato costato | i_spent spent paid cost bucks quid
word bill    : bolletta utenza canone rata | bill utility rent instalment
word tax     : tasse imposta iva dichiarazione irpef | tax vat deduction
hint stock   : borsa titoli azioni azione indice nasdaq piazza_affari listino | shares share nasdaq dow index wall_street trading ticker doing_on_the_market
hint crypto  : ethereum bitcoin dogecoin moneta_digitale blockchain | ethereum bitcoin dogecoin coin token blockchain
hint currency : euro dollari yen sterline franchi corone rubli rupie cambio | euros dollars yen pounds francs rupees pesos exchange worth_in bucks
word loan    : mutuo prestito finanziamento interessi | loan mortgage interest
word price   : prezzo costo quanto_costa quotazione tariffa | price cost how_much_is rate fare fee
word pay     : pagare pagamento saldare | pay payment settle

# --- shopping and food ---------------------------------------------------------------------------------------
word grocery : spesa alimentari prodotti supermercato lista_della_spesa | groceries shopping products supermarket shopping_list items_to_buy
hint grocery : latte uova pane burro zucchero pasta riso frutta verdura carne pesce detersivo carta_igienica caffe acqua siamo_senza e_finito e_finita sono_finiti sono_finite manca_il manca_la da_comprare | milk eggs bread butter sugar rice fruit vegetables meat toilet_paper detergent out_of run_out we_need ran_out need_more buy_some
hint shopping : latte uova pane burro siamo_senza sono_finite da_comprare manca_il | milk eggs bread butter out_of run_out buy_some
hint recipe  : cucino cuocere forno padella impasto pollo zucchine pomodori cena_veloce cosa_mangio preparare_da_mangiare piatto torta dolce mangiare_stasera | cook bake fry dough chicken courgettes tomatoes dinner_with something_to_eat meal dish cake dessert make_for_dinner supper
hint restaurant : mangiare sushi cena_fuori pranzo_fuori pizza kebab dove_si_mangia | eat sushi dine pizza kebab burgers hungry bite_to_eat
word delivery_food : consegna_a_domicilio asporto ordinare_da_mangiare | takeaway delivery order_food take_out
hint delivery_food : pizza sushi hamburger kebab ho_fame | pizza sushi burger curry i'm_hungry
word cart    : carrello ordine_online acquisto | cart basket checkout purchase
word product : prodotto articolo_in_vendita offerta sconto negozio_online | product item_for_sale deal discount catalogue store
word wine    : vino birra cocktail bere | wine beer cocktail drink
word calorie : calorie dieta nutrizione | calories diet nutrition

# --- getting about -------------------------------------------------------------------------------------------
hint route   : arrivo_da arrivare andare_da portami strada_per via_piu_breve in_macchina a_piedi in_bici come_si_va come_vado guidare dista quanto_ci_vuole | way_to get_to get_there drive_to walk_to cycle_to fastest_way quickest how_far how_long_to take_me_to far_is headed
word traffic : traffico coda ingorgo tangenziale autostrada viabilita | traffic jam congestion motorway ring_road delays_on_the_road
word taxi    : taxi uber passaggio corsa | taxi cab uber ride lift
word bus     : autobus tram metro metropolitana corriera fermata mezzi_pubblici | bus tram subway underground metro stop public_transport
hint train   : partenza binario ritardo stazione ultimo_treno frecciarossa regionale coincidenza | departs platform delay station last_train commute railway connection
hint flight  : aeroporto volare volo aereo imbarco scalo compagnia_aerea andare_in_aereo | airport fly flying boarding layover airline by_plane air_fare
word hotel   : albergo hotel pensione camera_d'albergo alloggio ostello agriturismo bed_and_breakfast | hotel hostel accommodation room_for_the_night lodging b&b guesthouse
hint hotel   : dormire pernottare notti soggiorno dove_stare pernottamento alloggiare | sleep stay overnight nights lodge somewhere_to_stay place_to_stay
word trip    : viaggio vacanza itinerario gita meta | trip holiday itinerary journey destination
word carhire : noleggio noleggiare auto_a_noleggio | rental rent_a_car hire_car
word parking : parcheggio parcheggiare posto_auto | parking park_the_car
word fuel    : benzina gasolio distributore rifornimento ricarica_auto | petrol gas_station fuel charging_station
word visa    : visto passaporto documenti_di_viaggio | visa passport
hint near    : qui_attorno a_due_passi in_zona vicino_a_me da_queste_parti qui_in_giro | around_here close_by nearest by_me within_walking in_the_area
word poi     : farmacia banca ospedale supermercato negozio museo parco cinema benzinaio palestra bancomat | pharmacy chemist hospital museum park cinema gym atm shop store cafe
hint place   : farmacia_aperta dove_posso_comprare dove_posso_mangiare | chemist pharmacy_open where_can_i_buy where_can_i_eat where_can_i_get
hint map     : dove_si_trova | where_is
word geocode : coordinate latitudine longitudine geocodifica | coordinates latitude longitude geocode
word zipcode : cap codice_postale | postcode zip_code

# --- body and mind -------------------------------------------------------------------------------------------
word steps   : passi camminare camminata contapassi distanza_percorsa | steps walk walking pedometer distance_walked
hint steps   : camminato mosso mossa movimento | walked move moved active
word workout : allenamento esercizio palestra corsa correre yoga flessioni | workout exercise gym run running yoga training push-ups
word sleep   : sonno dormito dormire riposo | sleep slept rest
word heart   : battito cuore pressione frequenza_cardiaca | heart_rate pulse blood_pressure
word weight_body : peso_corporeo dimagrire bilancia chili_persi | body_weight weigh_myself lose_weight scale
word medicine : medicina farmaco pillola compressa ricetta_medica sintomo | medicine drug pill tablet prescription symptom
word doctor  : medico dottore dentista visita_medica oculista | doctor dentist physician appointment_medical
word mood    : umore diario meditare meditazione | mood journal meditate meditation

# --- days and things to do -----------------------------------------------------------------------------------
hint appointment : dentista parrucchiere riunione visita colloquio | dentist hairdresser barber interview
hint schedule : che_faccio_il cosa_devo_fare impegnato in_programma | doing_on anything_on am_i_doing busy
hint free    : buco spazio quando_siamo_tutti quando_possiamo liberi | gap slot when_can_we suits works_for_everyone both_free
word slot_free : disponibilita orario_libero fascia_libera momento_libero | availability free_time free_slot when_people_are_free
hint slot_free : quando_siamo_liberi va_bene_a_tutti buco_di | gap suits_both all_free
word reschedule : spostare rimandare rinviare anticipare posticipare cambiare_orario | reschedule postpone push_back bring_forward move_to change_the_time
hint reschedule : spostala spostalo mezz'ora_dopo | push half_an_hour_later
word todo    : cosa_da_fare cose_da_fare compito da_fare lista_delle_cose promemoria_da_fare | todo to-do to_do task chore thing_to_do
hint todo    : mi_resta_da devo_ancora da_sbrigare rinnovare comprare_le pagare_il | on_my_plate left_to_do have_to_do get_done don't_let_me_forget renew errand
word complete : completare completato fatto spuntare spuntalo segna_come_fatto terminato concluso finito | complete completed done finished tick check_off tick_off mark_as_done cross_off
hint complete : ho_pagato ho_finito ho_fatto ho_comprato | i've_done i've_finished i_paid i_did done_with
hint reminder : fammi_ricordare avvisami dimmi_di non_farmi_dimenticare fra_un'ora_dimmi | nudge ping_me tell_me_to warn_me buzz_me don't_let_me_forget remember_to
hint alarm   : alzarmi alzare svegliarmi in_piedi_alle devo_essere_sveglio | get_me_up get_up wake up_at be_awake
hint timer   : minuti_per minuti_di conta fra_dieci_minuti tieni_il_tempo cottura | count_down minutes_for time_me egg_timer set_minutes
word stopwatch : cronometro cronometrare | stopwatch lap
hint note    : annotare annotati appuntati appuntare idea appunti scrivi_da_qualche_parte ho_scritto avevo_scritto | jot scribble idea write_down note_down notebook i_wrote memo
word notebook : taccuino quaderno blocco_note | notebook notepad journal
word habit   : abitudine routine | habit streak
word goal    : obiettivo traguardo | goal target milestone
word holiday : festivita ponte feste ferie | public_holiday bank_holiday vacation_day leave
word age     : eta anni_ha quanti_anni nato | age how_old born
word countdown : quanto_manca giorni_mancano | how_many_days_until days_left

# --- people and messages -------------------------------------------------------------------------------------
word call_phone : chiamare telefonare telefonata chiamata squillo | call phone_call ring dial
word voicemail : segreteria messaggio_vocale nota_vocale | voicemail voice_message
word chat    : chat conversazione messaggio_istantaneo canale gruppo | chat conversation instant_message direct_message channel group
word channel : canale canali stanza gruppo | channel room group
hint channel : nel_canale sul_canale che_si_dice cosa_mi_sono_perso | in_the_channel what_did_i_miss
word meeting_video : videochiamata videoconferenza call_online | video_call video_conference video_meeting
word email : email mail posta messaggio_di_posta casella_di_posta gmail | email mail mailbox inbox gmail message
word newsletter : newsletter iscrizione disiscrivere | newsletter subscription unsubscribe
hint send    : di_a dille digli fai_sapere avvisa scrivi_a comunica arrivo_tardi in_ritardo | let_know tell_him tell_her running_late be_late drop_a_line reach_out
word post_social : post pubblicare tweet bacheca storia_social | post publish tweet wall status_update share_on
word follower : follower seguaci like commenti_al_post | followers likes mentions
word contact : contatto rubrica numero indirizzo recapito | contact address_book phone_number directory
hint contact : che_numero_ha come_contatto come_chiamo il_numero_di la_mail_di | how_do_i_reach number_of get_hold_of reach_aunt number_for
hint phone   : che_numero che_numero_ha il_cellulare_di | number_for reach by_phone
word gift    : regalo dono | gift present
word invitation : invito invitare partecipanti | invitation invite rsvp guests

# --- pictures, sound, text -----------------------------------------------------------------------------------
hint photo   : scattata mare neve tramonto in_posa ritratto al_mare in_montagna | taken_at at_the_beach in_the_snow pictures_of photos_of snap portrait selfie
hint album   : raccolta_di_foto foto_insieme | pictures_together collection_of_photos
word draw    : disegnare illustrazione dipingere disegno generare_un'immagine ritratto logo grafica | draw illustration paint drawing generate_an_image artwork sketch render_an_image
hint draw    : disegnami gatto_astronauta locandina immagine_di | illustration_of picture_of_a poster cartoon
word describe_image : cosa_si_vede che_si_vede cosa_c'e_nella_foto didascalia riconosci | what_is_in_the_picture what's_in_this what_do_you_see caption describe_the_image what_an_image_shows
hint image : foto logo immagine png jpg sfondo | photo logo picture png jpg wallpaper icon
word image : immagine figura foto png jpg | image picture photo
word background : sfondo togliere_lo_sfondo | background remove_the_background
word ocr   : scansione testo_dall'immagine scannerizzato fotografato trascrivi_lo_scontrino leggere_il_testo | ocr scan scanned extract_text text_from_image words_out photographed
hint transcribe : memo_vocale vocale riunione_registrata sbobinare | voice_memo voice_note recorded into_writing
word speech  : voce_alta pronuncia sintesi_vocale leggere_ad_alta_voce audio_di_questo_testo | aloud spoken read_out speech speak narrate voice audio_version
hint translate : in_francese in_tedesco in_spagnolo in_giapponese in_cinese in_inglese in_italiano in_russo come_si_dice in_portoghese | into_french into_german into_spanish into_japanese into_chinese into_italian into_english how_do_you_say in_french in_german in_spanish in_japanese in_italian
hint language : francese tedesco spagnolo giapponese cinese inglese russo | french german spanish japanese chinese russian italian
hint meaning : che_vuol_dire che_significa sinonimo etimologia cosa_vuol_dire | synonym antonym etymology what_is_meant what_does
hint dictionary : che_vuol_dire sinonimo si_scrive | synonym spelling spell what_does
word grammar : correggere grammatica ortografia errori_nel_testo riscrivere | proofread grammar spelling rewrite rephrase
word sentiment : tono_del_testo sentimento | sentiment polarity
word keyword : parole_chiave | keywords
word poem    : poesia racconto storia_inventata filastrocca | poem story rhyme
word paraphrase : parafrasi riformulare | paraphrase reword

# --- files, sheets, documents --------------------------------------------------------------------------------
hint file    : curriculum contratto preventivo tesi documento_che ho_messo sul_disco sul_computer nel_pc salvato_da_qualche_parte | lease cv resume contract on_my_disk on_my_computer somewhere_on saved_somewhere
hint delete  : non_mi_serve_piu non_serve_piu liberati_di disfati butta fai_sparire | don't_need any_more get_rid no_longer_need throw_out bin_it
hint spreadsheet : colonna cella riga celle foglio tabella ore cifre | column cell row cells tab figures tally
word spreadsheet : foglio_di_calcolo foglio excel tabella | spreadsheet sheet workbook excel
word cell    : cella intervallo colonna riga | cell range column row
word slides  : presentazione diapositive slide | presentation slides deck
word pdf   : pdf | pdf
word merge   : unire fondere combinare accorpare merge unire_il_ramo fai_il_merge | merge combine join review_passed
word split : dividere separare spezzare | split separate divide
word pivot   : tabella_pivot | pivot
word checksum : impronta checksum hash | checksum hash digest fingerprint
word encode  : codificare decodificare base64 | encode decode base64
word qr      : qr codice_qr codice_a_barre | qr qr_code barcode
word template : modello_di_documento | template boilerplate
word sign_doc : firmare_un_documento firma_digitale | sign_a_document e-signature
hint print   : su_carta copie cartaceo stampami | on_paper hard_copy copies paper
hint cloud : nel_cloud in_rete_condivisa | in_the_cloud
word cloud : cloud nuvola archiviazione_remota drive | cloud remote_storage drive
hint permission : fai_entrare dai_accesso possa_vedere possa_modificare lascia_che far_vedere_a | let_edit can_view can_edit give_access let_the_team let_them_see
hint share   : accesso_a dai_a permesso_di_modifica con_tutti | access_to permission_to let_edit with_everyone
hint upload  : carica_su metti_sul_cloud nel_cloud su_drive | put_in_the_cloud to_the_cloud to_drive copy_to_the_cloud

# --- code and machines ---------------------------------------------------------------------------------------
word bug     : bug difetto malfunzionamento non_funziona guasto errore_software segnala segnalazione issue | bug defect broken not_working glitch issue report_a_problem crash
hint issue   : non_funziona bug difetto segnala aperti assegnato | broken bug not_working report open_bugs assigned
word pull  : pull_request richiesta_di_unione unire_il_ramo merge_request pr | pull_request merge_request pr my_changes_reviewed
hint pull  : ramo proponi review revisione | branch review propose
word worktree : modifiche_non committate copia_di_lavoro stato_del_repo non_committate | working_tree working_copy uncommitted clean_working dirty_tree
word pipeline : pipeline build compilazione deploy rilascio workflow ci | pipeline build deploy release workflow ci nightly job
hint workflow : pipeline build deploy rilascio notturna compilazione | pipeline build deploy release nightly kick_off trigger
word workflow : workflow flusso_di_lavoro pipeline | workflow pipeline automation actions
hint ticket : problema_con guasto apri_un | problem_with raise_a
hint repo_file : readme dockerfile makefile | readme dockerfile makefile license_file
word repo_file : file_del_repo contenuto_del_file readme | file_from_a_repository readme dockerfile
word code_search : nel_codice funzione classe usiamo_la importano | in_the_code function class import codebase repos_import
hint code    : funzione classe libreria compilatore importano codice | function class import codebase compiler codebase source
word shell   : terminale shell riga_di_comando comando console bash | terminal shell command_line command console bash
word python : python programmino script codice_python | python script snippet program
word sql   : sql query database tabella interrogazione | sql query database table records
hint sql   : quanti_clienti ordini_del prodotti_per fatturato vendite_per | top_ten by_revenue customers_by how_many_customers sales_by orders_from
hint query : clienti ordini fatturato vendite | customers orders revenue sales
word container : container immagine_docker pod cluster | container docker_image pod cluster
word server : server macchina_remota host ssh | server remote_machine host ssh
word uptime : in_funzione giu irraggiungibile online | up down unreachable online downtime
word monitor : monitorare metriche allarmi_del_server prestazioni | monitor metrics alerts performance
hint system : lento batteria ram processore ventola disco_pieno surriscalda | slow battery ram cpu fan disk_full overheating lagging charge_left
word system : sistema computer pc macchina batteria cpu stato_del_computer | system computer pc machine battery cpu
hint process : bloccato piantato non_risponde inchiodato | frozen stuck hung not_responding unresponsive
hint stop    : chiudi_il killa bloccato | kill frozen shut_it quit
word bluetooth : bluetooth cuffie auricolari abbinare | bluetooth headphones earbuds pair
word brightness : luminosita_dello_schermo | screen_brightness
word clipboard : appunti_di_sistema copia_e_incolla incolla | clipboard copy_paste paste
word screenshot : schermata screenshot cattura_lo_schermo immagine_della_pagina come_appare | screenshot screen_capture grab_an_image capture_the_screen what_is_on_the_screen
word window  : finestra schermo desktop | window screen desktop
word battery : batteria carica ricarica | battery charge

# --- browser ---------------------------------------------------------------------------------------------------
hint click   : premi schiaccia pulsante bottone tasto accetta | hit press button submit accept tap
hint form    : i_miei_dati campi iscrizione compila registrarmi | my_details fields sign-up fill_in enter_my register
word scroll  : scorri scorrere | scroll
word tab   : scheda_del_browser linguetta | tab
word cookie  : cookie | cookie
word navigate : vai_sul vai_su vai_al apri_il_sito navigare sito | go_to navigate visit open_the_site browse
word otp     : codice_di_verifica otp secondo_fattore | otp two-factor verification_code

# --- the assistant itself ----------------------------------------------------------------------------------------
word remembrance : ricordare memoria ricordati tieni_a_mente memorizzare | remember memory keep_in_mind recall facts_about_the_user
hint remembrance : sono_vegetariano mi_piace abito_a vivo_a sono_allergico che_sai_di_me cosa_sai_di_me ti_ricordi preferisco | i_am_vegetarian i_like i_live i'm_allergic do_you_remember know_about_me i_prefer where_i_live
word recall : cosa_sai ti_ricordi sai_di_me | do_you_remember know_about_me do_you_know_about recall
word help  : aiuto cosa_puoi_fare istruzioni come_funzioni | help what_can_you_do instructions how_do_you_work
word feedback : feedback valutazione recensione | feedback rating review
word setting : impostazione preferenza configurazione | setting preference configuration
word random  : a_caso dado moneta testa_o_croce sorteggio numero_casuale | random dice coin heads_or_tails draw_lots
word color   : colore rosso blu verde giallo | color colour red blue green yellow

# --- sums and measures ---------------------------------------------------------------------------------------
word math    : calcolo matematica espressione calcolatrice operazione radice_quadrata percentuale equazione | calculation math mathematical expression calculator arithmetic square_root percentage equation
hint math    : quanto_fa quanto_fanno moltiplicato diviso piu_per radice per_cento alla_seconda | how_much_is times plus minus divided_by percent_of squared multiplied root
word unit    : unita_di_misura chilometro miglio litro gallone chilo libbra metro piede pollice oncia centimetro | unit measure kilometre kilometer mile litre liter gallon kilo pound metre foot feet inch ounce centimetre
word solve   : risolvere equazione derivata integrale | solve equation derivative integral

# --- work with customers -------------------------------------------------------------------------------------
word lead    : cliente_potenziale trattativa opportunita crm | lead deal opportunity crm
word inventory : magazzino giacenza scorta | inventory stock_level warehouse
hint parcel  : consegna pacco arriva_il corriere spedizione ordine_arriva | delivery get_here arrive shipment order_arrive courier
word employee : dipendente ferie personale risorse_umane | employee staff hr leave
word job     : lavoro candidatura offerta_di_lavoro | job vacancy application
word survey  : sondaggio questionario votazione | survey poll vote questionnaire
word kpi     : indicatori cruscotto dashboard | kpi dashboard metrics
