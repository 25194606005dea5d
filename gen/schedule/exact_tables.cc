// The stored tables, as written by bench/exact_tables. In a text each line of an axis is a group of
// words, each window a word, and each digit the step of a sending, in the order of PeriodicForm.
#include "gen/schedule/exact_tables.h"

namespace toroid {
namespace {

constexpr ExactTable kTables[] = {
    {.axes = 2,
     .task = {0, 7},
     .ring_levels = 0,
     .steps = 10,
     .by = LinesBy::kSum,
     .digits = "01 89674523  90 78563412  90 78563412  90 78563412  "
               "6 4523  8 3412  8 6712  8 6745  "},
    {.axes = 2,
     .task = {1, 7},
     .ring_levels = 0,
     .steps = 10,
     .by = LinesBy::kSum,
     .digits = "09 56341278  70 12563489  29 78563401  78 90563412  "
               "34 78569012  12 56783490  56 34127890  56 34127890  "},
    {.axes = 2,
     .task = {0, 8},
     .ring_levels = 0,
     .steps = 10,
     .by = LinesBy::kSum,
     .digits = "01 45672389  23 89674501  90 12785634  12 34905678  "
               "67 23014589  45 89012367  78 56901234  56 34781290  "},
    {.axes = 2,
     .task = {0, 10},
     .ring_levels = 0,
     .steps = 21,
     .by = LinesBy::kSum,
     .digits = "0 9a12 dejk78fgbchi5634  i 01jk ghefcdab89236745  0 fgjk hidebc9a78563412  0 jkde "
               "hibc34fg9a781256  "
               "j hifg 78debc9a5634k012  0 jkfg hidebc9a78561234  0 jkfg hidebc9a78561234  8 23de "
               "hifgjkbc9a016745  "
               "c 45de hijkabfg23678901  h bc9a de78fgijk0345612  e 45fg jkab67cd8923hi01  6 bc45 "
               "9afgde78hijk2301  "
               "e 23fg jkcdab678945hi01  c deab fg6723450189jkhi  b 78gh 12efijcd9a5634k0  h 5612 "
               "de7834fgk0ijbc9a  "},
    {.axes = 3,
     .task = {0, 10},
     .ring_levels = 0,
     .steps = 10,
     .by = LinesBy::kEach,
     .digits = "01 23896745  01 67894523  90 78341256  45 67238901  "
               "6 7812  8 4512  5 6712  7 2389  8 2356  6 7823  7 8912  9 7823  "
               "9 4523  3 4590  4 2356  6 7801  9 4523  7 3401  6 2345  8 3467  "},
    {.axes = 3,
     .task = {0, 11},
     .ring_levels = 0,
     .steps = 11,
     .by = LinesBy::kEach,
     .digits = "01 679a2345  67 459a2301  01 7823459a  01 45679a23  23 0167459a  01 239a6745  23 "
               "9a016745  67 45019a23  "
               "45 9a236701  9a 23784501  45 23890167  23 0145679a  9a 45236701  45 9a782301  67 "
               "2345019a  9a 23456701  "
               "8 2301  6 9a23  8 9a67  8 6723  8 6745  a 6789  8 9a45  8 9a45  8 6701  6 7823  8 "
               "019a  8 4523  8 9a45  8 2367  "
               "8 4523  8 0145  "},
    {.axes = 3,
     .task = {0, 12},
     .ring_levels = 0,
     .steps = 12,
     .by = LinesBy::kEach,
     .digits = "01 4589ab23  01 23ab4589  67 45890123  01 67ab8923  67 4501ab23  01 ab674589  89 "
               "ab016723  01 6745ab89  "
               "01 ab452367  23 89ab0145  23 ab016789  01 2345ab89  01 23456789  89 45016723  89 "
               "2345ab67  45 67ab8923  "
               "89 23ab6745  67 8945ab01  01 23458967  89 45ab6723  ab 67458923  45 67890123  ab "
               "45678923  89 45ab2301  "
               "45 890167ab  ab 67894501  45 8901ab67  67 ab894501  45 67018923  67 45238901  45 "
               "89670123  67 89452301  "
               "ab 67458923  23 01896745  45 230167ab  ab 67234501  23 45890167  23 89ab4567  67 "
               "238945ab  67 89ab0123  "
               "23 6789ab45  23 8967ab45  89 ab670123  23 894501ab  ab 89230145  ab 89450123  ab "
               "23016745  ab 67450189  "},
    {.axes = 3,
     .task = {1, 9},
     .ring_levels = 0,
     .steps = 10,
     .by = LinesBy::kEach,
     .digits = "01 23678945  87 56903412  56 12347890  34 56907812  "
               "8 6790  4 9012  0 3478  6 3412  1 6790  5 6712  3 9078  3 4567  "
               "1 4523  7 3490  5 8912  5 1278  2 4590  4 2390  6 7890  5 1290  "},
    {.axes = 3,
     .task = {1, 10},
     .ring_levels = 0,
     .steps = 10,
     .by = LinesBy::kEach,
     .digits = "05 67348912  03 12674589  03 12674589  01 45672389  32 45670189  52 67018934  45 "
               "01672389  45 67012389  "
               "89 45670123  89 45670123  89 67450123  89 01234567  67 23894501  67 23450189  67 "
               "89450123  67 45238901  "
               "3 1267  3 4512  2 6734  5 6701  2 0145  0 1245  3 4567  4 0123  1 4589  1 2389  2 "
               "8934  5 8901  0 3412  0 1245  "
               "5 3401  4 0123  "},
    {.axes = 3,
     .task = {1, 11},
     .ring_levels = 0,
     .steps = 11,
     .by = LinesBy::kEach,
     .digits = "0a 12867493  67 2013489a  04 91827653  46 23a70859  97 a1503642  08 6a273195  65 "
               "017293a4  70 9a415682  "
               "65 17a39082  82 a6197543  94 786251a3  86 a9157034  94 08a65731  79 8132064a  04 "
               "78316592  01 84539726  "
               "34 5607a921  39 a5487062  43 5a781096  61 9a834027  91 34a27605  4a 82017365  9a "
               "76483520  92 31857406  "
               "18 6905743a  a9 12780653  a8 92576431  a1 72094586  60 1495a327  60 54a28713  70 "
               "6198253a  a7 31468509  "
               "78 9a412605  52 86179a40  25 08416a37  5a 76402139  50 27963148  63 849501a7  80 "
               "246571a3  87 2310564a  "
               "53 a2704196  42 a7560138  23 a5417096  24 60189735  28 7531a940  13 8a742695  91 "
               "74a58620  85 a9276143  "},
    {.axes = 3,
     .task = {2, 9},
     .ring_levels = 0,
     .steps = 10,
     .by = LinesBy::kEach,
     .digits = "01 45896723  63 45901278  89 67234501  36 12459078  58 34126790  74 89012356  96 "
               "78450123  98 01452367  "
               "63 12907845  34 78901256  01 23674589  69 45017823  87 34129056  85 34129067  54 "
               "89672301  94 56237801  "
               "9 7801  5 1267  0 1245  2 0178  7 4512  8 4523  9 6723  0 2367  5 1290  6 9078  1 "
               "3456  4 2301  4 6701  5 2301  "
               "1 6723  5 8923  "},
    {.axes = 3,
     .task = {2, 10},
     .ring_levels = 0,
     .steps = 10,
     .by = LinesBy::kEach,
     .digits = "05 89671234  94 78560123  94 56782301  83 12459067  16 78459023  05 34671289  27 "
               "01348956  16 90782345  "
               "61 23904578  50 89126734  72 56893401  61 45237890  50 34126789  49 01237856  49 "
               "23015678  38 67904512  "
               "72 56348901  27 01893456  27 01893456  72 56348901  83 90124567  38 90124567  38 "
               "90124567  83 67459012  "
               "38 45679012  83 45679012  83 45679012  38 12904567  27 01893456  72 56348901  72 "
               "56348901  27 01893456  "
               "34 12567890  56 90123478  01 45678923  89 67230145  12 34785690  90 78345612  67 "
               "23890145  45 89012367  "
               "67 89230145  45 23890167  12 78345690  90 34567812  89 67012345  01 45678923  56 "
               "90123478  34 12785690  "},
    {.axes = 3,
     .task = {3, 9},
     .ring_levels = 0,
     .steps = 10,
     .by = LinesBy::kSum,
     .digits = "01 89234567  10 23456789  01 45678923  10 67892345  "
               "65 12907834  56 90783412  65 78341290  56 34129078  "
               "38 45671290  83 67129045  38 12904567  83 90456712  "},
    {.axes = 3,
     .task = {0, 13},
     .ring_levels = 0,
     .steps = 21,
     .by = LinesBy::kEach,
     .digits = "0 jkhi fgdebc9a78563412  k ijgh efcdab8967452301  k ijgh efcdab8967452301  k ijgh "
               "efcdab8967452301  "
               "k ijgh efcdab8967452301  k ijgh efcdab8967452301  k ijgh efcdab8967452301  k ijgh "
               "efcdab8967452301  "
               "k ijgh efcdab8967452301  k ijgh efcdab8967452301  k ijgh efcdab8967452301  k ijgh "
               "efcdab8967452301  "
               "k ijgh efcdab8967452301  k ijgh efcdab8967452301  k ijgh efcdab8967452301  k ijgh "
               "efcdab8967452301  "
               "cd hiab8967  gh cdab8967  gh cdab8967  gh cdab8967  ab jkef8967  ij efab8967  ij "
               "efab8967  ij efab8967  "
               "gh efcd8967  gh efcd8967  gh efcd8967  gh efcd8967  ef jkcdab67  ij efcdab67  ij "
               "efcdab67  ij efcdab67  "
               "gh efcdab89  gh efcdab89  gh efcdab89  gh efcdab89  ef jkcdab89  ij efcdab89  ij "
               "efcdab89  ij efcdab89  "
               "gh efcdab89  gh efcdab89  gh efcdab89  gh efcdab89  ef jkcdab89  ij efcdab89  ij "
               "efcdab89  ij efcdab89  "
               "ab 89674523  89 ghcd6745  ab ghcd6745  ab ghcd8945  89 fgab6745  89 ijef6745  ef "
               "ijab6745  ef ijab8945  "
               "89 67cd4523  ef 89674523  ef cd674523  ef cd894523  cd 78ab5634  ab ijef6745  cd "
               "ijef6745  cd ijefab45  "
               "cd ab894523  ef ab894523  ef cd894523  ef cdab4523  cd ab896723  ab ijef8967  cd "
               "ijef8967  cd ijefab67  "
               "cd ab896745  ef ab896745  ef cd896745  ef cdab6745  cd ab896745  ab ijef8967  cd "
               "ijef8967  cd ijefab67  "},
    {.axes = 3,
     .task = {1, 12},
     .ring_levels = 0,
     .steps = 20,
     .by = LinesBy::kEach,
     .digits = "01ij ghefcdab89674523  j0hi fgdebc9a78563412  j0hi fgdebc9a78563412  j0hi "
               "fgdebc9a78563412  "
               "j0hi fgdebc9a78563412  j0hi fgdebc9a78563412  j0hi fgdebc9a78563412  j0hi "
               "fgdebc9a78563412  "
               "j0hi fgdebc9a78563412  j0hi fgdebc9a78563412  j0hi fgdebc9a78563412  j0hi "
               "fgdebc9a78563412  "
               "j0hi fgdebc9a78563412  j0hi fgdebc9a78563412  j0hi fgdebc9a78563412  j0hi "
               "fgdebc9a78563412  "
               "de ijbc9a78  hi debc9a78  hi debc9a78  hi debc9a78  bc ghj09a78  j0 fgbc9a78  j0 "
               "fgbc9a78  j0 fgbc9a78  "
               "hi fgde9a78  hi fgde9a78  hi fgde9a78  hi fgde9a78  fg dej0bc78  j0 fgdebc78  j0 "
               "fgdebc78  j0 fgdebc78  "
               "hi fgdebc9a  hi fgdebc9a  hi fgdebc9a  hi fgdebc9a  fg dej0bc9a  j0 fgdebc9a  j0 "
               "fgdebc9a  j0 fgdebc9a  "
               "hi fgdebc9a  hi fgdebc9a  hi fgdebc9a  hi fgdebc9a  fg dej0bc9a  j0 fgdebc9a  j0 "
               "fgdebc9a  j0 fgdebc9a  "
               "bc 9a785634  9a hide7856  bc hide7856  bc hide9a56  9a 78bc5634  fg 9a785634  fg "
               "j0bc7856  fg j0bc9a56  "
               "9a 78de5634  fg 9a785634  fg de785634  fg de9a5634  78 56debc34  bc defg7856  de "
               "j0fg7856  de j0fgbc56  "
               "de bc9a5634  fg bc9a5634  fg de9a5634  fg debc5634  bc 9ade7834  bc defg9a78  de "
               "j0fg9a78  de j0fgbc78  "
               "de bc9a7856  fg bc9a7856  fg de9a7856  fg debc7856  bc 9ade7856  bc defg9a78  de "
               "j0fg9a78  de j0fgbc78  "},
    {.axes = 3,
     .task = {2, 11},
     .ring_levels = 0,
     .steps = 20,
     .by = LinesBy::kEach,
     .digits = "01ij ghefcdab89674523  j0hi fgdebc9a78563412  j0hi fgdebc9a78563412  j0hi "
               "fgdebc9a78563412  "
               "j0hi fgdebc9a78563412  j0hi fgdebc9a78563412  j0hi fgdebc9a78563412  j0hi "
               "fgdebc9a78563412  "
               "j0hi fgdebc9a78563412  j0hi fgdebc9a78563412  j0hi fgdebc9a78563412  j0hi "
               "fgdebc9a78563412  "
               "j0hi fgdebc9a78563412  j0hi fgdebc9a78563412  j0hi fgdebc9a78563412  j0hi "
               "fgdebc9a78563412  "
               "ih efcdab89  ih debc9a78  ih debc9a78  ih debc9a78  gj cdab8967  jg bc9a7856  jg "
               "bc9a7856  jg bc9a7856  "
               "ih fgde9a78  ih fgde9a78  ih fgde9a78  ih fgde9a78  gj efcd7856  jg efcd7856  jg "
               "efcd7856  jg efcd7856  "
               "ih fgdebc9a  ih fgdebc9a  ih fgdebc9a  ih fgdebc9a  gj efcdab89  jg efcdab89  jg "
               "efcdab89  jg efcdab89  "
               "ih fgdebc9a  ih fgdebc9a  ih fgdebc9a  ih fgdebc9a  gj efcdab89  jg efcdab89  jg "
               "efcdab89  jg efcdab89  "
               "bc 9a785634  9a 78de5634  de 89bc6745  de bc9a5634  9a 78fg5634  78 fgj0bc56  bc "
               "j0fg9a56  bc fgj09a78  "
               "9a 78de5634  fg 9a785634  gh ef785634  fg de9a5634  cd 89674523  ef 78j05634  ef "
               "j0cd5634  ef cdj07834  "
               "de bc9a5634  fg bc9a5634  gh ef9a5634  fg debc5634  cd ab893412  ef abj08934  ef "
               "j0cd8934  ef cdj0ab34  "
               "de bc9a7856  fg bc9a7856  gh ef9a7856  fg debc7856  cd ab896745  ef abj08967  ef "
               "j0cd8967  ef cdj0ab67  "},
    {.axes = 3,
     .task = {2, 13},
     .ring_levels = 0,
     .steps = 21,
     .by = LinesBy::kSum,
     .digits = "gjhd a92bfek734ci5681  ihjg bk5f7dca98e62143  jgih 5f71cbd9ea86432k  ihjg "
               "715fdceb98a42k36  "
               "jgih 5f7kedcb9a624318  ihjg 7k5fdc9eb68421a3  jgih 5f7d9ebkc462a318  ihgc "
               "7f9ab25d8643k1je  "
               "7kea 8d1cbhfji926345g  eak7 c1ih9f86j2435gbd  k7ea ihjf9862435gdbc1  eak7 "
               "jfi962435gd8c1bh  "
               "k7ea i96243g5d8c1bhfj  eak7 j243g5dbc1hi9f86  k7ea 43g5d8c1bif96hj2  a5k7 "
               "geidc1bh9f862j43  "
               "0 1234 56789abcdefghijk  0 4321 87a9cbedfgihkj65  0 2143 a9gcedfbihkj6587  0 4321 "
               "gcedfbihkj6587a9  "
               "0 2143 edgfihkj6587a9cb  0 4321 gfihkj6587a9cbed  0 2143 ihkj6587a9gcedbf  0 4321 "
               "kj6587a9cbedfgih  "},
    {.axes = 3,
     .task = {3, 11},
     .ring_levels = 0,
     .steps = 20,
     .by = LinesBy::kSum,
     .digits = "0123 ef6745ijghcd89ab  2301 6745ijghcd89abef  0123 45ijghcd89abef67  2301 "
               "ijghcd89abef6745  "
               "0123 ghcd89abef6745ij  2301 cd89abef6745ijgh  0123 89abef6745ijghcd  2301 "
               "abef6745ijghcd89  "
               "23ef ghab8901cd6745ij  ef23 cd8901ijab4567gh  23ef 8901cd6745ijghab  ef23 "
               "01cd6745ijghab89  "
               "23ef cd6745ijghab8901  ef23 6745ijghab8901cd  23ef 45ijghab8901cd67  ef23 "
               "67ghcd8901ijab45  "
               "ag 6701cd45  g6 01ab8945  ag efcd6740  96 457801ab  ag 6701cd45  g6 01ab8945  a4 "
               "efcd6780  96 457801ab  "},
    {.axes = 3,
     .task = {3, 12},
     .ring_levels = 0,
     .steps = 20,
     .by = LinesBy::kSum,
     .digits = "0189 4567ghcdab23efij  ijef 67abcdgh89452301  efij 01cdab67gh238945  ijef "
               "89ab2301cd4567gh  "
               "01ij ab23efcd8967gh45  ij01 23efcd8967gh45ab  01ij efcd8967gh45ab23  ij01 "
               "238945ghcdab67ef  "
               "23gh ijef456789cdab01  gh23 ef896745cdij01ab  23gh 89ef4501ij67abcd  gh23 "
               "ef4501ab67ijcd89  "
               "23gh 8901ij67abcd45ef  gh23 cdij01abef456789  23gh ij01abef456789cd  gh23 "
               "01abef456789cdij  "
               "cdab gh23ij0167ef8945  abcd 236701ijef8945gh  cdab 6701ijef8945gh23  abcd "
               "23ijef8945gh0167  "
               "cdab ijef8945gh236701  ab67 ef8945gh23cd01ij  cdab 89efgh01ij236745  abcd "
               "45gh23ij0167ef89  "},
    {.axes = 3,
     .task = {4, 11},
     .ring_levels = 0,
     .steps = 20,
     .by = LinesBy::kSum,
     .digits = "0f38 de9abcijgh456712  j0ih fgdebc9a34781256  0ihj fgbc78345612de9a  i0jh "
               "bc9a34781256fgde  "
               "0ah5 89346712defgbcij  j0ih fg7812569adebc34  0ihj 78bc56fgde9a3412  i0jh "
               "bc56fgde9a781234  "
               "12de fghi783456bc9aj0  de12 hi9a3456bcfgj078  12de 78fg56hi9aj034bc  de12 "
               "fg56bc9aj034hi78  "
               "12de 56hifgj078bc9a34  de12 hifgj078bc9a3456  12de fgj078hi9a3456bc  de12 "
               "j078hi9a3456bcfg  "
               "ij67 ab234501ef89cdgh  67ij 234501ef89cdghab  ij67 4501ef89cdghab23  67ij "
               "01ef89cdghab2345  "
               "ij67 ef89cdghab234501  67ij 89cdghab234501ef  ij67 cdghab234501ef89  67ij "
               "ghab234501ef89cd  "},
    {.axes = 2,
     .task = {0, 10},
     .ring_levels = 5,
     .steps = 13,
     .by = LinesBy::kSum,
     .digits = "0 569a 718c42b3c4183b27  8 9abc 0761527314253640  0 12bc 599a68a683743547  0 9abc "
               "8718263564437251  "
               "0 56bc a91a982783743241  8 9ac0 b71b263564537241  8 45ab 07199662c37c3021  8 9a45 "
               "cb172c7332b00661  "
               "3 bc56 9a4287247810a901  3 679a b150182485420ccb  7 ab34 98065985c2102c61  1 459a "
               "8c06782763b230cb  "
               "7 9abc 8130642842530615  6 239a cb07857851b4401c  c 9a45 180bb66387307221  3 569a "
               "b4178142782bc00c  "},
    {.axes = 3,
     .task = {3, 7},
     .ring_levels = 4,
     .steps = 7,
     .by = LinesBy::kSum,
     .digits = "02 34564365  64 52032530  46 03523025  64 52032530  "
               "1234  3412  1234  3412  "
               "5601  0156  5601  0156  "},
    {.axes = 3,
     .task = {4, 7},
     .ring_levels = 4,
     .steps = 7,
     .by = LinesBy::kSum,
     .digits = "02432435  34425320  42532034  53203442  "
               "36 41521024  63 52102441  32 10644156  23 64415610  "
               "5601  0156  5601  0156  "},
    {.axes = 3,
     .task = {5, 7},
     .ring_levels = 4,
     .steps = 7,
     .by = LinesBy::kSum,
     .digits = "01543046  45306401  30460154  46015430  "
               "23061250  06125023  12502306  05326021  "
               "42 56316513  25 31641346  52 46316413  35 12642146  "},
    {.axes = 3,
     .task = {0, 13},
     .ring_levels = 5,
     .steps = 13,
     .by = LinesBy::kEach,
     .digits = "0 7812 a9563465cb9abc43  0 129a 7865875634cbbc43  0 569a 7834cbbc21431287  0 569a "
               "21344378cbbc8712  "
               "4 7801 2365a956bc32cb9a  0 349a 65bc128756cb7821  0 3412 659a78a987cb56bc  2 7834 "
               "5665a910cbbc019a  "
               "0 789a cb655612344321bc  0 12bc 566578a9439a3487  0 789a bccb566521344312  0 129a "
               "437834bc568765cb  "
               "0 9a12 cb4365563487bc78  0 9a78 21bc6556cb123443  0 9a12 cb43873465bc5678  0 7834 "
               "215612a965cbbc9a  "
               "56 bc013478  bc 9a783456  12 9abc5678  bc 9a017856  bc 349a1278  12 bc347856  56 "
               "123478bc  bc 569a1278  "
               "bc 56013478  bc 349a5612  12 789a3456  bc 1234569a  78 bc23569a  12 bc567834  78 "
               "1234bc9a  56 bc9a1278  "
               "56 3401bc78  78 5612bc34  bc 78125634  34 125678bc  56 bc9a7834  34 125678bc  56 "
               "129abc78  56 3401bc78  "
               "56 3401bc78  56 3412bc78  bc 78125634  34 12bc789a  56 78bc1234  56 7834129a  56 "
               "1234789a  56 34bc7812  "
               "34 1256bc78  9a bc127834  9a 12783456  34 1278569a  78 9a34bc12  78 2356bc01  34 "
               "789a1256  9a 56347812  "
               "9a 12563478  56 2378bc01  9a 1234bc78  34 1278bc56  34 9a785612  bc 9a345678  34 "
               "bc561278  bc 349a5612  "
               "9a 12bc3478  9a 23bc5601  9a 125634bc  12 bc56789a  78 3456bc12  78 bc12349a  12 "
               "bc567834  9a bc563412  "
               "9a 127834bc  9a 23bc7856  9a 347812bc  12 34bc7856  bc 9a123478  78 23bc9a01  34 "
               "789abc12  bc 9a123478  "},
    {.axes = 3,
     .task = {0, 15},
     .ring_levels = 5,
     .steps = 15,
     .by = LinesBy::kSum,
     .digits = "0 bcde 6321547835174682  0 debc 2154783517468263  0 bcde 4587537164283612  0 debc "
               "7835174682632154  "
               "0 bcde 3571462863125487  0 debc 7164283612458753  0 bcde 6428361245875371  0 debc "
               "2836124587537164  "
               "9 1256 d478e3cb4e8c3db7  9 5612 783ecbe48cd3b74d  9 1256 e3bc4ec83d7bd487  9 5612 "
               "bc4ec83d7bd487e3  "
               "9 1256 4e8c3db7d478e3cb  9 5612 8cd3b74d783ecbe4  9 1256 d37b4d873ebce4c8  9 5612 "
               "b7d478e3cb4e8c3d  "
               "a 7834 5ebc6d12d62be5c1  a 3478 bcd6126d2be5c15e  a 7834 6d21d6b25e1ce5cb  a 3478 "
               "126d2b5ec1e5bcd6  "
               "a 7834 6db25e1ce5cbd621  a 3478 b25e1ce5cb6d21d6  a 7834 5e1ce5cb6d21d6b2  a 3478 "
               "c1e5bc6d12d62b5e  "},
    {.axes = 3,
     .task = {1, 12},
     .ring_levels = 5,
     .steps = 12,
     .by = LinesBy::kEach,
     .digits = "0123 495b68758796a4ba  83a2 b9154607746b5091  14a5 230b7860b9328697  14a3 "
               "96b002877b586529  "
               "2763 b04b5419980a81a5  7524 b168800b961a39a3  8257 361b6009baa34194  8542 "
               "16b07a370b6391a9  "
               "5782 6bba41031990a436  67b2 399a54811005a843  a508 391b4661277294b3  a850 "
               "369b412317b26974  "
               "27a6 4b59803104b31895  681b 4a3573a490295702  821a 96730b50473465b9  2803 "
               "9657ba49146b71a5  "
               "83 6b5402a9  02 1764a83b  07 9615b234  b7 8243590a  71 460859b2  07 435168a9  62 "
               "41837509  61 74538ab2  "
               "3a 72098b61  a9 076413b2  39 62a4b871  69 a832b701  b4 86701a59  65 b491a370  43 "
               "b821a597  6b 0295a417  "
               "ba 39058261  ab 60849217  60 3a478b91  96 834205ba  71 85496b20  37 890561a4  96 "
               "b1245307  19 b7053824  "
               "36 2854190b  4b a2683501  b3 25978140  b3 a0627154  17 6498b523  57 b41806a3  62 "
               "b38a4107  61 543728b9  "
               "a5 7264b803  a9 61834b20  41 a95b8620  51 6079ab43  89 0ab67325  9a 52b30487  43 "
               "60159a27  48 3062b59a  "
               "5b 4912a037  1b 68237540  20 698b7153  54 9b01a673  91 a0832754  8a 2537b610  79 "
               "6504b281  82 7039b6a5  "
               "52 4619870a  31 6402957a  34 6058912b  53 8924ba70  04 ab157826  b8 5269107a  4a "
               "3598b176  85 49602ba7  "
               "79 5b610a28  0a 9b215647  02 b8917654  a9 54237160  80 5963147b  0b 42963185  9a "
               "4081753b  84 0b695327  "},
    {.axes = 3,
     .task = {1, 14},
     .ring_levels = 5,
     .steps = 14,
     .by = LinesBy::kSum,
     .digits = "0145 a28d3a7c2bd8b3c7  4501 8d3ac72bd8b37ca2  0145 a3c7b28d3b7c2ad8  4501 "
               "c7b28d3b7c2ad8a3  "
               "0145 b28d3bc72ad8a37c  4501 8db3c7a2d83a7c2b  0145 b3c7a28d3a7c2bd8  4501 "
               "c7a28d3a7c2bd8b3  "
               "9 cdab 5371251834074280  9 abcd 7152184307248035  9 cdab 5218430724803571  9 abcd "
               "1843072480357152  "
               "9 cdab 4370240835175281  9 abcd 7042085317258134  9 cdab 2408351752814370  9 abcd "
               "0853172581347042  "
               "6 7823 b4c04b0d5a1ca5d1  6 2378 c04b0d5a1ca5d1b4  6 7823 4b0da51c5ad1b4c0  6 2378 "
               "0d5a1ca5d14bc0b4  "
               "6 7823 a5c15a1d4b0cb4d0  6 2378 1c5ad14bc0b40da5  6 7823 a5d14bc0b40d5a1c  6 2378 "
               "1d4b0cb4d05ac1a5  "},
    {.axes = 3,
     .task = {2, 11},
     .ring_levels = 5,
     .steps = 12,
     .by = LinesBy::kEach,
     .digits = "019a 853b78466254b723  12ab 0794764563593880  9a78 25b3124134560b60  9a78 "
               "5b32b51026044163  "
               "569a 0881271b7043b234  3478 9a1621b9ab520560  b089 a3452a3251147667  679a "
               "85b8522b34411003  "
               "b089 65365143a41a7227  5623 98ba79840110ab47  12b0 793a95a863865447  ab23 "
               "0778968154604519  "
               "9a67 8543213450b2081b  b067 a5582132439a8914  56b0 7897244a398312a1  56ab "
               "2170023498831749  "
               "2b 67349a01  a7 56b01289  89 6745ab01  8a 123456b0  20 4567ab89  69 784501ab  2a "
               "56b08934  95 ab670134  "
               "2b 9a016734  85 b0671234  81 6745b09a  2b 0134789a  50 7834ab12  1a 6723b045  97 "
               "ab012356  40 56789a12  "
               "5b 9a126734  47 b056239a  04 5623ab78  30 451267ab  38 b012679a  81 67349ab0  37 "
               "b0569a12  b2 9a567801  "
               "a7 89345612  7a b0123456  3a 12456789  32 784501ab  b8 0156349a  15 6734b089  15 "
               "23b09a67  a6 1245b078  "
               "34 ab890167  12 9a5678b0  34 78b05612  34 6712ab89  01 78239a56  23 45ab6701  45 "
               "018967ab  12 ab345689  "
               "34 569ab078  89 34ab6701  34 89ab6701  78 569ab034  23 018956ab  56 7801ab34  67 "
               "129a45b0  89 ab012356  "
               "78 349a12b0  89 340167ab  89 23ab4501  12 7856b034  12 78349a56  b0 569a2378  45 "
               "b067129a  45 01239a67  "
               "56 349a78b0  89 016723ab  89 3412ab67  34 5612b089  45 78239ab0  12 b09a3478  56 "
               "019a2378  23 45ab8901  "},
    {.axes = 3,
     .task = {2, 13},
     .ring_levels = 5,
     .steps = 13,
     .by = LinesBy::kSum,
     .digits = "016c 235937a4b2457b9a  6c01 5937a4b2457b9a23  016c 734a2b54b7a93295  6c01 "
               "4a2b54b7a9329573  "
               "016c 2b54b7a93295734a  6c01 54b7a93295734a2b  016c b79a325973a42b45  6c01 "
               "9a235937a4b2457b  "
               "45b2 671ac69073a93c01  b245 1ac69073a93c0167  45b2 c69073a93c01671a  b245 "
               "9073a93c01671ac6  "
               "45b2 73a93c01671ac690  b245 a93c01671ac69073  45b2 3c1067a1c609739a  b245 "
               "1067a1c609739a3c  "
               "8 9a73 bc402b15c6016254  8 739a 04b2516c102645cb  8 a973 b2516c102645cb04  8 739a "
               "516c102645cb04b2  "
               "8 9a73 c6106245bc042b51  8 739a 016254bc402b15c6  8 9a37 6254bc402b15c601  8 739a "
               "54bc402b15c60162  "},
    {.axes = 3,
     .task = {3, 11},
     .ring_levels = 5,
     .steps = 12,
     .by = LinesBy::kSum,
     .digits = "01ab 4876233594678259  ab01 6732534976289584  01ab 3253496728958476  ab01 "
               "5349672895847632  "
               "01ab 4967289584763253  ab01 6728954976325384  01ab 2895496732538476  ab01 "
               "5948672335947682  "
               "6701 ab254889ba539432  0167 358498ab524923ba  6712 4889ab359403ba50  1267 "
               "98ab354903ba5084  "
               "6712 ab354908ba539480  0167 254938ab539482ba  6701 4983ab359428ba52  0167 "
               "83ab524928ba3594  "
               "54 2389ab67  45 89ab6723  54 ab672389  45 672389ab  54 2389ab67  45 89ab6723  54 "
               "ab672389  45 672389ab  "},
    {.axes = 3,
     .task = {3, 12},
     .ring_levels = 5,
     .steps = 12,
     .by = LinesBy::kSum,
     .digits = "0189 463a67a254b3752b  8901 3a76a245b3572b64  0189 762a453b57b264a3  8901 "
               "2a453b57b264a376  "
               "0189 45b3572b643a76a2  8901 b3752b463a67a254  0189 752b463a67a254b3  8901 "
               "2b463a67a254b375  "
               "2367 850b54b198a0491a  6723 0b54b198a0491a85  2367 451b890a94a158b0  6723 "
               "1b980a49a185b054  "
               "2367 89a0941a580b45b1  6723 a0941a580b45b189  2367 941a580b45b189a0  6723 "
               "1a580b45b189a094  "
               "ab45 9712893076216803  45ab 1289037621683097  ab45 9830671286037921  45ab "
               "3067128603792198  "
               "ab45 7612680397218930  45ab 1268039721893076  ab45 6830972189037612  45ab "
               "3097128903762168  "},
    {.axes = 3,
     .task = {4, 11},
     .ring_levels = 5,
     .steps = 12,
     .by = LinesBy::kSum,
     .digits = "0123 4659647b8a95a8b7  5270 9146b3a8198a3b64  2709 46b3a8518a3b6415  7092 "
               "b3a8518a3b641546  "
               "092b a8518a7364154637  92b0 518a7364154637a8  2b05 8a7364914637a819  b052 "
               "7364914637a8198a  "
               "1726 a90b8a5034b84395  2617 b30a50498b3495a8  7162 8a05943b4359a8b0  2671 "
               "50498b3495a8b30a  "
               "1762 498b3495a8b30a50  2671 8b43599ab0a80534  1762 34958a0ba85049b3  2617 "
               "599ab0a805438b34  "
               "b54a 3278938126076910  4ab5 8793182670690132  5b4a 9381260769103278  a45b "
               "1826706901328793  "
               "b5a4 2607691032789381  a4b5 0760813278931926  5b4a 9610237839816207  a4b5 "
               "0123873918627096  "},
    {.axes = 4,
     .task = {4, 9},
     .ring_levels = 4,
     .steps = 9,
     .by = LinesBy::kSum,
     .digits = "06 78258752  68 25075270  86 07257052  68 25075270  "
               "5678  7856  5678  7856  "
               "3401  0134  3401  0134  "
               "1234  3412  1234  3412  "},
    {.axes = 4,
     .task = {5, 9},
     .ring_levels = 4,
     .steps = 9,
     .by = LinesBy::kSum,
     .digits = "01362365  36236510  32561063  56106332  "
               "64 32571073  46 57107332  67 10433254  46 73325710  "
               "4580  8045  4580  8045  "
               "7812  1278  7812  1278  "},
    {.axes = 4,
     .task = {6, 9},
     .ring_levels = 4,
     .steps = 9,
     .by = LinesBy::kSum,
     .digits = "06641547  64514706  51470664  47066451  "
               "25736236  37266352  62362573  36257362  "
               "45 13823028  54 82032831  45 03823128  24 85135830  "
               "7801  0178  7801  0178  "},
    {.axes = 4,
     .task = {7, 9},
     .ring_levels = 4,
     .steps = 9,
     .by = LinesBy::kSum,
     .digits = "01384713  38741301  74311083  31108374  "
               "23760557  67507523  05572376  57237605  "
               "45122386  21326845  32864521  86452132  "
               "60 78458124  06 45812478  84 61207605  46 02785081  "},
};

}  // namespace

std::span<const ExactTable> ExactTables() { return kTables; }

}  // namespace toroid
