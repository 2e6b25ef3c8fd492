"""What is no question for the books: greetings, thanks, insults, nods, rule breaking, danger, sums and noise."""

from __future__ import annotations

from typing import Literal

from tutor.curriculum.cues import clauses, cues
from tutor.curriculum.noise import is_noise
from tutor.curriculum.sayings import saying_kind
from tutor.curriculum.sums import bare_sum
from tutor.curriculum.unsafe import is_unsafe
from tutor.curriculum.words import plain_words

SmallTalk = Literal[
    "greeting", "thanks", "identity", "insult", "acknowledgement", "rules", "unsafe", "arithmetic", "noise"
]

_RULE_GROUPS = {
    "ask": "please|now|just|so|you+must|you+should|i+want+you+to|can+you|could+you|will+you|from+now+on|and|then",
    "drop": "ignore|disregard|forget|bypass|override|break",
    "yours": "your|previous|prior|above|earlier|system|initial|original",
    "secret": "hidden|secret|system|internal|original|initial|full|exact|real|developer",
    "order": "instruction|instructions|rule|rules|prompt|prompts|guideline|guidelines|restrictions|programming|orders",
    "ask-sw": "tafadhali|sasa|naomba|nataka|na|kisha|halafu",
    "drop-sw": "sahau|usahau|puuza|upuuze|puuzia|vunja|uvunje|usifuate|acha+kufuata|ondoa",
    "order-sw": "maagizo|maelekezo|sheria|kanuni|masharti|miongozo",
    "yours-sw": "yako|zako|yote|zote|haya|hizi|ya+awali|za+awali|ya+mwanzo|yaliyotangulia|zilizotangulia|uliyopewa|"
    "ulizopewa|uliyopewa+awali",
}
RULE_CUES: tuple[str, ...] = (
    "^^ <ask>? <ask>? <drop> ~3 <yours> ~2 <order>",
    "and|then|now|please|must <drop> ~3 your ~2 <order>",
    "^^ <ask>? <drop> ~3 <order> above|you+were+given|given+to+you|you+have",
    "^^ <ask>? <drop> everything ~2 you ~2 told",
    "^^ <ask>? show|reveal|print|repeat|tell ~3 your|system ~1 instructions|prompt|guidelines|programming",
    "what is|are your? system prompt",
    "what is|are your instructions|prompt|guidelines $",
    "your <secret> <secret>? instruction|instructions|prompt|prompts|rules|guidelines|programming",
    "what instructions|rules|prompt were|was|are|have you ~1 given|told|following",
    "^^ <ask>? pretend|act|behave ~4 you ~3 no|without rules|restrictions|filters|limits",
    "^^ <ask>? answer|respond|reply ~1 without rules|restrictions|filters|limits",
    "you are now ~1 dan|free|unrestricted|jailbroken|in+developer+mode",
    "developer|dan|jailbreak mode !of",
    "do anything now",
    "^^ <ask-sw>? <drop-sw> ~1 maagizo|maelekezo $",
    "^^ <ask-sw>? <drop-sw> ~1 <order-sw> ~1 <yours-sw>",
    "na|kisha|halafu|sasa <drop-sw> ~1 <order-sw> yako|zako",
    "nionyeshe|niambie|onyesha|taja <order-sw> yako|zako|uliyopewa|ulizopewa",
    "maagizo|maelekezo|kanuni|masharti yako ya siri|yaliyofichwa|yaliyofichika|ndani",
    "kanuni|sheria zako za siri|zilizofichwa|zilizofichika",
    "jifanye ~4 huna|hauna|bila <order-sw>|mipaka",
)
_RULES = cues(RULE_CUES, _RULE_GROUPS)


def small_talk_kind(text: str) -> SmallTalk | None:
    """The kind of small talk, or None for everything that could be a question for the books. Never raises.

    Danger and attempts on the rules are found inside longer texts; greetings, thanks, nods, questions about the tutor
    and insults only where nothing else is said: "Thank you but what is osmosis?" is a question.
    """
    spaced = clauses(text)
    if is_unsafe(spaced):
        return "unsafe"
    if _RULES.search(spaced):
        return "rules"
    if bare_sum(text):
        return "arithmetic"
    return saying_kind(plain_words(text)) or ("noise" if is_noise(text) else None)
