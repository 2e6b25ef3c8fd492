"""The cue phrases of questions in English and Swahili, in the language of `cues.py`.

The cue that begins first in a question decides. Where two begin at the same word the earlier row decides, so
the more telling ones stand higher.
"""

from __future__ import annotations

from typing import Literal

BloomLevel = Literal["remember", "understand", "apply", "analyse", "evaluate", "create"]

_EXPLAIN = (
    "explain|describe|discuss|elaborate|illustrate|clarify|elucidate|comment+on|tell|show|"
    "eleza|elezea|elezeni|ueleze|nieleze|unieleze|tueleze|kueleza|nielezee|fafanua|fafanueni|ufafanue|nifafanulie|"
    "unifafanulie|kufafanua|jadili|jadilini|ujadili|kujadili|chambua|dadavua|niambie|onyesha|onesha"
)
_LIST = (
    "list|mention|name|state|outline|enumerate|identify|give|write|point+out|suggest|"
    "taja|tajeni|utaje|nitajie|unitajie|kutaja|orodhesha|orodhesheni|uorodheshe|niorodheshee|kuorodhesha|"
    "bainisha|toa|toeni|andika|tambua|nipe"
)

GROUPS: dict[str, str] = {
    "be": "is|are|was|were",
    "aux": "is|are|was|were|do|does|did|will|has|have|had|can|could|should|would",
    "explain": _EXPLAIN,
    "list": _LIST,
    "do": f"{_EXPLAIN}|{_LIST}",
    "heads": "types|kinds|causes|effects|characteristics|features|examples|parts|functions|uses|advantages|"
    "disadvantages|sources|factors|methods|ways|properties|stages|steps|reasons|principles|elements|components|"
    "problems|challenges|symptoms|signs|objectives|aims|branches|duties|responsibilities|results|consequences|"
    "impacts|benefits|measures|conditions|roles|strategies|qualities|indicators|products|techniques|phases",
    "weight": "importance|significance|role|function|purpose|use|effect|impact|advantage|disadvantage|benefit|"
    "contribution|relationship|result|aim|objective|work|job|need|process",
    "weight-sw": "umuhimu|faida|hasara|kazi|athari|matokeo|jukumu|mchango|dhumuni|madhumuni|lengo|nafasi|matumizi|"
    "uhusiano",
    "heads-sw": "aina|sababu|visababishi|vyanzo|athari|madhara|matokeo|faida|hasara|manufaa|sifa|tabia|dalili|njia|"
    "mbinu|hatua|sehemu|kazi|majukumu|matumizi|vipengele|mifano|malengo|changamoto|matatizo",
    "asked": "capital|formula|symbol|name|names|unit|colour|color|number|length|height|size|population|temperature|"
    "charge|mass|age|point|value|currency|title|percentage|distance|speed",
    "most": "largest|biggest|smallest|longest|shortest|highest|lowest|oldest|nearest|deepest|tallest|fastest|most|main",
    "asked-sw": "jina|majina|mji|idadi|rangi|fomula|alama|namba|kizio|umri",
    "quantity": "value|area|volume|sum|product|mean|median|mode|perimeter|circumference|gradient|slope|root|roots|"
    "lcm|hcf|distance|speed|velocity|acceleration|density|mass|force|pressure|resistance|current|inverse|"
    "determinant|midpoint|term|terms|equation|probability|percentage|number|work|power|energy|time|length|height|radius|"
    "molarity|concentration|interest|profit|loss|angle|remainder|ratio|momentum|weight|temperature",
    "quantity-sw": "thamani|eneo|ujazo|jumla|wastani|mzingo|kasi|umbali|densiti|asilimia|mlinganyo|uzito|urefu|pembe",
    "places": "country|region|continent|place|city|town|district|village|area|part",
    "places-sw": "nchi|mkoa|bara|mahali|eneo|mji|jiji|wilaya|kijiji|sehemu|kisiwa|taifa",
    "which-sw": "gani|ipi|upi|lipi|papi|kipi",
}

# Whoever names past questions wants them, whatever the first directive is.
PAST_QUESTION_CUES: tuple[str, ...] = (
    "past paper|papers|exam|exams|examination|examinations|question|questions",
    "exam|examination|necta|csee|ftna paper|papers|question|questions",
    "mtihani|mitihani uliopita|iliyopita|wa+zamani|ya+zamani|ya+necta|wa+necta",
    "swali|maswali ~5 la|ya|katika|kwenye mtihani|mitihani|necta",
    "question|questions ~6 in|from the? _? exam|exams|examination|examinations|necta",
)

# `calculate?` counts only where the question holds a quantity: "find the cause" is no sum.
TYPE_CUES: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        "compare",
        (
            "^ <do> ~3 difference|differences|similarity|similarities|tofauti|ufanano|mfanano ~3 "
            "between|of|among|and|in|kati|baina|ya|za",
            "what <be> the? ~2 difference|differences|similarity|similarities",
            "difference|differences|similarity|similarities ~1 kati|baina|ya|za",
            "difference|differences|similarity|similarities ~2 between|among|of",
            "nini|ni+nini tofauti",
            "tofauti ~3 kati|baina|ya|za",
            "kuna|ina|zina|yana|wana|una tofauti",
            "^ compare|contrast|differentiate|distinguish",
            "linganisha|linganisheni|ulinganishe|nilinganishie|kulinganisha|tofautisha|utofautishe|kutofautisha",
            "*tofautian*|vs|versus",
            "how <aux> ~8 differ|differs|different|similar|alike",
        ),
    ),
    (
        "why",
        (
            "^ <do> ~2 why|kwa+nini|kwanini|mbona",
            "why|kwa+nini|kwanini|mbona|kwa+sababu+gani|sababu+gani|kutokana+na+nini",
            "for what reason|reasons",
            "what ~1 caused|causes|makes|made|led+to|brought+about",
            "what <be> the? ~1 reason|cause",
            "nini|ni+nini|kitu+gani sababu|chanzo|*sababish*|*pelekea",
            "*sababishwa|*letwa na nini|kitu|vitu|mambo",
            "sababu|chanzo ya|cha|za ~9 ni nini|ipi",
            "^ give the? reason|reasons for|why|as",
            "^ toa sababu za|ya|kwa",
            "^ account for",
        ),
    ),
    ("explain", ("kwa kiasi gani", "to what extent")),
    (
        "how-many",
        ("how many|much|far|long|fast|heavy|hot|high|tall|deep|wide|old|big|large", "ngapi|*ngapi|kiasi+gani"),
    ),
    ("other", ("how often", "mara ngapi", "kwa muda gani", "*itwaje", "*itwa aje", "ya|wa|la aina gani")),
    ("define", ("*semaje",)),
    (
        "list",
        (
            "^ vi*|vy* vipi",
            "^ ina|una|zina|kina|vina|ana|lina|yana sehemu|aina|makundi gani|zipi|ngapi",
            "^ vi*|vy* ~8 ni vipi",
        ),
    ),
    (
        "how",
        (
            "^ <do> ~1 how|jinsi|namna|vipi",
            "^ how",
            "how to|<aux>",
            "how $",
            "kwa? jinsi|namna gani",
            "^ jinsi",
            "ni? vipi",
            "*aje|*eje|*ije|*uje",
        ),
    ),
    (
        "when",
        (
            "^ when <aux>",
            "^ <do> when",
            "when $",
            "^ <do> lini",
            "lini",
            "in|on? what|which year|date|century|month|day|time",
            "mwaka|tarehe|karne|mwezi|miaka|siku gani|upi|ipi|wa+ngapi",
            "tarehe|saa ngapi",
        ),
    ),
    ("who", ("^ who|whom|whose", "^ <do> who|nani", "who $", "<be>|by|and who", "nani|akina+nani")),
    (
        "where",
        (
            "^ where <aux>",
            "^ <do> where|wapi",
            "where $",
            "wapi",
            "in|from|to which|what <places>",
            "katika|kutoka|kwenye|huko <places-sw> <which-sw>",
            "nchini gani|ipi",
            "<places-sw> gani $",
        ),
    ),
    (
        "calculate",
        (
            "^ calculate|compute|simplify|factorise|factorize",
            "kokotoa|kokotoeni|kokotolea|ukokotoe|kukokotoa|rahisisha",
            "solve|tatua for|the+equation|the+following|mlinganyo|milinganyo",
        ),
    ),
    (
        "calculate?",
        (
            "^ find|determine|solve|evaluate|share|expand|convert|work+out|express",
            "^ tafuta|tatua|geuza|badili|hesabu|gawanya",
            "what <be> the? ~2 <quantity>",
            "nini|ni+nini <quantity-sw>",
            "<quantity-sw> w*|y*|l*|z* ~9 ni nini|ipi|gani",
        ),
    ),
    (
        "list",
        (
            "what|which are|were the? ~3 <heads> _",
            "what|which are|were the",
            "what|which ~1 <heads>",
            "nini|ni+nini <heads> za|ya|of|vya",
            "zipi|yapi",
            "mambo|vitu gani",
            "kuna aina gani",
            "aina gani za",
        ),
    ),
    (
        "explain",
        (
            "what <be> the? ~1 <weight> of|in|to|for|between|on",
            "nini|ni+nini <weight-sw>",
            "^ <weight-sw> wa|ya|za|la|cha ~9 ni nini|ipi|upi|gani",
            "what happens|happened|will+happen|would+happen",
            "what does|do|did ~6 do",
            "nini *tokea*|*fanyika*|*fanya",
        ),
    ),
    (
        "other",
        (
            "^ design|draw|sketch|compose|tunga|buni|chora",
            "what <be> the? ~2 <asked> of|for",
            "what <be> the? <most>",
            "what <be> ~9 called",
            "^ <asked-sw> la|wa|ya|za ~9 ni? nini",
            "ni upi|lipi|kipi|ipi|gani",
        ),
    ),
    (
        "define",
        (
            "^ <do> ~3 definition|meaning of",
            "^ <do> ~2 <be>+meant+by|you+mean+by",
            "^ <do> ~1 maana ya",
            "^ <explain> neno|dhana|istilahi",
            "^ <list>|<explain> ~3 law|principle|theorem|rule of? _? $",
            "^ <list> sheria|kanuni ya",
            "^ fafanua|ufafanue ~3 $",
            "define|definition|meaning+of|maana+ya|maana+gani",
            "<be> meant by",
            "what ~3 mean|understand by|about",
            "what does|do|did ~6 mean|state",
            "inasema+nini|yasema+nini",
            "unaelewa|waelewa nini",
            "nini maana",
            "ni? kitu gani",
            "^ <do> ~1 what <be>",
            "what <be>",
            "ni? nini",
        ),
    ),
    ("list", ("^ <list>", "taja|orodhesha|nitajie|niorodheshee", "^^ the? ~1 <heads> of", "^^ <heads-sw> za|ya|vya")),
    (
        "explain",
        (
            "<explain>",
            "^ analyse|analyze|justify|assess|examine|evaluate|thibitisha|tathmini",
            "tell me about",
        ),
    ),
)

# After the chart of verbs commonly printed for the revised taxonomy (Anderson and Krathwohl 2001), highest first.
# Verbs count only where a clause begins: "the design of a state" asks for no design.
BLOOM_CUES: tuple[tuple[BloomLevel, tuple[str, ...]], ...] = (
    (
        "create",
        (
            "^ design|compose|construct|create|develop|formulate|plan|propose|invent|devise",
            "^ write an?|a? essay|story|letter|poem|speech|report|dialogue",
            "^ suggest ~3 ways|measures|solution|solutions|methods|strategies",
            "^ buni|tunga|unda|sanifu|pendekeza",
            "^ andika insha|hadithi|barua|shairi|hotuba",
        ),
    ),
    (
        "evaluate",
        (
            "^ evaluate|assess|justify|judge|criticise|criticize|critique|appraise|argue|defend|recommend",
            "^ tathmini|thibitisha|tetea|hakiki|kosoa",
            "to what extent",
            "do you agree|think|support",
            "in your own? view|opinion",
            "which ~2 is better|best",
            "kwa kiasi gani",
            "kwa maoni yako",
            "unakubali|unakubaliana|unadhani|unafikiri",
        ),
    ),
    (
        "analyse",
        (
            "^ analyse|analyze|examine|categorise|categorize|investigate|chambua|changanua|chunguza",
            "compare|contrast|differentiate|distinguish|linganisha|tofautisha",
        ),
    ),
    ("apply", ("^ apply|use|demonstrate|draw|sketch|predict|tumia|chora|tabiri",)),
)
