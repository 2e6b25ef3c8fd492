"""Faults of learning paths, with their words beside them."""

from __future__ import annotations

from tutor.core.errors import TutorError

TEXTS: dict[str, dict[str, tuple[str, str]]] = {
    "path-empty": {
        "en": ("Nothing was asked for.", "Say a subject and a form, for example: Form 2 history, two weeks."),
        "sw": ("Hujaomba chochote.", "Taja somo na kidato, kwa mfano: Historia kidato cha pili, wiki mbili."),
    },
    "path-too-long": {
        "en": ("The request has {length} characters; at most {limit} are read.", "Say it in one sentence."),
        "sw": ("Ombi lina herufi {length}; zinasomwa {limit} tu.", "Liseme kwa sentensi moja."),
    },
    "path-no-subject": {
        "en": ("It is not clear which subject is meant.", "Name one of: {known}."),
        "sw": ("Haijulikani ni somo gani.", "Taja mojawapo: {known}."),
    },
    "path-two-subjects": {
        "en": ("A path is of one subject; these were named: {named}.", "Ask for one path for each subject."),
        "sw": ("Njia moja ni ya somo moja; yametajwa: {named}.", "Omba njia moja kwa kila somo."),
    },
    "path-no-topics": {
        "en": ("The curriculum file lists no topics for {subject}{form}.", "Choose another subject or form."),
        "sw": ("Faili ya mtaala haina mada za {subject}{form}.", "Chagua somo au kidato kingine."),
    },
    "topic-unknown": {
        "en": ("The curriculum of {subject} has no topic “{name}”.", "Its topics are: {known}."),
        "sw": ("Mtaala wa {subject} hauna mada “{name}”.", "Mada zake ni: {known}."),
    },
    "path-time-none": {
        "en": ("“{said}” is no time in which a lesson could be read.", "Give at least one day or one period."),
        "sw": ("“{said}” si muda unaotosha kusoma somo hata moja.", "Toa angalau siku moja au kipindi kimoja."),
    },
    "path-time-huge": {
        "en": ("“{said}” is longer than a whole secondary school.", "Give at most four years."),
        "sw": ("“{said}” ni zaidi ya muda wote wa sekondari.", "Toa muda usiozidi miaka minne."),
    },
    "path-time-short": {
        "en": (
            "{topics} topics were asked for, and {said} has room for {room}.",
            "Give more time, or name fewer topics.",
        ),
        "sw": (
            "Umeomba mada {topics}, lakini {said} inatosha mada {room} tu.",
            "Ongeza muda, au taja mada chache zaidi.",
        ),
    },
    "tree-cycle": {
        "en": (
            "These topics wait for each other, so none can come first: {topics}.",
            "Mend `prerequisites` in the curriculum file.",
        ),
        "sw": (
            "Mada hizi zinasubiriana, kwa hiyo hakuna inayoweza kutangulia: {topics}.",
            "Rekebisha `prerequisites` katika faili ya mtaala.",
        ),
    },
    "tree-unknown": {
        "en": (
            "The topic “{topic}” asks for “{missing}”, which its subject does not have.",
            "Mend `prerequisites` and `parts` in the curriculum file.",
        ),
        "sw": (
            "Mada “{topic}” inahitaji “{missing}”, ambayo haimo katika somo lake.",
            "Rekebisha `prerequisites` na `parts` katika faili ya mtaala.",
        ),
    },
    "tree-twice": {
        "en": ("The topic “{topic}” stands twice in the path.", "Leave one out."),
        "sw": ("Mada “{topic}” imo mara mbili katika njia.", "Ondoa moja."),
    },
    "path-unknown": {
        "en": ("There is no path {name}.", "See them all: tutor lesson show."),
        "sw": ("Hakuna njia {name}.", "Zione zote: tutor lesson show."),
    },
    "lesson-unknown": {
        "en": ("There is no lesson {name}.", "See the path again: tutor lesson show."),
        "sw": ("Hakuna somo {name}.", "Itazame njia tena: tutor lesson show."),
    },
    "lesson-not-written": {
        "en": ("The lesson “{topic}” is not written: {state}.", "Have it written: tutor lesson write."),
        "sw": ("Somo la “{topic}” halijaandikwa: {state}.", "Liandikishe: tutor lesson write."),
    },
    "lesson-unverified": {
        "en": (
            "{count} sentences are not supported by the books, the first: “{sentence}”",
            "Change them to what the quotes say, or approve the lesson as your own words.",
        ),
        "sw": (
            "Sentensi {count} hazina msingi vitabuni, ya kwanza: “{sentence}”",
            "Zibadilishe zilingane na nukuu, au idhinisha somo kama maneno yako mwenyewe.",
        ),
    },
    "lesson-empty": {
        "en": ("Nothing is left to read in “{topic}”.", "Keep at least one sentence."),
        "sw": ("Hakuna kilichobaki cha kusoma katika “{topic}”.", "Acha angalau sentensi moja."),
    },
    "lessons-busy": {
        "en": ("Another tutor is writing lessons here.", "Wait for it: tutor lesson show says how far it is."),
        "sw": ("Tutor nyingine inaandika masomo hapa.", "Isubiri: tutor lesson show itaonyesha imefika wapi."),
    },
    "lessons-damaged": {
        "en": (
            "The file of lessons {file} is damaged: {why}.",
            "Move it away: lessons are written anew from the books. Approvals and edits are in it and nowhere else.",
        ),
        "sw": (
            "Faili ya masomo {file} imeharibika: {why}.",
            "Iondoe: masomo huandikwa upya kutoka vitabuni. Idhini na marekebisho yamo humo tu.",
        ),
    },
    "lessons-too-new": {
        "en": ("The file of lessons {file} is of a newer tutor.", "Update tutor."),
        "sw": ("Faili ya masomo {file} ni ya tutor mpya zaidi.", "Sasisha tutor."),
    },
    "edit-unreadable": {
        "en": ("{file} cannot be read: {why}.", "Give a text file in UTF-8."),
        "sw": ("{file} haisomeki: {why}.", "Toa faili ya maandishi ya UTF-8."),
    },
    "lesson-many": {
        "en": ("Several lessons begin with {name}.", "Write more of its name."),
        "sw": ("Masomo kadhaa yanaanza na {name}.", "Andika zaidi ya jina lake."),
    },
    "export-unknown": {
        "en": ("There is no form of export named {name}.", "Use markdown, html or epub."),
        "sw": ("Hakuna aina ya kusafirisha inayoitwa {name}.", "Tumia markdown, html au epub."),
    },
    "export-unwritable": {
        "en": ("{file} cannot be written: {why}.", "Choose another place."),
        "sw": ("{file} haiwezi kuandikwa: {why}.", "Chagua mahali pengine."),
    },
}


class LessonError(TutorError):
    """A path or lesson that cannot be planned, found or kept. Codes are keys of TEXTS in this module."""

    def what(self, language: str = "en") -> str:
        return TEXTS[self.code][language][0].format(**self.facts)

    def hint(self, language: str = "en") -> str:
        return TEXTS[self.code][language][1].format(**self.facts)
