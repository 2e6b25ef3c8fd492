"""The API against its own description: whatever is sent, the reply is one that the description names."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

schemathesis = pytest.importorskip("schemathesis", reason="schemathesis is not installed: pip install schemathesis")

from hypothesis import HealthCheck, given, settings  # noqa: E402
from schemathesis.specs.openapi.checks import positive_data_acceptance  # noqa: E402

from tutor.web.api.routes import OPERATIONS  # noqa: E402
from tutor.web.app import create_app  # noqa: E402
from tutor.web.service.limits import Limit  # noqa: E402
from tutor.web.service.source import LibrarySource  # noqa: E402
from tutor.web.service.terms import ServiceLimits  # noqa: E402
from tutor.web.site import open_site  # noqa: E402

pytestmark = pytest.mark.slow
NOTHING_TO_GET_WRONG = {"library", "queue", "status", "leave", "list_paths"}
MANY = Limit(10**6, 60.0)


NAMES = sorted(OPERATIONS)


@pytest.fixture(scope="module")
def operations(library_source: LibrarySource, tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Any]]:
    """The operations of the description by their names, served by an app over a few books."""
    limits = ServiceLimits(of_pupil=MANY, of_class=MANY, of_address=MANY)
    site = open_site(library_source, tmp_path_factory.mktemp("schema site"), limits)
    schema = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", create_app(site))
    found = [result.ok() for result in schema.get_all_operations()]
    yield {operation.definition.raw["operationId"]: operation for operation in found}
    site.close()


@pytest.mark.parametrize("mode", list(schemathesis.GenerationMode), ids=str)
@pytest.mark.parametrize("name", NAMES)
def test_replies_stand_in_the_description(operations: dict[str, Any], name: str, mode: Any) -> None:
    if mode is schemathesis.GenerationMode.NEGATIVE and name in NOTHING_TO_GET_WRONG:
        pytest.skip("there is nothing in it that could be wrong")

    @given(case=operations[name].as_strategy(generation_mode=mode))
    @settings(max_examples=30, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    def check(case: Any) -> None:
        # Only the curriculum knows what a subject is, and only the language room what a question is.
        case.call_and_validate(excluded_checks=[positive_data_acceptance])

    check()
