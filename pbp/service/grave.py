"""Commands that are done only if the line says them plainly: a question, a doubt or a date is asked back."""

from __future__ import annotations

import re

from pbp.commands import Command
from pbp.service.asked import Part

_DOUBT = re.compile(
    r"\?|\b(?:maybe|perhaps|possibly|unless|if|whether|should|could|might|unsure|not sure|not yet|later|wait"
    r"|kidding|joking)\b",
    re.I,
)
_NAY = re.compile(r"\b(?:no|not|never|don'?t|or|but|would|think|tomorrow|soon|next)\b", re.I)
"""What casts doubt on words that need no others."""
_PLAIN = re.compile(
    r"(?:[\s,:;()-]|\b(?:i|me|my|from|on|the|this|a|an|game|duel|contest|match|offer|time|please|pls|thanks?|you|thx"
    r"|cheers|now|then|ok|okay|again|for|sorry|sadly|accept(?:ed)?|agreed?)\b)*",
    re.I,
)
_ALONE = frozenset({"RESIGN", "DRAW", "EXTENDED", "IDLE", "ACTIVE"})
_WITH_WORDS = frozenset({"ACCEPT", "WITHDRAW"})


def asked_back(command: Command) -> Part | None:
    """The answer to a grave command that leaves open whether it is meant, or when; None if it may be carried out."""
    verb, rest = command.verb, command.words[len(command.verb) :]
    if not command.words.upper().startswith(verb):  # an order with a name before it
        return None
    first = re.split(r"[.!]", rest, maxsplit=1)[0]
    if verb == "DECLINE":
        is_open = "?" in rest  # "maybe later" is a polite no
    elif verb in _WITH_WORDS:
        is_open = bool(_DOUBT.search(rest))
    else:
        is_open = verb in _ALONE and bool(_DOUBT.search(rest) or _NAY.search(rest) or not _PLAIN.fullmatch(first))
    if not is_open:
        return None
    words = "EXTENDED TIME" if verb == "EXTENDED" else verb
    plain = f"#{command.duel} {words}" if command.duel else words
    return Part("asked-back", {"verb": words, "line": command.words, "plain": plain})
