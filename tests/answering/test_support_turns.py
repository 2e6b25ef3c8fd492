"""What may be said another way: asides, reduced relatives, comparisons turned round, lists of doers, pronouns."""

from __future__ import annotations

import pytest

from tutor.answering.support.support import Book, supporting

MIRAMBO = "Mirambo, the chief of Urambo, controlled the trade routes."
MEETING = "The conference, held at Berlin in 1884, was called by Otto von Bismarck, the Chancellor of Germany."
PAINT = "Paint and grease prevent rusting because they keep out air and water."
PLASTICS = "Most plastics remain in the soil because bacteria cannot easily break them down."
VIRUSES = "Viruses are much smaller than bacteria and reproduce only inside living cells."
GAUGE = "A rain gauge is an instrument used to measure rainfall."
TRADE = "Long distance trade was conducted by the Nyamwezi, the Yao and the Kamba."
OSMOSIS = "Osmosis is the movement of water molecules from a dilute solution to a concentrated solution."
PARLIAMENT = "Parliament is made up of the President and the National Assembly."
KIPIMAMVUA = "Kipimamvua ni kifaa kinachopima mvua, nacho kina sehemu tatu: faneli, chupa na silinda."


def said_by(book: str, sentence: str, language: str = "en") -> bool:
    return supporting(sentence, language, [Book(book, language)]) is not None


@pytest.mark.parametrize(
    "book, sentence",
    [
        (MIRAMBO, "Mirambo was the chief of Urambo."),
        (MIRAMBO, "Chief Mirambo of Urambo controlled the trade routes."),
        (MIRAMBO, "The trade routes were controlled by Mirambo."),
        (MEETING, "The conference was held at Berlin in 1884."),
        (MEETING, "Otto von Bismarck called the conference."),
        (MEETING, "Otto von Bismarck was the Chancellor of Germany."),
        ("The Declaration, which was announced in 1967, set out the policy.",
         "The Declaration, announced in 1967, set out the policy."),
        ("The dry side of the mountain, known as the rain shadow, gets little rain.",
         "The dry side of the mountain is known as the rain shadow."),
        (PAINT, "Paint and grease keep out air and water, so they prevent rusting."),
        (PLASTICS, "Bacteria cannot easily break most plastics down, so they remain in the soil."),
        (VIRUSES, "Bacteria are much larger than viruses."),
        (VIRUSES, "Viruses reproduce only inside living cells."),
        ("Zinc is more reactive than iron.", "Iron is less reactive than zinc."),
        (GAUGE, "A rain gauge is an instrument for measuring rainfall."),
        (TRADE, "The Nyamwezi, the Yao and the Kamba conducted long distance trade."),
        ("Some couples use family planning.", "Family planning is used by some couples."),
        ("The trade declined after the Germans occupied the interior.",
         "After the Germans occupied the interior, the trade declined."),
        ("From 1985 Tanzania moved to a free market because state companies made losses.",
         "State companies made losses, so Tanzania moved to a free market from 1985."),
        ("Most metals occur as compounds.", "Most metals are found as compounds."),
        ("The law of charges states that like charges repel and unlike charges attract.",
         "Like charges repel and unlike charges attract."),
        ("The governor, who came in 1906, ended the scheme, tried to reduce punishment and built schools.",
         "The governor ended the scheme."),
        ("HIV has no cure yet, but drugs stop the virus.", "HIV has no cure yet."),
        (OSMOSIS, "In osmosis water molecules move from a dilute solution to a concentrated solution."),
        ("Transpiration is the loss of water vapour from a plant.",
         "In transpiration water vapour is lost from a plant."),
        (PARLIAMENT, "The President and the National Assembly make up Parliament."),
        ("Bats use echoes to find insects.", "Bats find insects by using echoes."),
        ("The chief's son fought the Germans.", "The son of the chief fought the Germans."),
        ("A cell is the smallest unit of life.", "A cell means the smallest unit of life."),
        ("Tanganyika became independent in 1961.", "Tanganyika gained independence in 1961."),
        ("Elections are held every five years.", "Elections take place every five years."),
        ("Dodoma lies in central Tanzania.", "Dodoma is located in central Tanzania."),
        ("Kwashiorkor is caused by lack of protein.", "Kwashiorkor results from lack of protein."),
        ("Heavy taxes led to the war.", "Heavy taxes caused the war."),
        ("The legislature and the judiciary are arms of government.",
         "Both the legislature and the judiciary are arms of government."),
    ],
)  # fmt: skip
def test_fair_turns_pass(book: str, sentence: str) -> None:
    assert said_by(book, sentence)


@pytest.mark.parametrize(
    "book, sentence",
    [
        (MIRAMBO, "Urambo was the chief of Mirambo."),
        (MIRAMBO, "Chief Urambo controlled the trade routes."),
        (MEETING, "The conference was called by the Chancellor of Berlin."),
        (MEETING, "Otto von Bismarck was held at Berlin in 1884."),
        (MEETING, "The conference called Otto von Bismarck."),
        ("Nyerere was born at Butiama, the son of a chief.", "Butiama was the son of a chief."),
        (PAINT, "Paint and grease prevent rusting, so they keep out air and water."),
        (PAINT, "Rusting keeps out air and water, so paint and grease prevent it."),
        (PLASTICS, "Bacteria cannot easily break plastics down, so they remain in the soil."),
        (VIRUSES, "Viruses are much larger than bacteria."),
        (VIRUSES, "Bacteria are much smaller than viruses."),
        (VIRUSES, "Viruses reproduce inside living cells."),
        ("Zinc is more reactive than iron.", "Iron is more reactive than zinc."),
        ("Zinc is more reactive than iron.", "Zinc is less reactive than iron."),
        (GAUGE, "Rainfall is an instrument for measuring a rain gauge."),
        (TRADE, "Long distance trade conducted the Nyamwezi, the Yao and the Kamba."),
        ("The trade declined after the Germans occupied the interior.",
         "After the trade declined, the Germans occupied the interior."),
        ("HIV has no cure yet, but drugs stop the virus.", "HIV has no cure."),
        (OSMOSIS, "In osmosis water molecules move from a concentrated solution to a dilute solution."),
        (PARLIAMENT, "Parliament makes up the President and the National Assembly."),
        ("Bats use echoes to find insects.", "Bats find echoes by using insects."),
        ("A cell is the smallest unit of life.", "A tissue means the smallest unit of life."),
        ("Tanganyika became independent in 1961.", "Kenya gained independence in 1961."),
        ("Kwashiorkor is caused by lack of protein.", "Lack of protein results from kwashiorkor."),
        ("Heavy taxes caused the war.", "The war led to heavy taxes."),
        ("The chief's son fought the Germans.", "The chief of the son fought the Germans."),
        ("A child has it only if both parents pass on the allele.",
         "A child has it only if parents pass on the allele."),
        ("Girls cannot do that work alone.", "Girls can do that work alone."),
        ("People said that like charges attract.", "Like charges attract each other."),
    ],
)  # fmt: skip
def test_false_turns_of_the_same_kinds_do_not(book: str, sentence: str) -> None:
    assert not said_by(book, sentence)


def test_swahili_and_it_goes_on_with_the_same_subject() -> None:
    assert said_by(KIPIMAMVUA, "Kipimamvua kina sehemu tatu.", "sw")
    assert not said_by(KIPIMAMVUA, "Mvua ina sehemu tatu.", "sw")
    assert not said_by(KIPIMAMVUA, "Kipimamvua kina sehemu nne.", "sw")


def test_swahili_known_as_is_called() -> None:
    book = "Upande usio na mvua huitwa kivuli cha mvua."
    assert said_by(book, "Upande usio na mvua hujulikana kama kivuli cha mvua.", "sw")
    assert not said_by(book, "Upande wenye mvua hujulikana kama kivuli cha mvua.", "sw")


ACID = "An acid reacts with a reactive metal, such as zinc, to give a salt and hydrogen."
TANU = "TANU was formed on 7 July 1954 with Julius Nyerere as its president."
PRESSURE = "Pressure on a surface increases when the force increases or when the area decreases."
NO_ENERGY = "No energy from the cell is needed for diffusion."
LITMUS = "Acids turn blue litmus paper red."
WABUNGE = "Wananchi huchagua wabunge kila baada ya miaka mitano."


@pytest.mark.parametrize(
    "book, sentence, language",
    [
        (ACID, "When an acid reacts with a reactive metal such as zinc, it gives a salt and hydrogen.", "en"),
        (ACID, "A salt and hydrogen are formed when an acid reacts with a reactive metal.", "en"),
        (TANU, "TANU was founded on 7 July 1954, and Julius Nyerere was its president.", "en"),
        (PRESSURE, "When the force increases, the pressure on a surface increases.", "en"),
        (NO_ENERGY, "Diffusion needs no energy from the cell.", "en"),
        (LITMUS, "Blue litmus paper becomes red in acids.", "en"),
        ("The heart is a muscular organ that pumps blood round the body.",
         "The heart, which is a muscular organ, pumps blood round the body.", "en"),
        (WABUNGE, "Wabunge huchaguliwa na wananchi kila baada ya miaka mitano.", "sw"),
        (WABUNGE, "Kila baada ya miaka mitano wananchi huchagua wabunge.", "sw"),
    ],
)  # fmt: skip
def test_reactions_needs_and_one_of_two_conditions(book: str, sentence: str, language: str) -> None:
    assert said_by(book, sentence, language)


@pytest.mark.parametrize(
    "book, sentence, language",
    [
        (ACID, "A salt and hydrogen are formed when an acid reacts with a metal.", "en"),
        (ACID, "An acid and hydrogen are formed when a salt reacts with a reactive metal.", "en"),
        (ACID, "When an acid reacts with a reactive metal, it gives a salt and water.", "en"),
        (TANU, "TANU was founded on 7 July 1954, and Julius Nyerere was its secretary.", "en"),
        (TANU, "TANU was formed by Julius Nyerere on 7 July 1954.", "en"),
        (PRESSURE, "When the area increases, the pressure on a surface increases.", "en"),
        (PRESSURE, "When the force decreases, the pressure on a surface increases.", "en"),
        (PRESSURE, "Pressure on a surface increases only when the force increases.", "en"),
        (NO_ENERGY, "Diffusion needs energy from the cell.", "en"),
        (LITMUS, "Red litmus paper becomes blue in acids.", "en"),
        (LITMUS, "Acids become red in blue litmus paper.", "en"),
        ("The heart is a muscular organ that pumps blood round the body.",
         "The heart, which is a hollow organ, pumps blood round the body.", "en"),
        (WABUNGE, "Kila baada ya miaka minne wananchi huchagua wabunge.", "sw"),
        (WABUNGE, "Wananchi huchaguliwa na wabunge kila baada ya miaka mitano.", "sw"),
    ],
)  # fmt: skip
def test_the_same_turns_with_something_else_in_them(book: str, sentence: str, language: str) -> None:
    assert not said_by(book, sentence, language)
