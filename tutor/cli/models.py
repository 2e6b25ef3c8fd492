"""`tutor models`: what there is, fetching it, verifying it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from tutor.cli.fetch_display import FetchDisplay
from tutor.cli.output import plain_errors, print_json, progress_console, say, screen_language
from tutor.core.errors import ModelError
from tutor.core.settings import Settings, load_settings
from tutor.models.catalog import Catalog, Model, load_catalog
from tutor.models.install import install_model
from tutor.models.installed import InstalledModel, Problem, installed_model, verify_model
from tutor.models.plan import Plan, plan_model
from tutor.models.progress import Progress

app = typer.Typer(help="The models: list, fetch, verify.", no_args_is_help=True)

Json = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
ProfileName = Annotated[str | None, typer.Option("--profile", help="The set of models; default: the setting.")]


@app.command("list")
def list_models(as_json: Json = False) -> None:
    """Show every model, its licence, its size and whether it is installed."""
    with plain_errors(as_json):
        settings, catalog = load_settings(), load_catalog()
        rows = [_listed(model, catalog, settings) for model in catalog.models.values()]
    if as_json:
        print_json({"profile": settings.text("profile"), "models": rows})
        return
    for row in rows:
        mark = "+" if row["installed"] else "-"
        say(f"{mark} {row['name']}  {row['title']}", f"{mark} {row['name']}  {row['title']}")
        profiles = ", ".join(row["profiles"]) or "-"
        size = f"{row['download_bytes'] / 1e6:.0f} MB" if row["download_bytes"] else "?"
        say(
            f"    {row['role']}; profiles: {profiles}; to fetch: {size}; licence: {row['licence']}",
            f"    {row['role']}; wasifu: {profiles}; ya kupakua: {size}; leseni: {row['licence']}",
        )
    say("+ is on this computer, - is not.", "+ ipo kwenye kompyuta hii, - haipo.")


@app.command()
def fetch(
    profile: ProfileName = None,
    model: Annotated[str | None, typer.Option("--model", help="Only this model.")] = None,
    from_folder: Annotated[
        Path | None, typer.Option("--from", help="A folder with the files, such as a copied models folder.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Fetch and install the models of a profile. What is there and whole is left alone; what broke off goes on."""
    with plain_errors(as_json):
        settings, catalog = load_settings(), load_catalog()
        name = profile or settings.text("profile")
        models = [_model(catalog, model)] if model else list(catalog.profile(name).values())
        with FetchDisplay(progress_console, screen_language()) as progress:
            damaged = [bool(_damage(settings.places.models, one, progress)) for one in models]
        plans = [
            plan_model(one, settings.places, from_folder, replace=replace)
            for one, replace in zip(models, damaged, strict=True)
        ]
        if not as_json:
            _announce(plans)
        installed = []
        with FetchDisplay(progress_console, screen_language()) as progress:
            for plan, replace in zip(plans, damaged, strict=True):
                installed.append(
                    install_model(
                        plan.model, settings.places, from_folder=from_folder, progress=progress, replace=replace
                    )
                )
    if as_json:
        rows = [_fetched(plan, done) for plan, done in zip(plans, installed, strict=True)]
        online = any(plan.online for plan in plans)
        total = sum(plan.online_bytes for plan in plans)
        print_json({"profile": None if model else name, "online": online, "online_bytes": total, "models": rows})
        return
    for done in installed:
        say(f"{done.manifest.model}: ready.", f"{done.manifest.model}: iko tayari.")


@app.command()
def verify(profile: ProfileName = None, as_json: Json = False) -> None:
    """Read every byte of the models and compare. Exit status 1 when something is missing or damaged."""
    with plain_errors(as_json):
        settings, catalog = load_settings(), load_catalog()
        name = profile or settings.text("profile")
        with FetchDisplay(progress_console, screen_language()) as progress:
            found = [
                (model, verify_model(settings.places.models, model, progress))
                for model in catalog.profile(name).values()
            ]
    good = not any(problems for _, problems in found)
    if as_json:
        rows = [_verified(model, problems, name) for model, problems in found]
        print_json({"profile": name, "ok": good, "models": rows, "run": "" if good else _remedy(name)})
    else:
        _say_verified(found, name)
    if not good:
        raise typer.Exit(1)


def _model(catalog: Catalog, name: str) -> Model:
    if name not in catalog.models:
        raise ModelError("model-unknown", name=name, known=", ".join(catalog.models))
    return catalog.model(name)


def _damage(models_dir: Path, model: Model, progress: Progress) -> list[Problem]:
    """What is wrong inside a model that looks installed. Only reading every byte shows it."""
    return verify_model(models_dir, model, progress) if installed_model(models_dir, model) else []


def _announce(plans: Sequence[Plan]) -> None:
    """Say what is going to happen before it does: school lines are slow and paid by the megabyte."""
    for plan in plans:
        if plan.source != "installed":
            notes = (plan.model.licence, plan.model.licence_note)
            say(
                f"{plan.model.title}. Licence: " + ". ".join(filter(None, notes)),
                f"{plan.model.title}. Leseni: " + ". ".join(filter(None, notes)),
            )
    online = [plan for plan in plans if plan.online]
    if online:
        names = ", ".join(plan.model.name for plan in online)
        size = f"{sum(plan.online_bytes for plan in online) / 1e6:.0f}"
        unknown = sum(plan.unknown_files for plan in online)
        more = (f", and {unknown} files of unknown size", f", na faili {unknown} za ukubwa usiojulikana")
        more = more if unknown else ("", "")
        say(
            f"Going online: {size} MB will be fetched{more[0]} ({names}).",
            f"Intaneti inatumika: MB {size} zitapakuliwa{more[1]} ({names}).",
        )
    elif all(plan.source == "installed" for plan in plans):
        say("Everything is here already. Nothing is fetched.", "Kila kitu kipo tayari. Hakuna kinachopakuliwa.")
    else:
        say(
            "No internet is used: everything needed is on this computer or in the folder.",
            "Intaneti haitumiki: vyote vinavyohitajika vipo kwenye kompyuta hii au kwenye folda.",
        )


def _say_verified(found: Sequence[tuple[Model, list[Problem]]], profile: str) -> None:
    for model, problems in found:
        for problem in problems:
            error = problem.error(profile)
            say(error.what("en"), error.what("sw"))
        if not problems:
            say(f"{model.name}: whole.", f"{model.name}: iko kamili.")
    if any(problems for _, problems in found):
        say(f"What to do: {_remedy(profile)}", f"La kufanya: {_remedy(profile)}")


def _remedy(profile: str) -> str:
    return f"tutor models fetch --profile {profile}"


def _listed(model: Model, catalog: Catalog, settings: Settings) -> dict[str, Any]:
    return {
        "name": model.name,
        "role": model.role,
        "title": model.title,
        "licence": model.licence,
        "licence_note": model.licence_note,
        "profiles": [name for name, roles in catalog.profiles.items() if model.name in roles.values()],
        "download_bytes": model.download_bytes,
        "installed": installed_model(settings.places.models, model) is not None,
    }


def _fetched(plan: Plan, done: InstalledModel) -> dict[str, Any]:
    return {
        "name": plan.model.name,
        "role": plan.model.role,
        "licence": plan.model.licence,
        "licence_note": plan.model.licence_note,
        "source": plan.source,
        "online_bytes": plan.online_bytes,
        "folder": str(done.folder),
        "hash": done.hash,
    }


def _verified(model: Model, problems: Sequence[Problem], profile: str) -> dict[str, Any]:
    return {
        "name": model.name,
        "role": model.role,
        "state": problems[0].kind if problems else "whole",
        "problems": [{"file": str(problem.file), **problem.error(profile).as_dict()} for problem in problems],
    }
