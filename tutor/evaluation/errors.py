"""Faults of an evaluation, with their words beside them: only people who measure ever see these."""

from __future__ import annotations

from tutor.core.errors import TutorError

TEXTS: dict[str, dict[str, tuple[str, str]]] = {
    "golden-unreadable": {
        "en": ("The questions in {file} cannot be read: line {line}: {why}.", "Mend that line: tutor eval validate."),
        "sw": ("Maswali katika {file} hayasomeki: mstari {line}: {why}.", "Rekebisha mstari huo: tutor eval validate."),
    },
    "holdout-refused": {
        "en": (
            "Tuning may not read the {split} split.",
            "Ask for the dev split. The holdout rows are kept for the final measurement.",
        ),
        "sw": (
            "Urekebishaji hauruhusiwi kusoma sehemu ya {split}.",
            "Tumia sehemu ya dev. Safu za holdout zimehifadhiwa kwa kipimo cha mwisho.",
        ),
    },
    "golden-invalid": {
        "en": ("{count} labelled questions are not right.", "Mend the rows named above."),
        "sw": ("Maswali {count} ya kipimo si sahihi.", "Rekebisha safu zilizotajwa hapo juu."),
    },
    "golden-passages": {
        "en": (
            "The labelled questions name passages that the library does not hold, {name} for one.",
            "Run: tutor eval validate. It lists the rows to mend.",
        ),
        "sw": (
            "Maswali ya kipimo yanataja vifungu visivyo katika maktaba, kama {name}.",
            "Endesha: tutor eval validate. Itaorodhesha safu za kurekebisha.",
        ),
    },
    "set-unknown": {
        "en": ("There is no evaluation set named {name}.", "Use one of: {known}."),
        "sw": ("Hakuna seti ya kipimo inayoitwa {name}.", "Tumia mojawapo: {known}."),
    },
    "system-unknown": {
        "en": ("The set {set} cannot run a system named {name}.", "Use one of: {known}."),
        "sw": ("Seti ya {set} haiwezi kuendesha mfumo unaoitwa {name}.", "Tumia mojawapo: {known}."),
    },
    "split-unknown": {
        "en": ("There is no split named {name}.", "Use dev or holdout, or leave --split out for both."),
        "sw": ("Hakuna sehemu inayoitwa {name}.", "Tumia dev au holdout, au acha --split ili kutumia zote."),
    },
    "set-empty": {
        "en": ("The set {set} has no question to run.", "Use another --split or a higher --limit."),
        "sw": ("Seti ya {set} haina swali la kuendesha.", "Tumia --split nyingine au --limit kubwa zaidi."),
    },
    "rows-missing": {
        "en": (
            "The set {set} needs {file}, which is not there.",
            "Name the folder of the test data with TUTOR_SHARED.",
        ),
        "sw": (
            "Seti ya {set} inahitaji {file}, ambalo halipo.",
            "Taja folda ya data ya majaribio kwa TUTOR_SHARED.",
        ),
    },
    "rows-unreadable": {
        "en": ("The rows in {file} cannot be read: line {line}: {why}.", "Mend that line, or leave it out."),
        "sw": ("Safu katika {file} hazisomeki: mstari {line}: {why}.", "Rekebisha mstari huo, au uuache."),
    },
    "candidates-unreadable": {
        "en": (
            "The marked questions in {file} cannot be read: {why}.",
            "Save them anew on the teacher's page: Questions, Marked.",
        ),
        "sw": (
            "Maswali yaliyotiwa alama katika {file} hayasomeki: {why}.",
            "Yahifadhi upya kwenye ukurasa wa mwalimu: Maswali, Yaliyotiwa alama.",
        ),
    },
    "candidates-invalid": {
        "en": ("{count} lines are no marked questions.", "Leave the lines named above out, or save the file anew."),
        "sw": ("Mistari {count} si maswali yaliyotiwa alama.", "Iache mistari iliyotajwa hapo juu, au hifadhi upya."),
    },
    "library-missing": {
        "en": ("{why}.", "Install what evaluation needs: pip install '.[eval]'."),
        "sw": ("{why}.", "Sakinisha kinachohitajika kwa kipimo: pip install '.[eval]'."),
    },
    "results-unreadable": {
        "en": ("{file} holds no results of an evaluation: {why}.", "Make it with: tutor eval run SET --json OUT."),
        "sw": ("{file} halina matokeo ya kipimo: {why}.", "Litengeneze kwa: tutor eval run SETI --json FAILI."),
    },
    "floors-unreadable": {
        "en": ("The floors in {file} cannot be read: {why}.", "Write them anew: tutor eval gate --write."),
        "sw": ("Viwango katika {file} havisomeki: {why}.", "Viandike upya: tutor eval gate --write."),
    },
    "floors-other-models": {
        "en": (
            "The floors were measured with {then}, this with {now}.",
            "Install the model of the floors: tutor models fetch. If the model has changed: tutor eval gate --write.",
        ),
        "sw": (
            "Viwango vilipimwa kwa {then}, kipimo hiki kwa {now}.",
            "Sakinisha modeli ya viwango: tutor models fetch. Kama modeli imebadilika: tutor eval gate --write.",
        ),
    },
    "gate-failed": {
        "en": (
            "{count} of {all} figures have slipped below their floor.",
            "Mend what lowered them; a change that means to lower them writes new floors: tutor eval gate --write.",
        ),
        "sw": (
            "Takwimu {count} kati ya {all} zimeshuka chini ya kiwango chake.",
            "Rekebisha kilichozishusha; kama ni kwa makusudi, andika viwango vipya: tutor eval gate --write.",
        ),
    },
    "results-differ": {
        "en": ("The two results cannot be compared: {why}.", "Compare results of the same set, with a system in both."),
        "sw": (
            "Matokeo haya mawili hayawezi kulinganishwa: {why}.",
            "Linganisha matokeo ya seti ileile, yenye mfumo uliopo katika yote mawili.",
        ),
    },
}


class EvaluationError(TutorError):
    """A set, system, split or result that cannot be used. Codes are keys of TEXTS in this module."""

    def what(self, language: str = "en") -> str:
        return TEXTS[self.code][language][0].format(**self.facts)

    def hint(self, language: str = "en") -> str:
        return TEXTS[self.code][language][1].format(**self.facts)
