"""Passages follow the book's structure; every sentence is verbatim text of its passage."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tutor.library.readers.blocks import Block
from tutor.library.readers.markdown import markdown_blocks
from tutor.library.segmentation import segment_blocks, slug_of


def prose(sentences: int, start: int = 0) -> str:
    return " ".join(f"Sentence number {start + n} tells of rivers and of hills." for n in range(sentences))


def test_a_section_that_fits_stays_whole() -> None:
    (segment,) = segment_blocks(markdown_blocks(f"# A\n\n## B\n\n{prose(15)}"))
    assert segment.heading_path == ("A", "B")
    assert len(segment.sentences) == 15
    assert segment.slug == "b"


def test_a_long_section_is_cut_at_sentences_with_one_of_overlap() -> None:
    segments = segment_blocks(markdown_blocks(f"# A\n\n{prose(40)}"))
    assert len(segments) == 3
    for segment in segments:
        assert len(segment.text.split()) <= 180
    for one, next_one in zip(segments, segments[1:], strict=False):
        assert one.sentences[-1].text == next_one.sentences[0].text
    sizes = [len(segment.sentences) for segment in segments]
    assert max(sizes) - min(sizes) <= 2, "no tail of a few words"
    assert [segment.slug for segment in segments] == ["a", "a-2", "a-3"]


def test_a_passage_never_spans_two_sections() -> None:
    segments = segment_blocks(markdown_blocks("# A\n\nOne is here.\n\n## B\n\nTwo is here.\n\n# C\n\nThree is here."))
    assert [segment.heading_path for segment in segments] == [("A",), ("A", "B"), ("C",)]


def test_a_table_is_not_cut_and_keeps_its_caption() -> None:
    rows = "\n".join(f"| {year} | the rains of that year were heavy and long |" for year in range(1900, 1930))
    text = f"# A\n\n{prose(14)}\n\nTable 1: Rains\n\n| Year | Rain |\n|---|---|\n{rows}\n"
    segments = segment_blocks(markdown_blocks(text))
    (with_table,) = [segment for segment in segments if "| 1900 |" in segment.text]
    assert "Table 1: Rains" in with_table.text and "| 1929 |" in with_table.text
    kinds = {sentence.kind for sentence in with_table.sentences if sentence.text.startswith("|")}
    assert kinds == {"table_row"}
    assert "| Year | Rain |" not in [sentence.text for sentence in with_table.sentences]


def test_pages_follow_the_sentence() -> None:
    text = f"<!-- page: 3 -->\n# A\n\n{prose(5)}\n\n<!-- page: 4 -->\n\n{prose(5, 5)}\n\n## B\n\nLast one here."
    first, second = segment_blocks(markdown_blocks(text))
    assert [sentence.page for sentence in first.sentences] == [3] * 5 + [4] * 5
    assert first.pages[0] == (0, 3) and first.pages[1][1] == 4
    assert second.pages == ((0, 4),)


def test_slugs_are_readable_and_never_empty() -> None:
    assert slug_of("Ng'ombe na Mbuzi: 1890") == "ngombe-na-mbuzi-1890"
    assert slug_of("???") == "part"


@given(
    st.lists(
        st.one_of(
            st.builds(lambda n: Block("paragraph", prose(n), 1), st.integers(1, 30)),
            st.builds(lambda t: Block("heading", t, 1, level=2), st.sampled_from(["A", "B", "C"])),
            st.builds(
                lambda n: Block("list", "\n".join(f"- item {i}" for i in range(n)), 2,
                                items=tuple((9 * i + 2, 9 * i + 8) for i in range(n))),
                st.integers(1, 9),
            ),
        ),
        max_size=12,
    )
)  # fmt: skip
def test_sentences_are_verbatim_and_nothing_is_lost(blocks: list[Block]) -> None:
    segments = segment_blocks(blocks)
    for segment in segments:
        for sentence in segment.sentences:
            assert segment.text[sentence.start : sentence.end] == sentence.text
    whole = " ".join(segment.text for segment in segments)
    for block in blocks:
        if block.kind == "paragraph":
            assert all(f"number {n} tells" in whole for n in range(len(block.text.split(". "))))
    assert len({segment.slug for segment in segments}) == len(segments)


def test_a_sentence_that_is_too_long_is_cut_between_words() -> None:
    words = [f"neno{number}" for number in range(1000)]
    segments = segment_blocks([Block("paragraph", "Short one. " + " ".join(words) + " end. Last one.")])
    assert all(len(segment.text.split()) <= 180 for segment in segments)
    assert all(len(sentence.text.split()) <= 180 for segment in segments for sentence in segment.sentences)
    assert set(words) <= {word for segment in segments for word in segment.text.split()}
    for segment in segments:
        assert all(segment.text[s.start : s.end] == s.text for s in segment.sentences)


def test_a_list_item_that_is_too_long_is_cut_and_keeps_its_marker_once() -> None:
    item = " ".join(f"neno{number}" for number in range(500))
    segments = segment_blocks([Block("list", f"- {item}", items=((2, 2 + len(item)),))])
    assert [len(s.sentences[0].text.split()) for s in segments] == [167, 167, 166]
    assert [segment.text.startswith("- ") for segment in segments] == [True, False, False]
    assert " ".join(s.text for segment in segments for s in segment.sentences) == item


def test_a_text_without_any_space_is_cut_too() -> None:
    segments = segment_blocks([Block("paragraph", "x" * 100_000)])
    assert max(len(segment.text) for segment in segments) <= 18_000
    assert sum(len(segment.text) for segment in segments) == 100_000


def test_a_repeated_sentence_never_makes_a_passage_too_long() -> None:
    blocks = [Block("paragraph", f"One is short. Two is short. {'neno ' * 179}end.") for _ in range(3)]
    assert all(len(segment.text.split()) <= 180 for segment in segment_blocks(blocks))


def test_slugs_of_one_book_never_meet() -> None:
    names = ("A", "A 2", "A", "A", "A 3")
    blocks = [Block("heading", name, level=1) for name in names]
    pairs = [block for heading in blocks for block in (heading, Block("paragraph", "Text."))]
    assert [segment.slug for segment in segment_blocks(pairs)] == ["a", "a-2", "a-3", "a-4", "a-3-2"]
