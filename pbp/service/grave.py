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
"""What casts doubt on words that need no others; after DECLINE a "no" is none."""
_PLAIN = re.compile(
    r"(?:[\s,:;()-]|\b(?:i|me|my|from|on|the|this|a|an|game|duel|contest|match|offer|time|please|pls|thanks?|you|thx"
    r"|cheers|now|then|ok|okay|again|for|sorry|sadly|accept(?:ed)?|agreed?)\b)*",
    re.I,
)
_ALONE = frozenset({"RESIGN", "DRAW", "EXTENDED", "IDLE", "ACTIVE"})
_WITH_WORDS = frozenset({"ACCEPT", "DECLINE", "WITHDRAW"})


def asked_back(command: Command) -> Part | None:
    """The answer to a grave command that leaves open whether it is meant, or when; None if it may be carried out."""
    verb, rest = command.verb, command.words[len(command.verb) :]
    alone = verb in _ALONE
    if not (alone or verb in _WITH_WORDS) or not command.words.upper().startswith(verb):
        return None
    first = re.split(r"[.!]", rest, maxsplit=1)[0]
    if not _DOUBT.search(rest) and not (alone and (_NAY.search(rest) or not _PLAIN.fullmatch(first))):
        return None
    words = "EXTENDED TIME" if verb == "EXTENDED" else verb
    plain = f"#{command.duel} {words}" if command.duel else words
    return Part("asked-back", {"verb": words, "line": command.words, "plain": plain})
