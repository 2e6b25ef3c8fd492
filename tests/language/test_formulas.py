"""One spelling for formulas, on the side of the book and on the side of the question."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tutor.language.formulas import formula_tokens
from tutor.language.tokens import words


def tokens(text: str) -> list[str]:
    return words(formula_tokens(text))


@pytest.mark.parametrize(
    "spellings",
    [
        ("KE = ½mv²", "KE = 1/2 mv^2", "$KE = 1/2 mv^{2}$", r"\( KE = \frac{1}{2}mv^{2} \)", "KE = 1/2 mv**2"),
        ("v₀ + at", "v_0 + at", "$v_{0} + at$", r"\[v_0 + at\]"),
        ("H₂O", "H_2O", "H2O", "H$_2$O", r"\ce{H2O}"),
        ("C₆H₁₂O₆", "C_6H_12O_6", "C6H12O6"),
        ("10⁻³ m/s²", "10^{-3} m/s^2", "$10^{-3}$ m/s$^2$"),
        ("λ = h/p", r"$\lambda = h/p$", "lambda = h/p"),
        ("F⃗ = ma⃗", r"\vec{F} = m\vec{a}", r"$\vec F = m\mathbf{a}$", "F = ma"),
        ("Δt = 5", r"$\Delta t = 5$", "∆t = 5"),
        ("𝑥² + 𝑦²", "x^2 + y^2"),
        ("SO₄²⁻", "SO_4^{2-}"),
        ("√x", r"\sqrt{x}"),
        ("v_avg", "v_{avg}", r"v_{\text{avg}}", "$v_{avg}$"),
    ],
)
def test_all_spellings_become_the_same_tokens(spellings: tuple[str, ...]) -> None:
    first, *others = map(tokens, spellings)
    for other in others:
        assert other == first


def test_raised_and_lowered_are_tokens_of_their_own() -> None:
    assert tokens("x²") == ["x2", "x", "sup2"]
    assert tokens("x₂") == ["x2", "x", "sub2"]
    assert tokens("10⁻³") == ["10", "supminus3"]
    assert tokens("10³") != tokens("10⁻³")
    assert "mv2" in tokens("½mv²"), "typed without a sign it is found too"


@pytest.mark.parametrize(
    "text",
    [
        "Ng'ombe ni nini?",
        "It costs $5 and $6.50.",
        "snake_case and name_of_x",
        "",
        "Plants make food.",
        "λόγος",
        "50% & more",
    ],
)
def test_prose_stays_as_it_is(text: str) -> None:
    assert formula_tokens(text) == text


def test_structure_of_latex_goes() -> None:
    assert tokens(r"\begin{align} a &= b \\ c &= d \end{align}") == ["a", "b", "c", "d"]
    assert tokens(r"\frac{\Delta d}{\Delta t}") == ["delta", "d", "delta", "t"]
    assert tokens(r"\frac{1}{\sqrt{2}}") == ["1", "sqrt", "2"]


@given(st.text(alphabet=st.sampled_from("ax2 \\{}^_$²₂λfrac(vec)-+"), max_size=60) | st.text(max_size=60))
@settings(deadline=None)
def test_any_text_is_taken(text: str) -> None:
    assert isinstance(formula_tokens(text), str)
