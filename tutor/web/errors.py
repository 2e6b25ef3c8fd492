"""Faults of the classroom app, with their words beside them."""

from __future__ import annotations

from tutor.core.errors import TutorError

TEXTS: dict[str, dict[str, tuple[str, str]]] = {
    "page-missing": {
        "en": ("There is no such page here.", "Go back to the question page."),
        "sw": ("Ukurasa huo haupo hapa.", "Rudi kwenye ukurasa wa maswali."),
    },
    "ticket-missing": {
        "en": ("This answer is no longer kept.", "Ask the question again."),
        "sw": ("Jibu hili halijahifadhiwa tena.", "Uliza swali tena."),
    },
    "passage-missing": {
        "en": ("This passage is not in the books you may read.", "Look for it by search, or ask your teacher."),
        "sw": ("Kifungu hiki hakimo katika vitabu unavyoruhusiwa.", "Kitafute, au muulize mwalimu wako."),
    },
    "book-missing": {
        "en": ("This book is not among those you may read.", "Choose another book from the list."),
        "sw": ("Kitabu hiki hakimo katika unavyoruhusiwa kusoma.", "Chagua kitabu kingine kwenye orodha."),
    },
    "class-missing": {
        "en": ("This class link is no longer valid.", "Ask your teacher for the new link."),
        "sw": ("Kiungo hiki cha darasa hakitumiki tena.", "Muombe mwalimu wako kiungo kipya."),
    },
    "class-needed": {
        "en": ("This computer answers only for a class.", "Open the link or scan the code from your teacher."),
        "sw": ("Kompyuta hii inajibu kwa darasa tu.", "Fungua kiungo au piga picha msimbo kutoka kwa mwalimu wako."),
    },
    "not-for-class": {
        "en": ("Your class does not use these books ({scope}).", "Choose another subject or form."),
        "sw": ("Darasa lako halitumii vitabu hivi ({scope}).", "Chagua somo au kidato kingine."),
    },
    "too-many-questions": {
        "en": (
            "Many questions came from this device in a short time.",
            "Read the answers you have and ask again in {wait}.",
        ),
        "sw": (
            "Maswali mengi yametoka kwenye kifaa hiki kwa muda mfupi.",
            "Soma majibu uliyopata, kisha uliza tena baada ya {wait}.",
        ),
    },
    "too-many-waiting": {
        "en": (
            "Questions from this device are still waiting for their answers.",
            "Wait for one of them, or leave its page.",
        ),
        "sw": ("Maswali ya kifaa hiki bado yanasubiri majibu.", "Subiri mojawapo lijibiwe, au funga ukurasa wake."),
    },
    "class-too-busy": {
        "en": ("Your class is asking very much at this moment.", "Wait a minute and ask again."),
        "sw": ("Darasa lako linauliza mengi kwa wakati huu.", "Subiri dakika moja kisha uliza tena."),
    },
    "server-full": {
        "en": ("Very many questions are waiting here.", "Wait a minute and ask again."),
        "sw": ("Maswali mengi sana yanasubiri hapa.", "Subiri dakika moja kisha uliza tena."),
    },
    "answer-failed": {
        "en": (
            "Something went wrong while this was being answered.",
            "Ask again. If it happens again, tell the technician the time: {when}.",
        ),
        "sw": (
            "Kuna hitilafu imetokea wakati wa kujibu.",
            "Uliza tena. Ikitokea tena, mwambie fundi saa hii: {when}.",
        ),
    },
    "form-expired": {
        "en": ("This page was open for too long, or cookies are off.", "Load the page again and send it once more."),
        "sw": (
            "Ukurasa huu umekaa wazi muda mrefu, au vidakuzi vimezimwa.",
            "Pakia ukurasa upya kisha utume tena.",
        ),
    },
    "host-unknown": {
        "en": ("This address is not one of this computer.", "Open the address that the technician gave."),
        "sw": ("Anwani hii si ya kompyuta hii.", "Fungua anwani uliyopewa na fundi."),
    },
    "request-too-large": {
        "en": ("What was sent is too large.", "Send less at a time."),
        "sw": ("Kilichotumwa ni kikubwa mno.", "Tuma kidogo kidogo."),
    },
    "request-invalid": {
        "en": ("The request cannot be used: {why}.", "See /api/v1/openapi.json for what it takes."),
        "sw": ("Ombi halitumiki: {why}.", "Angalia /api/v1/openapi.json ujue linachopokea."),
    },
    "body-not-json": {
        "en": ("The body must be JSON.", "Send it with the header Content-Type: application/json."),
        "sw": ("Mwili wa ombi lazima uwe JSON.", "Utume na kichwa Content-Type: application/json."),
    },
    "method-not-allowed": {
        "en": ("This address does not take that kind of request.", "Go back and use the buttons of the page."),
        "sw": ("Anwani hii haipokei ombi la aina hiyo.", "Rudi na utumie vitufe vya ukurasa."),
    },
    "page-failed": {
        "en": ("This page could not be made.", "Try again. If it happens again, tell the technician the time: {when}."),
        "sw": (
            "Ukurasa huu haukuweza kutengenezwa.",
            "Jaribu tena. Ikitokea tena, mwambie fundi saa hii: {when}.",
        ),
    },
    "password-wrong": {
        "en": ("The password is not right.", "Type it again; capitals and small letters differ."),
        "sw": ("Nywila si sahihi.", "Iandike tena; herufi kubwa na ndogo ni tofauti."),
    },
    "password-short": {
        "en": ("The password is too short: at least {least} characters.", "Three or four words are easy to remember."),
        "sw": ("Nywila ni fupi mno: angalau herufi {least}.", "Maneno matatu au manne ni rahisi kukumbuka."),
    },
    "password-differs": {
        "en": ("The two passwords are not the same.", "Type the same password twice."),
        "sw": ("Nywila mbili hazifanani.", "Andika nywila ileile mara mbili."),
    },
    "password-set": {
        "en": ("A password was set before.", "Sign in with it."),
        "sw": ("Nywila iliwekwa tayari.", "Ingia kwa kutumia hiyo."),
    },
    "setup-code-wrong": {
        "en": ("The setup code is not right.", "Copy it from the window in which tutor was started."),
        "sw": ("Msimbo wa kuanzisha si sahihi.", "Unakili kutoka dirisha ambamo tutor ilianzishwa."),
    },
    "too-many-tries": {
        "en": ("There were too many wrong tries.", "Wait {wait} and try again."),
        "sw": ("Majaribio mabaya yamezidi.", "Subiri {wait} kisha ujaribu tena."),
    },
    "library-working": {
        "en": ("The library is being changed at this moment.", "Wait until that is done."),
        "sw": ("Maktaba inabadilishwa kwa wakati huu.", "Subiri hadi ikamilike."),
    },
    "nothing-chosen": {
        "en": ("Nothing was chosen.", "Tick at least one, then press the button again."),
        "sw": ("Hakuna kilichochaguliwa.", "Tia alama angalau kimoja, kisha bonyeza kitufe tena."),
    },
    "not-confirmed": {
        "en": ("This cannot be undone, so it has to be confirmed.", "Tick the box beside the button."),
        "sw": ("Hili haliwezi kurejeshwa, kwa hiyo lithibitishe.", "Tia alama kwenye kisanduku kando ya kitufe."),
    },
    "class-name-missing": {
        "en": ("The class has no name.", "Write one of up to {most} characters."),
        "sw": ("Darasa halina jina.", "Andika jina lisilozidi herufi {most}."),
    },
    "days-invalid": {
        "en": ("That is no number of days.", "Write one from {least} to {most}."),
        "sw": ("Hiyo si idadi ya siku.", "Andika kuanzia {least} hadi {most}."),
    },
    "answer-empty": {
        "en": ("There is no answer written.", "Write it in the box, up to {most} characters."),
        "sw": ("Hakuna jibu lililoandikwa.", "Liandike kwenye kisanduku, lisizidi herufi {most}."),
    },
    "lesson-path-missing": {
        "en": ("There is no such path of lessons here.", "Choose one from the list of lessons, or ask for a new one."),
        "sw": ("Njia hiyo ya masomo haipo hapa.", "Chagua moja kwenye orodha ya masomo, au omba mpya."),
    },
    "lesson-missing": {
        "en": ("There is no such lesson on this path.", "Go back to the path and choose a lesson."),
        "sw": ("Somo hilo halimo katika njia hii.", "Rudi kwenye njia uchague somo."),
    },
    "lesson-waits": {
        "en": ("This lesson cannot be read yet: {state}.", "Look at the path again in a little while."),
        "sw": ("Somo hili bado haliwezi kusomwa: {state}.", "Angalia njia tena baada ya muda mfupi."),
    },
    "lessons-too-many": {
        "en": ("Very much came from this device in a short time.", "Wait {wait} and try again."),
        "sw": ("Mengi mno yametoka kwenye kifaa hiki kwa muda mfupi.", "Subiri {wait} kisha ujaribu tena."),
    },
    "restore-not-now": {
        "en": ("This cannot be done at this moment.", "Wait a minute and try again, or use the command tutor restore."),
        "sw": ("Hili haliwezekani kwa sasa.", "Subiri dakika moja ujaribu tena, au tumia amri tutor restore."),
    },
    "restore-nothing": {
        "en": ("There is no backup to put back.", "Choose the file of the backup first."),
        "sw": ("Hakuna nakala rudufu ya kurejesha.", "Chagua kwanza faili la nakala rudufu."),
    },
    "sign-in-needed": {
        "en": ("This page is for teachers.", "Sign in first."),
        "sw": ("Ukurasa huu ni wa walimu.", "Ingia kwanza."),
    },
}
STATUS: dict[str, int] = {
    "page-missing": 404,
    "ticket-missing": 404,
    "passage-missing": 404,
    "book-missing": 404,
    "class-missing": 404,
    "document-unknown": 404,
    "lesson-path-missing": 404,
    "lesson-missing": 404,
    "lesson-waits": 404,
    "lessons-too-many": 429,
    "lessons-damaged": 503,
    "lessons-too-new": 503,
    "class-needed": 403,
    "not-for-class": 403,
    "form-expired": 403,
    "setup-code-wrong": 403,
    "password-wrong": 403,
    "sign-in-needed": 401,
    "host-unknown": 421,
    "request-too-large": 413,
    "body-not-json": 415,
    "method-not-allowed": 405,
    "too-many-questions": 429,
    "too-many-waiting": 429,
    "too-many-tries": 429,
    "class-too-busy": 429,
    "server-full": 503,
    "library-empty": 503,
    "library-damaged": 503,
    "library-busy": 503,
    "library-working": 503,
    "restore-not-now": 503,
    "index-missing": 503,
    "index-damaged": 503,
    "model-missing": 503,
    "model-damaged": 503,
    "model-outdated": 503,
    "model-unloadable": 503,
    "answer-failed": 500,
    "page-failed": 500,
}
USUAL_STATUS = 400


class WebError(TutorError):
    """Something a page cannot do. Codes are keys of TEXTS in this module."""

    def what(self, language: str = "en") -> str:
        return TEXTS[self.code][language][0].format(**self.facts_in(language))

    def hint(self, language: str = "en") -> str:
        return TEXTS[self.code][language][1].format(**self.facts_in(language))

    def facts_in(self, language: str) -> dict[str, object]:
        """The facts, with those that are given in both languages in the one asked for."""
        return {name: fact[language] if isinstance(fact, dict) else fact for name, fact in self.facts.items()}


def http_status(error: TutorError) -> int:
    """The HTTP status of an error: 400 for what the sender can mend, unless the table says otherwise."""
    return STATUS.get(error.code, USUAL_STATUS)
