# Words of requests about what runs later and about preferences. Format: package vocab.
noun task     : task{,s} recurring_task{,s} scheduled_task{,s} recurring_request{,s} scheduled_request{,s} scheduled_job{,s}
noun reminder : reminder{,s} recurring_reminder{,s} scheduled_reminder{,s}
skill one     : skill skills
verb remind   : remind notify alert
form wake     : wake_me_up wake_me get_me_up wake_us_up
form remind   : remind_me notify_me alert_me let_me_know
verb make     : create set schedule add make plan
form make     : set_up give_me
verb pause    : pause suspend disable deactivate
form pause    : turn_off put_on_hold stop switch_off
verb resume   : resume reactivate enable restart unpause
form resume   : turn_on turn_back_on switch_on activate
verb move     : move reschedule change postpone shift
verb delete   : delete remove cancel erase
form delete   : get_rid_of
form stop     : stop_reminding_me don't_remind_me do_n't_remind_me no_longer_remind_me do_not_remind_me dont_remind_me do_n't_remind_me_anymore
verb list     : list show display
form list     : tell_me give_me let_me_see
ask list      : which what
ask count     : how_many
ask next      : when when_is when_does when_do when_will what_time what_time_is what_time_does when_are
ask history   : history the_history how_did when_did
have own      : do_i_have have_i_got i_have are_there is_there have_i_set are_scheduled are_active do_i_have_scheduled do_i_have_set are_set are_planned are_running is_scheduled do_we_have have_i exist got are_installed installed
fill def      : the a an my me of for to on in at is are was about that this one all's from and with i it it's its do does did go run runs running fire next start new next_time last last_time the_next_time again time the_time will be due called
fill pad      : please kindly can_you could_you i_want_to i'd_like_to i_would_like_to would_you thanks ok now just metnos
fill link     : to that about of for saying called
all all       : all every all_of
state paused  : paused suspended disabled inactive
state active  : active enabled
before prep   : of from after before until modified created since by during between changed downloaded

# preferences
verb answer   : answer reply speak talk use write respond switch prefer give keep be want
form answer   : i_prefer i_want answer_me reply_to_me speak_to_me talk_to_me give_me i'd_like make use_a write_to_me
verb choose   : set change choose select make switch
verb reset    : reset restore clear delete remove
form reset    : go_back return back switch_back
pref lang     : language
pref tone     : tone style
pref reply_length : length length_of_your_replies length_of_replies length_of_answers length_of_your_answers reply_length answer_length level_of_detail
pref units    : unit{,s} units_of_measure measurement{,s} unit_system
pref zone     : time_zone timezone zone
pref place    : place location city
pref all      : preference{,s} setting{,s}
lang it       : italian
lang en       : english
tone formale  : formal formally polite
tone informale : informal informally casual friendly
reply_length breve : short shorter brief briefer briefly concise concisely terse succinct
reply_length dettagliata : detailed long longer extensive thorough in_detail more_detail more_detailed
reply_length normale : normal medium regular
units metric   : metric celsius kilometres kilometers
units imperial : imperial fahrenheit miles us american
default default : default defaults original initial standard previous before
say say       : replies reply answers answer responses response messages message
ever ever     : from_now_on always henceforth in_future in_the_future from_today_on from_today
more more     : more a an the in your my me to of with be less bit little much very please on for as and it is at too by one way system
ask which     : what which
be be         : is are do_i_have do_i_use am i using my current

where here    : where_am_i where_are_we which_city_am_i_in what_city_am_i_in what_is_my_location what's_my_location what_'s_my_location my_location
