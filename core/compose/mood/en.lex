# How a sentence speaks of what might be done; the format is that of core/vocab.
set ask     : tell tell_me say check check_for_me verify see look know find_out confirm explain let_me_know let_us_know understand make_sure ask_yourself do_you_know
set whether : if whether
set able    : you_can you_could you_are_able you're_able you_know_how you_may you_would you_might i_can i_could i_may i_should we_can we_could we_should we_may it_is_possible it's_possible it_is_ok it_is_safe one_can you_would_be_able you_manage you_will
set imagine : imagine imagine_that imagining suppose suppose_that supposing assume assuming hypothetically pretend in_theory theoretically what_if let's_imagine let's_pretend let's_suppose let_us_imagine let_us_pretend let_us_suppose let's_say
set propose : shall_we should_we do_we could_we can_we may_we what_about how_about why_don't_we why_not
set lead    : i i'd 'd d like would want wanted to need love just
