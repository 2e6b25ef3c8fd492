"""The words of danger in English and Swahili: the groups that the cues of `unsafe` are made of, and shorthand."""

from __future__ import annotations

from collections.abc import Sequence

from tutor.curriculum.cues import MARK

_STRIKE = ("piga", "baka", "nyanyasa", "chapa", "tomasa", "dhalilisha", "lawiti", "bebesha+mimba", "tongoza", "papasa")
_VIOLATE = ("baka", "lawiti", "tomasa", "dhalilisha", "keketa", "ozesha", "papasa")
# An illness, the sun or lightning may do these too, so they need a person who does them.
_HURT = ("umiza", "tesa", "ua", "choma")
_TOUCH = ("gusa", "shika", "papasa")
_DOING = ("na", "li", "me", "ta", "naye", "liye", "ki", "ka", "navyo", "livyo", "napo", "lipo")
_PASSIVE = ("na", "nina", "nime", "nili", "nita")


def _does_to(whom: Sequence[str], roots: Sequence[str]) -> str:
    """Swahili verb forms of what people do to the object: for "ni", ananipiga, wamenigusa, anayenitesa, akanibaka."""
    return "|".join(
        f"{who}{doing}{it}{root}" for who in ("a", "wa") for doing in _DOING for it in whom for root in roots
    )


def _before(start: str, roots: Sequence[str]) -> str:
    """Each root after the same start: hunipiga, kunibaka."""
    return "|".join(f"{start}{root}" for root in roots)


def _done_to_me(*roots: str) -> str:
    """Swahili passives in the first person: napigwa, nimepigwa, nitaozeshwa."""
    return "|".join(f"{tense}{root}" for tense in _PASSIVE for root in roots)


# What pupils write for what the cues are written for. Applied in this order, within one sentence.
SHORTHAND: tuple[tuple[str, str], ...] = (
    ("i'm|im|iam", "i am"),
    (rf"(?<={MARK} )am(?! i )", "i am"),
    ("i've|ive", "i have"),
    ("i'll", "i will"),
    ("i'd", "i would"),
    ("he's|hes", "he is"),
    ("she's|shes", "she is"),
    ("they're", "they are"),
    ("don't|dont|dnt", "do not"),
    ("doesn't|doesnt", "does not"),
    ("isn't|isnt|ain't|aint", "is not"),
    ("can't|cant|cannot", "can not"),
    ("life's", "life is"),
    ("wanna|wana", "want to"),
    ("gonna|gona", "going to"),
    (r"(?:2|too)(?= (?:die|kill|end|hang|live|hurt|cut|be|sleep|marry|rape|touch)\b)", "to"),
    ("my self|mysef|myslf", "myself"),
    ("your self|urself", "yourself"),
    ("one self", "oneself"),
    ("any more", "anymore"),
    ("some one|sm1", "someone"),
    ("some body", "somebody"),
    ("step (?=father|mother|dad|mom|mum|brother)", "step"),
    ("suside|sucide|suicid|sucid|sueside", "suicide"),
    ("mwl|ticha", "mwalimu"),
    ("babangu|babaangu", "baba yangu"),
    ("mamangu|mamaangu", "mama yangu"),
)


GROUPS: dict[str, str] = {
    "elder": "teacher|teachers|headmaster|head+teacher|matron|father|dad|daddy|stepfather|mother|mum|mom|"
    "stepmother|stepdad|stepmom|stepmum|parents|uncle|aunt|auntie|aunty|brother|stepbrother|sister|cousin|grandfather|"
    "grandpa|grandmother|neighbour|neighbor|guardian|boyfriend|girlfriend|husband|pastor|priest|coach|boss|relative|"
    "relatives|parent|family|in+law|headmistress|tutor",
    "our-own": "mother|mom|mum|mama|sister|sisters|brother|brothers|siblings|wife|grandmother|little+sister|"
    "young+sister|younger+sister|little+brother|young+brother|younger+brother",
    "kin": "<elder>|friend|friends|classmate|classmates",
    "someone": "he|she|they|someone|somebody|man|boy|driver|teacher|people",
    "kin-sw": "mwalimu|baba|mama|mjomba|shangazi|kaka|dada|babu|binamu|jirani|mlezi|wazazi|mume|mchungaji|padre|"
    "shehe|kocha|mpenzi|bibi|shemeji|walimu|wajomba|bamdogo|mganga|mwajiri|ndugu|wanafunzi|rafiki|rafiki+yangu|"
    "bodaboda|dereva|bosi|mtu|mwenzangu|mwanafunzi+mwenzangu",
    "man-sw": "mwalimu|baba|mjomba|kaka|babu|binamu|jirani|mume|mchungaji|padre|shehe|kocha|shemeji|bosi|mlezi",
    "our-own-sw": "mama|dada|kaka|mdogo|bibi|ndugu|wadogo",
    "mine-sw": "yangu|wangu|zangu|yetu|wetu",
    "harm-me-sw": "|".join((_does_to(("ni",), (*_STRIKE, *_HURT, "keketa", "ozesha")), _before("huni", _STRIKE))),
    "hurt-me-sw": "|".join((_before("huni", _HURT), _before("kuni", (*_STRIKE, *_HURT)))),
    "violate-me-sw": _before("kuni", _VIOLATE),
    "harm-us-sw": "|".join(
        (
            _does_to(("tu",), (*_STRIKE, "tesa")),
            _before("hutu", (*_STRIKE, "tesa")),
            _before("kutu", (*_STRIKE, "tesa")),
        )
    ),
    "harm-kin-sw": "|".join(
        (_does_to(("m", "mu", "wa"), (*_STRIKE, *_HURT)), _before("hum", (*_STRIKE, *_HURT)), _before("huwa", _STRIKE))
    ),
    "harmed-sw": _done_to_me("bakwa", "nyanyaswa", "teswa", "lawitiwa", "dhalilishwa", "tomaswa", "keketwa", "ozeshwa"),
    "beaten-sw": _done_to_me("pigwa", "chapwa", "umizwa"),
    "force-me-sw": "|".join((_does_to(("ni",), ("lazimisha",)), "kunilazimisha|hunilazimisha")),
    "forced-sw": _done_to_me("lazimishwa"),
    "touch-me-sw": "|".join((_does_to(("ni",), _TOUCH), _before("huni", _TOUCH), _before("kuni", _TOUCH))),
    "wants-sw": "anataka|wanataka|anapenda|hupenda|anaendelea|alitaka|walitaka|amezoea|anajaribu|alijaribu|anatishia|"
    "ametishia|wanatishia|ananitishia|wananitishia|amenitishia|alinitishia|ananitisha|hunitishia|atakuja|anasema",
    "asks-me-sw": "anataka|wanataka|alitaka|anasema|alisema|anadai|ananiambia|aliniambia|ameniambia|ananiomba|"
    "aliniomba|ameniomba|ananidai|ananilazimisha|ananishawishi|ananitaka|alinitaka|amenitaka|huniambia|huniomba",
    "intend": "want|wants|wish|going|plan|planning|need|ready|trying|tried|decided|thinking+of|feel+like|will|might",
    "intend-sw": "nataka|nimeshaamua|ninataka|natamani|ninatamani|nafikiria|ninafikiria|nawaza|ninawaza|nimeamua|"
    "nimepanga|"
    "nimejaribu|nilijaribu|nitaka|nawezaje|ninawezaje|nahisi|najisikia|natafakari|nitajaribu",
    "kill-oneself-sw": "kujiua|kujinyonga|kujidhuru|kujitoa+uhai|kujikatisha+uhai|kujiangamiza|kunywa+sumu|kumeza+sumu|"
    "kujimaliza|kujikata|kujirusha|kujitupa|kujichoma|kujitoa+roho|kumaliza+maisha|kuyamaliza+maisha|kukatisha+maisha|"
    "kukatiza+maisha|kuondoka+duniani|kuiaga+dunia",
    "end": MARK,
    "often": "really|just|only|sometimes|always|often|now|still|honestly|also|do",
    "strike": "hit|hits|hitting|slap|slaps|slapped|cane|canes|caned|kick|kicks|kicked|whip|whips|whipped|abuse|abuses|"
    "abused|abusing|rape|raped|rapes|raping|molest|molests|molested|harass|harasses|harassed|touch|touches|touched|"
    "touching|threatens|threatened|hurts|hurting|punches|punched|burns|burnt|burned|bites|strangles|strangled|fondles|"
    "fondled|grabs|grabbed|kisses|kissed|kissing|undresses|undressed|assaults|assaulted|locks|starves|defiled|defiles|"
    "mistreats|insults",
    "asks": "force|forces|forced|forcing|wants|wanted|asks|asked|asking|tells|told|begs|makes|made|demands|demanded|"
    "says",
    "sex": "have+sex|sex|sleep+with|make+love|undress|touch+him|touch+his|kiss|remove+my+clothes|remove+my+dress|"
    "remove+my+skirt|remove+my+pants|take+off+my+clothes|sit+on+his+lap|"
    "sleep+in+his|nudes",
    "now-made-sw": "hutengenezwa|inatengenezwa|zinatengenezwa|linatengenezwa|yanatengenezwa|kinatengenezwa|"
    "vinatengenezwa|itengenezwe|litengenezwe",
    "now-made-how-sw": "hutengenezwaje|inatengenezwaje|zinatengenezwaje|linatengenezwaje|yanatengenezwaje|"
    "kinatengenezwaje|vinatengenezwaje",
    "self": "myself|yourself|oneself|ourselves",
    "kill": "kill|killing|hang|hanging|drown|drowning|shoot|shooting|strangle|strangling|unalive",
    "pill": "pill|pills|tablet|tablets|panadol|panadols|paracetamol|paracetamols|piriton|valium|chloroquine|capsules|"
    "medicine|drugs|sleeping+pills|painkillers",
    "poison": "poison|bleach|jik|rat+poison|rat+killer|pesticide|insecticide|diazinon|acid|petrol|kerosene",
    "limb": "wrist|wrists|vein|veins|arm|arms|thigh|thighs|skin|leg|legs|body",
    "on-purpose": "on+purpose|every|again|when+i+am|when+i+feel|because+i|to+feel|with+a+razor|with+razor",
    "fast-sw": "haraka|upesi|kwa+haraka|mara+moja|bila+maumivu|mtu|binadamu",
    "die-sw": "nife|nikafa|ningekufa|nikifa|nifariki|nifie+mbali|nisiwepo|nisingekuwepo|nisingezaliwa|nisingalizaliwa|"
    "nisiwe+hai|nitoweke",
    "no-use-sw": "haja|sababu|hamu|nia|maana|faida|umuhimu|tumaini|matumaini|thamani",
    "nude": "nude|nudes|naked|porn|pornographic|sexual",
    "how": "how+to|how+can+i|how+can+we|how+can+you|how+can+one|how+do+i|how+do+we|how+do+you|how+does+one|"
    "how+could+i|how+would+i|how+should+i|teach+me+to|teach+me+how+to|show+me+how+to|tell+me+how+to|help+me|"
    "help+me+to|i+want+to|"
    "i+need+to|i+wanna|i+plan+to|i+am+going+to|steps+to|ways+to|way+to|instructions+to|recipe+for|instructions+for",
    "how-sw": "jinsi+ya|namna+ya|njia+ya|njia+za|hatua+za|nataka|ninataka|nawezaje|ninawezaje|tunawezaje|"
    "unawezaje|nifundishe|nifundishe+jinsi+ya|nisaidie|nielekeze|nionyeshe+jinsi+ya|niambie+jinsi+ya",
    "make": "make|making|build|building|create|assemble|construct|manufacture|prepare|produce|cook",
    "make-sw": "kutengeneza|kuunda|kuandaa|kutengenezea|nitengeneze|kupika",
    "weapon": "bomb|bombs|explosive|explosives|grenade|grenades|gun|guns|pistol|firearm|firearms|ammunition|"
    "bullets|molotov|landmine|dynamite|gunpowder",
    "weapon-sw": "bomu|mabomu|bunduki|bastola|gobole|magobole|kilipuzi|vilipuzi|baruti",
    "drug": "cocaine|heroin|meth|methamphetamine|crack+cocaine|lsd|illegal+drugs|hard+drugs",
    "which": "a|an|the|some|my|own|homemade|home+made|petrol|pipe|nail|car|real|simple|nuclear|atomic|small|powerful",
    "drug-sw": "dawa+za+kulevya|madawa+ya+kulevya|kokeini|heroini|mihadarati",
    "person": "someone|somebody|person|people|human|humans|teacher|classmate|girl|boy|man|woman|child|baby|father|"
    "mother|brother|sister|neighbour|friend|parents|wife|husband|student|students",
    "person-sw": "mtu|watu|binadamu|mwalimu|walimu|mwanafunzi|baba|mama|kaka|dada|mke|mume|mtoto|jirani|rafiki|"
    "mwenzangu",
}
