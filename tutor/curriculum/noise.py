"""What holds no words at all: keyboard mashing, signs, and bare sums."""

from __future__ import annotations

import re

from tutor.curriculum.words import plain_text, plain_words

LEAST_ALPHANUMERIC_SHARE = 0.3
LONGEST_ABBREVIATION = 6
LEAST_MASH_LETTERS = 4
LEAST_IMPOSSIBLE_PAIRS = 2

_ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
_VOWELS = frozenset("aeiouy")
# Letter pairs that neither English nor Swahili words hold. Two of them in one word are no slip.
_IMPOSSIBLE = frozenset(
    "bq bx cj cv cx dx fj fk fq fv fx fz gj gq gx gz hj hx jb jc jd jf jg jh jk jl jp jq jr js jt jv jx jz kj kq kx kz "
    "lj mx pq px pz qb qc qd qf qg qh qj qk ql qm qn qp qr qs qt qv qw qx qy qz sx tq vb vc vd vf vh vj vk vm vp vq "
    "vt vx vz wj wq wv wx xb xd xg xj xk xr xv xz zb zc zd zf zg zj zq zr zs zt zv zx dk fd fg fh gf hg hk sd df kd jw "
    "fw kf lk gk".split()
)
_POSSIBLE_AFTER_ALL = frozenset("sd df fg fh gf hg hk kd fd lk gk dk fw jw kf".split())

_SUM_WORDS = {
    "plus": "+", "jumlisha": "+", "kujumlisha": "+", "minus": "-", "toa": "-", "kutoa": "-", "times": "*",
    "multiplied by": "*", "mara": "*", "zidisha kwa": "*", "zidisha": "*", "divided by": "/", "gawanya kwa": "/",
    "gawa kwa": "/", "kugawanya kwa": "/",
}  # fmt: skip
_FRAME = re.compile(
    r"\b(?:what is|what's|whats|how much is|calculate|compute|solve|work out|find|the answer to|the answer|answer"
    r"|is equal to|equals|equal to|is|ni sawa na|sawa na|ni ngapi|ngapi|ni nini|ni|kokotoa|hesabu|tafuta|jibu la|jibu"
    r"|nipe|je|please|tafadhali)\b"
)
_OPERATOR = r"[-+*/x×÷^−–:·⁄]"
_SUM = re.compile(rf"\d[\d.,\s)\]²³%]*{_OPERATOR}[\s(\[√+-]*\d|√\s*\d|\d\s*[²³]")
_SUM_SIGNS = re.compile(r"[\d\s.,()\[\]=?!_²³√%½¼¾+*/x×÷^−–:·⁄-]+")
_UNKNOWN_X = re.compile(r"(?<![\d\s)])x|x(?![\d\s(])|(?<!\d)\s*x\s*(?!\d)")
_YEARS = re.compile(r"\d{4}\s*[-–−]\s*\d{4}")


def is_bare_sum(text: str) -> bool:
    """True for numbers and operators alone, or framed by words that only ask for the result: "2+2", "What is 3 x 4?".

    False for an equation with an unknown, a span of years, and every exercise told in words.
    """
    signs = text.casefold()
    for words, sign in _SUM_WORDS.items():
        signs = re.sub(rf"(?<=[\d)\s]){words}(?=[\s(\d])", sign, signs)
    signs = _FRAME.sub(" ", signs).strip(" ?!.=")
    if _YEARS.fullmatch(signs) or not _SUM_SIGNS.fullmatch(signs):
        return False
    return bool(_SUM.search(signs)) and not _UNKNOWN_X.search(signs)
