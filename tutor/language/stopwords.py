"""Words that say nothing about the matter of a question: grammar, and the words that only frame a question."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from tutor.language.tokens import words
from tutor.language.wordlists import word_set

_ENGLISH_STOP = word_set("""
a an the this that these those it its itself he him his himself she her hers herself they them their theirs
themselves we us our ours ourselves i me my mine myself you your yours yourself yourselves one ones
and or but nor so yet if then than though although because while whereas unless until since as
of in on at by for to from with without into onto upon about between among within through during before after
over under above below against toward towards per via around along across behind beyond near off out up down
is am are was were be been being isn't aren't wasn't weren't it's that's there's what's who's
do does did done doing don't doesn't didn't has have had having hasn't haven't hadn't
can could may might must shall should will would cannot can't couldn't won't wouldn't shouldn't ought
not no any some each every either neither both all such same other others another own also too very just only
more most much many few less least several here there now again ever never always often sometimes already still
get gets got let lets make makes made take takes took taken use uses used using
however therefore thus hence instead otherwise etc eg ie e.g i.e
""")

_SWAHILI_STOP = word_set("""
ni si ndiyo ndio sio siyo la ndiye ndicho ndivyo ndizo ndilo ndipo ndiko ndimo ndo
na ya wa za la cha vya kwa katika kwenye pa mwa ku au ama ila bali lakini hata pia tena tu basi hivyo hivi hapo
ambaye ambao ambayo ambazo ambacho ambavyo ambalo ambapo ambako ambamo ambae
hii hiyo hizi hizo huyu huyo hawa hao hiki hicho hivi hivyo hili hilo haya hayo huu huo hapa hapo huku huko humu humo
ile yule wale kile vile lile yale zile pale kule mle
mimi wewe yeye sisi ninyi nyinyi wao nami nawe naye nasi nanyi nao nayo nazo nacho navyo nalo napo nako
yangu yako yake yetu yenu yao wangu wako wake wetu wenu wao zangu zako zake zetu zenu zao changu chako chake chetu
chenu chao vyangu vyako vyake vyetu vyenu vyao langu lako lake letu lenu lao kwangu kwako kwake kwetu kwenu kwao
mwangu mwako mwake mwetu mwenu mwao pangu pako pake petu penu pao
kila zote yote wote chochote vyote lote sote nyote kote pote mwote wowote yoyote zozote lolote vyovyote popote
kama kwamba kuwa ili kwani ingawa iwapo endapo ikiwa bila mpaka hadi tangu toka kabla baada wakati huenda maana
juu chini ndani nje kati mbele nyuma kando karibu kuhusu kutokana kulingana kupitia dhidi mbalimbali
ana wana nina una tuna mna ina zina lina yana kina vina kuna pana mna alikuwa walikuwa ilikuwa zilikuwa yalikuwa
lilikuwa kilikuwa vilikuwa ulikuwa kulikuwa palikuwa amekuwa wamekuwa imekuwa zimekuwa atakuwa watakuwa itakuwa
zitakuwa yatakuwa huwa iwe ziwe awe wawe yawe liwe kiwe viwe akiwa wakiwa zikiwa yakiwa likiwa kikiwa vikiwa
hana hawana sina huna hatuna hamna haina hazina halina hayana hakina havina hakuna hapana hakuwa hawakuwa haikuwa
sana zaidi mno kabisa kidogo bado sasa halafu kisha aidha vilevile pamoja yaani nk mfano
mwenye wenye yenye zenye chenye vyenye lenye penye mwenyewe wenyewe yenyewe lenyewe chenyewe zenyewe
hasa ndipo wala ama kweli labda lazima
""") - word_set("mfano wakati maana")

_ENGLISH_QUESTION = word_set("""
what why how when where which who whom whose
explain define describe list mention state outline discuss give name identify tell say write show
briefly brief clearly detail details detailed elaborate illustrate clarify highlight
mean means meant meaning definition term terms called known understand understood
find calculate compute solve determine compare contrast distinguish differentiate
please kindly answer question help want know
""")

_SWAHILI_QUESTION = word_set("""
nini nani gani lini wapi ngapi wangapi mangapi mingapi vingapi je vipi mbona kwanini kivipi aje
ipi upi yupi zipi yapi kipi lipi wepi mipi papi kupi nipi
eleza elezea elezeni elezee nieleze niambie fafanua fafanulia taja tajeni orodhesha bainisha jadili ainisha
toa onesha onyesha andika tambua chambua dadavua nipe nisaidie naomba tafadhali
maana inamaanisha humaanisha unamaanisha kumaanisha ufafanuzi huitwa unaitwa inaitwa anaitwa zinaitwa kinaitwa
yanaitwa vinaitwa linaitwa namna jinsi ufupi kifupi kina
kokotoa tafuta linganisha tofautisha pambanua
unaelewa unajua unafahamu nataka kujua kuelewa
swali jibu jibuni
""")

_BEFORE_AN_ORDER = word_set("and or to then please briefly clearly") | {""}
_ARTICLES = word_set("a the of arithmetic")

STOP_WORDS: Mapping[str, frozenset[str]] = MappingProxyType(
    {"en": _ENGLISH_STOP, "sw": _SWAHILI_STOP, "mixed": _ENGLISH_STOP | _SWAHILI_STOP}
)
"""Grammar words by language, lower case."""

QUESTION_WORDS: Mapping[str, frozenset[str]] = MappingProxyType(
    {"en": _ENGLISH_QUESTION, "sw": _SWAHILI_QUESTION, "mixed": _ENGLISH_QUESTION | _SWAHILI_QUESTION}
)
"""Words that only frame a question, by language, lower case."""


def content_words(text: str, language: str) -> list[str]:
    """The words of `text` that carry its matter, in order and with repeats; "mixed" leaves out both languages' lists.

    Raises KeyError for a language other than en, sw and mixed.
    """
    left_out = STOP_WORDS[language] | QUESTION_WORDS[language]
    said = words(text)
    return [
        word
        for word, before in zip(said, ["", *said], strict=False)
        if word not in left_out or (language != "sw" and _is_matter(word, before))
    ]


def _is_matter(word: str, before: str) -> bool:
    """True for "state" but in "State the law", and for "mean" in "the mean of two numbers"."""
    return (word == "state" and before not in _BEFORE_AN_ORDER) or (word in {"mean", "means"} and before in _ARTICLES)
