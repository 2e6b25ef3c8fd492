"""Every word of a path or lesson that is not the book's, in both languages. None of it states anything of a subject."""

from __future__ import annotations

from tutor.core.types import BookLanguage

Text = dict[BookLanguage, str]

MOVED: Text = {
    "en": "“{topic}” stands in {form} of the curriculum, so it is taken from there.",
    "sw": "“{topic}” ni mada ya {form} katika mtaala, hivyo imechukuliwa kutoka huko.",
}
EXAM_FORMS: Text = {
    "en": "The national examination at the end of {form} asks about all the forms up to it.",
    "sw": "Mtihani wa taifa wa mwisho wa {form} huuliza mada za vidato vyote hadi hicho.",
}
LEFT_OUT: Text = {
    "en": "{time} have room for the topics that schools give most time. Left out: {topics}.",
    "sw": "{time} vinatosha mada ambazo shule huzipa muda mwingi zaidi. Zilizoachwa: {topics}.",
}
UNCOVERED: Text = {
    "en": "Your library does not hold enough on “{topic}”. A {subject} textbook for {form} with a chapter on it would "
    "cover it.",
    "sw": "Maktaba yako haina maelezo ya kutosha kuhusu “{topic}”. Kitabu cha kiada cha {subject} cha {form} chenye "
    "sura kuhusu mada hii kingetosheleza.",
}
UNCOVERED_WORDS: Text = {
    "en": "Look for a book that explains: {words}.",
    "sw": "Tafuta kitabu kinachoeleza: {words}.",
}
UNCOVERED_NEAR: Text = {"en": "It is only touched in: {where}.", "sw": "Imegusiwa tu katika: {where}."}
UNCOVERED_OTHER_FORM: Text = {
    "en": "Your library has it in another form: {where}.",
    "sw": "Maktaba yako inayo katika kidato kingine: {where}.",
}
FAILED: Text = {
    "en": "This lesson could not be written: {why} The other lessons are not affected.",
    "sw": "Somo hili halikuweza kuandikwa: {why} Masomo mengine hayajaathirika.",
}
AIM: Text = {
    "en": "After this lesson you can say what your books tell about {what}.",
    "sw": "Baada ya somo hili utaweza kueleza vitabu vyako vinasema nini kuhusu {what}.",
}
AND: Text = {"en": "and", "sw": "na"}
KNOW_FIRST: Text = {"en": "Know this first", "sw": "Fahamu haya kwanza"}
NOTHING_FIRST: Text = {"en": "Nothing: you can start here.", "sw": "Hakuna: unaweza kuanzia hapa."}
FRAME_SAME: Text = {"en": "From {book}:", "sw": "Kutoka {book}:"}
FRAME_OTHER: Text = {
    "en": "Your library explains this only in Swahili. What follows is quoted from {book}; the key terms below help.",
    "sw": "Maktaba yako inaeleza hili kwa Kiingereza tu. Yafuatayo yamenukuliwa kutoka {book}; maneno muhimu yaliyo "
    "hapa chini yatakusaidia.",
}
QUOTED_IN: dict[str, Text] = {
    "en": {"en": "in English", "sw": "kwa Kiingereza"},
    "sw": {"en": "in Swahili", "sw": "kwa Kiswahili"},
}
MORE: Text = {"en": "Also on this in your books", "sw": "Mengine ya mada hii vitabuni"}
AIM_TITLE: Text = {"en": "Aim", "sw": "Lengo"}
EXPLANATION: Text = {"en": "Explanation", "sw": "Maelezo"}
EXAMPLE: Text = {"en": "Worked example", "sw": "Mfano uliotatuliwa"}
QUIZ: Text = {"en": "Questions", "sw": "Maswali"}
ANSWERS: Text = {"en": "Answers", "sw": "Majibu"}
TERMS: Text = {"en": "Key terms", "sw": "Maneno muhimu"}
SOURCES: Text = {"en": "Sources", "sw": "Vyanzo"}
TERMS_FROM: Text = {
    "en": "The meanings here are from tutor's own glossary.",
    "sw": "Maana zilizotolewa hapa zinatoka katika faharasa ya tutor.",
}
TIME: Text = {"en": "Time: {time}", "sw": "Muda: {time}"}
CONTENTS: Text = {"en": "Lessons", "sw": "Masomo"}
TEACHER: Text = {"en": "Edited by a teacher", "sw": "Limerekebishwa na mwalimu"}
TEACHER_WORDS: Text = {
    "en": "The teacher's own words, not from the books:",
    "sw": "Maneno ya mwalimu mwenyewe, hayatoki vitabuni:",
}

PART_OF_FORM: Text = {"en": "{form}, part {number}", "sw": "{form}, sehemu ya {number}"}
ARRANGE_SYSTEM = (
    "You are a teacher who plans lessons. You get topics with their ids. You write the ids in the order in which a "
    "pupil learns them best. Ids of topics that belong together stand on one line with commas between them; a new line "
    "begins a new group of two to four topics. You write nothing else."
)
ARRANGE_ASK = "Write all the ids, in order and in groups."
NOT_ARRANGED: dict[str, Text] = {
    "small": {"en": "The path is too short to be ordered anew.", "sw": "Njia ni fupi mno kupangwa upya."},
    "no-generator": {
        "en": "There is no generator here: the curriculum's order stands.",
        "sw": "Hapa hakuna kizalishaji: mpangilio wa mtaala unabaki.",
    },
    "failed": {
        "en": "The generator failed: the curriculum's order stands.",
        "sw": "Kizalishaji kimeshindwa: mpangilio wa mtaala unabaki.",
    },
    "stopped": {
        "en": "Pupils' questions came first: the curriculum's order stands. Try again later.",
        "sw": "Maswali ya wanafunzi yametangulia: mpangilio wa mtaala unabaki. Jaribu tena baadaye.",
    },
    "bad": {
        "en": "The generator gave no good order: the curriculum's order stands.",
        "sw": "Kizalishaji hakikutoa mpangilio mzuri: mpangilio wa mtaala unabaki.",
    },
}
ONE_WEEK = "1 week"
WEEKS: Text = {"en": "{count} weeks", "sw": "wiki {count}"}

CHOOSE: Text = {"en": "Which fits the gap? {statement}", "sw": "Lipi linafaa kujaza nafasi? {statement}"}
TRUE_FALSE: Text = {"en": "True or false? {statement}", "sw": "Kweli au si kweli? {statement}"}
TRUE: Text = {"en": "True", "sw": "Kweli"}
FALSE: Text = {"en": "False", "sw": "Si kweli"}
WHAT_IS: Text = {
    "en": "Say in your own words what your book says this is: {term}",
    "sw": "Eleza kwa maneno yako kitabu kinasema hiki ni nini: {term}",
}
FILL: Text = {"en": "Fill the gap: {statement}", "sw": "Jaza nafasi: {statement}"}
WORK_OUT: Text = {
    "en": "Work it out yourself, then compare with your book. {task}",
    "sw": "Kokotoa mwenyewe, kisha linganisha na kitabu chako. {task}",
}
MATCH: Text = {"en": "Match each one with what belongs to it.", "sw": "Oanisha kila kimoja na kinachohusika nacho."}
RIGHT_IS: Text = {"en": "The book has: {answer}", "sw": "Kitabu kina: {answer}"}
GAP = "____"

STATES: dict[str, Text] = {
    "planned": {"en": "planned", "sw": "limepangwa"},
    "writing": {"en": "being written", "sw": "linaandikwa"},
    "ready": {"en": "ready", "sw": "tayari"},
    "review": {"en": "waits for a teacher", "sw": "linasubiri mwalimu"},
    "uncovered": {"en": "not in the library", "sw": "halimo maktabani"},
    "failed": {"en": "failed", "sw": "limeshindikana"},
}
CHECKED_BY_TEACHER: Text = {"en": "your teacher is checking this lesson", "sw": "mwalimu wako anakagua somo hili"}
GATED: Text = {
    "en": "it is from books that your class does not use",
    "sw": "linatoka katika vitabu ambavyo darasa lako halitumii",
}
REVIEW_REASONS: dict[str, Text] = {
    "short": {
        "en": "The books have only {words} words on it; a lesson needs {least}.",
        "sw": "Vitabu vina maneno {words} tu kuhusu mada hii; somo linahitaji {least}.",
    },
    "few-questions": {
        "en": "A lesson needs {least} safe questions; {count} could be made.",
        "sw": "Somo linahitaji maswali {least} salama; yaliyoweza kutungwa ni {count}.",
    },
    "unsupported": {
        "en": "Sentences without support in the books: {count}.",
        "sw": "Sentensi zisizo na msingi vitabuni: {count}.",
    },
    "books-changed": {
        "en": "The books have changed since a teacher wrote this. Look at it again.",
        "sw": "Vitabu vimebadilika tangu mwalimu aandike haya. Yaangalie tena.",
    },
    "quotes-gone": {
        "en": "Sentences taken out because their book is no longer in the library: {count}.",
        "sw": "Sentensi zilizoondolewa kwa kuwa kitabu chake hakimo tena maktabani: {count}.",
    },
}
