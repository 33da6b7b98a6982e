"""Contests that begin: made by the Battle Master, or by one player's challenge and another's acceptance."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from pbp.commands import Command
from pbp.commands.answers import Kind
from pbp.commands.courtesy import said_alone
from pbp.errors import NotFound, Refused
from pbp.games import find_game
from pbp.games.base import Game, bare_name
from pbp.honours.forms import TournamentForm
from pbp.service import absence, contests, limits, people, play, rounds, steps
from pbp.service.asked import Answer, Asked, Handler
from pbp.service.desk import Desk, short_hash
from pbp.service.present import present
from pbp.store import Duel, Tx
from pbp.store.states import TournamentState

_NOTE = "challenges"
_DAILY = limits.Limit(10, 10)
"""How many challenges one player can make in a day."""
_ANYBODY = ("anybody", "anyone", "everybody", "everyone")
_LADDER = re.compile(r"(?:\s|^)(?:on\s+|for\s+)?(?:the\s+)?ladder\b[\s:]*#?(?P<number>\d{1,6})?[\s.!]*$", re.I)
_FILLER = re.compile(r"^(?:to|at|for|in|:|,|a|the|game|of|\s)+\b\s*|[\s.!]+$", re.I)


def new_contest(
    desk: Desk, tx: Tx, game: str, players: Sequence[str], at: datetime, *, variant: str | None = None,
    options: Mapping[str, Any] | None = None,
) -> int:  # fmt: skip
    """A contest by the Battle Master's word: made, announced, its first step open. Gives its number.

    Raises Refused, NotFound.
    """
    rules, named = contests.game_called(game)
    return begin(desk, tx, rules, players, at, variant=variant or named, options=options).number


def begin(
    desk: Desk, tx: Tx, game: Game, players: Sequence[str], at: datetime, *, variant: str | None,
    options: Mapping[str, Any] | None,
) -> Duel:  # fmt: skip
    """Makes a contest and queues its post and opening letters. Raises Refused, NotFound."""
    duel = contests.make(desk, tx, game, players, at, variant=variant, options=options)
    steps.announce(desk, tx, duel, present(desk, tx, duel), at)
    return duel


# ---- challenges by letter --------------------------------------------------------------------------------------------


def challenge(asked: Asked, command: Command) -> Answer:
    """CHALLENGE Ben archwizard: another wizard's name or ANYBODY, then a game or a variant, and options as name=value.

    They may go on in the lines right below it.
    """
    if _LADDER.search(command.rest):
        return _climb(asked, command.rest)
    if not asked.desk.config.contests.open_challenges:
        return Answer(
            Kind.CHALLENGE_REFUSED, {"why": "challenges are not open here: contests are made by the Battle Master"}
        )
    names = dict.fromkeys(_ANYBODY, "") | {wizard.name.casefold(): wizard.name for wizard in asked.tx.wizards()}
    words = "\n".join([command.rest, *said_alone(command.below)])
    found = max(
        (name for name in names if re.match(rf"{re.escape(name)}(?!\w)", words.casefold())), key=len, default=""
    )
    if not found:
        why = "say whom: CHALLENGE and a player's name, or ANYBODY, then the game"
        return Answer(Kind.CHALLENGE_REFUSED, {"why": why})
    other = names[found]
    if other == asked.wizard:
        return Answer(Kind.CHALLENGE_REFUSED, {"why": "you cannot challenge yourself"})
    try:
        game, variant, options = game_in(words[len(found) :])
        _try(asked, game, variant, options, other or "anybody")
    except Refused as error:
        more = "; what stands right below CHALLENGE belongs to it, up to a blank line" if "\n" in words else ""
        return Answer(Kind.CHALLENGE_REFUSED, {"why": f"{error}{more}"})
    open_now = waiting(asked.tx)
    made = {
        "from": asked.wizard, "to": other, "game": bare_name(game), "variant": variant, "options": options,
    }  # fmt: skip
    if made in open_now:
        return Answer(Kind.CHALLENGED, {"other": other, "said": in_words(made), "first": False, **_away(asked, other)})
    if limits.left(asked.tx, f"challenges.{asked.wizard}", _DAILY, asked.at) < 1:
        return Answer(Kind.CHALLENGE_REFUSED, {"why": "ten challenges a day are enough: others wait to be answered"})
    limits.count(asked.tx, f"challenges.{asked.wizard}", asked.at)
    asked.tx.set_note(_NOTE, json.dumps([*open_now, made]))
    asked.tx.journal(asked.at, "challenge", player=asked.wizard, other=other, said=in_words(made))
    for name in [other] if other else _listeners(asked):
        key = asked.desk.key(None, f"challenge.{short_hash(asked.channel + asked.message.id)}", name)
        facts = {"by": asked.wizard, "said": in_words(made), "anybody": not other}
        asked.desk.letter_to(asked.tx, name, key, "challenge", asked.at, **facts)
    return Answer(Kind.CHALLENGED, {"other": other, "said": in_words(made), "first": True, **_away(asked, other)})


def _away(asked: Asked, other: str) -> dict[str, Any]:
    """The absence of the other player, if one is known, as facts of an answer."""
    return {"away": absence.of(asked.tx, other) if other else None, "at": asked.at}


def _climb(asked: Asked, words: str) -> Answer:
    """Begins a contest for a place on a ladder: nobody has to accept it."""
    found = _LADDER.search(words)
    assert found
    name = words[: found.start()].strip(" ,:;")
    ladders = [each for each in asked.tx.tournaments(TournamentState.RUNNING) if each.form == TournamentForm.LADDER]
    try:
        if found["number"] is None and len(ladders) != 1:
            raise Refused("say which ladder: CHALLENGE and a player's name, LADDER and its number")
        number = int(found["number"]) if found["number"] else ladders[0].number
        ladder = asked.tx.tournament(number, lock=True)
        made = rounds.climb(asked.desk, asked.tx, ladder, asked.wizard, people.known(asked.tx, name).name, asked.at)
    except (Refused, NotFound) as error:
        return Answer(Kind.CHALLENGE_REFUSED, {"why": str(error)})
    return Answer(Kind.CLIMBING, {"tournament": ladder, "duel": asked.tx.duel(made)})


def _listeners(asked: Asked) -> list[str]:
    """Who is told of a challenge to anybody."""
    others = (wizard for wizard in asked.tx.wizards() if wizard.name != asked.wizard)
    return [wizard.name for wizard in others if wizard.active and wizard.notify == "ALL"]


def accept(asked: Asked, command: Command) -> Answer:
    """ACCEPT begins the contest of a challenge (ACCEPT Ann where there are several), or agrees to a draw."""
    if re.match(r"(?:the |a )?draw\b", command.rest, re.I):
        return play.draw(asked, Command("DRAW", "DRAW", command.duel))
    made = _meant(asked, command, _to(asked.tx, asked.wizard))
    if isinstance(made, Answer):
        return made
    _drop(asked.tx, made)
    game, _ = contests.game_called(made["game"])
    options = {"first_seat": "coin", **made["options"]}
    players = (made["from"], asked.wizard)
    try:
        duel = begin(asked.desk, asked.tx, game, players, asked.at, variant=made["variant"], options=options)
    except Refused as error:
        return Answer(Kind.CHALLENGE_REFUSED, {"why": str(error)})
    facts = {"duel": duel, "other": made["from"], "said": in_words(made)}
    return Answer(Kind.ACCEPTED, {**facts, **_away(asked, made["from"])})


def decline(asked: Asked, command: Command) -> Answer:
    """DECLINE turns down a challenge, takes back one's own, or turns down a draw."""
    of_draw = not command.rest or "draw" in command.rest.casefold()
    if of_draw and (part := play.decline_draw(asked, command)):
        return part
    own = [entry for entry in waiting(asked.tx) if asked.wizard in (entry["to"], entry["from"])]
    made = _meant(asked, command, own)
    if isinstance(made, Answer):
        return made
    _drop(asked.tx, made)
    other = made["from"] if made["to"] == asked.wizard else made["to"]
    if other:
        key = asked.desk.key(None, f"declined.{short_hash(asked.channel + asked.message.id)}", other)
        said = in_words(made)
        asked.desk.letter_to(asked.tx, other, key, "challenge", asked.at, by=asked.wizard, said=said, declined=True)
    return Answer(Kind.DECLINED, {"other": other, "said": in_words(made), "own": made["from"] == asked.wizard})


def game_in(words: str) -> tuple[Game, str | None, dict[str, Any]]:
    """The game, its variant and the options in words, as they follow the name in a challenge. Raises Refused."""
    options: dict[str, Any] = {}
    for pair in re.findall(r"[\w-]+\s*=\s*[^\s,;]+", words):
        name, _, value = pair.partition("=")
        options[name.strip().casefold().replace("-", "_")] = value_of(value.strip())
    left = _FILLER.sub("", re.sub(r"[\w-]+\s*=\s*[^\s,;]+", " ", words).strip())
    left = _FILLER.sub("", left.strip(" ,;.!"))
    if not left:
        return contests.GAMES[0], None, options
    try:
        return *contests.game_called(left), options
    except Refused:
        pass
    for place in (found.start() for found in re.finditer(r"\s", left)):  # "wizards-duel archwizard"
        try:
            game, variant = contests.game_called(left[:place])
            again, more = contests.game_called(left[place:])
        except Refused:
            continue
        if again is game and (variant is None or more in (None, variant)):
            return game, variant or more, options
    return *contests.game_called(left), options


def value_of(words: str) -> Any:
    """The value of an option as people type it: a number, yes or no, JSON, or a word."""
    plain = {"yes": True, "true": True, "on": True, "no": False, "false": False, "off": False}
    if words.casefold() in plain:
        return plain[words.casefold()]
    try:
        return json.loads(words)
    except ValueError:
        return words


def _try(asked: Asked, game: Game, variant: str | None, options: Mapping[str, Any], other: str) -> None:
    """Whether a contest could be played so. Raises Refused."""
    contests.check(asked.desk, game, (asked.wizard, other), variant, {"first_seat": "coin", **options})


def waiting(tx: Tx) -> list[dict[str, Any]]:
    """The challenges that wait for an answer; `to` is empty in one to anybody."""
    found: list[dict[str, Any]] = json.loads(tx.note(_NOTE) or "[]")
    return found


def _to(tx: Tx, wizard: str) -> list[dict[str, Any]]:
    """The challenges that a wizard may accept; those to anybody only if there is none to this wizard."""
    found = waiting(tx)
    own = [entry for entry in found if entry["to"] == wizard]
    return own + [entry for entry in found if not entry["to"] and entry["from"] != wizard]


def again(duel: Duel, other: str) -> str:
    """The words that challenge another player to the same contest once more."""
    game = find_game(duel.game)
    setup = contests.setup_of(duel)
    chosen = setup.options
    settings = [
        f"{option.name}={typed(chosen[option.name])}"
        for option in (game.options if game else ())
        if option.kind in ("number", "flag", "word") and chosen.get(option.name, option.default) != option.default
    ]
    words = ("CHALLENGE", other, duel.game.split("/")[0], setup.variant or "", *settings)
    return " ".join(filter(None, words))


def typed(value: Any) -> str:
    """The value of an option as people type it."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _drop(tx: Tx, made: Mapping[str, Any]) -> None:
    tx.set_note(_NOTE, json.dumps([entry for entry in waiting(tx) if entry != made]))


def _meant(asked: Asked, command: Command, among: Sequence[dict[str, Any]]) -> dict[str, Any] | Answer:
    """The one challenge that a letter can mean, or the answer that asks back."""
    words = command.rest.casefold()
    for entry in among:
        other = entry["to"] if entry["from"] == asked.wizard else entry["from"]
        if words.startswith(other.casefold() or "anybody") and words:
            return entry
    own = [entry for entry in among if entry["to"] == asked.wizard]
    if len(among) == 1 or (len(own) == 1 and command.verb == "ACCEPT"):
        return (own or among)[0]
    return Answer(
        Kind.WHICH_CHALLENGE, {"said": [f"{entry['from']}: {in_words(entry)}" for entry in among], "verb": command.verb}
    )


def in_words(made: Mapping[str, Any]) -> str:
    """A challenge's contest in words."""
    options = ", ".join(f"{name} = {value}" for name, value in made["options"].items())
    variant = f", {made['variant']}" if made["variant"] else ""
    game = find_game(made["game"])
    return f"{game.title if game else made['game']}{variant}{f' ({options})' if options else ''}"


HANDLERS: Mapping[str, Handler] = {
    "CHALLENGE": challenge,
    "ACCEPT": accept,
    "DECLINE": decline,
}
"""The handlers of these commands, by verb."""
