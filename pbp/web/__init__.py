"""The embedded site's pages: wiki, blog, duels, and a private page for each player."""

from pbp.pictures import Hit, Seat
from pbp.web.desk import (
    Board,
    Cast,
    Contest,
    ContestStep,
    Deed,
    Desk,
    Drawn,
    Duel,
    Lobby,
    Offered,
    Question,
    Rematch,
    Task,
    Waiting,
    Wizard,
)
from pbp.web.rooms import House
from pbp.web.site import create_site

__all__ = [
    "Board",
    "Cast",
    "Contest",
    "ContestStep",
    "Deed",
    "Desk",
    "Drawn",
    "Duel",
    "Hit",
    "House",
    "Lobby",
    "Offered",
    "Question",
    "Rematch",
    "Seat",
    "Task",
    "Waiting",
    "Wizard",
    "create_site",
]
