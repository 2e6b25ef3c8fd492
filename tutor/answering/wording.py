"""Every word tutor says in an answer or a decline, in both languages."""

from __future__ import annotations

from tutor.core.types import BookLanguage, Reason

FRAME_SAME: dict[BookLanguage, str] = {
    "en": "{book} says:",
    "sw": "{book} kinasema:",
}
FRAME_KINDS: dict[str, dict[BookLanguage, str]] = {
    "define": {"en": "{book} explains what it means:", "sw": "{book} kinaeleza maana hivi:"},
    "why": {"en": "{book} gives the reason:", "sw": "{book} kinatoa sababu:"},
    "how": {"en": "{book} explains how:", "sw": "{book} kinaeleza jinsi inavyokuwa:"},
    "explain": {"en": "{book} explains it like this:", "sw": "{book} kinaeleza hivi:"},
    "list": {"en": "{book} names these:", "sw": "{book} kinataja haya:"},
    "compare": {"en": "{book} puts them side by side:", "sw": "{book} kinalinganisha hivi:"},
    "calculate": {"en": "{book} shows how it is worked out:", "sw": "{book} kinaonyesha jinsi ya kukokotoa:"},
}
"""How what follows answers the question that was asked; other kinds have the plain frame."""
FRAME_OTHER: dict[BookLanguage, str] = {
    "en": "This is in {book}, which is in Swahili. It says:",
    "sw": "Jibu lipo katika {book} kwa Kiingereza. Kinasema:",
}
FRAME_OTHER_CALCULATE: dict[BookLanguage, str] = {
    "en": "{book}, which is in Swahili, shows how it is worked out:",
    "sw": "Jinsi ya kukokotoa ipo katika {book} kwa Kiingereza. Kinaonyesha hivi:",
}
"""For a calculation, whose own result is in no book."""
FRAME_BOOKS: dict[BookLanguage, str] = {"en": "Your books say:", "sw": "Vitabu vyako vinasema:"}
FRAME_BOOKS_OTHER: dict[BookLanguage, str] = {
    "en": "Your books in Swahili say:",
    "sw": "Vitabu vyako vya Kiingereza vinasema:",
}
BOOK: dict[BookLanguage, str] = {
    "en": "Your {subject} book ({form})",
    "sw": "Kitabu chako cha {subject} ({form})",
}
BOOK_INSIDE: dict[BookLanguage, str] = {
    "en": "the {subject} book ({form})",
    "sw": "kitabu cha {subject} ({form})",
}
BOOK_UNKNOWN: dict[BookLanguage, str] = {"en": "The book “{title}”", "sw": "Kitabu “{title}”"}
BOOK_UNKNOWN_INSIDE: dict[BookLanguage, str] = {"en": "the book “{title}”", "sw": "kitabu “{title}”"}
WIDENED: dict[BookLanguage, str] = {
    "en": "There is nothing on this in what you chose. What follows is from another place in your books.",
    "sw": "Hakuna kitu kuhusu hili katika ulichochagua. Yafuatayo yametoka mahali pengine katika vitabu vyako.",
}
PAST_QUESTIONS: dict[BookLanguage, str] = {
    "en": "These questions from papers in your library fit what you asked for:",
    "sw": "Maswali haya ya mitihani iliyomo maktabani yanahusiana na ulichouliza:",
}
READ_AS: dict[BookLanguage, str] = {
    "en": "I read “{written}” as “{read_as}”.",
    "sw": "Nimesoma “{written}” kuwa “{read_as}”.",
}
ABOUT_WHAT: dict[BookLanguage, str] = {
    "en": "Say what you ask about, for example: Why do leaves look green?",
    "sw": "Taja unauliza kuhusu nini, kwa mfano: Kwa nini majani ni ya kijani?",
}
PART: dict[BookLanguage, str] = {"en": "{number}. {part}", "sw": "{number}. {part}"}
PART_UNNAMED: dict[BookLanguage, str] = {"en": "Part {number}.", "sw": "Sehemu ya {number}."}
"""For a part asked in another language than the answer's: the pupil's words would break the frame's language."""
PART_MISSING: dict[BookLanguage, str] = {
    "en": "I did not find this in your books, so I leave it open.",
    "sw": "Hili sikulipata katika vitabu vyako, kwa hiyo sikujibu sehemu hii.",
}
PART_ELSEWHERE: dict[BookLanguage, str] = {
    "en": "This is not in the books you chose. {where}",
    "sw": "Hili halimo katika vitabu ulivyochagua. {where}",
}
FOUND_IN: dict[BookLanguage, str] = {"en": "It is found in: {where}.", "sw": "Linapatikana katika: {where}."}
PERHAPS_IN: dict[BookLanguage, str] = {
    "en": "You may find it in: {where}.",
    "sw": "Huenda likapatikana katika: {where}.",
}
AND: dict[BookLanguage, str] = {"en": " and ", "sw": " na "}
SIDES_APART: dict[BookLanguage, str] = {
    "en": "Your books do not put them side by side. This is what they say about each:",
    "sw": "Vitabu vyako havivilinganishi moja kwa moja. Haya ndiyo vinayosema kuhusu kila kimoja:",
}
SIDE_MISSING: dict[BookLanguage, str] = {
    "en": "Your books tell about {known}, but I found nothing about {missing} in them.",
    "sw": "Vitabu vyako vinaeleza kuhusu {known}, lakini sikupata lolote kuhusu {missing}.",
}
OWN_ARITHMETIC: dict[BookLanguage, str] = {
    "en": "Worked out by tutor, not taken from a book: {line}.",
    "sw": "Imekokotolewa na tutor, haijatoka kitabuni: {line}.",
}
ROUNDED: dict[BookLanguage, str] = {
    "en": "The last figure is rounded.",
    "sw": "Tarakimu ya mwisho imekadiriwa.",
}
YOUR_OWN_NUMBERS: dict[BookLanguage, str] = {
    "en": "Work yours out in the same way, with your own numbers.",
    "sw": "Kokotoa hesabu yako kwa njia hiyohiyo, ukitumia namba zako.",
}
INTO_THE_FORMULA: dict[BookLanguage, str] = {
    "en": "Put your own numbers in the place of the letters and words of this formula.",
    "sw": "Weka namba zako mahali pa herufi na maneno ya fomula hii.",
}
BY_ZERO: dict[BookLanguage, str] = {
    "en": "{line} has no answer: nothing can be divided by zero.",
    "sw": "{line} haina jibu: hakuna namba inayogawanyika kwa sifuri.",
}
HOW_SUMS_ARE_DONE: dict[BookLanguage, str] = {
    "en": "Ask how such a sum is done and I will look for it in your books.",
    "sw": "Uliza jinsi hesabu kama hiyo inavyofanywa, nami nitaitafuta vitabuni.",
}
WORD_HELP: dict[BookLanguage, str] = {"en": "Word help: {pairs}.", "sw": "Msaada wa maneno: {pairs}."}

DECLINES: dict[Reason, dict[BookLanguage, str]] = {
    Reason.NOTHING_IN_SCOPE: {
        "en": "There are no books here for what you chose ({scope}). Choose another subject or form, "
        "or ask your teacher to add the book.",
        "sw": "Hakuna vitabu hapa kwa ulichochagua ({scope}). Chagua somo au kidato kingine, "
        "au mwombe mwalimu aongeze kitabu.",
    },
    Reason.WEAK_EVIDENCE: {
        "en": "I did not find the answer in your books, so I will not guess. Try other words, or ask your teacher.",
        "sw": "Sikupata jibu katika vitabu vyako, kwa hiyo sitabahatisha. "
        "Jaribu kuuliza kwa maneno mengine, au muulize mwalimu wako.",
    },
    Reason.OUTSIDE_SCOPE: {
        "en": "This is not in the books you chose ({scope}). {where} Choose that subject or form and ask again.",
        "sw": "Hili halimo katika vitabu ulivyochagua ({scope}). {where} "
        "Chagua somo au kidato hicho, kisha uliza tena.",
    },
    Reason.UNSUPPORTED: {
        "en": "Your books touch on this, but they do not say it clearly enough to answer. "
        "Read the page named here, or ask your teacher.",
        "sw": "Vitabu vyako vinagusia jambo hili, lakini haviliambii kwa uwazi wa kutosha. "
        "Soma ukurasa uliotajwa hapa, au muulize mwalimu wako.",
    },
    Reason.NOT_A_QUESTION: {
        "en": "That does not look like a question about a subject. Ask for example: What is photosynthesis?",
        "sw": "Hilo halionekani kuwa swali la somo. Uliza kwa mfano: Usanisinuru ni nini?",
    },
    Reason.UNSAFE: {
        "en": "I cannot help with this, but you are not alone. Please talk today with an adult you trust: "
        "a parent, a teacher, a school counsellor, a nurse or a religious leader.",
        "sw": "Siwezi kusaidia katika hili, lakini hauko peke yako. Tafadhali zungumza leo na mtu mzima "
        "unayemwamini: mzazi, mwalimu, mshauri wa shule, muuguzi au kiongozi wa dini.",
    },
}

SMALL_TALK: dict[str, dict[BookLanguage, str]] = {
    "greeting": {
        "en": "Hello! Ask me something from your school books, for example: What is democracy?",
        "sw": "Habari! Niulize jambo kutoka vitabu vyako vya shule, kwa mfano: Demokrasia ni nini?",
    },
    "thanks": {
        "en": "You are welcome. Ask another question whenever you like.",
        "sw": "Karibu. Uliza swali lingine wakati wowote.",
    },
    "acknowledgement": {
        "en": "Good. Ask the next question whenever you like.",
        "sw": "Sawa. Uliza swali linalofuata wakati wowote.",
    },
    "identity": {
        "en": "I am tutor, a program on this computer. I answer from your school's books and show the page. "
        "What the books do not say, I do not know.",
        "sw": "Mimi ni tutor, programu iliyo kwenye kompyuta hii. Ninajibu kutoka vitabu vya shule yako na "
        "kuonyesha ukurasa. Kisichomo vitabuni, sikijui.",
    },
    "insult": {
        "en": "Let us keep to the lesson. Ask me something from your school books.",
        "sw": "Tubaki kwenye somo. Niulize jambo kutoka vitabu vyako vya shule.",
    },
    "rules": {
        "en": "I only answer from your school books. That does not change. Ask me something from them.",
        "sw": "Ninajibu kutoka vitabu vya shule yako tu. Hilo halibadiliki. Niulize jambo lililomo.",
    },
    "arithmetic": {
        "en": "I can only work out short, plain sums. Ask how such a sum is done and I will look for it in your books.",
        "sw": "Ninaweza kukokotoa hesabu fupi na rahisi tu. Uliza jinsi hesabu kama hiyo inavyofanywa, "
        "nami nitaitafuta vitabuni.",
    },
}

SAYS_OTHERWISE: dict[BookLanguage, str] = {
    "en": "Your book says otherwise: “{quote}” ({place}). Read it there, then ask again.",
    "sw": "Kitabu chako kinasema tofauti: “{quote}” ({place}). Soma hapo, kisha uliza tena.",
}
NEAREST: dict[BookLanguage, str] = {
    "en": "Near to it in your books: {where}.",
    "sw": "Lililo karibu vitabuni: {where}.",
}
NEAREST_ELSEWHERE: dict[BookLanguage, str] = {
    "en": "The same words stand in other books: {where}.",
    "sw": "Maneno hayo yamo katika vitabu vingine: {where}.",
}
EVERYTHING: dict[BookLanguage, str] = {"en": "all books", "sw": "vitabu vyote"}
PAGE: dict[BookLanguage, str] = {"en": "page {page}", "sw": "ukurasa wa {page}"}
