# English words; see it.lex for the format.

# --- verbs -------------------------------------------------------------------------------------------
verb find     : find collect gather look_for search_for search locate look_up hunt_down track_down dig_up dig_out seek_out
form find     : can_you_find get_me fetch find_me hunt_for searching
done find     : found
verb list     : list enumerate
verb show     : show display view print
form show     : let_me_see see show_me give_me_a_look_at give_me give bring_up pull_up
verb tell     : tell say report
form tell     : tell_me let_me_know say know i_want_to_know i'd_like_to_know
verb count    : count tally
form count    : count_up
verb read     : read
form read     : read_me read_out read_aloud
verb open     : open
verb look     : check inspect examine
form look     : look_at look_in look_into look_through go_through take_a_look_at have_a_look_at look
verb take     : take grab consider pick
verb keep     : keep
done keep     : kept
verb move     : move transfer relocate shift
verb put      : put place bring archive
form put      : stick drop stash
verb copy     : copy duplicate clone replicate
form copy     : back_up make_a_copy_of make_copies_of create_a_copy_of make_me_a_copy_of
verb rename   : rename
form rename   : change_the_name_of
verb delete   : delete remove erase eliminate purge scrap ditch clear_out trash discard throw_away throw_out get_rid_of bin wipe dispose_of put_in_the_trash put_in_the_bin move_to_the_trash move_to_trash
verb create   : create generate
verb make     : make prepare
form make     : set_up make_me
done make     : made
verb write    : write
form write    : write_down jot_down note_down
done write    : written wrote
verb save     : save store record export
verb append   : append add
verb replace  : replace overwrite substitute
verb sort     : sort order arrange
verb group    : group
verb split    : split divide distribute
verb tidy     : tidy tidy_up organise organize clean_up
verb filter   : filter select
verb compute  : compute calculate work_out
verb sum      : sum sum_up add_up total
verb compress : compress zip zip_up
verb extract  : extract unzip unpack decompress
verb compare  : compare
verb convert  : convert transform
verb send     : send mail email forward
verb translate: translate
verb summarize: summarize summarise sum_up
verb install  : install
verb remind   : remind
verb set      : set configure
verb describe : describe
verb start    : start launch run
verb share    : share
verb classify : classify

verb outside  : play book buy purchase phone dial dim brew shuffle listen navigate draw sing pay cook
form outside  : turn_on turn_off switch_on switch_off turn_up turn_down call ring

# --- nouns -------------------------------------------------------------------------------------------
obj files     : file files document{,s} item{,s}
obj dirs      : folder{,s} subfolder{,s} director{y,ies} subdirector{y,ies} sub-folder{,s}
obj processes : process{,es}
obj messages  : email{,s} e-mail{,s} mail{,s} message{,s}
obj events    : event{,s} appointment{,s} meeting{,s}
obj contacts  : contact{,s} address_book
obj tasks     : recurring_task{,s} task{,s} scheduled_task{,s} reminder{,s}
obj urls      : web_site{,s} website{,s} web_page{,s} link{,s}
obj preferences : preference{,s} setting{,s}
obj packages  : package{,s} program{,s} application{,s} app{,s}
obj calendars : calendar{,s}
obj places    : place{,s} restaurant{,s}
obj persons   : person people
obj issues    : issue{,s}
obj pulls     : pull_request{,s}

kind image    : photo{,s} picture{,s} image{,s} pic{,s} photograph{,s} snapshot{,s}
kind video    : video{,s} movie{,s} clip{,s} film{,s}
kind audio    : song{,s} track{,s} music audio recording{,s} audio_file{,s}
kind archive  : archive{,s} compressed_file{,s} compressed_archive{,s}
kind spreadsheet : spreadsheet{,s}
kind presentation : presentation{,s} slide_deck{,s} slides
kind code     : source_file{,s} source_code code_file{,s}

ext pdf       : pdf pdfs
ext txt       : text_file{,s} text_document{,s} plain_text_file{,s}
ext docx,doc  : word word_document{,s} word_file{,s}
ext xlsx,xls  : excel excel_file{,s} excel_sheet{,s} excel_spreadsheet{,s}
ext pptx,ppt  : powerpoint powerpoint_presentation{,s}
ext md        : markdown
ext jpg,jpeg  : jpg jpeg jpgs jpegs
ext zip       : zip zips
ext log       : log_file{,s}

prop size     : size{,s} file_size weight space
prop name     : name{,s} title{,s} file_name{,s} filename{,s}
prop modified : date modification_date date_modified last_modified modification date_of_modification last_change time
prop created  : creation_date date_created creation
prop extension : extension{,s} format{,s} file_extension{,s}
prop kind     : type{,s} kind{,s} file_type{,s}
prop folder   : folder subfolder directory
prop taken    : date_taken
prop lines    : line{,s}
prop words    : word{,s}
prop chars    : character{,s}

# --- numbers -----------------------------------------------------------------------------------------
num 0 : zero
num 1 : one a an single
num 2 : two couple
num 3 : three
num 4 : four
num 5 : five
num 6 : six
num 7 : seven
num 8 : eight
num 9 : nine
num 10 : ten
num 11 : eleven
num 12 : twelve
num 13 : thirteen
num 14 : fourteen
num 15 : fifteen
num 16 : sixteen
num 17 : seventeen
num 18 : eighteen
num 19 : nineteen
num 20 : twenty
num 30 : thirty
num 40 : forty
num 50 : fifty
num 60 : sixty
num 90 : ninety
num 100 : hundred a_hundred one_hundred
num 1000 : thousand a_thousand one_thousand
ord 1 : first 1st
ord 2 : second 2nd
ord 3 : third 3rd
ord 4 : fourth 4th
ord 5 : fifth 5th
ord 6 : sixth 6th
ord 7 : seventh 7th
ord 8 : eighth 8th
ord 9 : ninth 9th
ord 10 : tenth 10th
ord -1 : last
unit 1             : byte{,s} b
unit 1000          : kb kilobyte{,s} k
unit 1000000       : mb megabyte{,s} meg megs mega
unit 1000000000    : gb gigabyte{,s} gig gigs giga
unit 1000000000000 : tb terabyte{,s}

# --- grammatical words -------------------------------------------------------------------------------
set art   : the a an any
set few   : some several few a_few half most one_of a_couple_of many almost_all
set def   : the
set in    : in inside within under on inside_of located_in stored_in that_are_in which_are_in sitting_in
set of    : of
set from  : from out_of
set to    : to into in inside onto
set by    : by per according_to based_on on
set with  : with having
set and   : and
set or    : or
set that  : that which whose
set be    : is are 's were was 're be
set have  : have has contain contains having
set there : there_is there_are are_there is_there there
set all   : all every each everything any all_of
set each  : each every
set only  : only just
set more  : more
set than  : than
set in_total : in_total in_all altogether total overall all_together
set those : those these them it that this they
set there_is_q : are_there is_there there_are do_i_have have_i_got do_we_have
set next  : then and_then afterwards after_that finally and_finally next
set errands : shopping groceries grocery to-do to-dos todo todos to_do errands
set named : called named
set hidden : hidden
set hash  : duplicate duplicates duplicated
set column : column{,s} field{,s}
set empty : empty
set where : where in_which_folder in_what_folder in_which_folders
set which : which what
set what  : what
set howmany : how_many
set howmuch : how_much
set not   : not n't

set blank : line lines text something stuff entry entries sentence phrase note paragraph comment some_text
set about : about on for regarding
set vague : main personal same usual right previous parent current default shared other wrong root
set pad   : would_you_mind do_you_mind do_you_think_you_could any_chance_you_could is_there_any_chance_you_could i_was_wondering_if_you_could please pls plz thanks thank_you hi hello hey ok okay so well now right_now kindly just_now can_you could_you would_you will_you i_want_to i_want_you_to i_would_like_to i_would_like_you_to i'd_like_to i'd_like_you_to i_need_to i_need_you_to i_need i_want i_would_like i'd_like you me for_me us for_us go_ahead_and do_me_a_favour do_me_a_favor my our your actually quickly help_me if_you_can if_possible when_you_can metnos i_have i've_got currently here also too
set condition : if unless when until once provided while whenever in_case
set exclusion : except except_for excluding other_than apart_from aside_from besides save_for with_the_exception_of bar barring
set negation  : not without but n't no never nothing none nobody neither nor dont cannot
prop year     : year{,s}
prop month    : month{,s} year_and_month
prop day      : day{,s}
prop initial  : initial initial_letter first_letter
ext tmp,temp  : temporary_file{,s}

# --- what is asked about a machine, by the values executors offer -------------------------------------
set disk        : disk{,s} space hard_drive drive storage
set memory      : memory ram
set cpu         : cpu processor{,s}
set temperature : temperature{,s} hot
set uptime      : uptime on_for up
set machine     : computer pc machine laptop
