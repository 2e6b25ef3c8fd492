"""`tutor bundle`: build, sign and verify the stick; library updates; keys. Building needs a connected computer."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer

from tutor.appliance.bundle_files import verified_bundle
from tutor.appliance.errors import ApplianceError
from tutor.appliance.platforms import PYTHONS, Platform, Target, platform_named
from tutor.appliance.signing import new_key, read_public_key, read_secret_key, write_key
from tutor.cli.library_display import ProgressLine
from tutor.cli.output import console, plain_errors, print_json, say
from tutor.core.places import checkout_root
from tutor.core.settings import load_settings
from tutor.library.store import LibraryStore

app = typer.Typer(help="The stick: build, sign, verify.", no_args_is_help=True)
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
Platforms = Annotated[
    list[str] | None, typer.Option("--platform", help="linux-x86_64, linux-aarch64 or windows-x86_64; default: first.")
]
Pythons = Annotated[
    list[str] | None, typer.Option("--python", help=f"Pythons of Linux; default: {', '.join(PYTHONS)}.")
]
Also = Annotated[list[str] | None, typer.Option("--also", help="A package to bring beside those tutor requires.")]
SecretKeyFile = Annotated[Path, typer.Option("--key", help="The secret key: tutor bundle key FOLDER")]


@app.command("build")
def build(
    out: Annotated[Path, typer.Option("--out", help="The folder to make.")],
    key: SecretKeyFile,
    profile: Annotated[str, typer.Option("--profile", help="Models: starter, small or standard.")] = "starter",
    library: Annotated[
        Path | None, typer.Option("--library", help="The home with library and index; default: TUTOR_HOME.")
    ] = None,
    no_library: Annotated[bool, typer.Option("--no-library", help="Without books.")] = False,
    platform: Platforms = None,
    python: Pythons = None,
    wheels: Annotated[
        list[Path] | None, typer.Option("--wheels", help="A folder with wheels, or Python for Windows, made elsewhere.")
    ] = None,
    no_generator: Annotated[bool, typer.Option("--no-generator", help="Answers are quoted, never rewritten.")] = False,
    also: Also = None,
    locks: Annotated[
        Path | None, typer.Option("--locks", help="Folder of lock files; default: packaging/lock of the checkout.")
    ] = None,
    terms: Annotated[
        list[Path] | None, typer.Option("--terms", help="The whole text of a model's terms, to go along.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Gather program, models, library, installers, guide and licences into a signed folder for a stick."""
    from tutor.appliance.build import Plan, build_bundle, without_terms

    with plain_errors(as_json):
        settings = load_settings()
        root = checkout_root()
        plan = Plan(
            out=out.resolve(),
            profile=profile,
            targets=_targets(platform, python),
            key=read_secret_key(key),
            models=settings.places.models,
            library=None if no_library else (library or settings.places.home),
            wheels=tuple(path.resolve() for path in wheels or ()),
            locks=locks or (root / "packaging" / "lock" if root else None),
            with_generator=not no_generator,
            kept_wheels=settings.places.cache / "wheels",
            also=tuple(also or ()),
            terms=tuple(path.resolve() for path in terms or ()),
            say=(lambda en, sw: None) if as_json else say,
        )
        manifest = build_bundle(plan)
        if as_json:
            print_json({
                "folder": str(plan.out), "bytes": manifest.size, "files": len(manifest.files),
                "identity": manifest.identity, "targets": list(manifest.targets), "missing": dict(manifest.missing),
                "without_terms": [model.name for model in without_terms(plan)],
            })  # fmt: skip
            return
        size = f"{manifest.size / 1e6:.0f}"
        say(
            f"{plan.out}: {size} MB in {len(manifest.files)} files, {manifest.version_name}.",
            f"{plan.out}: MB {size} katika faili {len(manifest.files)}, {manifest.version_name}.",
        )


@app.command("verify")
def verify(
    folder: Annotated[Path, typer.Argument(help="The bundle.")],
    key: Annotated[Path | None, typer.Option("--key", help="The builder's public key, got by another way.")] = None,
    as_json: Json = False,
) -> None:
    """Check signature, names, sizes and every byte; name the first file that is wrong."""
    with plain_errors(as_json):
        keys = [read_public_key(key)] if key else None
        with ProgressLine() as progress:
            manifest, signer = verified_bundle(folder, keys, progress)
        if as_json:
            print_json({"ok": True, "key": signer.name, "bytes": manifest.size, "files": len(manifest.files)})
            return
        say(
            f"All {len(manifest.files)} files are right. Signed with the key {signer.name}.",
            f"Faili zote {len(manifest.files)} ni sahihi. Zimesainiwa kwa ufunguo {signer.name}.",
        )
        if key is None:
            say(
                "That key lies on the stick itself: compare its name with the builder's.",
                "Ufunguo huo upo kwenye kifaa chenyewe: linganisha jina lake na la aliyekitengeneza.",
            )


@app.command("key")
def key(folder: Annotated[Path, typer.Argument(help="Where to put tutor.key and tutor.pub.")]) -> None:
    """Make a key to sign bundles with. Keep tutor.key safe; give tutor.pub to everyone."""
    with plain_errors():
        try:
            secret, public = write_key(new_key(), folder)
        except OSError as error:
            raise ApplianceError("key-unusable", file=folder, why=error.strerror or error) from error
        name = read_public_key(public).name
        say(f"Key {name}: {secret} (secret), {public} (public)", f"Ufunguo {name}: {secret} (siri), {public} (wazi)")


@app.command("lock")
def lock(
    out: Annotated[Path | None, typer.Option("--out", help="Folder; default: packaging/lock.")] = None,
    platform: Platforms = None,
    python: Pythons = None,
    also: Also = None,
) -> None:
    """Pin the newest published packages that fit, with hashes, for the builds that follow."""
    from tutor.appliance.build import Plan, build_locks

    with plain_errors():
        root, settings = checkout_root(), load_settings()
        if root is None:
            raise ApplianceError("checkout-needed")
        plan = Plan(
            root, "starter", _targets(platform, python), new_key(), settings.places.models, None,
            kept_wheels=settings.places.cache / "wheels", also=tuple(also or ()), say=say,
        )  # fmt: skip
        for file in build_locks(plan, out or root / "packaging" / "lock"):
            console.print(str(file), markup=False)


@app.command("books")
def books(
    place: Annotated[Path | None, typer.Argument(help="A bundle or a library.db; default: this library.")] = None,
) -> None:
    """Print which books a library holds, for a library update that is counted from it."""
    from tutor.appliance.deltas import books_of, read_books

    with plain_errors():
        if place is not None:
            print_json(read_books(place))
            return
        with closing(LibraryStore(load_settings().places.library_db)) as store:
            print_json(books_of(store))


@app.command("library-update")
def library_update(
    out: Annotated[Path, typer.Option("--out", help="The folder to make.")],
    since: Annotated[
        Path, typer.Option("--since", help="A bundle, a library.db, or what `tutor bundle books` printed.")
    ],
    key: SecretKeyFile,
    as_json: Json = False,
) -> None:
    """Write a signed bundle of only those books, with their vectors, that are new or changed since.

    Books that the library has no longer are named in it, and removed where it is taken in.
    """
    from tutor.appliance.deltas import build_library_update, read_books

    with plain_errors(as_json):
        settings = load_settings()
        with closing(LibraryStore(settings.places.library_db)) as store:
            manifest = build_library_update(store, read_books(since), out.resolve(), read_secret_key(key))
        if as_json:
            print_json({"folder": str(out), "bytes": manifest.size, **manifest.library})
            return
        count, size = manifest.library["documents"], f"{manifest.size / 1e6:.1f}"
        say(f"{count} books, {size} MB: {out}", f"Vitabu {count}, MB {size}: {out}")
        if gone := manifest.library["withdrawn"]:
            say(
                f"Schools that take it in lose, for the library no longer has them: {', '.join(gone)}.",
                f"Shule zitakazoipokea zitaondolewa vitabu hivi, kwa kuwa maktaba haina tena: {', '.join(gone)}.",
            )


def _targets(platforms: list[str] | None, pythons: list[str] | None) -> tuple[Target, ...]:
    chosen = [platform_named(name) for name in platforms or ["linux-x86_64"]]
    return tuple(Target(each, python) for each in chosen for python in _pythons(each, pythons))


def _pythons(platform: Platform, asked: list[str] | None) -> tuple[str, ...]:
    return platform.pythons if platform.is_windows or not asked else tuple(asked)
