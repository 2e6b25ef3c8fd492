"""The systems that are compared: same library, same models; only the part that a name stands for differs."""

from tutor.evaluation.systems.apparatus import Apparatus, MixedPool, OpenSystem, System, on_library
from tutor.evaluation.systems.baselines import HybridRag, NaiveRag
from tutor.evaluation.systems.catalogue import DEFAULT, Judged, all_systems, answering_systems, ranking_systems
from tutor.evaluation.systems.choices import CHOICES, SHIPPED, choice_systems
from tutor.evaluation.systems.chsr import Chsr
from tutor.evaluation.systems.curriculum_rag import CurriculumRag
from tutor.evaluation.systems.pasted import NoRetrieval, PastedAnswers
from tutor.evaluation.systems.shipped import TutorAnswers, TutorRetrieval, answer_reply, decline_reply, tutor_answers
from tutor.evaluation.systems.texts import LanguageOf, ReadabilityOf

__all__ = [
    "CHOICES", "DEFAULT", "SHIPPED", "Apparatus", "Chsr", "CurriculumRag", "HybridRag", "Judged", "LanguageOf",
    "MixedPool", "NaiveRag", "NoRetrieval", "OpenSystem", "PastedAnswers", "ReadabilityOf", "System", "TutorAnswers",
    "TutorRetrieval", "all_systems", "answer_reply", "answering_systems", "choice_systems", "decline_reply",
    "on_library", "ranking_systems", "tutor_answers",
]  # fmt: skip
