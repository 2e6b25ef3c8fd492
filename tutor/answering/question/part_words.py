"""The words by which the parts of a question are told apart: what asks, what orders, and what is asked of a thing."""

from __future__ import annotations

WH = "what|why|how|when|where|who|whom|whose|which"
ORDERS_EN = (
    "explain|describe|discuss|define|list|name|mention|state|give|outline|identify|say|tell|compare|distinguish|"
    "calculate|find|show|suggest|write"
)
ORDERS_SW = (
    "eleza|elezea|fafanua|taja|orodhesha|bainisha|jadili|toa|linganisha|tofautisha|kokotoa|tafuta|onyesha|onesha|"
    "pendekeza|andika|ueleze|utaje|ufafanue|uorodheshe|ubainishe|utoe"
)
AUX = (
    "is|are|was|were|do|does|did|will|would|can|could|should|has|have|had|must|may"  # "where is it", not "where it is"
)
HEADS_EN = (
    "causes?|effects?|results?|consequences|advantages?|disadvantages?|importance|uses|functions?|characteristics|"
    "features|types|examples|merits|demerits|similarities|differences|strengths|weaknesses|impacts?|reasons|benefits|"
    "problems|solutions|roles?|symptoms|treatment|prevention|aims|objectives|achievements|failures"
)
HEADS_SW = {
    "sababu": "za", "athari": "za", "faida": "za", "hasara": "za", "matokeo": "ya", "madhara": "ya", "umuhimu": "wa",
    "kazi": "za", "sifa": "za", "aina": "za", "dalili": "za", "mafanikio": "ya", "changamoto": "za", "chanzo": "cha",
    "vyanzo": "vya", "visababishi": "vya", "malengo": "ya", "madhumuni": "ya", "manufaa": "ya", "tiba": "ya",
    "kinga": "ya", "mifano": "ya", "majukumu": "ya", "matatizo": "ya",
}  # fmt: skip
"""Swahili heads, with the word that joins each to what it is of."""
COUNT = r"(?:two|three|four|five|six|any|\d+|[mwv]?[ia]?(?:wili|tatu|nne|tano)|mbili|moja|sita|saba|nane)"
SW_HEADS = "|".join(HEADS_SW)
OF_SW = "ya|za|wa|la|cha|vya"
