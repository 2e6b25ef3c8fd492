"""Fixed phrases of small talk in English and Swahili, separated by ` / `. A text counts only when made of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

Saying = Literal["insult", "identity", "thanks", "greeting", "acknowledgement"]
Phrase = tuple[str, ...]

# A farewell is a greeting too: the same kind of answer fits.
_GREETING = """
hi / hello / hey / hallo / hullo / good morning / good afternoon / good evening / good day / good night
morning sir / how are you / how are you doing / how are you today / how is it going / how do you do / what is up
what's up / whats up / nice to meet you / greetings / bye / bye bye / goodbye / good bye / see you
see you later / see you tomorrow / habari / habari yako / habari zako / habari zenu / habari gani
habari za asubuhi / habari za mchana / habari za jioni / habari za leo / habari za saa hizi / habari za siku
habari za kazi / habari za shule / habari ya asubuhi / habari ya leo / habari ya mchana / habari ya jioni
habari za usiku / hujambo / hamjambo / sijambo / jambo / mambo / mambo vipi / mambo vp / vp / mambo poa / vipi
vipi mambo / niaje / shikamoo / marahaba / salaam / salaam aleikum / assalamu alaikum / u hali gani / uko poa / upo poa
unaendeleaje / uko salama / za asubuhi / za leo / za mchana / za jioni / kwaheri / kwa heri / tutaonana
tutaonana kesho / tutaonana baadaye / usiku mwema / lala salama / siku njema / asubuhi njema / karibu
"""
_THANKS = """
thanks / thank you / thank u / thanks a lot / thank you very much / thank you so much / thanks so much
many thanks / thx / thanx / well done / good job / great job / god bless you / asante / asante sana / asanteni
asanteni sana / ahsante / ahsante sana / nashukuru / nashukuru sana / ninashukuru / ninashukuru sana / shukrani
shukran / kazi nzuri / umenisaidia / umenisaidia sana / ubarikiwe / mungu akubariki / hongera
"""
_IDENTITY = """
who are you / what are you / what is your name / what's your name / whats your name / your name
may i know your name / who made you / who created you / who built you / who is your creator / are you a robot
are you robot / are you human / are you a human / are you a human being / are you a person / are you real
are you an ai / are you ai / are you chatgpt / are you a teacher / are you a computer / are you a bot
are you a machine / what can you do / what do you do / how old are you / where are you from / where do you live
tell me about yourself / introduce yourself / wewe ni nani / ni nani wewe / nani wewe / wewe nani / we ni nani
we nani / wewe ni nini / jina lako / jina lako nani / jina lako ni nani / jina lako ni nini / jina lako ni lipi
unaitwa nani / unaitwaje / unaitwa aje / wewe ni roboti / wewe ni mtu / wewe ni binadamu / wewe ni mwalimu
wewe ni kompyuta / wewe ni mashine / wewe ni ai / wewe ni chatgpt / nani alikutengeneza / nani amekutengeneza
nani kakutengeneza / nani aliyekutengeneza / umetengenezwa na nani / unaweza kufanya nini / unafanya nini
unafanya kazi gani / unatoka wapi / unaishi wapi / una miaka mingapi / jitambulishe
"""
_INSULT = """
stupid / idiot / moron / bastard / bitch / asshole / fuck / fuck you / fuck off / fuck u / shit / bullshit
shut up / you suck / i hate you / go to hell / you are bad / you are useless / you are dumb / you are stupid
you are ugly / you are nonsense / you are a fool / you are an idiot / you are a dog / you are idiot
you are foolish / you fool / you dog / you idiot / you are so stupid / you are rubbish / this is stupid
useless machine / stupid machine / stupid bot / mjinga / wewe mjinga / mjinga wewe / wewe ni mjinga
wewe ni mjinga sana / mpumbavu / wewe mpumbavu / mpumbavu wewe / wewe ni mpumbavu / pumbavu / pumbavu zako
wewe ni pumbavu / fala / wewe fala / fala wewe / wewe ni fala / bwege / wewe ni bwege / bwege wewe / zuzu
wewe zuzu / wewe ni zuzu / mshenzi / mshenzi wewe / wewe ni mshenzi / shenzi / kuma / kumamako / kumamake
kuma mako / msenge / msenge wewe / wewe ni msenge / senge / malaya / malaya wewe / mbwa wewe / wewe mbwa
wewe ni mbwa / nyamaza / funga mdomo / funga mdomo wako / huna akili / hauna akili / wewe huna akili
nakuchukia / punguani / wewe ni punguani / takataka / wewe ni takataka / mavi / huna maana / wewe huna maana
hujui kitu / hujui chochote / hujui lolote / wewe hujui kitu / huwezi kitu / you know nothing / you don't know anything
"""
# A nod, said alone, waits for the next question of the tutor, who has none. The weakest: "Ok, thanks" is thanks.
_ACKNOWLEDGEMENT = """
ok / okay / okey / oky / okk / k / alright / all right / hm / hmm / hmmm / hmmmm / mh / mhm / mmh / mmm / uhm / umm / um
aha / ahaa / ooh / oh / ah / oh ok / yes / no / yeah / yep / yup / nope / nah / i see / i understand
i understand now / i get it / got it / understood / sawa / sawa sawa / sawasawa / sawa basi
ndiyo / ndio / ndiyo hivyo / hapana / naam / eeh / ehee
nimeelewa / nimeelewa sasa / nimeelewa somo la leo / nimeelewa somo / nimekuelewa / basi sawa / haya sawa / haya basi
"""
# They may stand beside any of the above and say nothing by themselves.
_FILLERS = """
teacher / my teacher / sir / madam / there / my friend / friend / dear / everyone / bot / robot
machine / computer / mwalimu / mwalimu wangu / rafiki / rafiki yangu / ndugu / ndugu yangu / bwana / dada / kaka
mzee / mkuu / tena / sana / haya / vizuri / tutor / lol / oyaa / oya
eti / ati / je / kwani / please / tafadhali / i am fine / i'm fine / im fine / fine / nzuri / nzuri sana
salama / safi / poa / very much / so much / a lot / really / for your help / for the help / for helping me
for the answer / for your answer / for everything / for teaching me / kwa msaada / kwa msaada wako / kwa jibu
kwa jibu lako / kwa majibu / kwa majibu yako / kwa kunisaidia / kwa kila kitu / kwa somo la leo
kwa lesson ya leo / kwa somo / for the lesson / you helped me / and you / na wewe / today / leo
again / exactly / now / sasa / wewe / you / very / kabisa / to you / pia / so / mr / mrs / miss / ms
"""


def _phrases(table: str) -> frozenset[Phrase]:
    return frozenset(tuple(phrase.split()) for line in table.strip().splitlines() for phrase in line.split(" / "))


# The weightiest first: "Hello, who are you?" is a question of identity.
SAYINGS: Mapping[Saying, frozenset[Phrase]] = {
    "insult": _phrases(_INSULT),
    "identity": _phrases(_IDENTITY),
    "thanks": _phrases(_THANKS),
    "greeting": _phrases(_GREETING),
    "acknowledgement": _phrases(_ACKNOWLEDGEMENT),
}
FILLERS = _phrases(_FILLERS)
_LONGEST = max(len(phrase) for phrases in (FILLERS, *SAYINGS.values()) for phrase in phrases)


def saying_kind(words: Iterable[str]) -> Saying | None:
    """The kind whose phrases, with fillers, make up all the plain words; None where any word is left over."""
    left = tuple(words)
    said: set[Saying] = set()
    while left:
        for length in range(min(_LONGEST, len(left)), 0, -1):
            phrase = left[:length]
            kinds = [kind for kind, phrases in SAYINGS.items() if phrase in phrases]
            if kinds or phrase in FILLERS:
                said.update(kinds)
                left = left[length:]
                break
        else:
            return None
    return next((kind for kind in SAYINGS if kind in said), None)
