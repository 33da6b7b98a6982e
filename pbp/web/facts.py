"""What the web pages need of the service beyond the embedded site itself, as facts that a reader may see."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol

from pbp.commands.decisions import Decision
from pbp.commands.word import WHY, Ask, CommandWord
from pbp.errors import Unclear
from pbp.games.base import Facts, Table
from pbp.games.choices import Move
from pbp.honours.tables import Honours
from pbp.pictures import Hit, Redirection, Seat, Shield
from pbp.service.health import Figure, Health
from pbp.spells import Spell
from pbp.spells.changes import Changes
from pbp.spells.suggest import Mark, Suggestion
from pbp.web.lobby import Lobby
from pbp.web.published import Published


@dataclass(frozen=True, slots=True)
class PublicCast:
    """A spell cast in a resolved duel; `inputs` as they are said: "at position 3, Carol"."""

    wizard: str
    spell: str
    inputs: str = ""


@dataclass(frozen=True, slots=True)
class PublicDuel:
    """A ring duel as the public may see it.

    `state` is open, pending, resolved or cancelled; `held` if it waits for the Battle Master. `events` are sentences
    in order of happening, and `told` the same with their kinds and facts; what was cast, what it did, and what was
    ruled is empty before the result. Addresses that do not exist yet are empty.
    """

    number: int
    state: str
    held: bool
    opened: datetime
    battle_time: datetime
    ended: datetime | None
    seats: tuple[Seat, ...]
    list_title: str
    post_url: str = ""
    bundle_url: str = ""
    casts: tuple[PublicCast, ...] = ()
    hits: tuple[Hit, ...] = ()
    turns: tuple[Redirection, ...] = ()
    shields: tuple[Shield, ...] = ()
    events: tuple[str, ...] = ()
    told: tuple[Mapping[str, Any], ...] = ()
    rulings: tuple[Mapping[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Away:
    """When a player is, or will be, away."""

    begins: datetime
    ends: datetime


@dataclass(frozen=True, slots=True)
class PublicContest:
    """A two-player contest as the public may see it.

    `game` is the name of its game and `title` what people call it; `players` by seat, a substitute in place of who
    left; `rules` is where its rules are found; `step` the present one. `outcome` says in sentences how it ended, or is
    empty; `winner` is one of the players, if it was won; otherwise it is `drawn`, or both have lost. `away`: which of
    the players of a contest that runs is away, or will be, and when.
    """

    number: int
    game: str
    rules: str
    title: str
    players: tuple[str, ...]
    state: str
    held: bool
    step: int
    opened: datetime
    battle_time: datetime
    ended: datetime | None = None
    outcome: str = ""
    winner: str = ""
    drawn: bool = False
    post_url: str = ""
    bundle_url: str = ""
    away: tuple[tuple[str, Away], ...] = ()


@dataclass(frozen=True, slots=True)
class PublicStep:
    """A resolved step: when it was closed, what happened in sentences, and the public view after it."""

    number: int
    closed: datetime
    events: tuple[str, ...]
    view: Facts


@dataclass(frozen=True, slots=True)
class ContestNow:
    """How a contest stands: the public view, the phase of its present step, and the players whom that asks.

    `view` is None before the first step of a contest that has no position yet; a contest that is over asks nobody.
    """

    view: Facts | None
    phase: str = ""
    asked: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PublicWizard:
    """A wizard now; `attributes` are the further tracked values, by name; `away`: when, if it is known."""

    name: str
    stars: int
    idle: bool
    attributes: tuple[tuple[str, str], ...] = ()
    away: Away | None = None


@dataclass(frozen=True, slots=True)
class Concern:
    """Something that concerns a player: its name for ever, since when, what in sentences, and the path of its page.

    What `closes` is an entry of a calendar too, under the title `called`, struck out if `cancelled`.
    """

    key: str
    at: datetime
    title: str
    said: tuple[str, ...]
    path: str
    closes: datetime | None = None
    called: str = ""
    cancelled: bool = False


@dataclass(frozen=True, slots=True)
class Drawn:
    """An SVG picture; `wide`: it is moved sideways on a small screen, not made smaller."""

    svg: str
    wide: bool = False


@dataclass(frozen=True, slots=True)
class Deed:
    """Something that a button does: its label, the words that it sends, and if it is grave what it leads to."""

    label: str
    words: str
    grave: str = ""


@dataclass(frozen=True, slots=True)
class Task:
    """What one player has in an open duel; for that player's eyes alone.

    `rules` is where its rules are found; `owes`: an order is asked for, and there is none; `what` asks for it and
    `silence` says what it means to send none. `closes`: when the step closes at the latest; `counts` says until when
    orders count. `order` is the standing order as understood ("Burn at position 3, Carol"), or empty, and `received`
    when it came; `waits` is what would count in its place as things stand, of the orders that wait. `hidden`: how
    things stand, if this player sees more than everybody; `last`: what happened in the last step. `moves`: what may be
    chosen now; empty for who may order nothing, and `note` says why. `away` is who else is, or will be, away;
    `more_time`: how many hours more this player may ask for in the present step.
    """

    number: int
    step: int
    title: str
    rules: str
    ring: bool
    against: str = ""
    owes: bool = False
    what: str = ""
    silence: str = ""
    closes: datetime | None = None
    held: bool = False
    counts: str = ""
    order: str = ""
    received: datetime | None = None
    waits: str = ""
    note: str = ""
    picture: Drawn | None = None
    hidden: Table = ()
    last: tuple[str, ...] = ()
    moves: tuple[Move, ...] = ()
    deeds: tuple[Deed, ...] = ()
    reserve: int | None = None
    list_title: str = ""
    away: tuple[tuple[str, Away], ...] = ()
    more_time: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Offered:
    """A rewording of a spell by its number: of each field that changes, its label and the new text, marked."""

    number: int
    fields: tuple[tuple[str, tuple[Mark, ...]], ...]
    by: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """A spell of a duel that waits for a ruling, what is unclear of it, and what is suggested."""

    duel: int
    step: int
    name: str
    unclear: tuple[Unclear, ...]
    suggestions: tuple[Offered, ...]
    looked: bool = True


@dataclass(frozen=True, slots=True)
class DecisionForm:
    """A decision that can be made now: its word, of which duel and step (0: of none), and what it is about.

    `given` are parts of its line that stand already, by their names; `choices` the values of parts that are chosen.
    """

    word: CommandWord
    duel: int = 0
    step: int = 0
    given: Mapping[str, str] = field(default_factory=dict)
    choices: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def asks(self) -> tuple[Ask, ...]:
        """What is still to be filled in."""
        return tuple(ask for ask in self.word.asks if ask.name not in self.given)

    @property
    def why(self) -> bool:
        """Whether a reason must be given."""
        return WHY in self.word.needs


@dataclass(frozen=True, slots=True)
class DuelOnDesk:
    """A duel as the Battle Master may see it before it closes.

    `sent` says of each who is asked whether an order is in, and nothing of what it is; None where the reader plays in
    it. `paused` since when it is held.
    """

    number: int
    step: int
    title: str
    state: str
    ring: bool
    closes: datetime | None
    held: str = ""
    why: str = ""
    paused: datetime | None = None
    sent: tuple[tuple[str, bool], ...] | None = ()
    idle: tuple[str, ...] = ()
    questions: tuple[Question, ...] = ()
    forms: tuple[DecisionForm, ...] = ()
    post_url: str = ""


@dataclass(frozen=True, slots=True)
class Matter:
    """Something that is to be decided, in a sentence, with its forms; `waits`: nothing goes on before."""

    what: str
    forms: tuple[DecisionForm, ...]
    waits: bool = True


@dataclass(frozen=True, slots=True)
class Player:
    """A wizard, the addresses, and what can be decided about them."""

    name: str
    stars: int
    active: bool
    addresses: tuple[str, ...]
    forms: tuple[DecisionForm, ...]


@dataclass(frozen=True, slots=True)
class Anchor:
    """The season: since when, what was published at its beginning, and where its list stands."""

    id: str
    began: datetime
    anchor: str
    public_key: str
    url: str


@dataclass(frozen=True, slots=True)
class DeskPage:
    """All that lies on the Battle Master's desk: what waits first, the duels, the people, the letters, the texts."""

    standings: tuple[DuelOnDesk, ...] = ()
    matters: tuple[Matter, ...] = ()
    letters: tuple[Matter, ...] = ()
    texts: tuple[Matter, ...] = ()
    remarks: tuple[str, ...] = ()
    players: tuple[Player, ...] = ()
    tournaments: tuple[Matter, ...] = ()
    house: tuple[DecisionForm, ...] = ()
    season: Anchor | None = None

    @property
    def held(self) -> tuple[DuelOnDesk, ...]:
        """The duels that wait for a decision; a spell of an open list waits for one only if it is cast."""
        return tuple(standing for standing in self.standings if standing.held)

    @property
    def waiting(self) -> int:
        """How much waits for a decision."""
        waits = sum(matter.waits for matter in (*self.matters, *self.letters, *self.texts))
        return len(self.held) + waits


@dataclass(frozen=True, slots=True)
class DecisionOutcome:
    """What came of a decision, or would come of one that is rehearsed.

    `said` is what is done, or why nothing is, and `entry` its number in the journal. Of a rehearsal: `texts` would be
    posted, in HTML or not, these `pages` set, and so many `letters` written.
    """

    done: bool
    said: str
    entry: int = 0
    texts: tuple[str, ...] = ()
    html: bool = False
    pages: tuple[str, ...] = ()
    letters: int = 0


@dataclass(frozen=True, slots=True)
class JournalLine:
    """A line of the journal."""

    id: int
    at: datetime
    said: str


class Service(Published, Protocol):
    """What the pages ask of the service. Where a method fails, the page is shown without its answer."""

    def now(self) -> datetime:
        """The present by the service's clock."""

    def health(self) -> Health:
        """Whether runs come as they should."""

    def figures(self) -> Sequence[Figure]:
        """What there is to count, for those who watch the service."""

    def collect(self) -> None:
        """Takes in the messages that wait, so that their receipts are there at once."""

    def without_secrets(self, said: str) -> str:
        """What somebody wrote, without live secrets: it may be published."""

    def duels(self) -> Sequence[PublicDuel]:
        """Every ring duel, newest first."""

    def changes(self, numbers: Collection[int]) -> Mapping[int, Changes]:
        """What the lists of ring duels have new, or worded otherwise, by their numbers; nothing of the first."""

    def contests(self) -> Sequence[PublicContest]:
        """Every two-player contest, newest first."""

    def honours(self) -> Honours:
        """Ratings and records, by the duels whose bundles are published."""

    def contest_steps(self, number: int) -> Sequence[PublicStep]:
        """The resolved steps of a contest, in order; none if there is no such contest."""

    def contest_now(self, number: int) -> ContestNow | None:
        """How a contest stands now, or None if there is no such contest."""

    def rules(self) -> Mapping[str, str]:
        """The title of the rules page of each game, and below it of each variant, by the name in addresses."""

    def rules_page(self, name: str) -> str:
        """The text of one of them."""

    def wizards(self) -> Sequence[PublicWizard]:
        """Every wizard, by name."""

    def tasks(self, account: str) -> Sequence[Task]:
        """Every open duel of the player behind an account of the embedded site, what is owed and soonest first."""

    def lobby(self, account: str) -> Lobby:
        """What that player can challenge others to, and what waits."""

    def tried(self, account: str, words: str) -> str:
        """What an order that waits would be answered, with what it would be now; nothing is kept."""

    def suggestions(self, spell: Spell) -> Sequence[Suggestion]:
        """Rewordings of a spell that cannot be read, of whomever the service may ask."""

    def subscribe(self, account: str, endpoint: str, p256dh: str, auth: str) -> None:
        """Lets a browser of that player be told of letters. Raises Refused."""

    def unsubscribe(self, account: str, browser: str) -> None:
        """Tells that browser of the player nothing more."""

    def concerns(self, account: str) -> Sequence[Concern]:
        """What concerns the player behind an account, newest first."""

    def zone(self, account: str) -> str:
        """The zone of the player behind an account; empty if none is said."""

    def board(self, account: str) -> DeskPage:
        """What lies on the desk of the Battle Master or deputy with that account."""

    def decide(self, account: str, decision: Decision, *, rehearsed: bool) -> DecisionOutcome:
        """Carries a decision out in the name of the owner of an account, or says what would come of it. Raises Busy."""

    def join(self, name: str) -> tuple[str, bool]:
        """Lets somebody join under a name, who gets a page; and whether that waits. Raises Refused."""

    def journal(self, words: str, before: int) -> tuple[Sequence[JournalLine], int]:
        """The lines of the journal with all these words, newest first, and the entry before which to look on.

        Only those before that entry (0: all) are looked at; 0 is given if there are no more.
        """
