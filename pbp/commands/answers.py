"""The kinds of answer that a letter may get: each but the last is a macro of templates/mail/parts.j2."""

from __future__ import annotations

from enum import StrEnum


class Kind(StrEnum):
    """What one part of an answer says."""

    # orders
    RECEIPT = "receipt"
    WITHDRAWN = "withdrawn"
    REFUSED = "refused"
    TOO_LATE = "too-late"
    OVER = "over"
    WHICH = "which"
    NOT_IN_RING = "not-in-ring"
    NO_DUEL = "no-duel"
    STANDING_ANSWER = "standing-answer"
    WAITS = "waits"
    WAITS_NO_MORE = "waits-no-more"
    WAITS_REFUSED = "waits-refused"
    # questions
    STATUS = "status"
    SPELLS = "spells"
    RING = "ring"
    HISTORY = "history"
    HELP = "help"
    RULES = "rules"
    RULES_WHICH = "rules-which"
    # one's own affairs
    NOTIFY = "notify"
    REMIND = "remind"
    TIMEZONE = "timezone"
    ACTIVITY = "activity"
    AWAY = "away"
    ADDRESS_SENT = "address-sent"
    ADDRESS_REFUSED = "address-refused"
    STRANGER = "stranger"
    WAITING = "waiting"
    JOIN_CONFIRM = "join-confirm"
    JOIN_REFUSED = "join-refused"
    JOINED = "joined"
    ALREADY = "already"
    CONFIRMED = "confirmed"
    CONFIRM_REFUSED = "confirm-refused"
    # contests
    CHALLENGED = "challenged"
    CHALLENGE_REFUSED = "challenge-refused"
    WHICH_CHALLENGE = "which-challenge"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    NO_CONTEST = "no-contest"
    BETWEEN = "between"
    HAND = "hand"
    WAIT = "wait"
    RESIGNED = "resigned"
    DRAW_OFFERED = "draw-offered"
    DRAW_AGREED = "draw-agreed"
    DRAW_DECLINED = "draw-declined"
    EXTENDED_TIME = "extended-time"
    SUBSTITUTE = "substitute"
    EXTENSION = "extension"
    # tournaments
    ENTERED = "entered"
    LEFT = "left"
    ENTRY_REFUSED = "entry-refused"
    CLIMBING = "climbing"
    # letters in which nothing, or nothing certain, was found
    NOTHING = "nothing"
    NOT_HERE = "not-here"
    ASKED_BACK = "asked-back"
    UNPROVEN = "unproven"
    CUT = "cut"
    ASIDE = "aside"
    BY_HAND = "by-hand"
    REJECTED = "rejected"
    # the Battle Master
    MASTER_DONE = "master-done"
    MASTER_NEXT = "master-next"
    MASTER_REFUSED = "master-refused"
    MASTER_UNPROVEN = "master-unproven"
    MASTER_STATUS = "master-status"
    MASTER_HELP = "master-help"
    # under a public comment
    PRIVATE_ONLY = "private-only"


LEAVES_OPEN = frozenset(
    {Kind.NOTHING, Kind.TOO_LATE, Kind.NO_DUEL, Kind.NOT_IN_RING, Kind.OVER, Kind.ACTIVITY, Kind.NOT_HERE, Kind.ALREADY}
)
"""After these a player wants to know how things stand."""

FIT_FOR_PUBLIC = frozenset({Kind.HELP, Kind.PRIVATE_ONLY})
"""These may be put under a public comment; they repeat nothing."""

IDLE = frozenset(
    {Kind.NOTHING, Kind.STRANGER, Kind.WAITING, Kind.UNPROVEN, Kind.ASIDE, Kind.PRIVATE_ONLY, Kind.ALREADY}
    | {Kind.NOT_HERE, Kind.CONFIRM_REFUSED, Kind.MASTER_HELP, Kind.MASTER_UNPROVEN, Kind.ASKED_BACK}
)
"""These answer a letter that changed and asked nothing: machines that answer by themselves get them."""
