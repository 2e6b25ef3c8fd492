"""What a book only hints at, filled in; asides and forenames left out; cause and effect with a phrase before both."""

from __future__ import annotations

import pytest

from tutor.answering.support.support import Book, supporting

GAS = "A mixture of hydrogen and air is dangerous because it explodes when lit."
FOSSILS = "Africa is called the cradle of humankind because the oldest human fossils have been found there."
STONE_AGE = "The Stone Age is the long period when people made most of their tools from stone."
SHIFTING = "Shifting cultivation is a system in which a farmer leaves a plot when the soil is exhausted."
FOLDING = "Folding is the bending of rock layers by compression, and it forms fold mountains such as the Himalayas."
ETHENE = "Ethene turns brown bromine water colourless, but ethane does not."
COMMUNITY = (
    "The new Community, with headquarters in Arusha, set up a customs union in 2005 and a common market in 2010."
)
SEX = "Unlike sex, gender differs between societies and changes with time."
UNITED = (
    "After the Revolution, Julius Kambarage Nyerere of Tanganyika and Abeid Amani Karume of Zanzibar agreed to unite."
)
UNION = "Tanzania was formed by the union of two independent countries, Tanganyika and Zanzibar."
GENE = "A gene is a section of DNA, carried on a chromosome, that controls the inheritance of a characteristic."
DRUGS = "HIV has no cure yet, but antiretroviral drugs (ARVs) stop the virus from multiplying."
BUS = "Passengers jerk forward when a bus stops suddenly because their inertia keeps them moving."
BETA = "In beta decay a neutron changes into a proton and an electron, so the atomic number rises by 1."
RAIN = "Irrigation is needed because rain in many parts of Tanzania is low or comes late."
SALT = "An insoluble salt is prepared by precipitation."
COUNCILS = "Local councils were abolished in the early 1970s and were brought back by laws of 1982."
COLONIES = "Germany lost its colonies because it was defeated in the First World War of 1914-1918."
MOLE = "Chemists use the mole because atoms are far too small to be counted."
ORAL = "Oral traditions keep the history of communities that had no writing."
WASTE = "Land pollution is caused by dumped wastes such as plastics and used batteries."
FISH = "Fishing with very small nets reduces fish because young fish are also caught."
SOIL = "Soil is the loose upper layer of the Earth's surface in which plants grow."
CORRUPTION = "Corruption harms development because money for roads ends up in private pockets."
ARTERIES = "Arteries carry blood away from the heart at high pressure, so their walls are thick."
ROOTS = "Water is absorbed by root hairs through osmosis."


def said_by(book: str, sentence: str) -> bool:
    return supporting(sentence, "en", [Book(book, "en")]) is not None


@pytest.mark.parametrize(
    "book, sentence",
    [
        (GAS, "A mixture of hydrogen and air explodes when it is lit, so it is dangerous."),
        (FOSSILS, "The oldest human fossils have been found in Africa, so it is called the cradle of humankind."),
        (STONE_AGE, "In the Stone Age people made most of their tools from stone."),
        (SHIFTING, "In shifting cultivation, a farmer leaves a plot when the soil is exhausted."),
        (FOLDING, "In folding, rock layers are bent by compression."),
        (ETHENE, "Ethane does not turn brown bromine water colourless."),
        (COMMUNITY, "A customs union was set up by the new Community in 2005."),
        (SEX, "Gender differs between societies and changes with time."),
        (UNITED, "Nyerere of Tanganyika and Karume of Zanzibar agreed to unite."),
        (UNION, "Two independent countries, Tanganyika and Zanzibar, united to form Tanzania."),
        (GENE, "A gene is a section of DNA that controls the inheritance of a characteristic."),
        (DRUGS, "There is no cure for HIV yet, but ARVs stop the virus from multiplying."),
        (BUS, "When a bus stops suddenly, passengers jerk forward because their inertia keeps them moving."),
        (BETA, "In beta decay the atomic number rises by one because a neutron changes into a proton and an electron."),
        (RAIN, "In many parts of Tanzania rain is low or comes late, so irrigation is necessary."),
        (SALT, "Precipitation is used to prepare an insoluble salt."),
        (COUNCILS, "Local councils were abolished in the early 1970s, but laws of 1982 brought them back."),
        (COLONIES, "Germany was defeated in the First World War, so it lost its colonies."),
        (MOLE, "The mole is used by chemists because atoms are too small to be counted."),
        (ORAL, "The history of communities without writing is kept by oral traditions."),
        (WASTE, "Dumped wastes such as plastics and used batteries cause land pollution."),
        (FISH, "Fishing with very small nets lowers the number of fish because young fish are caught too."),
        (SOIL, "Plants grow in soil, the loose upper layer of the Earth's surface."),
        (CORRUPTION, "Corruption is harmful to development because money for roads goes into private pockets."),
        (ARTERIES, "The walls of arteries are thick because they carry blood away from the heart at high pressure."),
        (ROOTS, "Root hairs absorb water by osmosis."),
        ("A census is usually held every ten years.", "A census is usually carried out every ten years."),
        ("Evaporation leaves salt behind when salt water is heated.",
         "When salt water is heated, evaporation leaves salt behind."),
    ],
)  # fmt: skip
def test_fair_sentences_pass(book: str, sentence: str) -> None:
    assert said_by(book, sentence)


@pytest.mark.parametrize(
    "book, sentence",
    [
        (GAS, "A mixture of hydrogen and air explodes when it is dangerous, so it is lit."),
        (GAS, "A mixture of hydrogen and air is lit when it explodes, so it is dangerous."),
        (FOSSILS, "Africa is called the cradle of humankind, so the oldest human fossils have been found there."),
        (FOSSILS, "The oldest human fossils have been found in Europe, so it is called the cradle of humankind."),
        (STONE_AGE, "In the Stone Age people made all of their tools from stone."),
        (STONE_AGE, "In the Stone Age stone made most people."),
        (SHIFTING, "In shifting cultivation, a plot leaves a farmer when the soil is exhausted."),
        (FOLDING, "In folding, rock layers are bent by fold mountains."),
        (FOLDING, "In folding, compression is bent by rock layers."),
        (ETHENE, "Ethene does not turn brown bromine water colourless."),
        (ETHENE, "Ethane turns brown bromine water colourless."),
        (COMMUNITY, "The new Community was set up by a customs union in 2005."),
        (COMMUNITY, "A common market was set up by the new Community in 2005."),
        (SEX, "Sex differs between societies and changes with time."),
        (UNITED, "Nyerere of Zanzibar and Karume of Tanganyika agreed to unite."),
        (UNITED, "Amani agreed to unite."),
        (UNION, "Tanganyika united to form Tanzania."),
        (UNION, "Tanzania united to form two independent countries, Tanganyika and Zanzibar."),
        (GENE, "A chromosome is a section of DNA that controls the inheritance of a characteristic."),
        (DRUGS, "There is no virus for HIV yet, but ARVs stop the cure from multiplying."),
        (DRUGS, "There is a cure for HIV, but ARVs stop the virus from multiplying."),
        (BUS, "When a bus stops suddenly, passengers keep moving because it jerks their inertia forward."),
        (BUS, "When inertia keeps them moving, passengers jerk forward because a bus stops suddenly."),
        (BETA, "In beta decay a neutron changes into a proton and an electron because the atomic number rises by 1."),
        (BETA, "In alpha decay the atomic number rises by 1 because a neutron changes into a proton and an electron."),
        (RAIN, "In all parts of Tanzania rain is low or comes late, so irrigation is needed."),
        (RAIN, "In many parts of Tanzania irrigation is low or comes late, so rain is needed."),
        (SALT, "Precipitation is used to prepare a soluble salt."),
        (SALT, "A salt is used to prepare precipitation."),
        ("Kinjekitile was hanged by the Germans.", "The Germans were used to hang Kinjekitile."),
        (COUNCILS, "Laws of 1982 were brought back by local councils."),
        (COLONIES, "Germany was defeated in the Second World War, so it lost its colonies."),
        ("In Tanzania, a law of 1998 made it a crime.", "In Tanzania, a law made it a crime."),
        (MOLE, "The mole is used by chemists because atoms are small to be counted."),
        (ORAL, "The history of communities with writing is kept by oral traditions."),
        (WASTE, "Land pollution causes dumped wastes such as plastics and used batteries."),
        (FISH, "Fishing with very small nets raises the number of fish because young fish are caught too."),
        (SOIL, "Plants grow in soil, the hard upper layer of the Earth's surface."),
        (SOIL, "Plants grow in the Earth, the loose upper layer of the soil's surface."),
        (CORRUPTION, "Development is harmful to corruption because money for roads goes into private pockets."),
        (ARTERIES, "The walls of the heart are thick because they carry blood away from arteries at high pressure."),
        (ROOTS, "Osmosis absorbs water through root hairs."),
        ("A census is usually held every ten years.", "A census is always carried out every ten years."),
        ("East Africa exported ivory and gold.", "Africa exported ivory and gold."),
        ("Seasons change because the tilted Earth moves round the Sun, so the Sun is overhead at other latitudes.",
         "Seasons change so the tilted Earth moves round the Sun, so the Sun is overhead at other latitudes."),
    ],
)  # fmt: skip
def test_false_sentences_of_the_same_kinds_do_not(book: str, sentence: str) -> None:
    assert not said_by(book, sentence)
