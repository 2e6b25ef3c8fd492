"""The words of the pages, in both languages."""

from __future__ import annotations

from tutor.core.types import BookLanguage

WORDS: dict[BookLanguage, dict[str, str]] = {
    "en": {
        "title": "tutor: ask your school books",
        "skip": "Go to the question",
        "lead": "Ask a question in English, in Swahili, or in both. The answer comes from your school books.",
        "question": "Your question",
        "example": "For example: What is photosynthesis?",
        "subject": "Subject",
        "form": "Form",
        "any_subject": "All",
        "any_form": "All",
        "language": "Answer in",
        "auto": "Same as question",
        "english": "English",
        "swahili": "Swahili",
        "ask": "Ask",
        "answer": "Answer",
        "sources": "Where it stands",
        "quoted": "These are the book's own words.",
        "rewritten": "Put into words by the computer; every sentence was checked against the book.",
        "no_answer": "No answer",
        "look": "You could look here",
        "other_page": "Kiswahili",
    },
    "sw": {
        "title": "tutor: uliza vitabu vyako vya shule",
        "skip": "Nenda kwenye swali",
        "lead": "Uliza swali kwa Kiswahili, kwa Kiingereza, au kwa kuchanganya. Jibu linatoka katika vitabu vyako.",
        "question": "Swali lako",
        "example": "Kwa mfano: Usanisinuru ni nini?",
        "subject": "Somo",
        "form": "Kidato",
        "any_subject": "Yote",
        "any_form": "Vyote",
        "language": "Jibu kwa",
        "auto": "Kama swali",
        "english": "Kiingereza",
        "swahili": "Kiswahili",
        "ask": "Uliza",
        "answer": "Jibu",
        "sources": "Linapatikana wapi",
        "quoted": "Haya ni maneno ya kitabu chenyewe.",
        "rewritten": "Limeandikwa na kompyuta; kila sentensi imehakikiwa na kitabu.",
        "no_answer": "Hakuna jibu",
        "look": "Unaweza kuangalia hapa",
        "other_page": "English",
    },
}
