# Words that tell how a request is meant, beside those of core/vocab; the format is the same.
set doubt  : posso potrei possiamo dovrei devo conviene si_puo come_faccio come_si come_posso fai_finta fare_finta far_finta cosa_succede che_succede cosa_succederebbe e_sicuro e_prudente ha_senso secondo_te saresti_in_grado sei_in_grado anzi lascia_stare lascia_perdere
set later  : domani dopodomani stasera stanotte ogni_giorno ogni_ora ogni_settimana ogni_volta ogni_mattina ogni_sera ogni_lunedi ogni_martedi ogni_mercoledi ogni_giovedi ogni_venerdi ogni_sabato ogni_domenica
set quotes : dice dicono scritto scritta testo frase
set many   : i gli le dei degli delle ai agli alle dai dagli dalle nei negli nelle tutti tutte quei quegli quelle quelli alcuni alcune
set aux    : voglio vorrei vogliamo volevo devi dovete mi ti ci si serve bisogna
set them   : li le quelli quelle questi queste tutti tutte
set rank   : grandi grande piccoli piccolo recenti recente vecchi vecchio nuovi nuovo pesanti pesante lunghi lungo leggeri leggero ultimi ultime ultimo ultima primi prime
set heavy  : pesa pesano occupa occupano grande grandi pesante
set holds  : contenuto cosa_c'_e che_c'_e che_cosa_c'_e cos'_c'_e c'_e_dentro
set instead : invece_di invece_che anziche piuttosto_che piuttosto_di al_posto_di in_luogo_di prima_di prima_che
set order  : prima_di prima_che dopo dopo_aver dopo_che
set new    : nuova nuovo nuove nuovi
set replacing : anche_se_esiste anche_se_esistono anche_se_c'_e
