# Words that tell how a request is meant, beside those of core/vocab; the format is the same.
set doubt  : can_i could_i should_i may_i must_i do_i_need how_do_i how_do_you how_can_i how_to how_would what_happens what_would_happen would_you_delete pretend is_it_safe is_it_ok does_it_make_sense are_you_able i_can i_could i_should did_i did_you did_we have_you have_i never_mind
set later  : tomorrow tonight every_day every_hour every_week every_time every_morning every_evening every_monday every_tuesday every_wednesday every_thursday every_friday every_saturday every_sunday
set quotes : says say saying reads text sentence
set many   : all every these those both some
set aux    : want_to need_to like_to going_to have_to you i do please ever just want need
set them   : them those these
set rank   : most largest biggest smallest newest oldest latest recent heaviest lightest longest shortest top first last large big small new old
set heavy  : big large heavy size weigh weighs take_up takes_up occupy
set holds  : contents content what's_in what_'s_in what_is_in what_is_inside what's_inside what_'s_inside
set instead : instead_of rather_than in_place_of before
set order  : before after
set new    : new another
set replacing : even_if_it_exists even_if_they_exist even_if_it_is_there
