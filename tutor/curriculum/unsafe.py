"""Cues of danger: a pupil who speaks of self-harm or of being abused, and requests to make weapons or drugs.

Asking about such things as a subject ("What is gender violence?", "Sababu za kujiua ni zipi?") is no danger: the
cues are first-person statements, reports of someone close, and requests for a way to do it.
"""

from __future__ import annotations

import re

from tutor.curriculum.cues import cues
from tutor.curriculum.unsafe_words import GROUPS, SHORTHAND

UNSAFE_CUES: tuple[str, ...] = (
    # self-harm, English
    "<kill> myself",
    "i ~4 <intend> ~2 hurt|cut|harm|burn|poison|stab|overdose myself",
    "i ~3 keep|like|love|started|enjoy|been cutting|hurting|harming|burning|scratching myself",
    "i ~1 hurt|cut|harm|cutting|hurting myself <on-purpose>",
    "i ~2 cut|slit|slash|slashed|scratch my wrist|wrists|veins",
    "i ~2 cut|burn|burned|burnt my <limb> <on-purpose>",
    "i ~3 keep|like|love|started|enjoy|been cutting|burning|scratching|slitting my <limb>",
    "i am? <intend> to? cut|slit|slash|burn my <limb>",
    "i ~1 <intend> to? kms",
    "end|ending|take|taking my own? life !history|skills|cycle",
    "i ~4 commit|committing|attempt|attempting|attempted|committed suicide",
    "i ~2 suicidal",
    "i <intend> to? drink|take|swallow <poison>",
    "i am <intend> to? drink|take|swallow <poison>",
    "i have? drank|drunk|swallowed ~1 <poison>",
    "i have? taken|took ~1 poison|rat+poison|rat+killer|overdose|bleach|jik !hemlock|ivy|from|out|and+put",
    "what ~2 i ~1 drink|take|swallow|eat|do ~1 to|and|so+that+i die",
    "i ~2 think|thinking|thinks|dream|dreaming of|about dying|killing|ending !out",
    "i ~4 and never wake",
    "i am? <intend> to? disappear|vanish ~1 forever|<end>",
    "why should|must|do i ~1 keep|continue|go+on|carry+on living",
    "why should i ~1 live|exist|be+alive !in|with|near|by",
    "why am i ~1 alive",
    "^ life is|feels ~1 meaningless|pointless|worthless|useless ~1 to|for me",
    "i ~5 why i should ~1 live|keep+living|be+alive|exist",
    "i ~2 took|taken|swallowed|drank ~2 many|all|whole|lot|bunch|handful ~2 <pill>",
    "<kill> yourself|oneself|ourselves",
    "i ~2 overdosed|overdosing",
    "i am? <intend> to? overdose",
    "i am? <intend> to? jump|throw+myself ~2 bridge|roof|building|cliff|train|car|window|balcony",
    "how many|much ~2 <pill> ~6 die|overdose|dead",
    "how many|much ~6 kill|kills me|myself",
    "how many|much ~6 i ~3 to die|overdose",
    "what|which <pill>|<poison>|chemical ~3 kill|kills|make|makes ~1 me|myself",
    "what|which <pill>|<poison>|chemical ~2 kill|kills fast|faster|fastest|quickly|instantly|painlessly|without+pain",
    "what|which <pill>|<poison> can|should|do|must i ~2 die|kill+myself",
    "will|would|can|could i die if|when i ~1 drink|take|swallow|eat ~2 <pill>|<poison>",
    "i should just? die|be+dead",
    "i should ~1 not be+alive|have+been+born|be+living|exist",
    "i ~6 <intend> ~1 end|ending it|everything|my+pain|my+suffering !with|by|in",
    "i ~6 end|ending it all",
    "i ~3 thinking|thought|thoughts ~2 suicide",
    "my own? suicide",
    "help|write|writing ~3 suicide note|letter",
    "<how> ~1 commit suicide",
    "way|ways|method|methods of|for|to|commit ~1 committing|commit? suicide !prevention",
    "<how> <kill>|poison|harm|hurt|cut <self>",
    "way|ways|method|methods|how to|of|for <kill> <self>",
    "<how> die !cloth|clothes|a|the|of|for <end>|fast|quickly|painlessly|peacefully|without|tonight|today|now|in",
    "way|ways|method to|of ~1 die|dying !out !cloth|of <end>|fast|quickly|painlessly|peacefully|without",
    "easiest|easy|painless|quickest|quick|fastest|fast|best|least+painful way|ways|method to|of|for ~2 die|dying|"
    "suicide",
    "i <often>? want|wish|ready|need to die|be+dead !for|a|as|like+a|in+the",
    "i am ready|going to die|be+dead !for",
    "i hope|pray ~2 i ~1 die|do+not+wake|never+wake",
    "i deserve to die",
    "i ~6 and want|wish to die",
    "i ~1 feel|felt like dying",
    "i do not|never|no+longer ~1 want|wish|like|care to? live|be+alive|exist|wake+up|living|life|be+here+anymore|"
    "be+here+again|be+in+this+world|be+on+this+earth|be+on+earth|go+on+living|go+on+anymore|continue+living|"
    "keep+living|carry+on+living",
    "i no+longer|never want|wish to live|be+alive|exist|be+here|wake+up",
    "i can not go+on|carry+on|continue|keep living|anymore|with+life|with+my+life|like+this",
    "i can not take|stand|bear|live life|it|this|living|anymore ~2 anymore|<end> !because+of",
    "i ~1 wish ~1 i ~1 was|were|am dead|never+born|not+alive|not+born",
    "i ~1 wish ~1 i could|would|can|had ~1 die|disappear|vanish|never+been+born|not+been+born|sleep+forever|never+wake",
    "better ~3 i ~1 die|died|dead|was+dead|were+dead|was+never+born|had+never+been+born",
    "i ~3 better+off dead",
    "better|better+off|happier without me",
    "nobody|no+one|noone would|will ~1 miss|care|notice ~1 me|if+i ~1 die|died|dead|gone|<end>",
    "i ~3 tired|sick|fed+up|done of|with ~1 living|life|being+alive !being|in|hard",
    "i hate living|being+alive|my+life",
    "i ~2 no|nothing reason|point|need|purpose|left|will|desire|hope|strength|energy|wish ~1 to|for|of|in ~1 live|"
    "living|alive",
    "i ~2 nothing to live for",
    "i ~4 not ~2 reason|point|need|purpose|use ~1 to|for|of|in ~1 live|living|being+alive",
    "there is no reason|point|need|use ~1 to|for|of|in ~2 live|living|being+alive",
    "^ life|living|this+life is not worth ~1 living|it",
    "my|feel|think|believe|that|feeling|this|because life is not worth ~1 living|it|anything",
    "my|this life is|feels|seems|looks ~1 meaningless|pointless|worthless|useless|over|empty|finished",
    "my|this life ~1 has|is ~1 no|nothing|without meaning|purpose|point|value|use|hope",
    "^ life has|is no|meaningless|pointless|worthless ~1 meaning|purpose|point|value|anymore|<end> ~2 me|anymore|<end>",
    "my <kin> ~4 wants|trying|threatens|threatening|threatened|planning|going|tried|talks+about|talking+about to? "
    "kill|killing|hang|harm|hurt|poison|cut|cutting|drown herself|himself|themselves",
    "my <kin> ~3 cuts|cutting|harms|harming|hurts|hurting|burns|burning herself|himself|her+arms|his+arms|her+wrists|"
    "his+wrists !when|while|with|by+accident|shaving",
    "my <kin> ~4 wants|want|going to die|commit+suicide !for|as|a",
    "my <kin> ~4 suicidal",
    "my <kin> ~4 not want to live|be+alive",
    "my best? <kin> ~3 talks|talking|talked|thinking|tried|trying|attempted|threatened|threatens ~2 suicide",
    # self-harm, Swahili
    "<intend-sw> <kill-oneself-sw>|kufa|nife|kutoweka+duniani",
    "<intend-sw> ~2 nisiamke|kulala+milele",
    "najiua|ninajiua|nitajiua|nijiue|ningejiua|najinyonga|nitajinyonga|nijinyonge|najidhuru|ninajidhuru|nijidhuru|"
    "nitajimaliza|nijimalize|najimaliza|nitajirusha|nijirushe|ningejinyonga",
    "najikata|ninajikata|najiumiza|ninajiumiza ~2 makusudi|wembe|kwa+wembe|mikono|mikononi|mwili|mwilini|mapaja|kila|"
    "mwenyewe|nikiwa|ninapokuwa|ili",
    "nimejikata|nilijikata|hujikata ~1 makusudi|mishipa|viganja|mikono|kwa+wembe|mapaja",
    "nimekunywa|nilikunywa|nimemeza|nilimeza|nitakunywa|nitameza|ninywe|nimeze sumu|vidonge+vingi|dawa+nyingi",
    "sitaki|sitamani|sipendi|sihitaji ~1 kuishi|kuwa+hai|kuwepo+duniani|uhai|maisha+haya|maisha+tena",
    "siwezi|sitaweza ~1 kuendelea ~1 kuishi|na+maisha",
    "siwezi|sitaweza ~1 kuishi tena|hivi|<end>",
    "sioni|sina|hakuna ~1 <no-use-sw> ~1 ya|la|wa ~1 kuishi !kwa|na|pamoja",
    "kuna <no-use-sw> gani ~1 mimi ~1 kuishi|niishi",
    "sioni|sina ~1 <no-use-sw> ~1 maisha|kuwepo|kuwa+hai !bora|ya",
    "nimechoka|nachoka|ninachoka|nimeyachoka|nachukia|nayachukia|nimekata+tamaa ~1 kuishi|maisha !kuwa|magumu|ya|"
    "katika|kwa|kwenye|mjini",
    "nimekata tamaa ~1 kuishi|maisha",
    "maisha <mine-sw>|haya hayana ~1 maana|thamani|faida|umuhimu",
    "^ maisha hayana ~1 maana|thamani|faida|umuhimu ~1 kwangu|tena|<end>",
    "maisha yamenichosha|yamenishinda|yamenikinai",
    "bora|heri|natamani|afadhali|kheri|laiti ~1 <die-sw>",
    "bora|heri|afadhali kufa kuliko|tu",
    "nawaza|ninawaza|nafikiria|ninafikiria|nataka|ninataka kunywa|kumeza sumu|vidonge+vingi|dawa+nyingi",
    "natamani|ningependa|nataka ~1 nisiwepo|nisingezaliwa|nitoweke",
    "ili|nini nife|nifariki|nikafa",
    "jinsi|namna|njia ya|za|gani|rahisi rahisi|haraka|nzuri|bora? ya|za? <kill-oneself-sw>",
    "njia gani|ipi|rahisi ~4 kufa|kujiua|kujinyonga haraka|bila+maumivu|kwa+urahisi|<end>",
    "nawezaje|ninawezaje|nitawezaje|nifanyeje|nifanye+nini ~2 kufa|nife|kujiua|kujinyonga",
    "nikinywa|nikimeza|nikila|nikitumia|ninywe|nimeze|nile !maji|chakula ~3 nitakufa|nife|nikafa|kufa|nitafariki|"
    "inaniua|itaniua",
    "sumu|dawa|vidonge|kidonge|kemikali|panadol gani|ipi|zipi|vipi ~1 inaua|huua|inayoua|inaweza+kuua|zinaua|vinaua|"
    "inayoweza+kuua <fast-sw>|<end>",
    "sumu|dawa|vidonge|kidonge|kemikali|panadol ~3 itaniua|inaniua|inayoniua|inaweza+kuniua|zitaniua|vitaniua|kuniua",
    "panadol|vidonge|dawa|tembe|sumu ngapi|vingapi|kiasi+gani|mingapi ~3 kufa|nife|nikafa|nitakufa|zitaniua|vitaniua|"
    "kuniua",
    "<mine-sw>|mwenzangu ~3 anataka|amejaribu|anajaribu|anafikiria|anasema|alijaribu|ametishia|anatishia ~2 "
    "<kill-oneself-sw>|kufa|afe",
    "<mine-sw>|mwenzangu ~3 hataki ~1 kuishi",
    "<mine-sw>|mwenzangu ~2 anajikata|anajidhuru|hujikata|hujidhuru",
    # abuse, English
    "<elder> ~3 beat|beats|beating me",
    # "My friend beats me in mathematics" is a game lost.
    "my friend|friends|classmate|classmates ~3 beat|beats|beating me !at|in",
    "my|the|our <kin> ~3 <strike> me !with+a+difficult|with+a+hard|with+a+question|with+questions|with+a+wire|"
    "in+chess|at+chess|in+a+game|in+the+game|in+mathematics|in+english",
    "my|our <elder> ~10 and|then|he|she|who|they ~1 <strike>|beats|beat me !with+a+question|with+questions",
    "my|our <elder> ~3 beat|beats|beating|hit|hits|hitting|slaps|kicks|abuses|abusing|rapes|raped|hurts|hurting|"
    "threatens|strangles|burns|burned|touches|molests ~1 us|my|her|him ~1 <our-own>|<end>|every|always|badly|at+night|"
    "when",
    "my|our <elder> ~3 beat|beats|beating|hits|hitting|abuses|abusing|rapes us",
    "<someone> ~3 rape|raped|rapes|raping|molested|molests|abuses|abused|abusing|defiled|defiles me",
    "<someone> ~2 beats|beating|hits|hitting me every|always|at+home|daily|with+a+stick|when|because|badly",
    "<someone> ~2 beats|beating|hits|hitting me $",
    "<someone> ~2 touch|touches|touched|touching me ~1 badly|inappropriately|there|sexually|wrongly|down|private|where",
    "touch|touches|touched|touching|grabs|grabbed|fondles|fondled|squeezes|kissed my private|privates|breast|breasts|"
    "buttocks|bottom|thighs|body|bums",
    "my|the|our <elder> ~3 comes|came|coming|gets|got|getting|climbs|climbed|enters|entered|lies|lay|sleeps|slept|"
    "sneaks ~1 in|into|to|on|inside|with|at|my my? bed|mattress|me+at+night|me+every+night",
    "my|the|our <elder> ~3 comes|came|coming|enters|entered|sneaks|sneaked ~1 in|into|to|inside|my my? room|bedroom "
    "at+night|every+night|while+i|when+i+am|when+everyone|naked|when+my",
    "my|the|our <elder> ~3 takes|took|calls|called|invites|invited|pulls|drags me to|into his|her room|bedroom|bed",
    "i ~2 was|am|got|been|being|keep+being ~1 raped|molested|defiled|abused|sexually+harassed|assaulted|"
    "sexually+abused|mistreated|bullied|blackmailed|trafficked",
    "i ~2 am|was|get|been|being ~1 beaten|caned|whipped|slapped ~1 at+home|every+day|everyday|daily|badly|until|by+my",
    "<kin>|<someone> ~3 <asks> me ~1 to|for|into <sex>",
    "<kin>|<someone> ~3 <asks> me ~9 have+sex|sleep+with+him|sleep+with+her|have+sex+with",
    "himself|herself|themselves on|onto me",
    "my <kin> ~2 is|gets|being|was ~1 beaten|abused|hit|assaulted ~1 at+home|every+day|every+night|by+my|by+her|by+his",
    "my|our <elder> ~3 beats|beating|rapes|raped|raping|molests|defiles|defiled|abuses|abusing his|her|their wife|"
    "husband|children|child|daughter|daughters|son|baby",
    "take|taking|takes|took|taken|send|sent me|my+sister ~1 for|to ~2 circumcision|circumcised|cut|fgm|genital|"
    "mutilation|undergo",
    "my <elder> ~3 arranged|arranging|planned|planning|arrange my marriage|wedding",
    "<kin>|<someone> ~3 wants|wanted|trying|tried to sleep+with|have+sex+with|touch|undress|kiss me",
    "<kin>|<someone> ~4 to kill|rape me",
    "<kin> ~3 wants|wanted|asks|asked me to be his girlfriend|lover|wife",
    "<kin>|<someone>|they ~3 <asks>|plan|plans|planning|going|decided|want|agreed ~1 to? ~1 marry|give|sell|marrying|"
    "selling|giving me off|to|with !the+book|know",
    "<kin>|they ~3 <asks>|want me ~1 to|into marry|be+married|get+married|marriage|early+marriage",
    "<kin>|they ~3 married|marrying|sold|selling me off|to",
    "i ~2 forced|being+forced|made to|into marry|marriage|be+married|get+married|have+sex|undergo|be+circumcised|"
    "be+cut|fgm",
    "i ~3 being married off",
    "<kin>|<someone>|they ~3 <asks>|plan|planning|going|want|taking ~1 to? circumcise|mutilate|cut me|my+sister|"
    "my+genitals|my+private",
    "<kin>|<someone>|they ~3 <asks>|want|taking me ~1 to|for|to+undergo|undergo|be fgm|mutilation|female+circumcision|"
    "be+cut|genital|female+genital",
    "blackmail|blackmails|blackmailed|blackmailing|extorting|sextorting me",
    "share|post|leak|send|expose|publish|shared|posted|leaked|sharing|posting ~1 my ~1 <nude>|nudes|private+photos|"
    "private+pictures",
    "<someone>|<kin> ~4 <nude> ~1 photos|pictures|pics|videos|video|photo|picture ~1 of me|myself|mine",
    "<kin>|<someone> ~3 <asks>|sends|sent|shows|showed|showing|keeps|begs ~2 me ~3 <nude>",
    "i sent ~3 <nude>",
    "^ i ~2 am|got|became|be pregnant !woman|women|in|mother",
    "think|thinks|found+out|that|because|afraid|fear|know i ~2 am|got|be pregnant !woman|women|in|mother",
    "my <kin> ~2 was|is|been|being|gets|got ~1 raped|molested|defiled|sexually|blackmailed",
    "<kin>|<someone> ~3 made|got|makes|making me ~1 pregnant",
    "impregnated me",
    "my|our <elder> ~8 and beats|hits|abuses|rapes|slaps us|my|her|him ~1 <our-own>|<end>",
    "to rape me|my",
    "marry my|our ~1 <our-own> off|to",
    "i ~2 was|am|been|being ~1 touched|fondled|kissed|groped by my ~1 <elder>",
    "my|our <elder> ~2 sleeps|slept with me",
    "my|our <elder> ~2 touches|touching|fondles girls|girls'|students|pupils|us",
    "my|our <elder> ~3 threatened|threatens|wants|wanted|tried|trying|going to kill|hurt|beat|stab my|us|her|our",
    "<how> ~1 abort my|the|this|a|it|pregnancy|<end>",
    "i <intend> to? ~1 abort|abortion",
    "i <intend> to? have|get|do|procure ~1 abortion",
    "i ~2 not ~1 safe ~1 at+home|home|with+my|with+him|in+my+home|around",
    "i ~2 afraid|scared|fear ~2 to|of|going ~1 home|<elder> !work",
    "i am? <intend> to? run away ~1 home",
    "<elder> ~2 refuses|denies|does+not|do+not ~3 me food|eat",
    "<kin>|<someone>|they ~3 bully|bullies|bullying me",
    # abuse, Swahili
    "<harm-me-sw> !picha|simu|chenga|mpira|pasi|konde|tafu|msasa|shoti|jeki",
    "<kin-sw>|<wants-sw> ~4 <hurt-me-sw> !picha|simu|chenga|mpira|pasi|jeki|shoti",
    "<violate-me-sw>",
    "<kin-sw> ~3 hunifungia|ananifungia|amenifungia|alinifungia|wananifungia chumbani|ndani|nyumbani",
    "hanipi|hawanipi|ananinyima|huninyima|wananinyima|ameninyima|walininyima chakula",
    "<kin-sw> ~3 amenifukuza|alinifukuza|wamenifukuza|ananifukuza|hunifukuza nyumbani",
    "<kin-sw> ~3 <harm-us-sw> !picha|chenga|simu|jeki",
    "<kin-sw> <mine-sw> ~2 <harm-kin-sw> <our-own-sw>",
    "<kin-sw> ~3 <harm-kin-sw> <our-own-sw> ~1 <mine-sw>|kila|sana|mbele|usiku",
    "baba|stepdad|mume hum* <our-own-sw> $",
    "<kin-sw> ~5 <touch-me-sw> !moyo|mkono|hisia",
    "<touch-me-sw> vibaya|sehemu|matiti|makalio|maungo|mwili|mapaja|kifua|pabaya|sehemu+za+siri",
    "<man-sw> ~3 anaingia|huingia|aliingia|anakuja|huja|alikuja|hupanda|anapanda|alipanda|hulala ~1 kitandani|kitanda",
    "<man-sw> ~3 anaingia|huingia|aliingia|anakuja|huja|alikuja ~2 chumbani ~2 usiku",
    "<man-sw> ~3 analala|hulala|alilala|amelala|amekuwa+akilala na+mimi|nami",
    "<force-me-sw>|<forced-sw>|sitaki kufanya|kulala|ngono|mapenzi|kuolewa|kuvua|kukeketwa|niolewe|nilale|kuozeshwa "
    "!kazi|mtihani|usingizi|mazoezi",
    "<harmed-sw>",
    "<beaten-sw> ~1 na <kin-sw> !picha",
    "<beaten-sw> nyumbani|kila|sana|bila+sababu",
    "nilale|tulale|nikilala|nikalala|nimelala|nililala naye|nao|pamoja+naye|kwake",
    "<our-own-sw> <mine-sw> ~2 hupigwa|anapigwa|huteswa|anateswa|hunyanyaswa|ananyanyaswa|anabakwa",
    "<kin-sw> <mine-sw> ~2 <harm-kin-sw> mtoto|mke|mkewe|binti|bintiye|watoto|mwanawe",
    "kunipeleka|wananipeleka|atanipeleka|watanipeleka|nipelekwe|napelekwa|nimepelekwa ~2 kukeketwa|kuolewa|kuozeshwa|"
    "tohara|jandoni",
    "<asks-me-sw> ~2 nilale|tulale|nivue|nifanye+mapenzi|tufanye+mapenzi|nifanye+ngono|nizini|nifanye+naye|"
    "tufanye+ngono",
    "<kin-sw> ~3 <asks-me-sw> ~2 ngono|kingono|penzi|mapenzi",
    "anataka|anataka+tu|anataka+mimi|ananilazimisha ~1 kulala|kufanya+mapenzi|ngono na+mimi|nami",
    "ananitaka|alinitaka|amenitaka|wananitaka kimapenzi|kingono",
    "wanataka|anataka|wananilazimisha|wamepanga|wazazi ~2 niolewe|nikeketwe|niozeshwe",
    "wanataka|anataka|wamepanga ~1 kumkeketa|kumwozesha|kumuozesha ~1 dada|mdogo|rafiki|mwenzangu",
    "<our-own-sw> <mine-sw> ~3 akeketwe|atakeketwa|anakeketwa|aozeshwe|ataozeshwa|aolewe",
    "<mine-sw> ~2 amebakwa|alibakwa|anabakwa|amelawitiwa|anateswa",
    "nimepewa|nilipewa|amenipa|alinipa|kanipa|nimepata|nilipata|nimeshika|nimebeba|nina|nimebebeshwa|amenitia|"
    "amenibebesha mimba|ujauzito",
    "mimi|nimekuwa|ni ni? mjamzito mimi|na",
    "nataka|ninataka|nawezaje|ninawezaje|naweza|nitawezaje|nisaidie ~1 kutoa|nitoe|kuitoa mimba|ujauzito",
    "jinsi+ya|namna+ya|dawa+ya|dawa+gani+ya|dawa+za kutoa mimba|ujauzito",
    "<wants-sw> ~4 picha|video ~1 zangu|yangu|za+uchi|za+utupu",
    "picha|video <mine-sw> ~2 uchi|utupu",
    "ananitumia|alinitumia|amenitumia|hunitumia|wananitumia ~1 picha|video ~2 uchi|utupu|ngono",
    "nitume|nimtumie|nimemtumia|nilimtumia|nimtumie+yeye ~1 picha|video ~2 uchi|utupu",
    "naogopa|ninaogopa kurudi|kwenda|kukaa nyumbani|kwa+baba|na+baba",
    "nataka|ninataka|nimepanga|natamani kutoroka nyumbani|kwetu",
    # weapons, drugs, violence
    "<how> <make> <which>? <which>? <weapon>",
    "<how> <make> <which>? <drug>",
    "<how> <make> <which>? drugs $",
    "<how> buy|get|sell|smuggle ~1 cocaine|heroin|meth|illegal+drugs|hard+drugs|bhang|marijuana|weed|cannabis",
    "how is|are a|an|the? homemade|home+made|petrol|pipe|nail|car? bomb|bombs|explosives|grenade|cocaine|heroin|meth "
    "made|built|prepared|cooked",
    "<how-sw> <make-sw> ~1 <weapon-sw>|<drug-sw> !za+zamani|ya+zamani|la+zamani|zilivyo*|*livyo*|za+kale|karne*",
    "<how-sw> kuvuta|kuuza|kununua|kupata bangi|<drug-sw>",
    "<weapon-sw>|<drug-sw> <now-made-how-sw>",
    "<weapon-sw>|<drug-sw> <now-made-sw> vipi|jinsi+gani",
    "natengenezaje|nitatengenezaje|unatengenezaje|tunatengenezaje <weapon-sw>|<drug-sw>",
    "<how> kill|murder|poison|strangle|stab a|the|my|your|our|another|other|some|these? <person>",
    "i <intend> to? kill|murder|stab|poison him|her|them|everyone",
    "<how-sw> kuua|kumuua|kuwaua|kumwekea+sumu|kumchoma+kisu <person-sw>",
    "nataka|ninataka|nitamuua|nawezaje kumuua $",
)
_UNSAFE: re.Pattern[str] = cues(UNSAFE_CUES, GROUPS)
_SHORTHAND = tuple((re.compile(rf"(?<!\S)(?:{short})(?!\S)"), plain) for short, plain in SHORTHAND)


def is_unsafe(clause_text: str) -> bool:
    """True when the text, as `clauses` gives it, calls for an adult's help rather than for a book."""
    for short, plain in _SHORTHAND:
        clause_text = short.sub(plain, clause_text)
    # The last mark too is followed by a space, so that a choice may hold it.
    return _UNSAFE.search(f"{clause_text} ") is not None
