"""Verification: nothing that the evidence does not say gets through, and fair rewording does."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from tutor.answering.support.negation import same_negations
from tutor.answering.support.verification import Verifier, is_latin, names_of, numbers_of
from tutor.core.types import EvidenceSentence, Metadata, Passage, Sentence
from tutor.models.catalog import load_catalog
from tutor.models.embedder import Embedder

QUESTION = "Who was Kinjekitile Ngwale?"
EVIDENCE = [
    "Kinjekitile Ngwale was a religious leader who lived at Ngarambe in the Rufiji area.",
    "The Germans hanged Kinjekitile at Mohoro in August 1905, but his messengers carried the maji to other areas.",
    "The war did not end before 1907 because people were not ready to give up.",
]
FAIR = [
    "Kinjekitile Ngwale was a religious leader.",
    "Kinjekitile Ngwale was a religious leader who lived in the Rufiji area.",
    "The Germans hanged Kinjekitile in August 1905.",
    "His messengers carried the maji to other areas.",
    "The war did not end before 1907.",
    "In August 1905 the Germans hanged Kinjekitile at Mohoro.",
    "Kinjekitile was hanged by the Germans at Mohoro in August 1905.",
    "People were not ready to give up, so the war did not end before 1907.",
    "Kinjekitile Ngwale lived at Ngarambe, and the Germans hanged him in August 1905.",
]
FALSE = [
    ("Kinjekitile Ngwale was the founder of Wajerumani.", {"name", "content"}),
    ("The Germans hanged Kinjekitile at Mohoro in August 1915.", {"number"}),
    ("The Germans hanged Kinjekitile at Songea in August 1905.", {"name"}),
    ("The British hanged Kinjekitile at Mohoro in August 1905.", {"name", "content"}),
    ("Kinjekitile Ngwale was not a religious leader.", {"negation"}),
    ("The war did end before 1907.", {"negation"}),
    ("People were ready to give up before 1907.", {"negation"}),
    ("Kinjekitile was a king and a rich trader in the Rufiji area.", {"content", "meaning"}),
    ("Dar es Salaam is the largest city in Tanzania.", {"name", "content"}),
    ("Kinjekitile hanged the Germans at Mohoro in August 1905.", {"order"}),
    ("The Germans hanged Kinjekitile at Ngarambe in August 1905.", {"spliced"}),
    ("The war ended because people were not ready to give up.", {"negation", "content"}),
    ("People were not ready to give up because the war did not end before 1907.", {"cause"}),
    ("Kinjekitile Ngwale was only a religious leader.", {"qualifier"}),
    ("Who was Kinjekitile Ngwale.", {"echo"}),
    ("Kinjekitile Ngwale was", {"unfinished"}),
    ("Kinjekitile Ngwale 是一位宗教领袖.", {"script"}),
    ("Kinjekitile Ngwale alikuwa kiongozi wa dini aliyeishi Ngarambe.", {"language"}),
]


def evidence(texts: Sequence[str] = EVIDENCE, language: str = "en") -> list[EvidenceSentence]:
    text = " ".join(texts)
    passage = Passage("p#1", "p", "P", "p.md", 0, ("Kinjekitile Ngwale",), text, Metadata(language=language))
    return [
        EvidenceSentence(Sentence(item, text.index(item), text.index(item) + len(item), 1), passage, 1.0, 1.0, 1.0)
        for item in texts
    ]


@pytest.fixture(scope="module")
def embedder(small_embedder_folder: Path) -> Embedder:
    return Embedder(small_embedder_folder, dict(load_catalog().model("multilingual-e5-small").run))


def verifier(embedder: Embedder) -> Verifier:
    return Verifier(QUESTION, evidence(), "en", embedder.embed_sentences)


TWISTED = [
    ("Weather is the average weather of a large area over many years.",
     "Climate is the average weather of a large area over many years, usually thirty years or more."),
    ("Citizenship by descent is given to a foreigner who applies and meets the conditions of the law.",
     "Citizenship by naturalisation is given to a foreigner who applies and meets the conditions of the law."),
    ("Ionic compounds have high melting points.", "Ionic compounds usually have high melting points."),
    ("All ionic compounds have high melting points.", "Ionic compounds have high melting points."),
    ("Karume became president of the TAA in 1953.",
     "Julius Nyerere, a teacher, became president of the TAA in 1953."),
    ("Songea Mbano executed Mputa Gama in 1906.", "Mputa Gama and Songea Mbano were executed in 1906."),
    ("Mputa Gama and Songea Mbano executed the Germans.",
     "The Germans executed Mputa Gama and Songea Mbano in 1906."),
    ("Songea Mbano executed in 1906.", "Songea Mbano was executed in 1906."),
    ("Mkwawa shot himself in 1891.",
     "Mkwawa defeated a German force at Lugalo in 1891 and shot himself in 1898."),
    ("Permanent hardness is removed by boiling.",
     "Temporary hardness is removed by boiling, but permanent hardness is not."),
    ("Voters must be at most 18 years old.", "Voters must be at least 18 years old."),
    ("Deaths in the war were 300,000.", "Deaths in the war were between 75,000 and 300,000."),
    ("People may vote.", "People may vote only if they are eighteen years old."),
]  # fmt: skip


@pytest.mark.parametrize("sentence, book", TWISTED)
def test_a_twisted_sentence_never_passes(embedder: Embedder, sentence: str, book: str) -> None:
    assert not Verifier("Tell me.", evidence([book]), "en", embedder.embed_sentences).verify(sentence).passed


def test_a_sentence_that_only_announces_supports_nothing(embedder: Embedder) -> None:
    book = ["The fighters lost because they were defeated for these reasons:"]
    checking = Verifier("Why did they lose?", evidence(book), "en", embedder.embed_sentences)
    assert not checking.verify("The fighters lost because they were defeated for these reasons.").passed


@pytest.mark.parametrize("sentence", FAIR)
def test_fair_rewording_passes_and_names_its_support(embedder: Embedder, sentence: str) -> None:
    verdict = verifier(embedder).verify(sentence)
    assert verdict.passed, verdict.reason
    assert verdict.support


@pytest.mark.parametrize("sentence, reasons", FALSE)
def test_what_the_evidence_does_not_say_is_dropped(embedder: Embedder, sentence: str, reasons: set[str]) -> None:
    verdict = verifier(embedder).verify(sentence)
    assert not verdict.passed
    assert verdict.reason in reasons


SWAHILI = [
    "Wajerumani walimnyonga Kinjekitile huko Mohoro mwezi Agosti 1905, lakini wajumbe wake waliipeleka dawa.",
    "Rais huchaguliwa na wananchi kwa kipindi cha miaka mitano, na anaweza kuongoza kwa vipindi viwili tu.",
    "Seyyid Said alipendelea Zanzibar kwa sababu ilikuwa na bandari nzuri.",
    "Uhamiaji ni kuingia nchi nyingine ili kuishi huko.",
]


@pytest.mark.parametrize(
    "sentence, passes",
    [
        ("Kinjekitile alinyongwa na Wajerumani huko Mohoro mwezi Agosti 1905.", True),
        ("Mwezi Agosti 1905 Wajerumani walimnyonga Kinjekitile huko Mohoro.", True),
        ("Kinjekitile aliwanyonga Wajerumani huko Mohoro mwezi Agosti 1905.", False),
        ("Wajerumani walinyongwa na Kinjekitile huko Mohoro mwezi Agosti 1905.", False),
        ("Wajerumani hawakumnyonga Kinjekitile huko Mohoro mwezi Agosti 1905.", False),
        ("Wananchi humchagua Rais kwa kipindi cha miaka 5.", True),
        ("Rais anaweza kuongoza kwa vipindi viwili tu.", True),
        ("Rais anaweza kuongoza kwa vipindi viwili.", False),
        ("Rais huwachagua wananchi kwa kipindi cha miaka mitano.", False),
        ("Zanzibar ilikuwa na bandari nzuri, hivyo Seyyid Said aliipendelea Zanzibar.", True),
        ("Seyyid Said alikuwa na bandari nzuri.", False),
        ("Uhamaji ni kuingia nchi nyingine ili kuishi huko.", False),
    ],
)
def test_swahili_sentences(embedder: Embedder, sentence: str, passes: bool) -> None:
    checking = Verifier("Eleza.", evidence(SWAHILI, "sw"), "sw", embedder.embed_sentences)
    verdict = checking.verify(sentence)
    assert verdict.passed is passes, verdict.reason


@pytest.mark.parametrize(
    "sentence, passes",
    [
        ("Bunge hutunga sheria.", True),
        ("Mahakama hutunga sheria.", False),
        ("Bunge halitungi sheria.", False),
        ("Sheria hutunga Bunge.", False),
        ("Wajerumani walimnyonga Kinjekitile huko Mohoro mwezi Agosti 1905.", True),
        ("Kinjekitile aliwanyonga Wajerumani huko Mohoro mwezi Agosti 1905.", False),
        ("Wajerumani walimnyonga Kinjekitile huko Mohoro mwezi Agosti 1906.", False),
        ("Waingereza walimnyonga Kinjekitile huko Mohoro mwezi Agosti 1905.", False),
    ],
)
def test_a_sentence_across_languages_accounts_for_every_word(embedder: Embedder, sentence: str, passes: bool) -> None:
    books = ["The legislature makes the laws.", "The Germans hanged Kinjekitile at Mohoro in August 1905."]
    verdict = Verifier("Eleza.", evidence(books), "sw", embedder.embed_sentences).verify(sentence)
    assert verdict.passed is passes, verdict.reason


@pytest.mark.parametrize(
    "sentence, passes",
    [
        ("Kinjekitile taught that Africans should unite.", True),
        ("Hongo taught that Africans should unite.", False),
        ("A spirit called Hongo had entered Kinjekitile.", False),
    ],
)
def test_whom_a_pronoun_means(embedder: Embedder, sentence: str, passes: bool) -> None:
    books = [EVIDENCE[0], "In 1904 people said that a spirit called Hongo had entered Kinjekitile.",
             "He taught that Africans should unite."]  # fmt: skip
    for question in (QUESTION, "Who was Hongo?"):
        verdict = Verifier(question, evidence(books), "en", embedder.embed_sentences).verify(sentence)
        assert verdict.passed is passes, verdict.reason


LOOSE = [
    ("Water contracts when it is heated.", "Water contracts when it is heated from 0 to 4 degrees."),
    ("Zero grazing is common.", "Zero grazing is common where land is scarce."),
    ("Glass does not react.", "Glass does not react with most chemicals."),
    ("Girls cannot do mathematics.", "A stereotype is a false belief, such as that girls cannot do mathematics."),
    ("SADC was founded in 1980.", "SADC was formed in 1992 to replace an earlier body founded in 1980."),
    ("Rust forms if oxygen and water are present.", "Rust forms only if both oxygen and water are present."),
    ("The method fails if the determinant is zero, because the matrix then has an inverse.",
     "The method fails if the determinant is zero, because the matrix then has no inverse."),
    ("Growth: living things produce new individuals.", "Reproduction: living things produce new individuals."),
    ("Momentum is the product of mass.", "Momentum is the product of mass and velocity."),
    ("The SI unit of acceleration is the metre.",
     "The SI unit of acceleration is the metre per second squared."),
    ("A flower gives fruit.", "A flower gives seeds or fruit."),
    ("A sequence is the sum of the terms.", "A series is the sum of the terms."),
    ("The lamp was switched on and the Germans won.", "The lamp was switched on."),
    ("Haemoglobin carries oxygen (found in 1905).", "Haemoglobin carries oxygen."),
]  # fmt: skip


@pytest.mark.parametrize("sentence, book", LOOSE)
def test_what_limits_a_statement_may_not_be_left_out(embedder: Embedder, sentence: str, book: str) -> None:
    assert not Verifier("Tell me.", evidence([book]), "en", embedder.embed_sentences).verify(sentence).passed


def test_the_same_verdict_every_time(embedder: Embedder) -> None:
    for sentence in (*FAIR, *(sentence for sentence, _ in FALSE)):
        assert len({verifier(embedder).verify(sentence) for _ in range(3)}) == 1


def test_a_repeated_sentence_is_dropped(embedder: Embedder) -> None:
    checking = verifier(embedder)
    assert checking.verify(FAIR[0]).passed
    assert checking.verify(FAIR[0]).reason == "repetition"


def test_support_is_the_sentence_that_says_it(embedder: Embedder) -> None:
    assert verifier(embedder).verify("The Germans hanged Kinjekitile at Mohoro.").support == (1,)


def test_meaning_is_checked_too() -> None:
    """With vectors that never agree even a copy fails: similarity is a check of its own."""
    turns = iter(range(100))

    def never_alike(texts: Sequence[str]) -> np.ndarray:
        return np.stack([np.eye(64, dtype=np.float32)[next(turns) % 64] for _ in texts])

    verdict = Verifier(QUESTION, evidence(), "en", never_alike).verify("Kinjekitile lived at Ngarambe in Rufiji.")
    assert not verdict.passed


@pytest.mark.parametrize(
    "sentence, evidence_text, same",
    [
        ("Vita havikuisha mwaka 1906.", "Vita havikuisha mwaka 1906 kwa sababu watu hawakukata tamaa.", True),
        ("Vita viliisha mwaka 1906.", "Vita havikuisha mwaka 1906.", False),
        ("Vita havikuisha mwaka 1906.", "Vita viliisha mwaka 1906.", False),
        ("Ardhi haina rutuba.", "Ardhi ya nyanda ina rutuba.", False),
    ],
)
def test_swahili_negation(sentence: str, evidence_text: str, same: bool) -> None:
    assert same_negations(sentence, "sw", evidence_text, "sw") is same


def test_numbers_and_names() -> None:
    assert numbers_of("In 1905 three men carried 2.5 kg.") == {"1905", "3", "2.5"}
    assert numbers_of("Watu watatu walifika mwaka 1905.") == {"3", "1905"}
    assert names_of("The Germans hanged Kinjekitile at Mohoro.") == {"germans", "kinjekitile", "mohoro"}
    assert is_latin("Ng'ombe α + β = 3") and not is_latin("вода") and not is_latin("水")
