"""Public facts as values of JSON, and what each of their fields means: the form of version 1, which only ever grows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from pbp.honours.records import casts_of
from pbp.honours.tables import Honours
from pbp.spells import Spell, say
from pbp.spells.changes import Changes
from pbp.store.states import DuelState
from pbp.store.values import MeetingRow
from pbp.web import records
from pbp.web.facts import PublicContest, PublicDuel, PublicStep, PublicWizard
from pbp.web.published import PublicTournament

Values = dict[str, Any]
Where = Callable[[str], str]
"""The whole address of a path of this site."""


@dataclass(frozen=True, slots=True)
class ApiField:
    """A field of an answer: its name, its type in words, and what it means."""

    name: str
    type: str
    means: str


def _fields(text: str) -> tuple[ApiField, ...]:
    rows = (line.split("|") for line in text.strip().splitlines())
    return tuple(ApiField(*(part.strip() for part in row)) for row in rows)


_BOTH = """
    number     | number         | the number of the duel
    state      | text           | open, pending, resolved or cancelled
    held       | true or false  | whether it waits for the Battle Master
    opened     | time           | when it began
    closes     | time           | when orders are, or were last, asked for at the latest: the battle time
    ended      | time or null   | when it ended
    url        | address        | its page
    post       | address or ""  | its post
    audit      | address or ""  | once it has ended, the page with its bundle
    bundle     | address or ""  | once it has ended, the bundle alone, as a file
"""
DUEL = _fields(f"""{_BOTH.rstrip()}
    replay     | address or ""  | once it has ended, the first page of the replay
    list       | text           | the title of the page with its spells
    seats      | list           | by position: position, name, idle, before and after (Stars; null before the result)
    casts      | list           | after the result: wizard, spell, inputs as they are said
    changes    | list           | after the result, of Stars: by whose spell, to whom, which spell, how many
    events     | list of texts  | after the result: what happened, in order
    rulings    | list           | after the result: on, decided, why
    new_spells | list of texts  | names that the list before had not
    changed_spells | list of texts | names of those worded otherwise than before
    gone_spells | list of texts | names that only the list before had
""")
CONTEST = _fields(f"""{_BOTH.rstrip()}
    game       | text           | the name of the game
    title      | text           | what people call it
    players    | list of texts  | by seat
    step       | number         | the present step, or the last
    outcome    | text           | how it ended, in sentences
    winner     | text or null   | who won
    drawn      | true or false  | whether it was drawn
""")
CONTEST_STEPS = _fields("""
    replay     | address or ""  | once it has ended, and a step was resolved, the first page of the replay
    steps      | list           | the resolved steps: number, closed, events in sentences, and view, what everybody sees
""")
PLAYER = _fields("""
    name       | text           | the name
    stars      | number         | Stars now
    idle       | true or false  | whether they sit out
    values     | object         | what else the sheet tracks
    duels      | number         | resolved ring duels
    contests   | object         | won, drawn, lost and open
    casts      | object         | how often each spell was cast
    url        | address        | their page
""")
PLAYER_DUELS = _fields("""
    turns      | list           | the resolved ring duels, newest first: duel, spell, inputs, before, after
""")
SPELL = _fields("""
    name       | text           | the name
    inputs     | list of texts  | what it asks for
    terms      | object         | Cost, Speed and Traits, as far as it has them
    effect     | text           | its Effect, as it stands on the page
    says       | text           | the same in plain canonical English; "" if it needs a ruling
    clear      | true or false  | whether it is cast as it stands
    unclear    | list           | what is unclear: sentence, reason, hint
    casts      | number         | how often it was cast
    brought    | number         | Stars that it brought its casters, all in all
    last       | number or null | the duel in which it was last cast
    url        | address        | where it stands
""")
RESULT = _fields("""
    kind       | text           | ring or contest
    number     | number         | the number of the duel
    game       | text           | the name of the game
    ended      | time           | when it ended
    player     | text           | whose result this is
    seat       | number         | the position in the ring, or the seat
    spell      | text           | the spell cast in a ring duel; "" for none
    inputs     | text           | its inputs
    before     | number or null | Stars before a ring duel
    after      | number or null | Stars after it
    change     | number or null | the difference
    result     | text           | of a contest: won, drawn or lost
""")
TABLES = _fields("""
    stars      | list           | every wizard, those with most Stars first: place, name, stars, idle
    contests   | list           | who has met in contests, by those won: name, won, drawn, lost, open
    spells     | list           | how often each spell was cast: spell, casts
""")
RATINGS = _fields("""
    format     | text           | pbp-ratings/1: so `pbp ratings verify` reads them
    seasons    | list           | the seasons: season, and list, the address of its list of duels
    tables     | list           | game, season (null: of all time), duels that count, rows: player, mu, sigma, record
""")
TOURNAMENT = _fields("""
    number     | number         | its number
    title      | text           | what it is called
    form       | text           | how it goes: knock-out, round-robin, swiss, league or ladder
    game       | text           | what is played
    state      | text           | entry, running, ended or cancelled
    announced  | time           | when it was announced
    ended      | time or null   | when it ended
    players    | list of texts  | who has entered, in the order of the draw
    left       | list of texts  | who of them has left
    meetings   | list           | round, home, away, duel, points of both (null while it goes on)
    places     | list           | from the first: who has it, several where it is shared
    url        | address        | its page
    post       | address or ""  | its post
""")
ENTRY = _fields("""
    at         | time           | when
    kind       | text           | the kind of move or decision
    duel       | number or null | of which duel
    said       | text           | the move in a sentence
""")


def when(moment: datetime | None) -> str | None:
    """A time as it is given: 2026-03-04T15:00:00Z."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ") if moment else None


def duel(found: PublicDuel, changes: Changes | None, where: Where) -> Values:
    """A ring duel, with the fields of DUEL."""
    return {
        **_both(found, where, "duels"),
        "replay": where(f"/duels/{found.number}/replay/0") if found.told else "",
        "list": found.list_title,
        "seats": [
            {"position": s.position, "name": s.name, "idle": s.idle, "before": s.before, "after": s.after}
            for s in found.seats
        ],
        "casts": [{"wizard": c.wizard, "spell": c.spell, "inputs": c.inputs} for c in found.casts],
        "changes": [{"by": h.by, "to": h.to, "spell": h.spell, "stars": h.stars} for h in found.hits],
        "events": list(found.events),
        "rulings": [dict(ruling) for ruling in found.rulings],
        "new_spells": list(changes.new) if changes else [],
        "changed_spells": list(changes.changed) if changes else [],
        "gone_spells": list(changes.gone) if changes else [],
    }


def contest(found: PublicContest, where: Where) -> Values:
    """A contest, with the fields of CONTEST."""
    return {
        **_both(found, where, "contests"),
        "game": found.game,
        "title": found.title,
        "players": list(found.players),
        "step": found.step,
        "outcome": found.outcome,
        "winner": found.winner or None,
        "drawn": found.drawn,
    }


def steps(found: PublicContest, resolved: Sequence[PublicStep], where: Where) -> Values:
    """The resolved steps of a contest, with the fields of CONTEST_STEPS."""
    replayed = found.ended is not None and resolved
    shown = [
        {"number": step.number, "closed": when(step.closed), "events": list(step.events), "view": dict(step.view)}
        for step in resolved
    ]
    return {"replay": where(f"/contests/{found.number}/replay/0") if replayed else "", "steps": shown}


def _both(found: PublicDuel | PublicContest, where: Where, room: str) -> Values:
    return {
        "number": found.number,
        "state": str(found.state),
        "held": found.held,
        "opened": when(found.opened),
        "closes": when(found.battle_time),
        "ended": when(found.ended),
        "url": where(f"/{room}/{found.number}"),
        "post": found.post_url,
        "audit": found.bundle_url,
        "bundle": where(f"/audits/{found.number}.json") if found.bundle_url else "",
    }


def player(
    found: PublicWizard,
    duels: Sequence[PublicDuel],
    contests: Sequence[PublicContest],
    honours: Honours,
    address: str,
) -> Values:
    """A wizard, with the fields of PLAYER."""
    return {
        "name": found.name,
        "stars": found.stars,
        "idle": found.idle,
        "values": dict(found.attributes),
        "duels": len(records.turns(duels, found.name)),
        "contests": _score(honours, contests, found.name),
        "casts": dict(casts_of(honours.ring_spells, found.name)),
        "url": address,
    }


def turns(duels: Sequence[PublicDuel], name: str) -> list[Values]:
    """A wizard's part in each resolved duel, newest first."""
    return [
        {"duel": t.duel.number, "spell": t.spell, "inputs": t.inputs, "before": t.before, "after": t.after}
        for t in records.turns(duels, name)
    ]


def spell(found: Spell, record: records.SpellRecord, address: str) -> Values:
    """A spell, with the fields of SPELL."""
    return {
        "name": found.name,
        "inputs": [ask.label for ask in found.inputs],
        "terms": dict(found.terms),
        "effect": found.text.get("Effect", ""),
        "says": "" if found.unclear else say(found),
        "clear": not found.unclear,
        "unclear": [{"sentence": u.sentence, "reason": u.reason, "hint": u.hint} for u in found.unclear],
        "casts": record.casts,
        "brought": record.brought,
        "last": record.last,
        "url": address,
    }


def results(duels: Iterable[PublicDuel], contests: Iterable[PublicContest]) -> list[Values]:
    """A row for each player of each duel that was resolved, the last to end first, with the fields of RESULT."""
    rows: list[Values] = [row for each in duels if each.state == DuelState.RESOLVED for row in _ring_rows(each)]
    rows += [row for each in contests if each.state == DuelState.RESOLVED for row in _contest_rows(each)]
    return sorted(rows, key=lambda row: (row["ended"] or "", row["number"], -row["seat"]), reverse=True)


def _ring_rows(duel: PublicDuel) -> Iterable[Values]:
    casts = {cast.wizard: cast for cast in duel.casts}
    stars: Values
    for seat in duel.seats:
        cast, change = casts.get(seat.name), None if seat.after is None else seat.after - seat.before
        own = {"spell": cast.spell if cast else "", "inputs": cast.inputs if cast else ""}
        stars = {"before": seat.before, "after": seat.after, "change": change}
        yield _row("ring", duel, "wizard-ring", seat.name, seat.position) | own | stars | {"result": ""}


def _contest_rows(contest: PublicContest) -> Iterable[Values]:
    for place, name in enumerate(contest.players, 1):
        own: Values = {"spell": "", "inputs": "", "before": None, "after": None, "change": None}
        yield _row("contest", contest, contest.game, name, place) | own | {"result": records.result(contest, name)}


def _row(kind: str, found: PublicDuel | PublicContest, game: str, name: str, seat: int) -> Values:
    ended = when(found.ended)
    return {"kind": kind, "number": found.number, "game": game, "ended": ended, "player": name, "seat": seat}


def tournament(found: PublicTournament, where: Where) -> Values:
    """A tournament, with the fields of TOURNAMENT."""
    now, announced = found.standing, found.standing.tournament
    return {
        "number": announced.number,
        "title": announced.title,
        "form": announced.form,
        "game": now.game,
        "state": str(announced.state),
        "announced": when(announced.announced),
        "ended": when(announced.ended),
        "players": now.drawn,
        "left": now.gone,
        "meetings": [
            {"round": row.round, "home": row.home, "away": row.away, "duel": row.duel, "points": _points(row)}
            for row in now.rows
        ],
        "places": [list(names) for names in now.places],
        "url": where(f"/tournaments/{announced.number}"),
        "post": found.post_url,
    }


def _points(row: MeetingRow) -> list[float] | None:
    if row.home_points is None or row.away_points is None:
        return None
    return [row.home_points / 2, row.away_points / 2]


def tables(wizards: Sequence[PublicWizard], contests: Sequence[PublicContest], honours: Honours) -> Values:
    """How everybody stands, with the fields of TABLES."""
    standing = sorted(wizards, key=lambda wizard: (-wizard.stars, wizard.name))
    stars = [
        {"place": 1 + sum(w.stars > each.stars for w in wizards), "name": each.name, "stars": each.stars,
         "idle": each.idle}
        for each in standing
    ]  # fmt: skip
    met = sorted({name for each in contests for name in each.players})
    scores: list[Values] = [{"name": name, **_score(honours, contests, name)} for name in met]
    scores.sort(key=lambda row: (-row["won"], row["lost"], row["name"]))
    casts = [{"spell": name, "casts": count} for name, count in casts_of(honours.ring_spells)]
    return {"stars": stars, "contests": scores, "spells": casts}


def _score(honours: Honours, contests: Sequence[PublicContest], name: str) -> Mapping[str, int]:
    score = records.score(honours, contests, name)
    return {"won": score.won, "drawn": score.drawn, "lost": score.lost, "open": score.open}
