# Sentences by executor: its name, the language, the sentence. What stands in braces is filled in.

find_files it : quanti file pdf ci sono in {folder}?
find_files it : trova i 5 file più grandi in {folder}
find_files it : trova i file che contengono la parola contratto in {folder}
find_files it : quali file ho modificato oggi in {folder}?
find_files en : find the files in {folder} that contain the word contract
find_files en : which files in {folder} changed today?
find_files en : how many pdf files are in {folder}?
find_files en : find the 5 largest files in {folder}
find_files_hash it : trova i file doppi in {folder}
find_files_hash en : find the duplicate files in {folder}
find_dirs it : quali sono le cartelle più grandi di {folder}?
find_dirs en : which are the largest folders in {folder}?
list_dirs it : che cosa c'è nella cartella {folder}?
list_dirs en : what is in the folder {folder}?
get_files it : quanto è grande {txt}?
get_files en : how big is {txt}?
read_files it : leggi {txt}
read_files en : read {txt}
read_files_doc it : leggi {pdf}
read_files_doc en : read {pdf}
read_files_ocr it : riconosci il testo di {image}
read_files_ocr en : read the scan {image}
read_files_csv it : mostrami le righe di {csv}
read_files_csv it : quante righe ha {csv}?
read_files_csv en : show me the rows of {csv}
read_files_csv en : how many rows does {csv} have?
read_files_xlsx it : mostrami le righe di {xlsx}
read_files_xlsx en : show me the rows of {xlsx}
move_files it : sposta i file pdf di {folder} in Archivio
move_files it : rinomina {txt} in bozza.txt
move_files en : move the pdf files of {folder} to Archive
move_files en : rename {txt} to draft.txt
move_files it : dividi le foto di {folder} per anno
move_files en : divide the pictures in {folder} by year
create_files it : copia i file pdf di {folder} in Archivio
create_files en : copy the pdf files of {folder} to Archive
delete_files it : cancella i file tmp di {folder}
delete_files en : delete the tmp files in {folder}
delete_dirs it : cancella le cartelle vuote in {folder}
delete_dirs en : delete the empty folders in {folder}
create_dirs it : crea la cartella Fatture
create_dirs en : create the folder Invoices
write_files it : crea il file note.txt con scritto: chiamare Luca
write_files en : create the file notes.txt saying: call Luca
compress_files it : comprimi la cartella {folder}
compress_files it : comprimi i file pdf di {folder}
compress_files en : compress the folder {folder}
compress_files en : compress the pdf files in {folder}
list_files_zip it : cosa c'è dentro {zip}?
list_files_zip en : what is in {zip}?
extract_files it : estrai {zip}
extract_files en : extract {zip}
compare_files it : confronta {txt} e {txt2}
compare_files en : compare {txt} and {txt2}
compare_dirs it : confronta le cartelle {folder} e {folder2}
compare_dirs en : compare the folders {folder} and {folder2}
compute_files_loc it : quante righe di codice ci sono in {folder}?
compute_files_loc en : how many lines of code are in {folder}?
create_files_spreadsheet it : salva i file di {folder} in elenco.xlsx
create_files_spreadsheet en : save the list of the files in {folder} to list.xlsx
write_files_csv it : salva l'elenco dei file di {folder} in elenco.csv
write_files_csv en : save the list of the files in {folder} to list.csv
create_files_doc it : crea il documento nota.docx con scritto: ciao
create_files_doc en : create the document note.docx saying: hello
change_files_format it : converti le foto di {folder} in jpg
change_files_format en : convert the pictures in {folder} to jpg
change_files_audio it : converti le canzoni di {folder} in mp3
change_files_audio en : convert the songs in {folder} to mp3
change_files_video it : converti i video di {folder} in mp4
change_files_video en : convert the videos in {folder} to mp4
change_texts it : sostituisci «ieri» con «oggi» in {txt}
change_texts en : replace "yesterday" with "today" in {txt}
compute_texts it : quante volte compare euro in {txt}?
compute_texts en : how many times does euro appear in {txt}?
filter_texts_lines it : mostrami le righe attorno a «euro» in {txt}
filter_texts_lines en : show the lines around "euro" in {txt}
extract_entries it : che indirizzi email ci sono in {txt}?
extract_entries en : which email addresses are in {txt}?
compute_numbers it : quanto fa 12 per 7?
compute_numbers it : quanti km sono 10 miglia?
compute_numbers en : how much is 12 times 7?
compute_numbers en : how many km are 10 miles?
describe_numbers it : media di 3, 5 e 10
describe_numbers en : average of 3, 5 and 10
describe_processes it : quanto spazio libero c'è sul disco?
describe_processes en : how much free space is on the disk?
get_processes it : quali processi usano più memoria?
get_processes en : which processes use the most memory?
find_packages it : quali pacchetti sono installati?
find_packages en : which packages are installed?
get_now it : che ore sono?
get_now it : che ore sono a Tokyo?
get_now en : what time is it?
get_now en : what time is it in Tokyo?
create_tasks it : ricordami domani alle 9 di chiamare il dentista
create_tasks it : ogni lunedì alle 8 cerca i file pdf in {folder}
create_tasks en : remind me tomorrow at 9 to call the dentist
create_tasks en : every monday at 8 find the pdf files in {folder}
list_tasks it : quali promemoria ho?
list_tasks en : which reminders do I have?
delete_tasks it : cancella tutti i promemoria
delete_tasks en : delete all reminders
set_tasks it : sospendi il promemoria del dentista
set_tasks en : pause the reminder of the dentist
read_tasks_history it : storico delle attività
read_tasks_history en : history of the tasks
set_preferences it : rispondimi in inglese
set_preferences it : rispondi più breve
set_preferences en : answer me in Italian
set_preferences en : give me shorter answers
get_preferences it : quali sono le mie preferenze?
get_preferences en : what are my preferences?
list_skills it : quali skill ho?
list_skills en : which skills do I have?
get_location it : dove mi trovo?
get_location en : where am I?

# Sentences by what they are about: {things} is how files of a kind are called, with Italian articles as they need.
* it : {how many} {things} ci sono in {folder}?
* it : trova {the} {things} più grandi in {folder}
* it : sposta {the} {things} di {folder} in Archivio
* it : comprimi {the} {things} di {folder}
* en : how many {things} are in {folder}?
* en : find the largest {things} in {folder}
* en : move the {things} in {folder} to Archive
* en : compress the {things} in {folder}
