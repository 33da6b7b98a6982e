"""The embedded site's pages: wiki, blog, duels, and a private page for each player."""

from pbp.pictures import Hit, Seat
from pbp.web.facts import (
    Away,
    Concern,
    Deed,
    DeskPage,
    Drawn,
    Offered,
    PublicCast,
    PublicContest,
    PublicDuel,
    PublicStep,
    PublicWizard,
    Question,
    Service,
    Task,
)
from pbp.web.lobby import HowTold, Lobby, Rematch, Waiting
from pbp.web.rooms import House
from pbp.web.site import create_site

__all__ = [
    "Away",
    "Concern",
    "Deed",
    "DeskPage",
    "Drawn",
    "Hit",
    "House",
    "HowTold",
    "Lobby",
    "Offered",
    "PublicCast",
    "PublicContest",
    "PublicDuel",
    "PublicStep",
    "PublicWizard",
    "Question",
    "Rematch",
    "Seat",
    "Service",
    "Task",
    "Waiting",
    "create_site",
]
