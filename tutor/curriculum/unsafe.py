"""Cues of danger: a pupil who speaks of self-harm or of being abused, and requests to make weapons or drugs.

Asking about such things as a subject ("What is gender violence?", "Sababu za kujiua ni zipi?") is no danger: the
cues are first-person statements, reports of someone close, and requests for a way to do it.
"""

from __future__ import annotations

import re

from tutor.curriculum.cues import cues

_HARM = ("piga", "baka", "nyanyasa", "umiza", "chapa", "tomasa", "dhalilisha", "tesa", "lawiti", "ua")
_TOUCH = ("gusa", "shika", "papasa")
_DOING = ("na", "li", "me", "ta", "naye", "liye", "mekuwa+ana", "likuwa+ana", "naendelea+ku")


def _to_me(*roots: str) -> str:
    """Swahili verb forms with "me" as object: ananipiga, wamenigusa, anayenitesa, kunibaka."""
    forms = [f"{who}{doing}ni{root}" for who in ("a", "wa") for doing in _DOING for root in roots]
    return "|".join([*forms, *(f"kuni{root}" for root in roots)])


GROUPS: dict[str, str] = {
    "elder": "teacher|teachers|headmaster|head+teacher|matron|father|dad|daddy|stepfather|step+father|mother|mum|mom|"
    "stepmother|step+mother|parents|uncle|aunt|aunty|brother|stepbrother|sister|cousin|grandfather|neighbour|neighbor|guardian|"
    "boyfriend|girlfriend|husband|pastor|priest|coach|boss|relative|parent",
    "kin": "<elder>|friend|friends|classmate|classmates",
    "someone": "he|she|they|someone|somebody|man|boy|driver|teacher|people",
    "kin-sw": "mwalimu|mwl|baba|mama|mjomba|shangazi|kaka|dada|babu|binamu|jirani|mlezi|wazazi|mume|mchungaji|padre|"
    "shehe|kocha|mpenzi|rafiki|rafiki+yangu|bodaboda|dereva|bosi|mtu|mwenzangu|mwanafunzi+mwenzangu",
    "harm-me-sw": _to_me(*_HARM),
    "force-me-sw": _to_me("lazimisha"),
    "touch-me-sw": _to_me(*_TOUCH),
    "intend": "want|wants|wanna|wish|going|gonna|plan|planning|need|ready|trying|tried|decided|thinking+of|"
    "feel+like|will|might",
    "intend-sw": "nataka|ninataka|natamani|ninatamani|nafikiria|ninafikiria|nawaza|ninawaza|nimeamua|nimepanga|"
    "nimejaribu|nilijaribu|nitaka|nawezaje|ninawezaje|nahisi|najisikia|natafakari|nitajaribu",
    "kill-oneself-sw": "kujiua|kujinyonga|kujidhuru|kujitoa+uhai|kujikatisha+uhai|kujiangamiza|kunywa+sumu|kumeza+sumu",
    "how": "how+to|how+can+i|how+can+we|how+can+you|how+can+one|how+do+i|how+do+we|how+do+you|how+does+one|"
    "how+could+i|how+would+i|how+should+i|teach+me+to|teach+me+how+to|show+me+how+to|tell+me+how+to|help+me|help+me+to|i+want+to|"
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

UNSAFE_CUES: tuple[str, ...] = (
    # self-harm, English
    "kill|killing|hang|hanging|drown|drowning|shoot|strangle myself",
    "i|i'm|im ~4 <intend> ~2 hurt|cut|harm|burn|poison|stab myself",
    "i keep|like|love|started cutting|hurting|harming|burning myself",
    "i hurt|cut|harm|cutting|hurting myself on+purpose|every|again|when+i+am|when+i'm|when+im|when+i+feel",
    "end|ending|take|taking my own? life !history|skills|cycle",
    "i|i'm|im ~4 commit|committing suicide",
    "i ~2 suicidal",
    "i|i'm|im <intend> to? drink|take|swallow poison",
    "how many ~2 pills|tablets ~2 to die|overdose",
    "i should just? die|be+dead",
    "i ~6 want to end it",
    "i|i'm ~3 thinking|thought|thoughts ~2 suicide",
    "<how> ~1 commit suicide",
    "way|ways|method|methods of|for committing? suicide",
    "i ~1 want|wish|wanna|ready to? die|be+dead !for",
    "i ~6 and want|wish to die",
    "i feel|felt like dying",
    "i don't|dont|do+not want to live|be+alive|exist|wake+up",
    "i wish ~1 i was|were|am dead",
    "i ~2 tired|sick of living|life|being+alive",
    "i ~2 no reason to live",
    "my <kin> ~3 wants|trying|threatens|threatening|planning|going|tried|talks+about|talking+about to? "
    "kill|killing|hang|harm|hurt herself|himself|themselves",
    "my <kin> ~2 wants to die|commit+suicide",
    # self-harm, Swahili
    "<intend-sw> <kill-oneself-sw>|kufa|nife|kutoweka+duniani",
    "najiua|ninajiua|nitajiua|nijiue|ningejiua|najinyonga|nitajinyonga|nijinyonge|najidhuru|ninajidhuru|nijidhuru",
    "sitaki|sitamani ~1 kuishi",
    "sioni ~1 sababu|maana|faida ya kuishi",
    "nimechoka ~1 kuishi|maisha",
    "bora|heri|natamani|afadhali nife|nikafa|ningekufa|nikifa",
    "jinsi|namna|njia ya|za <kill-oneself-sw>",
    "yangu|wangu|mwenzangu ~3 anataka|amejaribu|anajaribu|anafikiria|anasema ~1 <kill-oneself-sw>",
    # abuse, English
    "<elder> ~3 beat|beats|beating me",
    # "My friend beats me in mathematics" is a game lost.
    "my friend|friends|classmate|classmates ~3 beat|beats|beating me !at|in",
    "my|the|our <kin> ~3 hit|hits|hitting|slap|slaps|slapped|cane|canes|caned|kick|kicks|kicked|whip|whips|whipped|"
    "abuse|abuses|abused|abusing|rape|raped|rapes|raping|molest|molests|molested|harass|harasses|harassed|touch|"
    "touches|touched|touching|threatens|hurts|hurting "
    "me !with+a+difficult|with+a+hard|with+a+question|with+questions",
    "<someone> ~3 rape|raped|rapes|molested|molests|abuses|abused|abusing me",
    "<someone> ~2 beats|beating|hits|hitting me every|always|at+home|daily|with+a+stick|when|because|badly",
    "<someone> ~2 beats|beating|hits|hitting me $",
    "<someone> ~2 touch|touches|touched|touching me ~1 badly|inappropriately|there|sexually|wrongly|down|private|where",
    "touch|touches|touched|touching my private|privates|breast|breasts|buttocks|bottom|thighs|body",
    "i was|am|got|have+been|was+being|am+being|keep+being ~1 raped|molested|defiled|abused|sexually+harassed|assaulted",
    "<kin>|<someone> ~3 force|forces|forced|forcing|wants|wanted|asks|asked|asking me ~1 to|for "
    "have+sex|sex|sleep+with|undress|touch+him|touch+his",
    "<kin>|<someone> ~3 wants|wanted|trying|tried to sleep+with|have+sex+with|touch|undress me",
    "<kin>|<someone> ~4 to kill|rape me",
    # abuse, Swahili
    "<harm-me-sw> !picha|simu|chenga|mpira|pasi|konde|tafu|msasa",
    "<kin-sw> ~3 <touch-me-sw> !moyo|mkono|hisia",
    "<touch-me-sw> vibaya|sehemu|matiti|makalio|maungo|mwili|mapaja|kifua|pabaya|sehemu+za+siri",
    "<force-me-sw> kufanya|kulala|ngono|mapenzi|kuolewa|kuvua",
    "nimebakwa|nilibakwa|ninabakwa|nabakwa|nanyanyaswa|ninanyanyaswa|nimenyanyaswa|nilinyanyaswa|nateswa|ninateswa|"
    "nimelawitiwa|nililawitiwa|nimedhalilishwa|nimetomaswa",
    "napigwa|ninapigwa|nimepigwa|nilipigwa na <kin-sw>",
    "napigwa|ninapigwa nyumbani|kila|sana",
    "anataka|anataka+tu|anataka+mimi|ananilazimisha ~1 kulala|kufanya+mapenzi|ngono na+mimi|nami",
    "ananitaka|alinitaka|amenitaka|wananitaka kimapenzi|kingono",
    # weapons, drugs, violence
    "<how> <make> <which>? <which>? <weapon>",
    "<how> <make> <which>? <drug>",
    "<how> <make> <which>? drugs $",
    "<how> buy|get|sell|smuggle ~1 cocaine|heroin|meth|illegal+drugs|hard+drugs|bhang|marijuana|weed|cannabis",
    "how is|are a|an|the? homemade|home+made|petrol|pipe|nail|car? bomb|bombs|explosives|grenade|cocaine|heroin|meth "
    "made|built|prepared|cooked",
    "<how-sw> <make-sw> ~1 <weapon-sw>|<drug-sw>",
    "<how-sw> kuvuta|kuuza|kununua|kupata bangi|<drug-sw>",
    "<weapon-sw>|<drug-sw> *tengenezwaje|*tengenezwa+vipi|*tengenezwa+jinsi+gani",
    "natengenezaje|nitatengenezaje|unatengenezaje|tunatengenezaje <weapon-sw>|<drug-sw>",
    "<how> kill|murder|poison|strangle|stab a|the|my|your|our|another|other|some|these? <person>",
    "i <intend> to? kill|murder|stab|poison him|her|them|everyone",
    "<how-sw> kuua|kumuua|kuwaua|kumwekea+sumu|kumchoma+kisu <person-sw>",
    "nataka|ninataka|nitamuua|nawezaje kumuua $",
)
_UNSAFE: re.Pattern[str] = cues(UNSAFE_CUES, GROUPS)


def is_unsafe(clause_text: str) -> bool:
    """True when the text, as `clauses` gives it, calls for an adult's help rather than for a book."""
    return _UNSAFE.search(clause_text) is not None
