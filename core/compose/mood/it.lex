# How a sentence speaks of what might be done; the format is that of core/vocab.
set ask     : dimmi dirmi dici dice dire digli fammi_sapere farmi_sapere sapere lo_sai sai controlla controllami controllare verifica verificare verificami vedi vedere guarda guardare scopri capire spiegami spiegarmi conferma confermami confermarmi accertati assicurati chiarisci chiederti chiedo
set whether : se
set able    : puoi potresti puo potrebbe riesci riusciresti riesce sai sapresti sei_in_grado saresti_in_grado sei_capace saresti_capace e_possibile sarebbe_possibile si_puo si_possono si_potrebbe posso potrei possiamo potremmo devo dovrei dobbiamo dovremmo conviene e_il_caso ti_e_possibile hai_modo ti_va
set imagine : immagina immaginiamo immaginati immagina_che supponi supponiamo supponi_che ipotizza ipotizziamo fai_finta facciamo_finta fa_finta metti_che mettiamo_che poniamo_che poniamo ammettiamo ammetti in_teoria teoricamente per_ipotesi e_se
set propose : e_se che_ne_dici_di che_ne_dici_se che_dici
