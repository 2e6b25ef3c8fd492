"""Swahili words by what they do in a sentence."""

from __future__ import annotations

from tutor.answering.support.marks import Grammar, Kind, phrase_table

_PHRASES = phrase_table(
    {
        (Kind.LINK, "because"): "kwa sababu|kwa sababu ya|kwa kuwa|kwa vile|kwa maana|kutokana na|maana|"
        "kwa ajili ya kuwa|sababu ni kwamba|sababu ni kuwa|kwani",
        (Kind.LINK, "so"): "hivyo|kwa hiyo|kwa hivyo|ndiyo maana|ndio maana|kwa sababu hiyo|kwa sababu hii|"
        "matokeo yake|hivyo basi|na hivyo|na kwa hiyo|na kwa hivyo|basi|kutokana na hilo",
        (Kind.LINK, "if"): "ikiwa|iwapo|endapo|kwa sharti kwamba",
        (Kind.LINK, "only if"): "ikiwa tu|kama tu|iwapo tu",
        (Kind.LINK, "unless"): "isipokuwa kama|isipokuwa ikiwa",
        (Kind.LINK, "when"): "wakati ambapo|pale ambapo|pale|pindi|mara tu",
        (Kind.LINK, "purpose"): "ili|ili kwamba",
        (Kind.BREAK, "but"): "lakini|bali|ilhali|ingawa|hata hivyo|wakati huohuo|kwa upande mwingine|ijapokuwa|"
        "ingawaje|ila|huku",
        (Kind.PREP, "than"): "kuliko|ikilinganishwa na|zikilinganishwa na",
        (Kind.PREP, "in"): "katika|kwenye|ndani ya|huko|nchini|mkoani|wilayani|jijini|mjini|barani|mwaka|mwezi|"
        "tarehe|mnamo|mnamo mwaka|mnamo tarehe|katika mwaka|katika mwezi|mwaka wa|wakati wa|hapo|"
        "katika eneo la|katika mji wa",
        (Kind.PREP, "to"): "hadi|mpaka|hadi kwenye|mpaka kwenye|kwenda kwenye|kwenda katika|kwenda|kuelekea|"
        "hadi katika",
        (Kind.PREP, "from"): "kutoka|kutoka kwenye|kutoka katika|kutoka kwa|toka|kuanzia|tangu",
        (Kind.PREP, "of"): "ya|wa|la|cha|vya|za|pa|mwa",
        (Kind.PREP, "kwa"): "kwa|kwa njia ya|kwa kutumia",
        (Kind.PREP, "with"): "pamoja na|wenye|yenye|zenye|chenye|vyenye|lenye|penye|mwenye",
        (Kind.PREP, "without"): "bila|bila ya|isipokuwa|pasipo",
        (Kind.PREP, "for"): "kwa ajili ya|kwa niaba ya|kwa faida ya",
        (Kind.PREP, "about"): "kuhusu|juu ya|kuhusiana na",
        (Kind.PREP, "between"): "kati ya|baina ya|miongoni mwa|kutoka miongoni mwa",
        (Kind.PREP, "below"): "chini ya",
        (Kind.PREP, "before"): "kabla ya",
        (Kind.PREP, "after"): "baada ya",
        (Kind.PREP, "through"): "kupitia|kwa kupitia",
        (Kind.PREP, "against"): "dhidi ya",
        (Kind.PREP, "around"): "kuzunguka",
        (Kind.PREP, "instead"): "badala ya",
        (Kind.PREP, "like"): "kama|ikiwemo",
        (Kind.PREP, "example"): "kama vile|kwa mfano|mfano",
        (Kind.PREP, "behind"): "karibu na|nyuma ya|nje ya|mbele ya",
        (Kind.PREP, "as"): "kuwa",
        (Kind.AND, "and"): "na|na pia|nao|nayo|nazo|nalo|nacho|naye|navyo|pamoja na kuwa",
        (Kind.OR, "or"): "au|ama|wala",
        (Kind.REL, "who"): "ambaye|ambao|ambayo|ambacho|ambavyo|ambazo|ambalo|ambako|ambaye ni",
        (Kind.REL, "where"): "ambapo|ambamo",
        (Kind.LIMIT, "only"): "tu|pekee|peke yake|peke yao",
        (Kind.LIMIT, "some"): "baadhi|baadhi ya",
        (Kind.LIMIT, "all"): "kila",
        (Kind.LIMIT, "always"): "daima|kila mara|wakati wote|siku zote",
        (Kind.LIMIT, "usually"): "kwa kawaida|kwa ujumla|kikawaida",
        (Kind.LIMIT, "often"): "mara nyingi|mara kwa mara",
        (Kind.LIMIT, "sometimes"): "wakati mwingine|mara nyingine|pengine",
        (Kind.LIMIT, "mainly"): "hasa|kimsingi|zaidi ya yote|kwa kiasi kikubwa",
        (Kind.LIMIT, "approx"): "takriban|takribani|hivi|kama kadirio|kwa makadirio",
        (Kind.LIMIT, "almost"): "karibu",
        (Kind.LIMIT, "least"): "angalau|usiopungua|isiyopungua|wasiopungua|yasiyopungua|zisizopungua|kiasi cha chini",
        (Kind.LIMIT, "most-at"): "usiozidi|isiyozidi|wasiozidi|yasiyozidi|zisizozidi",
        (Kind.LIMIT, "more"): "zaidi|zaidi ya",
        (Kind.LIMIT, "very"): "sana|mno|kabisa",
        (Kind.LIMIT, "exactly"): "kamili|hasa hasa",
        (Kind.LIMIT, "must"): "lazima|ni lazima|sharti",
        (Kind.LIMIT, "may"): "huenda|labda|yawezekana",
        (Kind.LIMIT, "again"): "tena",
        (Kind.LIMIT, "too"): "mno kupita kiasi",
        (Kind.NOT, "never"): "kamwe|katu|asilani",
        (Kind.NOT, "no"): "hakuna|hapana|hamna|hapakuwa na|hakukuwa na|hakuwepo|hakuna hata",
        (Kind.FILLER, ""): "wakati|pia|vilevile|aidha|kwamba|basi|wake|yake|zake|lake|chake|vyake|wao|yao|zao|lao|chao|"
        "vyao|huyo|hao|hiyo|hizo|hilo|hayo|hicho|hivyo vyote|huyu|hawa|hii|hizi|hili|haya|hiki|huo|hapo|humo|yaani|"
        "kisha|halafu|wenyewe|yenyewe|mwenyewe|zenyewe|lenyewe|vyake|kwake|kwao|yule|"
        "wale|ile|zile|lile|yale|kile|vile",
        (Kind.BE, "be"): "ni|ndiye|ndiyo|ndio|ndicho|ndilo|ndizo|ndivyo|huwa",
        (Kind.WORD, "pamoja"): "ni pamoja na|hujumuisha|inajumuisha|zinajumuisha|yanajumuisha",
        (Kind.WORD, "percent"): "asilimia",
    }
)
SWAHILI = Grammar("sw", _PHRASES)
