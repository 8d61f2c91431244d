# What words mean to the router, in Italian and in English. One line:
#
#   class name > target=weight target : italian words | english words
#
# act   what is asked to be done; targets are verbs of executor names, 1 when no weight is written; +target is the object it
#       goes with when none is named. Words are lemmas, inflected by rule; !word is taken as written.
# noun  a thing; targets are objects of executor names.
# mark  a quality, format or provider; targets are the qualifiers of executor names it speaks for.
# word  the same notion in both languages; it has no target, and brings texts in one language near the other's.
# when  a time; num  a number in words; pick  which of many; call  how the assistant is called; stop  words that carry nothing.
#
# Words are compared by stem, so one form of each noun is enough unless the plural has another stem; underscores
# join phrases.

# --- acts: looking -----------------------------------------------------------------------------------------
act find    > find list=.7 read=.7 get=.6 : !fammi_una_ricerca !fai_una_ricerca !una_ricerca cercare trovare rintracciare individuare ricercare scovare recuperare pescare reperire localizzare !cercami !trovami !scova !ripesca | !do_a_search find locate search !search_for !look_for !looking_for !hunt_down !look_up !track_down !dig_up !dig_out seek retrieve discover !spot
act list    > list find=.85 read=.75 get=.8 : elencare listare enumerare !fammi_l'elenco !fammi_una_lista !fammi_un_elenco !l'elenco !elenco !lista | list enumerate !list_out !run_through !a_list_of !go_over
act show    > list=.9 read=.9 find=.9 get=.9 describe=.3 : fornire mostrare visualizzare vedere !fammi_vedere !fai_vedere !facci_vedere !farmi_vedere !vediamo !dammi !dacci !darmi !vedo !vedi !tira_fuori !tirami_fuori !passami | show display view see print provide present !let_me_see !show_me !give_me !get_me !bring_up !pull_up !pull_out !i_want_to_see
act tell    > read=.9 find=.9 get=.95 list=.9 compute=.3 : indicare riferire informare !dimmi !dicci !dire !dirmi !sai !sapere !fammi_sapere !vorrei_sapere !mi_sai_dire !sapresti_dirmi | !know !let_me_know !tell_me !i'd_like_to_know !do_you_know
act count   > find list=.8 read=.8 compute=.85 get=.7 : contare conteggiare !quanti !quante !il_numero_di !numero_di | count !how_many !count_up !number_of !the_number_of
act amount  > find get=.8 compute=.85 read=.8 list=.5 : !che_dimensione !che_dimensioni !quale_dimensione !la_dimensione_di !dimensione_di !permessi_di !i_permessi !che_tipo_di !proprieta_di !quanto !quanta pesare occupare misurare | !the_size_of !size_of !what_size !permissions_of !the_permissions !what_type !what_kind !type_of !properties_of !how_much !how_big !how_large !how_long !how_heavy measure weigh
act heard   > read find=.9 +messages : !mi_ha_scritto !mi_hanno_scritto !mi_ha_risposto !mi_hanno_risposto !mi_ha_mandato !mi_e_arrivato !mi_e_arrivata !e_arrivato_qualcosa !ho_ricevuto !si_e_fatto_sentire !si_e_fatta_sentire !ha_risposto !hanno_risposto !ha_scritto !hanno_scritto !mi_ha_cercato !e_arrivata_la_mail | !write_to_me !wrote_to_me !write_me !wrote_me !hear_from !heard_from !written_to_me !sent_me !answered_my !answered_me !replied_to_me !replied_to_my !has_answered !has_replied !got_back_to_me !email_me_back !emailed_me_back !emailed_me !wrote_back
act locate  > find get=.85 list=.5 read=.5 : !in_che_posto !in_quale_posto !che_fine_ha_fatto !che_fine_hanno_fatto !dov'e !dove !dove_sono !dove_si_trova !dove_sta !in_quale_cartella | !where !where_is !where_are !what_happened_to !whereabouts !where_did
act which   > find=.95 list=.9 read=.85 get=.85 : !che_devo !che_ho !che_abbiamo !che_cosa_devo !cosa_devo !che_faccio !che_facciamo !com'e !come_sono !in_che !in_quale !a_che !di_che !con_chi !per_quale !quali !quale !che_cosa !cosa !chi | !which !what !who !did_i !anything !any
act exist   > find list=.8 read=.85 get=.85 : !ci_sono !c'e !esiste !esistono !ho !abbiamo !hai | !are_there !is_there !do_i_have !do_i_still_have !do_i_own !is_there_any !am_i !are_we !do_i !do_we !will_i !will_we !have_we_got !do_you_have !have_you !have_i !do_we_have !have_we !there's
act when    > read=.9 find=.9 get=.9 list=.7 : !data_di_modifica !ultima_modifica !di_che_giorno_e !di_che_data_e !a_quando_risale !quando_risale !di_quando_e !quando !a_che_ora | !last_modification !modification_date !the_date_of !date_of !when !what_time
act read    > read get=.7 find=.4 list=.4 describe=.3 : !l'inizio_di !l'inizio_del !la_fine_di !la_fine_del !le_prime_righe !le_ultime_righe leggere sfogliare consultare !leggimi !che_dice !cosa_dice !cosa_c'e_scritto !c'e_scritto !fammi_leggere | !the_beginning_of !the_end_of !first_lines !last_lines !tail_of !head_of read !read_out !read_me !what_does !go_through skim browse consult !says
act look    > read find=.8 list=.8 get=.9 : guardare controllare verificare esaminare ispezionare !dai_un'occhiata !dare_un'occhiata !un'occhiata !occhiata monitorare | check inspect examine !look_at !look_into !take_a_look !have_a_look verify monitor !look watch
act get     > get find=.8 read=.8 list=.6 : ottenere prendere prelevare scaricare acquisire !prendimi !scaricami richiedere | get fetch obtain grab download pull
act describe > describe read=.5 find=.3 : !cosa_si_vede !che_cosa_si_vede !cosa_c'e_nella_foto raffigurare ritrarre descrivere spiegare illustrare raccontare !descrivimi !spiegami | describe explain caption depict !what_can_you_see !can_you_see !what_do_you_see
act summarize > describe read=.6 find=.3 : riassumere sintetizzare riepilogare !riassumi !riassumimi !un_riassunto !un_riepilogo !una_sintesi !riassunto !riepilogo !il_succo !in_breve !fammi_un_sunto condensare | summarize summarise condense recap !sum_up !summary !a_summary !digest !boil_down !the_gist !gist
# --- acts: working on what was found ---------------------------------------------------------------------
act order   > order act=.6 : ordinare_online !fai_un_ordine !ordinami | !place_an_order !order_me !order_some !order_a
act sort    > sort find=.4 read=.4 list=.4 : ordinare !in_ordine !metti_in_ordine !dal_piu !dalla_piu | sort rank !order_by !arrange_by !sorted !in_order !put_in_order arrange
act filter  > filter find=.5 read=.4 : filtrare selezionare escludere scremare !solo_quelli !solo_quelle !tieni_solo !soltanto_quelli !lascia_solo isolare | filter select exclude !keep_only !only_those !only_the_ones !narrow_down !leave_out !weed_out !just_the_ones !grep
act group   > group compute=.4 find=.3 : raggruppare aggregare suddividere accorpare !per_ogni !per_ciascun !deduplicare unire !divisi_per !suddivisi_per | group aggregate bucket cluster !for_each !per_each !broken_down !break_down !split_by !merge !dedupe deduplicate bundle
act compute > compute find=.4 read=.4 get=.3 : calcolare sommare totalizzare !la_somma !il_totale !la_media !in_totale !fai_la_somma !fammi_la_somma !somma !totale !media !mediana quantificare | compute calculate sum total average tally !add_up !sum_of !the_total !the_average !in_total !work_out !tot_up !median !mean
act compare > compare find=.4 read=.5 filter=.3 : confrontare paragonare !che_differenza !le_differenze !differenze | compare !difference_between !differences diff contrast !match_up
act classify > classify read=.4 find=.3 group=.4 : classificare categorizzare catalogare !assegna_una_categoria | classify categorize categorise !label_each
act extract > extract read=.6 : estrarre estrapolare ricavare !estrai !tira_fuori_i_dati | extract !pull_out_the scrape parse
act unpack  > extract : scompattare decomprimere unzippare !unzippami spacchettare !scompattami | unzip uncompress unpack decompress untar !unarchive
# --- acts: changing ----------------------------------------------------------------------------------------
act create  > create write=.6 set=.3 : creare generare !crea preparare realizzare costruire redigere comporre allestire | create generate make prepare build !set_up draft compose produce
act fresh   > create=.9 : !nuovo !nuova !una_nuova !un_nuovo !un'altra | !new !a_new !another
act memorize > set=.95 write=.85 create=.7 : !ricordati !ricordatelo !ricordatela !ricorda_che !tieni_a_mente !memorizza memorizzare | !remember !keep_in_mind memorize memorise
act allow   > set=.95 : permettere consentire vietare bloccare sbloccare proibire autorizzare !permetti !consenti | !allow forbid ban permit block unblock prohibit
act make    > create=.9 write=.5 : fare !fai !fammi !fa' !facci | make
act write   > write create=.7 send=.2 : scrivere annotare appuntare !scrivimi !segna !segnati !segnami !appunta !prendi_nota !prendi_appunti !metti_per_iscritto registrare | write note !jot_down !note_down !write_down !take_note !put_in_writing
act save    > write create=.7 set=.3 get=.2 : salvare esportare conservare caricare !salvami !mettimi_da_parte | save store export upload !keep_a_copy record
act append  > write create=.5 set=.4 : aggiungere accodare appendere inserire !aggiungimi integrare | append add insert !tack_on !put_in
act copy    > create=.9 write=.5 move=.3 : copiare duplicare replicare !fai_un_duplicato !una_copia !fai_una_copia !fammi_una_copia clonare | copy duplicate replicate clone !a_copy !make_a_copy !make_copies backup !back_up
act move    > move set=.2 : spostare trasferire muovere !sposta !spostami | move transfer relocate shift !send_to_the
act put     > move=.95 write=.6 create=.4 set=.4 : mettere portare !metti !mettimi !mettilo !butta_dentro collocare riporre | put place drop stick stash !file_away
act rename  > move set=.5 change=.4 : rinominare ribattezzare !cambia_nome !cambia_il_nome !cambiare_nome | rename !change_the_name !give_a_new_name retitle
act tidy    > move=.9 create=.5 group=.4 delete=.2 : riordinare sistemare organizzare smistare ripulire !metti_a_posto !fai_ordine !metti_ordine | tidy organize organise !tidy_up !sort_out declutter !clean_up
act archive > move compress=.6 : archiviare | archive
act delete  > delete move=.25 : !togli !toglimi !fai_sparire !far_sparire !elimina_del_tutto cancellare eliminare rimuovere cestinare distruggere togliere levare dimenticare svuotare disdire annullare !butta !buttare !butta_via !getta !gettare !liberati_di !sbarazzati_di !nel_cestino !fai_fuori !via scartare revocare scordare | !make_disappear delete remove erase trash discard wipe purge scrap bin !get_rid_of !throw_away !throw_out !dispose_of drop forget cancel revoke !call_off !clear_out !clear empty
act set     > set change=.6 write=.4 create=.3 : impostare configurare settare regolare attivare abilitare assegnare contrassegnare segnare etichettare marcare taggare cambiare passare !segna_come !contrassegna_come !usa riprendere riattivare abbassare alzare aumentare diminuire rinviare posticipare !metti_l'etichetta | !turn_up !turn_down raise lower increase decrease reactivate set configure enable toggle adjust assign mark tag label flag update change pause resume switch tweak !mark_as !mark_it_as !mark_them !turn_on star unstar postpone reschedule snooze !switch_to !use
act often   > compute find=.5 read=.5 : !quante_volte | !how_often !how_many_times !number_of_times !word_count
act change  > change set=.7 write=.5 move=.3 : !in_maiuscolo !in_minuscolo !tutto_maiuscolo !tutto_minuscolo modificare cambiare aggiornare correggere variare | !upper_case !lower_case !to_uppercase !to_lowercase !strip !trim change modify update edit alter amend fix
act convert > change=1 create=.4 write=.4 render=.5 : diventare !riduci !rimpicciolisci !ingrandisci ridurre rimpicciolire !in_jpg !in_png !in_mp3 !in_mp4 !come_pdf !come_jpg convertire trasformare !converti !in_formato !ridimensiona ridimensionare | convert transform !as_a_jpg !as_jpg !as_a_png !as_png !as_a_pdf !as_pdf !as_an_mp3 !into_a_pdf become !into_jpg !into_mp3 !to_jpg !to_png !to_mp3 !to_pdf !turn_into turn shrink enlarge resize transcode !turn_this_into reformat
act render  > render create=.6 change=.4 : impaginare renderizzare rappresentare graficare !un_grafico | render plot draw chart typeset
act translate > render describe=.6 change=.4 : !come_si_dice tradurre !traduci !traducimi | !how_do_you_say translate
act compress > compress create=.5 +files=.8 : !in_un_unico_zip !in_uno_zip !in_un_unico_archivio !in_un_archivio !uno_zip !un_archivio !un_tar comprimere zippare impacchettare !zippa !zippami !in_uno_zip !in_un_archivio | !into_an_archive !into_a_zip !into_one_zip !into_a_single bundle compress zip archive !zip_up !a_zip !an_archive !a_tarball !tarball pack !tar !bundle_up
act replace > write change=.6 : sostituire rimpiazzare sovrascrivere scambiare | replace overwrite substitute swap !change_every
# --- acts: others, machine, browser ------------------------------------------------------------------------
act send    > send share=.3 write=.2 +messages=.85 : ringraziare salutare !mettiti_in_contatto !di'_a !digli !dille !fai_sapere_a !fagli_sapere !falle_sapere inviare spedire mandare inoltrare rispondere avvisare contattare comunicare recapitare scrivere_a !manda !mandagli !mandale !scrivi_a !rispondi !avvisa !di_a | !tell publish thank greet congratulate !drop_a_line !drop_line send mail email forward reply message notify text !write_to !let_him_know !let_her_know !shoot_an_email !drop_a_line ping respond deliver answer
act invite  > send=.7 share=.8 create=.5 : invitare | invite
act let     > send=.8 share=.9 : !lascia_che !fai_in_modo_che | let allow_to
act share   > share send=.5 +files=.8 : !dai_i_permessi !dai_il_permesso !permessi_di_lettura !permesso_di_modifica !l'accesso_a !l'accesso_al !accesso_al_file condividere !condividi !dai_accesso !dare_accesso !fai_accedere !dai_il_permesso !invita | share !edit_access !access_to !give_access !grant_access !let_edit !give_permission
act probe   > get read=.3 find=.3 : funzionare !e_online !e_raggiungibile !e_giu !risponde !risponda !rispondono !e_attivo !e_ancora_valido | work !is_up !is_down !reachable !down !online !still_works !broken
act prefer  > set change=.5 +preferences=.9 : !d'ora_in_poi !rispondi_in !rispondimi_in !parlami_in !dammi_del !risposte_piu !rispondi_sempre | !from_now_on !i_want_shorter !i_prefer !answer_in !always_answer !speak_in !reply_in
act install > install create=.2 +packages : installare disinstallare !disinstalla | install uninstall !apt_install
act start   > start=.75 create=.85 open=.6 act=.4 install=.2 admin=.5 +processes=.8 : riavviare avviare lanciare eseguire partire !fai_partire !avvia | start restart reboot launch run execute boot
act stop    > delete=.7 set=.5 act=.3 : fermare interrompere terminare chiudere arrestare bloccare uccidere | stop kill terminate close halt end quit
act open    > open read=.75 find=.3 get=.4 act=.3 start=.4 : !portami_su !portami_sul !portami_sulla aprire !apri !aprimi visitare !vai_su !vai_sul !vai_al !vai_alla navigare !collegati_al | open visit !take_me_to !bring_me_to !go_to !navigate_to navigate !head_to
act login   > login open=.4 +sites=.95 +urls=.6 : accedere autenticarsi loggarsi !accedi !loggati !entra_in !entra_nel !entra_sul !fai_il_login !entra | login !sign_me_in !sign_me_into !log_me_into !log_in !sign_in !log_into !sign_into !log_me_in authenticate
act act     > act open=.4 +sites=.8 : cliccare premere compilare ordinare_online completare !fai_clic !clicca !compila acquistare comprare | click press fill submit buy purchase order !fill_in !fill_out tap checkout
act book    > act open=.4 create=.35 set=.2 +sites=.8 +events=.6 : prenotare riservare | book reserve
act remind  > create set=.4 +tasks=.9 +events=.8 : ricordare !ricordami !ricordamelo !ricordarmi !promemoria !avvisami !avvertimi !fammi_ricordare !fammi_presente !non_farmi_dimenticare !mandami_una_notifica | remind !remind_me !notify_me !alert_me !tell_me_to !be_reminded !don't_let_me_forget !make_sure_i_remember !help_me_remember !give_me_a_reminder !send_me_a_reminder !set_a_reminder
act plan_to > create=.95 set=.3 +events=.9 : !ho_un_appuntamento !ho_una_riunione !ho_un_impegno !avro_una_riunione !avro_un_appuntamento !devo_vedere !devo_incontrare !mi_vedo_con !ci_vediamo_con | !i_have_a_meeting !i_have_an_appointment !i've_a_meeting !i_have_a_date !i_have_a_call !i_will_have_a !i_want_to_meet !i_need_to_meet !i_have_to_meet !i_am_meeting !i'm_meeting !i_am_going_to_meet !i_want_to_go !i_will_be_attending !i_am_attending
act schedule > create set=.4 +events=.85 +tasks=.75 : pianificare programmare schedulare calendarizzare | schedule plan
act wake    > create set=.5 +tasks : svegliare !svegliami !dammi_la_sveglia !fammi_la_sveglia !dammi_una_sveglia | wake !wake_me !wake_me_up !get_me_up !wake_up
act repeat  > create set=.3 +tasks : !ogni_giorno !ogni_mattina !ogni_sera !ogni_notte !ogni_pomeriggio !ogni_ora !ogni_settimana !ogni_mese !ogni_anno !ogni_lunedi !ogni_martedi !ogni_mercoledi !ogni_giovedi !ogni_venerdi !ogni_sabato !ogni_domenica !ogni_due !ogni_tre !ogni_5 !ogni_10 !ogni_15 !ogni_30 !ogni_mezz'ora !tutti_i_giorni !tutte_le_mattine !tutte_le_sere !tutte_le_settimane !tutti_i_lunedi !tutti_i_venerdi !tutte_le_domeniche !una_volta_al_giorno !una_volta_alla_settimana | !every_day !every_morning !every_evening !every_night !every_afternoon !every_hour !every_week !every_month !every_year !every_monday !every_tuesday !every_wednesday !every_thursday !every_friday !every_saturday !every_sunday !every_two !every_three !every_5 !every_10 !every_15 !every_30 !every_half !every_weekday !once_a_day !once_a_week !each_morning !each_day !daily_at
act unremind > delete set=.6 +tasks : !non_ricordarmi !non_ricordarmelo !smetti_di !non_avvisarmi !non_mandarmi | !stop_reminding !don't_remind !stop_sending !no_longer_remind
act disable > set delete=.85 change=.5 : disattivare disabilitare spegnere sospendere !metti_in_pausa !metti_a_tacere | !turn_off !switch_off !shut_off disable deactivate silence mute !take_off
act reset   > delete=.95 set=.8 : resettare azzerare reimpostare !valore_predefinito !al_predefinito !valori_predefiniti !di_fabbrica | reset !to_default !to_the_default !back_to_default
act index   > create=.95 set=.4 : indicizzare reindicizzare | index reindex
act want    > create=.7 find=.7 get=.6 read=.5 : !mi_serve_un !mi_serve_una !ho_bisogno_di_un !ho_bisogno_di_una !mi_servirebbe_una !mi_servirebbe_un | !i_need_a !i_want_a !i'd_like_a !we_need_a
act polite  : !fammi_un_favore !fammi_il_piacere !fammi_la_cortesia !per_favore !senti !ascolta !mi_fai_un_favore !vorrei_che_tu !vorrei_che !e_possibile !sarebbe_possibile !c'e_modo_di !c'e_un_modo_per !ti_dispiacerebbe !ti_dispiace !mi_piacerebbe !avrei_bisogno_di !ho_bisogno_di !ho_bisogno_che !ho_bisogno_che_tu !riesci_a !sei_in_grado_di !fai_in_modo_di !vedi_di !cerca_di !prova_a !bisogna !bisognerebbe !devi !dovresti !mi_aiuti_a !aiutami_a !puoi !potresti | !do_me_a_favour !do_me_a_favor !be_so_kind !be_so_kind_as_to !please !can_you !could_you !can_you_please !could_you_please !would_you !will_you !would_you_mind !is_there_a_way_to !is_there_any_way_to !is_there_any_way_you_can !are_there_ways_to !is_it_possible_to !are_you_able_to !would_it_be_possible_to !go_ahead_and !make_sure_to !i_want_you_to !i_need_you_to !i_would_like_you_to !i'd_like_you_to !help_me !help_me_to !try_to !can_i !may_i !can_we !could_i !be_sure_to
act fix_date > create=.95 set=.5 +events=.95 : !tieni_libero !tieni_libera !tieniti_libero !tieniti_libera !in_agenda_il !in_calendario fissare !fissa !segna_in_agenda !metti_in_agenda !metti_in_calendario | !in_my_calendar !to_the_calendar !to_my_calendar !on_my_calendar !in_the_calendar !pencil_in !block_off !save_the_date !put_me_down !keep_free !set_aside !put_on_the_calendar !add_to_the_calendar !set_up_a_meeting
act undo    > undo : !hai_appena_fatto !ultima_cosa_che !quello_che_hai_fatto !fai_come_se !annulla_l'ultima !annulla_tutto !torna_indietro !disfa !annulla_quello !come_prima !rimetti_com'era !ripristina !annulla_l'operazione | !you_just_did !last_thing_you !what_you_did undo revert rollback !roll_back !take_back !take_that_back !as_it_was !put_it_back restore
act consult > consult : !chiedi_al_modello !chiedi_a_un_modello !interpella !parere_esterno interpellare !chiedi_a_claude !chiedi_a_gpt | !ask_the_model !ask_a_bigger !second_opinion !ask_claude !ask_gpt !ask_an_external
act ask     > get=.9 : chiedere domandare !chiedimi !fammi_compilare | ask !ask_me prompt
act permit  > admin=.9 set=.5 : !sudo !come_root !con_privilegi !da_amministratore | !sudo !as_root !with_privileges !as_administrator
act identify > find=.9 describe=.8 read=.7 get=.8 classify=.5 : identificare riconoscere | identify recognize recognise
act transcribe > read extract=.7 describe=.4 : trascrivere | transcribe

# --- things ------------------------------------------------------------------------------------------------
noun file    > files : file documento documenti allegato_salvato | file document doc
noun suffix  > files=.9 : pdf docx doc txt csv tsv xlsx xls md mp3 mp4 mkv avi wav json xml html log zip rar tar exe pptx epub odt py go js file_pdf | pdf docx doc txt csv tsv xlsx xls md mp3 mp4 mkv avi wav json xml html log zip rar tar exe pptx epub odt py js
noun picture > files=.9 images=.65 : jpg jpeg png heic gif webp svg bmp tiff raw | jpg jpeg png heic gif webp svg bmp tiff raw
noun folder  > dirs files=.25 : cartella sottocartella directory cartelle percorso | folder subfolder directory subdirectory
noun content > dirs=.5 files=.5 : contenuto | contents
noun contents > dirs files=.6 : contenuto_della_cartella | contents_of_the_folder
noun photo   > images files=.65 : foto fotografia immagine immagini scatto scatti selfie screenshot istantanea | photo picture image pic photograph snapshot selfie screenshot
noun video   > files images=.2 : video filmato film clip | video movie clip film footage
noun audio   > files : canzone brano musica audio registrazione mp3 podcast | song track music audio recording podcast
noun archive > files : archivio zip tar archivi | archive zip tarball
noun sheet   > files entries=.2 : foglio_di_calcolo fogli_di_calcolo foglio_elettronico excel tabella foglio | spreadsheet excel workbook sheet table
noun report  > files=.85 : relazione rapporto report resoconto tesi contratto fattura bolletta ricevuta scontrino preventivo manuale log nota appunti script polizza passaporto diapositiva dichiarazione libro presentazione curriculum verbale lettera | report contract invoice bill receipt quote manual log script notes thesis policy passport slides ebook book presentation resume cv letter paper essay minutes_of minutes_from_the the_minutes
noun mail    > messages : mail email e-mail posta messaggio messaggi newsletter casella inbox posta_in_arrivo corrispondenza spam bozza mittente mi_ha_scritto mi_hanno_scritto mi_ha_risposto mi_ha_mandato mi_e_arrivato mi_e_arrivata e_arrivato_qualcosa ho_ricevuto chat telegram whatsapp sms mailbox conversazione | mail email e-mail message newsletter inbox spam mailbox correspondence sender chat telegram whatsapp sms thread draft unread conversation wrote_me write_to_me wrote_to_me write_me hear_from heard_from emailed
noun social  > events=.75 : cena pranzo aperitivo festa colazione partita matrimonio battesimo concerto anniversario lezione esame dentista gita vacanza | lunch dinner party breakfast wedding concert anniversary lesson exam dentist trip vacation birthday_party gathering get-together reunion
noun event   > events calendars=.3 tasks=.2 : che_programmi impegnato impegnata evento appuntamento impegno riunione incontro chi_viene chi_e_invitato chi_partecipa meeting agenda conferenza convegno call visita scadenza colloquio compleanno | am_i_busy busy who_is_coming who's_coming who_is_invited event appointment meeting engagement call agenda conference interview deadline birthday
noun calendar > calendars events=.75 : calendario calendari | calendar
noun slot    > events : quando_posso quando_potrei infilare ho_tempo ho_tempo_per avrei_tempo c'e_spazio spazio_per buco slot disponibilita tempo_libero sono_libero sono_libera siamo_liberi ora_libera ore_libere mattina_libera pomeriggio_libero giorno_libero un'ora_libera | slot when_can_i when_could_i fit_in squeeze_in room_for have_room have_time do_i_have_time spare_time free_time availability gap free_slot am_i_free i'm_free am_i_available free_hour free_afternoon free_morning
noun phone   > contacts=.7 : telefono cellulare | phone mobile
noun contact > contacts persons=.5 : cognome soprannome dove_abita dove_vive prefisso numero_di_casa che_numero_ha qual_e_la_mail numero_di_cellulare contatto rubrica numero_di_telefono indirizzo_email recapito recapiti indirizzo_mail | contact address_book phone_number by_phone email_address e-mail_address address_of last_name surname nickname area_code cell_number contact_info contact_details home_address mobile_number telephone_number contact_number where_does_live
noun person  > persons contacts=.5 images=.15 : persona volto viso faccia gente in_cui_compare in_cui_appare in_cui_c'e in_cui_ci_sono | person people face somebody appears appearing
noun kin     > persons=.5 contacts=.4 : nonna nonno zia zio amico amica mamma papa figlio figlia fratello sorella moglie marito collega | grandma grandpa mum mom dad friend son daughter brother sister wife husband aunt uncle colleague
noun notice  > tasks=.6 messages=.6 : notifica avviso | notification alert
noun alarm   > tasks : sveglia sveglie allarme allarmi suoneria | alarm wake-up wake_up_call alarm_clock
noun schedule > events=.85 calendars=.3 tasks=.3 : programma_della_giornata mia_giornata in_programma miei_programmi mio_programma tabella_di_marcia miei_piani | schedule my_schedule my_day my_plans itinerary plans planner
noun reminder > tasks events=.85 : promemoria | reminder
noun task    > tasks : attivita compito ricorrente pianificata pianificate automatismo automazione lavoro_programmato attivita_programmata operazione_pianificata routine todo | task chore scheduled_job recurring automation scheduled_task todo job routine
noun place   > places : luogo posto ristorante negozio farmacia bar pizzeria benzinaio distributore supermercato albergo hotel ospedale museo parcheggio spiaggia bancomat palestra indirizzo piazza citta parco officina | place restaurant shop store pharmacy cafe bar pizzeria petrol_station gas_station supermarket hotel hospital museum parking beach atm gym address street city park garage bakery
noun here    > location places=.4 : posizione dove_sono_adesso dove_mi_trovo posto_mi_trovo coordinate_mie qui_dove_sono la_mia_posizione | where_am_i my_location my_position current_location current_position exact_position gps
noun coords  > places : coordinate latitudine longitudine | coordinates latitude longitude lat lon
noun clock   > now : che_ore_erano ora_locale differenza_di_fuso differenza_d'orario quanti_giorni_mancano quante_settimane_mancano quanto_manca in_che_settimana numero_della_settimana che_settimana_e l'ora_esatta data_odierna che_data quanti_ne_abbiamo che_mese che_anno che_ore_sono ora_esatta che_ora_e orario che_giorno_e data_di_oggi in_che_anno fuso_orario che_giorno giorno_della_settimana orologio ore_sono | what_time_is_it current_time today's_date what_day what_day_is_it date_today time_zone timezone weekday clock the_time what_time_it_is time_is_it time_difference time_now local_time how_many_days_until how_many_weeks_until days_are_left weeks_are_left days_until weeks_until what_is_the_date what's_the_date the_date_today day_of_the_week week_number what_week the_hour what_hour which_day_is which_date the_exact_time time_it_is what_time_do_they tell_me_the_time tell_me_the_date tell_me_the_day is_today is_tomorrow what_is_today what's_today how_late_is_it what_is_the_day what_is_the_week what_day_does what_day_will exact_time
noun state   > processes : spazio_libero spazio_su_disco spazio_sul_disco spazio_resta disco_pieno quasi_pieno memoria_libera ram_libera temperatura_del_processore surriscalda uptime batteria da_quanto_e_acceso acceso_il_computer riavviato | free_space disk_space space_left free_memory running_hot overheating uptime battery disk_full been_on last_restarted machine_doing computer_doing
noun process > processes : processo cpu ram carico demone servizio memoria prestazioni hardware | process cpu ram memory load daemon service performance hardware
noun machine > processes=.6 : disco macchina computer pc server sistema | disk machine computer pc server system
noun agenda_it > packages=.8 processes=.6 events=.6 : programma | 
noun program > packages=.85 processes=.6 : applicazione app | program application app
noun package > packages : pacchetto software libreria_software applicativo | package software software_library tool
noun world   > urls=.6 : meteo previsioni ricetta orari_di_apertura borsa classifica partita | weather forecast recipe opening_hours headlines match
noun net     > urls : internet web in_rete online sul_web su_google notizia notizie | internet web online on_google news headlines
noun url     > urls sites=.5 : link url pagina_web pagina indirizzo_web articolo | link url web_page webpage page article
noun edited  > files=.6 : modificato salvato scaricato | edited modified saved downloaded
noun installed > packages=.8 : installato versione_di | installed version_of
noun recurring > tasks : report_giornaliero report_settimanale riepilogo_giornaliero attivita_ricorrente promemoria_ricorrente | daily_report weekly_report daily_summary recurring_task
noun code    > files : righe_di_codice linee_di_codice codice_sorgente | lines_of_code source_code
noun expense > entries=.6 : spese uscite | expenses spending
noun site    > sites urls=.6 : sito sito_web portale sessione scheda_del_browser home_banking | site website portal session tab
noun browser > sites : browser | browser
noun form    > inputs sites=.5 : modulo formulario campi dati_mancanti | form fields questionnaire
noun consent > approval : conferma consenso approvazione autorizzazione | approval confirmation consent go-ahead before_doing prima_di_procedere
noun secret  > credentials : password credenziale credenziali chiave_api account segreto token accesso_salvato portachiavi cassaforte | password credential api_key account secret token passphrase vault keychain login_details
noun issue   > issues : issue segnalazione bug ticket anomalia | issue bug ticket
noun pull    > pulls : pull_request merge_request pr richiesta_di_merge | pull_request merge_request pr
noun entry   > entries : voce elemento record riga_della_tabella risultati righe dati valori elenco | item record row result entry rows data values
noun store   > entries : tabella database archivio_dati registro spese_registrate inventario diario | database store ledger inventory log_book
noun noted   > entries : mie_note mia_nota miei_appunti mio_appunto la_nota segna_che annota_che prendi_nota_che appunta_che ho_prestato sono_annotato sono_segnato | my_notes my_note the_note note_that make_a_note write_down_that i_lent i_lend
noun list    > lists entries=.4 : due_elenchi due_liste elenchi liste prima_lista seconda_lista queste_due_liste entrambe_le_liste | two_lists lists first_list second_list both_lists
noun number  > numbers=.55 : numeri cifre serie sequenza_di_numeri | numbers figures digits series
noun text    > texts files=.4 : testo paragrafo frase brano_di_testo riga righe_di_testo | text paragraph sentence passage lines_of_text
noun skill   > skills : cosa_sai_fare cosa_puoi_fare che_sai_fare skill abilita competenza estensione plugin modulo_aggiuntivo capacita | what_can_you_do what_are_you_able skill ability capability extension plugin add-on
noun proposal > proposals : proposta proposte miglioramento suggerimento_di_miglioramento | proposal improvement suggestion
noun preference > preferences : preferenza impostazione lingua tono unita_di_misura stile_di_risposta risposte_piu lunghezza_delle_risposte formalita | preference setting language tone units_of_measure reply_style shorter_answers shorter_replies reply_length
noun signature > signatures : firma_del_comando comando_consentito lista_nera lista_bianca comandi_vietati comando comandi blacklist whitelist | command_signature allowed_commands forbidden_commands blacklist whitelist allowlist denylist command

# --- qualities, formats, providers -------------------------------------------------------------------------
mark csv     > csv : csv tsv separato_da_virgole | csv tsv comma_separated
mark excel   > xlsx spreadsheet=.8 : excel xlsx xls foglio_di_calcolo fogli_di_calcolo foglio_excel cartella_di_lavoro | excel xlsx xls spreadsheet workbook
mark sheet   > spreadsheet xlsx=.6 csv=.2 : foglio foglio_google google_sheets sheets tabella fogli foglio_elettronico | sheet google_sheet google_sheets spreadsheet table
mark doc     > doc : google_docs documento_google word docx | doc google_doc google_docs word_document word_file microsoft_word docx
mark paper   > doc=.5 : documento relazione lettera | document report letter
mark pdf     > pdf : pdf | pdf
mark html    > html web=.3 : html pagina pagina_web sito articolo | html web_page webpage article page
mark json    > json : json | json
mark xml     > xml : xml | xml
mark text    > text=.6 : testo | text
mark ocr     > ocr : ocr scansione scansionato scontrino cartaceo testo_della_foto scritto_nella_foto scannerizzato testo_nell'immagine | ocr scan scanned receipt text_in_the_picture text_in_the_image
mark hash    > hash similar=.4 : ripetuto due_volte piu_volte piu_di_una_volta doppione doppioni duplicato doppio doppi identico copie_uguali file_uguali copie_identiche stesso_contenuto | more_than_once duplicate identical same_content exact_copies dupes twice
mark similar > similar hash=.3 indices=.3 : simile somigliante somiglia assomiglia | similar alike looks_like look_like resembling
mark empty   > empty : vuoto libero vuota buco liberi disponibile slot | empty free available vacant slot
mark loc     > loc : righe_di_codice linee_di_codice sorgenti codice | lines_of_code source_lines code loc
mark format  > format : formato in_jpg in_png in_mp3 in_pdf ridimensionare | format into_jpg into_png into_mp3
mark size    > size : dimensione peso grandezza | size weight
mark lines   > lines : riga righe linea | line lines
mark pages   > pages : pagina pagine | page pages
mark segments > segments : segmento spezzone | segment chunk excerpt
mark seed    > seed : predefinito_di_fabbrica seed iniziale_di_fabbrica | seed
mark sanity  > sanity : controllo_di_sanita coerenza | sanity sanity_check
mark command > command : comando riga_di_comando | command command_line
mark reversibility > reversibility : reversibile reversibilita si_puo_annullare | reversible reversibility can_be_undone
mark paragraphs > paragraphs : paragrafo | paragraph
mark sentences > sentences : frase frasi | sentence
mark history > history : storico cronologia esiti ultime_esecuzioni e_andata com'e_andata esecuzioni esito riuscita riuscito fallita fallito | history past_runs outcomes previous_runs last_run how_did_it_go runs succeed succeeded success failed ran
mark thread  > thread : conversazione discussione filo | thread conversation discussion
mark labels  > labels : etichetta etichette tag | label tag
mark web     > web : web internet online in_rete su_internet google | web internet online
mark index   > indices : indice indicizzare archivio_fotografico galleria album libreria_fotografica collezione | index gallery album library collection
mark blacklist > blacklist forbidden=.7 : lista_nera vietati blacklist proibiti | blacklist denylist forbidden banned
mark whitelist > whitelist : lista_bianca consentiti whitelist permessi | whitelist allowlist allowed
mark graylist > graylist : lista_grigia | graylist
mark video   > video : video filmato | video movie
mark audio   > audio : audio mp3 canzone | audio mp3 song
mark image   > image : foto immagine | image picture photo
mark zip     > zip : zip | zip
mark tar     > tar gz=.6 : tar tgz | tar tgz
mark candidates > candidates : candidato candidati | candidate
mark promotion > promotion : promozione | promotion
mark diff    > diff : differenze | diff
mark github  > github : github repo repository commit | github repo repository commit
mark google  > google_workspace google_photos=.6 : google drive gmail google_drive google_workspace google_calendar | google drive gmail google_drive google_workspace google_calendar
mark gphotos > google_photos : google_foto google_photos foto_di_google | google_photos
