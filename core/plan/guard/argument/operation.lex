# How comparisons are written in words, in either language; the value is the word manifests use.
op ge : maggiore_o_uguale_a greater_than_or_equal_to at_least almeno gte
op le : minore_o_uguale_a less_than_or_equal_to at_most al_massimo lte
op gt : maggiore_di greater_than larger_than more_than bigger_than
op lt : minore_di less_than smaller_than
op eq : uguale_a equal_to equals is
op ne : diverso_da not_equal_to not_equals
op contains     : contains contiene
op not_contains : does_not_contain not_contains non_contiene
op starts : starts_with inizia_con startswith
op ends   : ends_with finisce_con endswith
op in     : one_of
op not_in : not_in none_of
