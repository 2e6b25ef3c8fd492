"""The Swahili measure: a percentile of a form's own books."""

from __future__ import annotations

from tutor.language.readability_swahili import form_books, percentile, swahili_difficulty, swahili_percentile

EASY = "Mimea ina mizizi. Mizizi iko chini. Majani yana rangi. Mtoto ana maji. Maji ni mazuri."
HARD = (
    "Utekelezaji wa makubaliano ya kimataifa yaliyoidhinishwa na wawakilishi waliohudhuria mkutano huo ulicheleweshwa "
    "kutokana na kutokuelewana kulikosababishwa na ufafanuzi usiojitosheleza wa vipengele vilivyobainishwa awali."
)


def test_a_hard_text_stands_above_an_easy_one_in_every_form() -> None:
    for form in (1, 2, 3, 4):
        easy, hard = swahili_percentile(EASY, form), swahili_percentile(HARD, form)
        assert easy is not None and hard is not None
        assert easy < 20
        assert hard > 90


def test_silence_where_it_would_mislead() -> None:
    assert swahili_percentile("Seli ni ndogo.", 1) is None
    assert swahili_percentile("", 1) is None
    assert swahili_difficulty(HARD, 9) is None


def test_each_form_knows_the_words_of_those_below_it() -> None:
    books = form_books()
    assert list(books) == [1, 2, 3, 4]
    assert books[1].stems < books[2].stems < books[3].stems < books[4].stems
    assert all(list(one.quantiles) == sorted(one.quantiles) for one in books.values())


def test_a_percentile_lies_between_its_quantiles() -> None:
    assert percentile(-9.0, (0.0, 1.0, 3.0)) == 0
    assert percentile(0.5, (0.0, 1.0, 3.0)) == 25
    assert percentile(2.0, (0.0, 1.0, 3.0)) == 75
    assert percentile(9.0, (0.0, 1.0, 3.0)) == 100
