"""English words by what they do in a sentence: what binds, limits, denies, points and names an act."""

from __future__ import annotations

from tutor.answering.support.marks import Grammar, Kind, phrase_table
from tutor.language.wordlists import word_set

_PHRASES = phrase_table(
    {
        (Kind.LINK, "because"): "because|because of|due to|owing to|as a result of|thanks to|on account of|"
        "as a consequence of|for the reason that|the reason is that|this is because",
        (Kind.LINK, "so"): "so|and so|therefore|and therefore|thus|and thus|hence|and hence|as a result|"
        "and as a result|consequently|for this reason|and for this reason|that is why|this is why|which is why",
        (Kind.LINK, "if"): "if|provided that|as long as|on condition that",
        (Kind.LINK, "only if"): "only if|if and only if",
        (Kind.LINK, "unless"): "unless|except when|except if",
        (Kind.LINK, "when"): "when|whenever|once|at the time when|while still",
        (Kind.LINK, "until"): "until|till",
        (Kind.LINK, "purpose"): "so that|in order that",
        (Kind.BREAK, "but"): "but|while|whereas|although|though|even though|however|yet|on the other hand|"
        "in contrast|and yet",
        (Kind.PREP, "than"): "than|rather than|compared with|compared to",
        (Kind.PREP, "to"): "to|in order to|so as to|into|onto|towards|toward",
        (Kind.PREP, "in"): "in|at|on|within|inside|during|upon",
        (Kind.PREP, "from"): "from|out of|off",
        (Kind.PREP, "of"): "of",
        (Kind.PREP, "by"): "by|by means of|through the use of",
        (Kind.PREP, "with"): "with|together with|along with",
        (Kind.PREP, "without"): "without|except|except for|apart from",
        (Kind.PREP, "for"): "for|for the purpose of",
        (Kind.PREP, "about"): "about|concerning|regarding",
        (Kind.PREP, "between"): "between|among|amongst|from among",
        (Kind.PREP, "above"): "over|above",
        (Kind.PREP, "below"): "under|below|beneath|underneath",
        (Kind.PREP, "before"): "before|prior to",
        (Kind.PREP, "after"): "after|following",
        (Kind.PREP, "through"): "through|via|across|throughout",
        (Kind.PREP, "against"): "against",
        (Kind.PREP, "around"): "around|round|surrounding",
        (Kind.PREP, "instead"): "instead of|in place of",
        (Kind.PREP, "as"): "as",
        (Kind.PREP, "like"): "like|including",
        (Kind.PREP, "example"): "such as|for example|for instance|e.g",
        (Kind.PREP, "per"): "per|a year|each year|every year|a day|each day",
        (Kind.PREP, "since"): "since",
        (Kind.PREP, "behind"): "behind|beyond|near|near to|beside|next to|close to",
        (Kind.AND, "and"): "and|as well as|and also|but also",
        (Kind.OR, "or"): "or|or else",
        (Kind.REL, "who"): "who|which|that|whom",
        (Kind.REL, "where"): "where|in which|by which|through which|on which|to which|from which|whose|"
        "at which|of which|with which|for which|whereby",
        (Kind.NOT, "not"): "not|does not|do not|did not|doesn't|don't|didn't|isn't|aren't|wasn't|weren't|won't|"
        "wouldn't|hasn't|haven't|hadn't|shouldn't|neither|nor|no longer",
        (Kind.NOT, "no"): "no|none|nobody|nothing|no one|none of",
        (Kind.NOT, "never"): "never|at no time",
        (Kind.LIMIT, "all"): "all|every|each|all of|every one of|each of|everyone|everything|whole|entire",
        (Kind.LIMIT, "any"): "any|anyone|anything",
        (Kind.LIMIT, "some"): "some|some of|certain|a number of",
        (Kind.LIMIT, "most"): "most|most of|the majority of|majority of",
        (Kind.LIMIT, "many"): "many|many of|a lot of|lots of|numerous|a large number of|a great many",
        (Kind.LIMIT, "much"): "much|a great deal of|a large amount of",
        (Kind.LIMIT, "few"): "few|a few|few of|very few",
        (Kind.LIMIT, "several"): "several",
        (Kind.LIMIT, "only"): "only|just|solely|merely|alone|nothing but|no more than",
        (Kind.LIMIT, "always"): "always|at all times",
        (Kind.LIMIT, "usually"): "usually|generally|normally|commonly|in general|as a rule|in most cases",
        (Kind.LIMIT, "often"): "often|frequently|many times",
        (Kind.LIMIT, "sometimes"): "sometimes|at times|occasionally",
        (Kind.LIMIT, "mainly"): "mainly|mostly|chiefly|primarily|largely|for the most part",
        (Kind.LIMIT, "almost"): "almost|nearly|close to being|practically",
        (Kind.LIMIT, "approx"): "approximately|roughly",
        (Kind.LIMIT, "exactly"): "exactly|precisely",
        (Kind.LIMIT, "least"): "at least|not less than|no less than|no fewer than",
        (Kind.LIMIT, "most-at"): "at most|not more than|up to",
        (Kind.LIMIT, "more"): "more|greater",
        (Kind.LIMIT, "less"): "less|fewer|smaller",
        (Kind.LIMIT, "both"): "both|both of",
        (Kind.LIMIT, "either"): "either",
        (Kind.LIMIT, "may"): "may|might|possibly|perhaps|maybe|may be able to",
        (Kind.LIMIT, "can"): "can|could|is able to|are able to|was able to|were able to",
        (Kind.LIMIT, "must"): "must|has to|have to|had to",
        (Kind.LIMIT, "should"): "should|ought to",
        (Kind.LIMIT, "too"): "too|too much",
        (Kind.LIMIT, "very"): "very|extremely",
        (Kind.LIMIT, "partly"): "partly|partially|to some extent",
        (Kind.LIMIT, "first"): "first|at first|initially",
        (Kind.LIMIT, "last"): "last|finally|eventually|at last",
        (Kind.LIMIT, "same"): "same|equal|identical",
        (Kind.LIMIT, "different"): "different|unequal",
        (Kind.LIMIT, "again"): "again",
        (Kind.LIMIT, "other"): "other|another",
        (Kind.FILLER, ""): "will|would|shall|also|itself|himself|herself|themselves|there|then|"
        "indeed|own|do|does|did|such|in fact|it is true that|even|together|since then|later on",
        (Kind.ARTICLE, ""): "a|an|the|its|their|his|her|our|your|my|this|these|those|that particular",
        (Kind.PRONOUN, "they"): "they|them|it|he|him|she|we|us|those who|one another|each other",
        (Kind.BE, "be"): "is|are|was|were|be|been|being|am",
        (Kind.HAVE, "have"): "has|have|had|having",
    }
)
_MULTIWORD_VERBS = phrase_table(
    {
        (Kind.WORD, "consist"): "consists of|consist of|consisted of|is made up of|are made up of|was made up of|"
        "is made of|are made of|comprises|comprise|comprised|is composed of|are composed of|is formed of",
        (Kind.WORD, "differ"): "is different from|are different from|was different from|were different from|"
        "differs from|differ from|differed from",
        (Kind.WORD, "happen"): "takes place|take place|took place|taking place|occurs|occur|occurred|happens|happen|"
        "happened|comes about|came about",
        (Kind.WORD, "releas"): "gives off|give off|gave off|gives out|give out|sets free|set free|lets out",
        (Kind.WORD, "giveoff"): "given off|given out|released|let out",
        (Kind.WORD, "call"): "is called|are called|was called|were called|is known as|are known as|was known as|"
        "were known as|is named|are named|was named|known as|is referred to as|are referred to as|is termed|are termed",
        (Kind.WORD, "conduct"): "carries out|carry out|carried out",
        (Kind.WORD, "constitut"): "make up|makes up|made up",
        (Kind.WORD, "join"): "became a member of|become a member of|becomes a member of",
        (Kind.WORD, "sink"): "went down|go down|goes down",
        (Kind.WORD, "absorb"): "take in|takes in|took in|taken in",
        (Kind.WORD, "escap"): "escape from|escapes from|escaped from|run away from|ran away from",
        (Kind.WORD, "establish"): "set up|sets up",
        (Kind.WORD, "remov"): "get rid of|gets rid of|got rid of|take away|takes away|took away|taken away",
        (Kind.WORD, "removal"): "carrying away|taking away|washing away",
        (Kind.WORD, "bringback"): "bring back|brings back|brought back",
        (Kind.WORD, "seek"): "look for|looks for|looked for",
        (Kind.WORD, "abolish"): "put an end to|puts an end to|did away with|does away with",
        (Kind.WORD, "refus"): "turn down|turned down",
        (
            Kind.WORD,
            "particip",
        ): "take part in|takes part in|took part in|participate in|participates in|participated in",
        (Kind.WORD, "lead-to"): "leads to|lead to|led to|results in|result in|resulted in|brings about|bring about|"
        "brought about|gives rise to|gave rise to",
        (Kind.WORD, "depend"): "depends on|depend on|depended on|relies on|rely on|relied on",
        (Kind.WORD, "letthrough"): "lets through|let through|allows through",
        (Kind.WORD, "percent"): "per cent|percent|%",
        (Kind.WORD, "includ"): "includes|include|included",
        (Kind.WORD, "becom"): "becomes|become|became|turns into|turn into|turned into|changes into|"
        "change into|changed into|develops into|develop into|developed into|grows into|grow into",
        (Kind.WORD, "holdback"): "holds back|hold back|keeps back|keep back",
    }
)

_VERBS = word_set("""
absorb accelerate accept achieve act adapt add adopt advise affect afforest agree aim allow amend amplify annex
announce appear apply appoint approve argue arise arrive ask assist ate attach attack attenuate attract avoid balance
ban barter bear become began begin begun behave behead believe belong bend bind blow boil bombard borrow bought
boycott brake break breathe bring broke brought build built burn burst buy calculate call came capture carry catalyse
catch cause cede celebrate change charge check choose chose claim clean clear climb close collapse collect collide
colonise colour combine come compare compete complain complete compose compress conclude condense conduct connect
conquer conserve consist constitute consume contain contaminate continue contract contribute control convect convert
cook cool copy correct corrode count cover crack create cross crush crystallise cultivate cure cut damage deal debate
decay decelerate decide declare decline decompose decrease defeat defend define deforest deliver demagnetise demand
depend deport deposit describe design destroy determine develop die differ diffuse digest direct disappear discharge
discourage discover discuss disintegrate dissolve distil diversify divide double draw drew drink drive drop drove dry
dump earn eat educate elect emancipate emerge emit employ enable encourage end enforce engulf enjoy enlarge enlighten
enslave ensure enter erode erupt escape establish evaporate evolve examine exceed exchange exclude excrete execute
exert exhale exist expand expect expel experience explain explode explore export express extend extract face fail fall
farm favour federate feed feel fell felt fertilise fight fill filter find finish fit fix flatten fled flee float flog
flow flush fly focus follow forbid force form fought found free freeze froze fuse gain gather gave generate germinate
get give go govern graze grew grow guarantee guard guide halve handle hang hanged happen harden harm harvest hate have
heal hear heard heat held help hit hold hunt identify imply import impose imprison improve include increase indicate
induce industrialise infect influence inform inhabit inhale inherit injure insist inspect inspire install insulate
interpret introduce invade invent invest investigate invite involve ionise irrigate join jump justify keep kept kill
knew know laid landed last lather lay lead learn leave led left lend let liberate lie lift limit link listen live load
look lose lost lower made magnetise maintain make manage manufacture mark marry match mature measure mechanise meet
melt met migrate mine mix mobilise modernise mortgage move multiply mutate name nationalise need neutralise nominate
obey observe obtain occupy occur offer open oppose orbit order organise originate oscillate overcome oversee overthrew
overthrow own oxidise paid participate partition pass pay perform permit persuade petition photosynthesise place plan
plant play plough point pollinate pollute possess pour precipitate prefer prepare present preserve press prevent
privatise proclaim produce prohibit promise promote propose protect protest prove provide publish pull pump punish
purify push put quarantine radiate raid raise ran reach react read realise rebel receive recognise record recover
recruit rectify recycle reduce refer reflect refract refuse regulate reject relate release rely remain remind remove
repair repeat repel replace report represent reproduce require resemble resent resettle resign resist resolve resonate
respect respond rest restore result retain return reuse reveal reverse revise revolt revolve rise rose rotate rub rule
run said sank save saw say secede secrete see seek seize select sell send sent separate serve set settle shake shape
share shear shine shiver shoot shot show shrank shrink sign sink slide slow sold solve sought sow speak specialise
speed spend spent split spoil spoke spread stand start state stay stick stood stop store strengthen stretch strike
struck study subsidise subtend succeed suffer suggest suit supervise supply support surrender surround survive sweat
swell swim take talk tarnish taught tax teach tear tell tend test think thought threaten threw throw titrate told took
tore touch trade train transfer transform translate transmit transport trap travel treat try turn understand
understood unify unite uproot urbanise use utilise vaccinate vary vibrate visit vote wait walk want warm wash waste
relieve swear merge dig dug lack preferred paint rust jerk loosen satisfy lean watch weaken wear weigh went whip widen
win won work worship write wrote yield
""")
PARTICIPLES = word_set("""
made given taken held found built done known seen sent brought bought caught taught fought led kept left lost met paid
put read said sold set shot spent told thought understood won written grown drawn driven chosen broken spoken stolen
worn frozen eaten fallen forbidden forgotten hidden shaken sunk swollen torn thrown woven bent bound burnt cut dealt fed
felt hung heard hit laid lent let lit spread split struck swept overthrown overcome begun become shown born blown cast
used owed tied
""")


def _forms(verb: str) -> set[str]:
    """The verb with its endings; irregular pasts are listed as they are."""
    stems = {verb}
    if len(verb) > 2 and verb[-1] not in "aeiouwxyr" and verb[-2] in "aeiou" and verb[-3] not in "aeiou":
        stems.add(verb + verb[-1])
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return {verb, verb[:-1] + "ies", verb[:-1] + "ied"}
    past = {stem + ("d" if stem.endswith("e") else "ed") for stem in stems}
    return {verb, verb + "s", verb + "es"} | past


ENGLISH = Grammar(
    "en", {**_PHRASES, **_MULTIWORD_VERBS}, frozenset(form for verb in _VERBS for form in _forms(verb)), PARTICIPLES
)
