"""The embedded site's pages: wiki, blog, duels, and a private page for each player."""

from pbp.pictures import Hit, Seat
from pbp.web.desk import Ask, Cast, Choice, Contest, ContestStep, Desk, Duel, Offer, Offered, Question, Standing, Wizard
from pbp.web.rooms import House
from pbp.web.site import create_site

__all__ = [
    "Ask",
    "Cast",
    "Choice",
    "Contest",
    "ContestStep",
    "Desk",
    "Duel",
    "Hit",
    "House",
    "Offer",
    "Offered",
    "Question",
    "Seat",
    "Standing",
    "Wizard",
    "create_site",
]
