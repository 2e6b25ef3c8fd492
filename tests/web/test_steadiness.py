"""What keeps a long-running server steady."""

from __future__ import annotations

import gc
import threading
from pathlib import Path

from tutor.library.store import LibraryStore
from tutor.web.steadiness import limit_pools, settle


def test_what_is_loaded_is_not_looked_at_again_and_garbage_still_goes() -> None:
    try:
        settle()
        assert gc.get_freeze_count() > 1000
        assert len(gc.get_objects()) < gc.get_freeze_count()
        settle()
        assert gc.get_freeze_count() > 1000
    finally:
        gc.unfreeze()


def test_pools_are_limited_where_the_c_library_knows_how() -> None:
    assert limit_pools() in (True, False)


def test_further_threads_have_a_small_cache_of_the_library(tmp_path: Path) -> None:
    found: list[int] = []
    with LibraryStore(tmp_path / "library.db") as store:

        def look() -> None:
            found.append(int(store.rows("PRAGMA cache_size")[0][0]))

        look()
        thread = threading.Thread(target=look)
        thread.start()
        thread.join()
    assert found[0] == -2000 and found[1] == -512
