"""Numbers in words and figures, and months: what must agree to the letter."""

from __future__ import annotations

_ENGLISH = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen twenty"
)
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_SWAHILI_TENS = "ishirini thelathini arobaini hamsini sitini sabini themanini tisini"
_SWAHILI = {
    0: "sifuri",
    1: "moja mmoja kimoja jambo-moja lmoja",
    2: "mbili wawili mawili miwili viwili",
    3: "tatu watatu matatu mitatu vitatu",
    4: "nne wanne manne minne vinne",
    5: "tano watano matano mitano vitano",
    6: "sita",
    7: "saba",
    8: "nane wanane manane minane vinane",
    9: "tisa",
    10: "kumi",
}
NUMBER_WORDS: dict[str, str] = {
    **{word: str(number) for number, word in enumerate(_ENGLISH.split())},
    **{word: str(10 * (place + 2)) for place, word in enumerate(_TENS.split())},
    **{word: str(10 * (place + 2)) for place, word in enumerate(_SWAHILI_TENS.split())},
    **{word: str(number) for number, words in _SWAHILI.items() for word in words.split()},
    "hundred": "100", "mia": "100", "thousand": "1000", "elfu": "1000", "million": "million", "milioni": "million",
    "millions": "million", "half": "1/2", "nusu": "1/2", "twice": "2x", "once": "1x",
}  # fmt: skip
"""Number words of both languages as figures. In "one another" and "once" there is no number: readers see to that."""

MONTHS = {
    name: f"month-{number + 1}"
    for names in (
        "january february march april may june july august september october november december",
        "januari februari machi aprili mei juni julai agosti septemba oktoba novemba desemba",
    )
    for number, name in enumerate(names.split())
}
