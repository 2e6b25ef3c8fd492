"""Retrieval as shipped but for one choice each: what shows that a default is better than what else could be."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from tutor.evaluation.systems.apparatus import Apparatus, OpenSystem, System, on_library
from tutor.evaluation.systems.shipped import TutorRetrieval
from tutor.index.analysis import GLOSSARY, STEM, SURFACE
from tutor.index.lexical import FIELD_WEIGHTS
from tutor.retrieval.choices import RetrieverSettings
from tutor.retrieval.merging import Order

SHIPPED = "tutor"
_OWN = RetrieverSettings()


def _weights(**weights: float) -> RetrieverSettings:
    return replace(_OWN, field_weights={**FIELD_WEIGHTS, **weights})


CHOICES: Mapping[str, Mapping[str, RetrieverSettings]] = {
    "fusion of meaning and words where a question crosses": {
        "meaning alone": replace(_OWN, alpha=1.0),
        "alpha 0.9": replace(_OWN, alpha=0.9),
        "alpha 0.7": replace(_OWN, alpha=0.7),
        "alpha 0.5": replace(_OWN, alpha=0.5),
        "reciprocal ranks, k 60": replace(_OWN, fusion="rrf"),
    },
    "depth of each search": {
        "10": replace(_OWN, pool_depth=10),
        "20": replace(_OWN, pool_depth=20),
        "100": replace(_OWN, pool_depth=100),
        "200": replace(_OWN, pool_depth=200),
    },
    "what vectors are compared centred": {
        "none": replace(_OWN, centring="never"),
        "all": replace(_OWN, centring="always"),
    },
    "words in the order within a pool": {
        "none": replace(_OWN, order=Order(words_within=0.0)),
        "0.5 deviations": replace(_OWN, order=Order(words_within=0.5)),
        "1.5 deviations": replace(_OWN, order=Order(words_within=1.5)),
        "a clear match of words is not lifted": replace(_OWN, order=Order(lifts=False)),
    },
    "words in the merging of pools": {
        "none": replace(_OWN, order=Order(words_between=0.0)),
        "0.25 deviations": replace(_OWN, order=Order(words_between=0.25)),
        "1.0 deviations": replace(_OWN, order=Order(words_between=1.0)),
    },
    "the question's own language": {
        "no boost": replace(_OWN, language_boost=0.0),
        "boost 0.1, as published": replace(_OWN, language_boost=0.1),
        "boost 0.3": replace(_OWN, language_boost=0.3),
    },
    "places that each language keeps": {
        "none": replace(_OWN, places=0),
        "2": replace(_OWN, places=2),
    },
    "fields of the lexical index": {
        "no surface forms": _weights(**{SURFACE: 0.0}),
        "surface forms 0.3": _weights(**{SURFACE: 0.3}),
        "surface forms 1.0": _weights(**{SURFACE: 1.0}),
        "no stems": _weights(**{STEM: 0.0}),
        "no glossary terms": _weights(**{GLOSSARY: 0.0}),
        "glossary terms 0.5": _weights(**{GLOSSARY: 0.5}),
        "glossary terms 2.0": _weights(**{GLOSSARY: 2.0}),
    },
    "steps that can be left out": {
        "a crossing question without its terms in the books' language": replace(_OWN, terms_of_books=False),
        "headings that say just what is asked": replace(_OWN, headings=False),
    },
}
"""Of what is chosen -> the other choices by name. The defaults stand in `tutor.retrieval.choices`."""


def choice_systems() -> dict[str, OpenSystem]:
    """Retrieval as shipped, and with each other choice, by name `what: choice`."""
    makers = {f"{what}: {name}": settings for what, others in CHOICES.items() for name, settings in others.items()}
    systems = {name: on_library(partial(_choosing, settings=settings)) for name, settings in makers.items()}
    return {SHIPPED: on_library(TutorRetrieval), **systems}


def _choosing(apparatus: Apparatus, settings: RetrieverSettings) -> System:
    return TutorRetrieval(apparatus, apparatus.retriever.choosing(settings))
