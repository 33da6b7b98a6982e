"""Every word of the registry is said as a person would: by a player, a stranger and the Battle Master."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pbp.commands.answers import LEAVES_OPEN, Kind
from pbp.commands.word import DUEL, By, CommandWord, Grave, Takes
from pbp.commands.words import DECISIONS, DESK, ORDERS, WORDS, said_by
from pbp.games.tactical_genius.naming import CONFUSING
from pbp.papers import paper
from pbp.ports import Message
from pbp.service import answers, master
from service.contests import begin
from service.test_master import decide
from service.world import World

ROOT = Path(__file__).parents[2]
SETTINGS = "[contests]\nopen_challenges = true\n"


@pytest.fixture
def world(make_world: Callable[..., World]) -> World:
    """A ring duel and a contest of Ann against Ben are open; Cleo has challenged Ann."""
    world = make_world(SETTINGS, wizards=("Ann", "Ben", "Cleo"))
    world.tick()
    begin(world, "tactical-genius")
    world.say("Cleo", "CHALLENGE Ann goofspiel")
    return world


def kinds(world: World, name: str, text: str) -> set[Kind]:
    """The kinds of answer that a letter would get, were it sent now."""
    desk = world.app.desk
    message = Message("rehearsed", name, world.clock(), text, vouched=True)
    with world.app.store.rehearsal(), world.app.store.tx() as tx:
        heard = answers.read(desk, "local", message)
        return {part.kind for part in answers.answer(desk, tx, heard, world.clock(), {})}


def expected(found: set[Kind], word: CommandWord) -> bool:
    """Whether only such answers came as the registry says; how things stand may be told beside them."""
    said = found - {Kind.STATUS} if found & LEAVES_OPEN else found
    return bool(said) and said <= word.kinds


def test_a_players_word_is_answered_as_its_row_says(world: World) -> None:
    wrong: dict[str, Any] = {}
    for word in said_by(By.PLAYER):
        forms = [word.shown, f"Hello Battle Master,\n\nplease: {word.shown}\n\nThanks, Ann"]
        forms += [word.shown.lower()] if word.takes is not Takes.CAPITALS else []
        for form in forms:
            found = kinds(world, "Ann", form)
            if not expected(found, word) or Kind.ASKED_BACK in found:
                wrong[form] = found
        letter = world.say("Ann", word.shown)
        if "No command was found" in letter or "is not a command" in letter:
            wrong[word.verb] = letter
    assert wrong == {}


def test_a_grave_word_in_doubt_is_asked_back_and_another_is_not(world: World) -> None:
    asked_back = {word.verb for word in said_by(By.PLAYER) if Kind.ASKED_BACK in kinds(world, "Ann", f"{word.verb}?")}
    assert asked_back == {word.verb for word in said_by(By.PLAYER) if word.grave is not Grave.NEVER}


def test_a_slip_in_a_word_brings_a_hint(world: World) -> None:
    for word in [*DESK.values(), *ORDERS.values()]:
        if len(word.verb) > 4:
            slip = word.verb.split()[0][:-1]
            assert f"Did you mean {word.verb}?" in world.say("Ann", slip), slip


def test_a_strangers_word_changes_nothing_but_what_strangers_may_say(world: World) -> None:
    world.site.account("Zoe")
    for word in WORDS:
        before = world.kinds()
        found = kinds(world, "Zoe", word.shown)
        if word.by & By.STRANGER:
            assert expected(found, word), word.verb
        else:
            assert found == {Kind.STRANGER}, word.verb
            assert "belongs to no wizard" in world.say("Zoe", word.shown)
            assert world.kinds() == before, word.verb


def test_a_decision_is_believed_of_the_battle_master_alone(world: World) -> None:
    number = world.duel().number
    for word in DECISIONS.values():
        form = word.shown.replace("#7", f"#{number}")
        before, duel = world.kinds(), world.duel(number)
        assert kinds(world, "Master", form) == {Kind.MASTER_UNPROVEN}, word.verb
        assert not kinds(world, "Ann", form) & {kind for kind in Kind if kind.startswith("master-")}, word.verb
        if word.verb not in DESK:
            world.say("Ben", form)
        assert (world.kinds(), world.duel(number)) == (before, duel), word.verb


def test_a_proven_decision_is_carried_out_or_refused_with_the_reason(world: World) -> None:
    ring = next(number for number in (1, world.duel().number) if world.duel(number).format == "ring")
    done = set()
    for word in DECISIONS.values():
        letter = decide(world, word.shown.replace("#7", f"#{ring}"))
        if "Done:" in letter:
            done.add(word.verb)
        else:
            assert "Nothing was done on" in letter or word.verb == "STATUS", word.verb
        if DUEL in word.needs:
            bare = word.shown.partition(" ")[2]
            assert "say which duel you mean" in decide(world, bare), word.verb
    assert {"EXTEND", "PAUSE", "RESUME", "CANCEL"} <= done


def test_the_battle_masters_help_and_a_players_show_every_word_that_they_may_say(world: World) -> None:
    shown = world.say("Master", "What can I do?")
    assert [word.verb for word in DECISIONS.values() if word.shown not in shown] == []
    shown = world.say("Ann", "HELP")
    assert [word.verb for word in said_by(By.PLAYER) if word.shown not in shown and not word.by & By.STRANGER] == []


def test_every_word_has_a_handler_and_no_other() -> None:
    assert answers.HANDLERS.keys() == DESK.keys()
    assert master.HANDLERS.keys() | {"STATUS"} == DECISIONS.keys()


def test_every_kind_of_answer_has_a_macro_and_is_given_by_some_word_or_flow() -> None:
    text = (ROOT / "templates" / "mail" / "parts.j2").read_text(encoding="utf-8")
    macros = {name.replace("_", "-") for name in re.findall(r"{% macro (\w+)\(f\)", text)}
    assert macros == set(Kind) - {Kind.PRIVATE_ONLY}


def test_no_word_can_be_the_name_of_a_unit() -> None:
    assert [verb for verb in DESK if len(verb) <= 5 and verb.casefold() not in CONFUSING] == []


def test_every_word_stands_in_the_papers() -> None:
    papers = "\n".join(paper(name).text for name in ("commands", "contests", "desk"))
    assert [word.verb for word in WORDS if not re.search(rf"`[^`\n]*\b{word.verb}\b[^`\n]*`", papers)] == []
