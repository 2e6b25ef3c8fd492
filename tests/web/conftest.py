"""Sites over fake tutors and over the sample library, and browsers that look at them."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

HERE = Path(__file__).resolve().parent
sys.path.append(str(HERE))

from web_fakes import FakeTutor, form_token_of, sign_in, writing_source  # noqa: E402

from tutor.answering.opening import open_vectors  # noqa: E402
from tutor.core.places import SAMPLE_LIBRARY  # noqa: E402
from tutor.core.settings import Settings, load_settings  # noqa: E402
from tutor.curriculum.curriculum import Curriculum  # noqa: E402
from tutor.index.builder import build_index  # noqa: E402
from tutor.library.importer import Importer, PreparedBook  # noqa: E402
from tutor.library.store import LibraryStore  # noqa: E402
from tutor.models.progress import no_progress  # noqa: E402
from tutor.web.app import create_app  # noqa: E402
from tutor.web.service.source import LibrarySource  # noqa: E402
from tutor.web.site import Site, open_site  # noqa: E402

BOOKS = ("biology/form-[24]-*.md", "history/form-3-*.md", "mathematics/form-2-*.md")


@pytest.fixture
def fake_tutor() -> FakeTutor:
    return FakeTutor()


@pytest.fixture
def site(fake_tutor: FakeTutor, tmp_path: Path) -> Iterator[Site]:
    """A site over the fake tutor, with its workers running."""
    opened = open_site(writing_source(fake_tutor), tmp_path / "site")
    yield opened
    opened.close()


@pytest.fixture
def app(site: Site) -> Flask:
    return create_app(site)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A browser that has opened the question page before, so that it has its mark."""
    browser = app.test_client()
    browser.get("/")
    return browser


@pytest.fixture
def token(client: FlaskClient) -> str:
    """The token that the client's forms carry."""
    return form_token_of(client)


@pytest.fixture(scope="session")
def library_settings(
    tmp_path_factory: pytest.TempPathFactory, models_dir: Path, small_embedder_folder: Path
) -> Settings:
    """Settings of the small profile, answers quoted, over a few books of the sample library and one of ours."""
    home = tmp_path_factory.mktemp("web home")
    settings = load_settings(home, profile="small", models_dir=str(models_dir), generator="off")
    with LibraryStore(settings.places.library_db) as store:
        vectors, _, model = open_vectors(settings, store)

        def prepare(books: list[PreparedBook]) -> None:
            vectors.prepare([pair for b in books for pair in zip(b.passages, b.sentences, strict=True)], no_progress)

        books = tmp_path_factory.mktemp("web books")
        for pattern in BOOKS:
            for file in SAMPLE_LIBRARY.glob(pattern):
                (books / file.parent.name).mkdir(exist_ok=True)
                shutil.copy(file, books / file.parent.name)
        shutil.copytree(HERE / "books", books / "own")
        Importer(store, Curriculum.load()).add(books, prepare)
        build_index(store, vectors, settings.places.index, model.name, no_progress)
    return settings


@pytest.fixture(scope="session")
def library_source(library_settings: Settings) -> LibrarySource:
    """The tutor over that library, opened once."""
    return LibrarySource(library_settings)


@pytest.fixture
def library_site(library_source: LibrarySource, library_settings: Settings, tmp_path: Path) -> Iterator[Site]:
    """A site over a few books of the sample library."""
    opened = open_site(library_source, tmp_path / "library site", settings=library_settings)
    yield opened
    opened.close()


@pytest.fixture
def library_client(library_site: Site) -> FlaskClient:
    """A browser at the site with the books."""
    browser = create_app(library_site).test_client()
    browser.get("/")
    return browser


@pytest.fixture
def teacher(client: FlaskClient, site: Site) -> FlaskClient:
    """Signed in; the books are made up."""
    sign_in(client, site)
    return client


@pytest.fixture
def library_teacher(library_client: FlaskClient, library_site: Site) -> FlaskClient:
    """Signed in; the books are the sample library's."""
    sign_in(library_client, library_site)
    return library_client
