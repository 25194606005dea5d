# shellcheck shell=bash
# Changes that must not count as caught bugs: mutation.sh has to report each of them.
ring="--host ring:4 --traffic uniform --rate 0.5 --cycles 50 --flit-width 16"
credit=rtl_templates/lib/router/toroid_credit.v
bug credit "harmless: it survives" $credit '// the count is above 0' '// there is a credit' "$ring"
bug credit "its words are not there" $credit 'no such words' '' "$ring"
bug credit "its words stand more than once" $credit 'level_q' 'level' "$ring"
bug credit "the hardware does not compile: that is not an exit code of 1" $credit 'take != give' 'take !=' "$ring"
bug credit "the run fails without it" $credit 'take != give' 'take || give' "$ring --no-such-option"
