"""Opens the evaluator of faithfulness: with the embedder of another profile than the one that is measured."""

from __future__ import annotations

from collections.abc import Callable

from tutor.core.settings import Settings
from tutor.evaluation.faithfulness import Evaluator, calibrated_thresholds
from tutor.models.catalog import Model, load_catalog
from tutor.models.embedder import Embedder
from tutor.models.installed import InstalledModel, installed_model

Notice = Callable[[str, str], None]
PREFERRED = ("small", "starter", "standard")
"""The profiles in the order in which their embedders are taken: the quickest first."""


def judging_model(settings: Settings) -> tuple[Model, InstalledModel] | None:
    """The embedder that judges, of another profile and with calibrated thresholds; None where none is installed."""
    catalog = load_catalog()
    own = catalog.profile(settings.text("profile"))["embedder"].name
    for profile in PREFERRED:
        model = catalog.profile(profile)["embedder"]
        installed = installed_model(settings.places.models, model)
        if model.name != own and installed is not None and calibrated_thresholds(model.name) is not None:
            return model, installed
    return None


def open_evaluator(settings: Settings, notice: Notice) -> Evaluator:
    """The evaluator; with a notice and by words alone where no other embedder is installed.

    Raises ModelError when the model is damaged, TutorError `data-damaged` for its thresholds.
    """
    found = judging_model(settings)
    thresholds = calibrated_thresholds(found[0].name if found else None)
    if found is None or thresholds is None:
        notice(
            "Faithfulness is judged by words alone: no embedder of another profile is installed.",
            "Uaminifu unapimwa kwa maneno tu: hakuna embedder ya profaili nyingine.",
        )
        words = calibrated_thresholds(None)
        if words is None:
            raise RuntimeError("the thresholds for words are always there")
        return Evaluator(words)
    model, installed = found
    embedder = Embedder(installed.folder, dict(model.run), settings.whole("threads"))
    return Evaluator(thresholds, embedder.embed_sentences)
