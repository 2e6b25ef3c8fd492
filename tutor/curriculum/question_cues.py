"""The cue words of questions in English and Swahili, as patterns over plain words with one space between.

The order of the table decides between cues that begin at the same word: the more telling one stands first.
`_DO` is a directive that only opens the question ("explain why", "taja tofauti tatu kati ya"), so that the cue
after it wins. A directive counts only where a sentence or clause begins, because most are nouns too ("the design
of a state", "tafuta").
"""

from __future__ import annotations

import re

_START = (
    r"(?:^|(?<=\band )|(?<=\bthen )|(?<=\bplease )|(?<=\bkindly )|(?<=\byou )|(?<=\bme )|(?<=\bto )|(?<=\bbriefly )"
    r"|(?<=\bna )|(?<=\bkisha )|(?<=\bhalafu )|(?<=\btafadhali )|(?<=\bje )|(?<=\bnaomba )|(?<=\bkwa ufupi )"
    r"|(?<=\| ))"
)
# "nieleze", "unifafanulie", "kueleza", "elezeni": prefixes and endings of a Swahili directive.
_SW = r"(?:u?ni|tu|ku)?"
_ELEZA = rf"{_SW}(?:elez(?:a|e|ea|ee|eni)|fafanu(?:a|e|lia|lie|eni)|jadili(?:ni)?|chambu(?:a|e)|dadavu(?:a|e))"
_TAJA = rf"{_SW}(?:taj(?:a|e|ia|ie|eni)|orodhesh(?:a|e|ea|ee|eni)|bainish(?:a|e|eni)|toa|toeni|pa|pe|andika)"
_EXPLAIN = r"explain|describe|discuss|elaborate|illustrate|clarify|show|tell|say|comment on|elucidate"
_LIST = r"list(?: down)?|mention|name|state|outline|enumerate|identify|give|write(?: down)?|point out|suggest"
_VERB = rf"(?:{_EXPLAIN}|{_LIST}|{_ELEZA}|{_TAJA})"
_DO = rf"(?:{_START}{_VERB} (?:(?:to )?(?:me|us) |clearly |briefly |kwa ufupi |kwamba )?)?"
_DO_SOME = rf"(?:{_START}{_VERB} (?:\w+ ){{0,3}}?)?"

_HEADS = (
    "types|kinds|forms|causes|effects|characteristics|features|examples|parts|functions|uses|advantages|"
    "disadvantages|sources|factors|methods|ways|properties|stages|steps|reasons|principles|elements|components|"
    "problems|challenges|symptoms|objectives|aims|branches|organs|duties|responsibilities|results|consequences|"
    "impacts|benefits|measures|conditions|roles|strategies|qualities|indicators|laws|products"
)
_WEIGHT = (
    "importance|significance|role|function|purpose|use|usefulness|effect|impact|advantage|disadvantage|benefit|"
    "contribution|relationship|result|aim|objective|work|job|need"
)
_ASKED = (
    "capital|formula|symbol|name|unit|si unit|colour|color|number|length|height|size|population|temperature|speed|"
    "charge|mass|age|boiling point|melting point|atomic number|chemical formula|chemical symbol|value|currency|title"
)
_SW_WEIGHT = "umuhimu|faida|hasara|kazi|athari|matokeo|jukumu|mchango|dhumuni|madhumuni|lengo|nafasi|matumizi|uhusiano"
_PLACES = "country|region|continent|place|city|town|district|village|area|part of"
_SW_PLACES = "nchi|mkoa|bara|mahali|eneo|mji|jiji|wilaya|kijiji|sehemu|kisiwa|taifa"
_SW_WHICH = "gani|ipi|upi|lipi|papi|kipi"
_BE = "is|are|was|were"
_AUX = "is|are|was|were|do|does|did|will|has|have|had|can|could|should|would"

CUES: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (name, re.compile(pattern))
    for name, pattern in (
        (
            "find-past-questions",
            rf"{_DO_SOME}\b(?:past (?:paper|exam|examination|question)s?|(?:exam|examination|necta|csee|ftna) "
            rf"(?:past )?(?:paper|question)s?|mtihani uliopita|mitihani iliyopita|mtihani wa zamani|mitihani ya zamani|"
            rf"(?:ma)?swali (?:la|ya) (?:mtihani|mitihani|necta)|questions? (?:\w+ ){{0,5}}?in (?:the )?(?:\d+ )?"
            rf"(?:exams?|necta|examinations?)|necta (?:\d{{4}} )?(?:paper|question)|(?:ma)?swali (?:\w+ ){{0,6}}?necta)\b",
        ),
        (
            "compare",
            rf"(?:{_START}(?:what (?:{_BE}) (?:the )?)?)?{_DO_SOME}(?:(?<!\w)(?:differences?|similarit(?:y|ies)|resemblances?)"
            rf" (?:\w+ ){{0,2}}?(?:between|of|among|and)\b|\btofauti (?:\w+ ){{0,3}}?(?:kati|baina|ya|za|iliyopo|zilizopo)\b"
            rf"|\bufanano\b|\bmfanano (?:kati|wa)\b)",
        ),
        ("compare", rf"{_START}(?:compare|contrast|differentiate|distinguish|linganisha|tofautisha)\b"),
        ("compare", rf"{_SW}(?:linganish|tofautish)(?:a|e|ia|ie|eni)\b|\w*tofautian\w*|\b(?:kuna|zina|ina) tofauti\b"),
        ("compare", rf"\bhow (?:{_AUX}) (?:\w+ ){{1,8}}?(?:differ|different|similar|alike)\b|\b(?:vs|versus)\b"),
        ("why", rf"{_DO_SOME}(?:\bwhy\b|\bkwa ?nini\b|\bkwa sababu gani\b|\bsababu gani\b|\bmbona\b|\bfor what reasons?\b)"),
        ("why", r"\bwhat (?:\w+ )?(?:caused|causes|led to|makes|made|brought about)\b|\baccount for\b|\bkutokana na nini\b"),
        ("why", rf"\b(?:what (?:{_BE}) the |nini |ni nini )(?:\w+ )?(?:reason|cause|sababu|chanzo)\b|^sababu ya .*\bni (?:nini|ipi)\b"),
        ("why", rf"{_START}(?:give (?:the )?reasons? (?:for|why)|toa sababu)\b|\b(?:nini|kitu gani) \w*(?:sababish|pelek|fany)\w*"),
        ("find-quantity", r"\bhow (?:many|much|far|long|fast|heavy|hot|high|tall|deep|wide|old|big|large)\b|\bngapi\b|\bkiasi gani\b"),
        ("other", r"\bhow often\b|\bmara ngapi\b|\bkwa muda gani\b"),
        ("how", rf"{_DO}(?:(?:^|(?<=\band )|(?<=explain )|(?<=describe )|(?<=show )|(?<=discuss )|(?<=\| ))how\b)"),
        ("how", rf"{_DO}\b(?:kwa )?(?:jinsi gani|namna gani|jinsi|namna)\b|^ni vipi\b|\bhow (?:to|{_AUX})\b|\bhow$"),
        ("list", rf"^vi\w+ vipi\b|^v[iy]\w+ .*\bni vipi\b"),
        ("how", r"\bvipi\b|\b(?:[aiuy]|wa|ya|li|ki|vi|zi|ku|tu|hu|m)\w{2,}[aeiu]je\b"),
        (
            "when",
            rf"{_DO}(?:(?<!\w)when(?= (?:{_AUX})\b|$)|\blini\b|\b(?:what|which) (?:year|date|century|time|month|day)\b"
            rf"|\b(?:mwaka|tarehe|siku|karne|mwezi|miaka) (?:gani|upi|ipi|ngapi|wa ngapi)\b)",
        ),
        ("who", rf"{_DO}(?:(?:^|(?<=\| ))(?:who|whom|whose)\b|(?<=explain )who\b|\bwho$|\b(?:is|was|by|and) who\b|\bnani\b)"),
        (
            "where",
            rf"{_DO}(?:(?<!\w)where(?= (?:{_AUX})\b|$)|\bwapi\b|\bnchini gani\b"
            rf"|\b(?:in|from|to) (?:which|what) (?:{_PLACES})\b"
            rf"|\b(?:katika|kutoka|kwenye|huko) (?:{_SW_PLACES}) (?:{_SW_WHICH})\b)",
        ),
        ("list", rf"\b(?:what|which) (?:{_BE}) (?:(?:some|the|any) (?:\w+ ){{0,3}}?)?(?:{_HEADS})\b"),
        ("list", r"\bwhat (?:are|were) the (?:(?:main|major|basic|four|three|two|five|six|seven|\d) )"),
        ("list", rf"\b(?:what|which) (?:\w+ )?(?:{_HEADS})\b|\bni (?:zipi|yapi|vipi)\b|\b(?:mambo|sababu|vitu) (?:gani|zipi|yapi)\b"),
        ("explain", rf"\bwhat (?:is|was|are|were) (?:the )?(?:\w+ )?(?:{_WEIGHT})s? (?:of|in|to|for|between|on|played)\b"),
        ("explain", rf"\b(?:ni )?nini (?:{_SW_WEIGHT})\b|^(?:je )?(?:{_SW_WEIGHT}) (?:w|y|z|l|ch|k)a .*\bni (?:nini|ipi|upi)\b"),
        ("explain", r"\bwhat (?:happens|happened|will happen|would happen)\b|\bni nini \w*(?:tokea|fanyika)\w*"),
        ("other", rf"\bwhat (?:{_BE}) the (?:\w+ )?(?:{_ASKED}) (?:of|for)\b|\bni (?:upi|lipi|kipi|ipi|gani)\b"),
        (
            "define",
            rf"{_DO_SOME}\b(?:define|definition of|meaning of|(?:nini )?maana (?:ya|gani)|(?:is|are) meant by"
            rf"|do you (?:mean by|understand (?:by|about))|does .* mean|nini maana|una?elewa nini|kitu gani)\b",
        ),
        ("define", rf"{_START}(?:give|toa) (?:the )?(?:meaning|definition|maana)\b|{_START}fafanua (?:neno|dhana|istilahi|maana)\b"),
        ("define", rf"{_START}state (?:\S+ ){{0,3}}?(?:law|principle|theorem|rule)\b|\btaja (?:sheria|kanuni) ya\b"),
        ("define", rf"\b(?:define|definition)\b|\b(?:ni )?nini\b|{_DO}\bwhat(?:'s| (?:{_BE}))\b(?! (?:happening|going|the)\b)"),
        ("define", rf"\bwhat (?:is|was) the (?!(?:\w+ ){{1,3}}(?:in|between|when|if)\b)"),
        ("define", rf"^{_SW}fafanu(?:a|e) (?:\S+ ?){{1,3}}$"),
        ("list", rf"{_START}(?:{_LIST}|{_TAJA})\b|\b{_SW}(?:taj|orodhesh)(?:a|e|eni|ia|ie)\b"),
        (
            "explain",
            rf"{_START}(?:{_EXPLAIN}|analy[sz]e|justify|assess|examine|evaluate|to what extent|tathmini|thibitisha)\b"
            rf"|\b{_ELEZA}\b|\btell me about\b|\bniambie (?:kuhusu|juu ya)\b|\bexplain\b|\bdescribe\b|\bdiscuss\b",
        ),
    )
)

CALCULATION = re.compile(
    rf"{_START}(?:calculate|compute|solve|simplify|factori[sz]e|work out|evaluate|expand|convert|determine|find"
    rf"|{_SW}kokoto(?:a|e|lea|eni)|rahisisha|tatua|tafuta|geuza|hesabu)\b|\b(?:calculate|{_SW}kokoto(?:a|e))\b"
)
# These are sums whatever follows; the others only beside numbers or a quantity, as in "find the cause".
SURE_CALCULATION = re.compile(
    rf"\b(?:calculate|compute|simplify|factori[sz]e|{_SW}kokoto(?:a|e|lea|eni)|rahisisha)\b|"
    r"\b(?:find|determine|work out|tafuta) (?:the |the total |jumla ya )?"
    r"(?:value|area|volume|sum|product|mean|median|mode|perimeter|gradient|slope|roots?|lcm|hcf|distance|speed|velocity|"
    r"acceleration|density|mass|force|pressure|resistance|current|inverse|determinant|midpoint|equation|probability|"
    r"percentage|thamani|eneo|ujazo|jumla|wastani|mzingo|kasi|umbali|densiti|asilimia)\b|"
    r"\b(?:solve|tatua) (?:for|the (?:following )?(?:equation|inequality|simultaneous)|mlinganyo|milinganyo)\b"
)

_CLAUSE = r"(?:^|(?<=\band )|(?<=\bthen )|(?<=\bplease )|(?<=\byou )|(?<=\bto )|(?<=\bna )|(?<=\bkisha )|(?<=\| ))"
# After the chart of verbs commonly printed for the revised taxonomy (Anderson and Krathwohl 2001), highest first.
BLOOM_CUES: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "create",
        re.compile(
            rf"{_CLAUSE}(?:design|compose|construct|create|develop|formulate|plan|propose|invent|devise"
            rf"|write (?:an? )?(?:essay|story|letter|poem|speech|report|dialogue)"
            rf"|suggest (?:\w+ ){{0,3}}?(?:ways|measures|solutions?|methods|strategies)"
            rf"|buni|tunga|unda|sanifu|andika (?:insha|hadithi|barua|shairi|hotuba)|pendekeza)\b"
        ),
    ),
    (
        "evaluate",
        re.compile(
            rf"{_CLAUSE}(?:evaluate|assess|justify|judge|criticise|criticize|critique|appraise|argue|defend|recommend"
            rf"|tathmini|thibitisha|tetea|hakiki|kosoa)\b|\bto what extent\b|\bdo you (?:agree|think|support)\b"
            rf"|\bin your (?:own )?(?:view|opinion)\b|\bwhich (?:\w+ )?is (?:better|best)\b|\bkwa kiasi gani\b"
            rf"|\b(?:un|una)(?:kubaliana|kubali|dhani|fikiri)\b|\bkwa maoni yako\b"
        ),
    ),
    (
        "analyse",
        re.compile(
            rf"{_CLAUSE}(?:analyse|analyze|examine|categori[sz]e|investigate|chambua|changanua|chunguza|ainisha)\b"
        ),
    ),
    (
        "apply",
        re.compile(rf"{_CLAUSE}(?:apply|use|demonstrate|draw|sketch|predict|tumia|onyesha|chora|tabiri)\b"),
    ),
)
