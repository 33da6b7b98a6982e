"""The life of a contest's steps: its clock, what being late means, and how it ends before its rules end it."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta

import pytest

from pbp import verify
from pbp.errors import Refused
from pbp.service import battle, lifecycle, steps
from service.contests import HALL, begin, checked, order, outcome, play
from service.world import World


@pytest.fixture
def hall(make_world: Callable[..., World]) -> World:
    """A world without ring duels: only contests are played."""
    return make_world(HALL, wizards=("Ann", "Ben", "Cleo"))


def subjects_after(world: World, name: str, count: int) -> list[str]:
    """The subjects of the letters that a player got since there were so many."""
    return world.subjects(name)[count:]


# ---- the clock -------------------------------------------------------------------------------------------------------


def test_a_step_closes_ten_minutes_after_the_last_order_it_asks_for(hall: World) -> None:
    number = begin(hall, "wizards-duel")
    order(hall, "Ann", "CAST 5")
    hall.tick(minutes=30)
    assert hall.duel(number).step == 1
    order(hall, "Ben", "CAST 6")
    hall.tick(minutes=9)
    assert hall.duel(number).step == 1
    hall.tick(minutes=1)
    assert hall.duel(number).step == 2


def test_each_revision_starts_the_ten_minutes_anew_and_a_withdrawal_ends_them(hall: World) -> None:
    number = begin(hall, "wizards-duel")
    order(hall, "Ann", "CAST 5")
    order(hall, "Ben", "CAST 6")
    hall.clock.now += timedelta(minutes=9)
    order(hall, "Ann", "CAST 7")
    hall.tick(minutes=9)
    assert hall.duel(number).step == 1
    hall.say("Ann", "WITHDRAW")
    hall.tick(hours=5)
    assert hall.duel(number).step == 1
    order(hall, "Ann", "CAST 3")
    hall.tick(minutes=10)
    assert "Ann casts Fog Cloud (3)." in hall.comments()[-1]


def test_a_revision_that_waits_in_the_inbox_when_the_step_would_close_puts_that_off(hall: World) -> None:
    number = begin(hall, "wizards-duel")
    order(hall, "Ann", "CAST 5")
    order(hall, "Ben", "CAST 6")
    hall.clock.now += timedelta(minutes=10)
    hall.site.say("Ann", "CAST 7")
    report = hall.tick()
    assert not report.failed
    assert hall.duel(number).step == 1
    hall.tick(minutes=10)
    assert "Ann casts Ray of Frost (7)." in hall.comments()[-1]


def test_wait_keeps_a_step_open_to_its_deadline_and_ready_lets_it_close(hall: World) -> None:
    number = begin(hall, "wizards-duel")
    assert "never closes early without one" in hall.say("Ann", "WAIT")
    answer = hall.say("Ann", "CAST 5\nWAIT")
    assert "waits for its deadline" in answer
    order(hall, "Ben", "CAST 6")
    hall.tick(hours=5)
    assert hall.duel(number).step == 1
    assert "It still says WAIT" in order(hall, "Ann", "CAST 7")
    hall.tick(hours=5)
    assert hall.duel(number).step == 1
    assert "may close early" in hall.say("Ann", "ready")
    hall.tick(minutes=10)
    assert hall.duel(number).step == 2


def test_a_step_that_waits_closes_at_its_deadline_all_the_same(hall: World) -> None:
    number = begin(hall, "wizards-duel")
    hall.say("Ann", "CAST 5\nWAIT")
    order(hall, "Ben", "CAST 6")
    hall.after_battle()
    assert hall.duel(number).step == 2


def test_a_host_may_turn_early_closing_off(hall: World) -> None:
    number = begin(hall, "wizards-duel", settle=-1, step_hours=2)
    order(hall, "Ann", "CAST 5")
    order(hall, "Ben", "CAST 6")
    hall.tick(hours=2)
    assert hall.duel(number).step == 1
    hall.tick(minutes=1)
    assert hall.duel(number).step == 2


def test_orders_that_came_at_the_very_instant_in_which_a_step_closes_early_count(hall: World) -> None:
    number = begin(hall, "wizards-duel", settle=0)
    order(hall, "Ann", "CAST 5")
    order(hall, "Ben", "CAST 6")
    report = hall.tick()  # the clock stands still: both have a receipt, and so both count
    assert not report.failed
    assert hall.duel(number).step == 2
    assert "Ben casts Firebolt (6)." in hall.comments()[-1]


def test_the_battle_master_cannot_close_a_step_before_its_time(hall: World) -> None:
    number = begin(hall, "wizards-duel")
    order(hall, "Ann", "CAST 5")
    with pytest.raises(Refused, match="step 1 of duel 1001"):
        hall.app.close_duel(number, (), "in a hurry")
    assert hall.duel(number).state == "open"


def test_reminders_go_out_at_half_time_and_before_the_end_to_those_who_owe_and_nobody_else(hall: World) -> None:
    begin(hall, "wizards-duel")
    before = {name: len(hall.subjects(name)) for name in ("Ann", "Ben", "Cleo")}
    order(hall, "Ann", "CAST 5")
    for _ in range(7):
        hall.tick(hours=3, minutes=20)
    assert subjects_after(hall, "Ben", before["Ben"]) == ["Duel 1001: no order from you yet"] * 2
    assert "you lose the bout" in hall.letters("Ben")[0][1]
    assert len(subjects_after(hall, "Ann", before["Ann"])) == 1  # the receipt
    assert len(subjects_after(hall, "Cleo", before["Cleo"])) == 0


def test_a_paused_contest_gets_its_time_back(hall: World) -> None:
    number = begin(hall, "wizards-duel")
    order(hall, "Ann", "CAST 5")
    order(hall, "Ben", "CAST 6")
    due = hall.duel(number).battle_time
    hall.app.carry_out(lifecycle.pause, number, "a storm", hall.clock.now)
    hall.tick(hours=30)
    assert hall.duel(number).step == 1
    hall.app.carry_out(lifecycle.resume, number, "it is over", hall.clock.now)
    assert hall.duel(number).battle_time == due + timedelta(hours=30)
    hall.tick(minutes=9)
    assert hall.duel(number).step == 1
    hall.tick(minutes=1)
    assert hall.duel(number).step == 2


def test_an_order_written_for_a_step_that_has_closed_is_not_taken_for_the_next(hall: World) -> None:
    number = begin(hall, "wizards-duel")
    order(hall, "Ann", "CAST 5")
    order(hall, "Ben", "CAST 6")
    hall.clock.now += timedelta(minutes=10)
    hall.app.tick()
    assert hall.duel(number).step == 2
    hall.clock.now -= timedelta(seconds=30)
    hall.site.say("Ann", "CAST 8")  # the site took it in before the step opened
    hall.clock.now += timedelta(seconds=31)
    hall.app.collect()
    assert "too late" in hall.letters("Ann")[0][1]
    assert hall.standing(number) == {}


# ---- late ------------------------------------------------------------------------------------------------------------


def test_who_is_late_in_death_match_3_loses_the_bout(hall: World) -> None:
    begin(hall, "wizards-duel", variant="death-match-3")
    order(hall, "Ann", "CAST 5")
    hall.after_battle()
    assert "Ben sent no spell in time and loses the bout." in hall.comments()[-1]
    assert "Bout 2" in hall.letters("Ben")[0][1]


def test_both_late_repeat_the_round_once_then_the_bout_is_drawn(hall: World) -> None:
    number = begin(hall, "wizards-duel")
    for _ in range(2):
        hall.after_battle()
    assert "Bout 1 is over: nobody wins it" in hall.comments()[-1]
    for _ in range(2):
        hall.after_battle()
    assert outcome(hall, number) == {
        "winner": None, "draw": True, "reason": "Both players were absent from two bouts in a row."
    }  # fmt: skip
    checked(hall, number)


def test_late_steps_of_the_other_games_are_played_as_their_pages_say(hall: World) -> None:
    begin(hall, "simulacra")
    begin(hall, "goofspiel", cards=3)
    begin(hall, "tactical-genius", settle=0)
    hall.site.say("Ann", "#1001 FORM 1 2 4\n#1002 BID 3\n#1003 PASS")
    hall.app.collect()
    hall.after_battle()
    told = "\n".join(hall.comments())
    assert "Ben sends no split, and by lot" in told
    assert "Ben is late: the lowest card is bid." in told
    assert "Ben sends no order." in told


def test_a_late_bender_spends_reserve_days_and_then_the_match(hall: World) -> None:
    number = begin(hall, "reality-benders", reserve_days=1)
    order(hall, "Ann", "RULE A>B")
    due = hall.duel(number).battle_time
    hall.after_battle()
    assert hall.duel(number).step == 1
    assert hall.duel(number).battle_time == due + timedelta(days=1)
    assert "stays open by a reserve day" in hall.comments()[-1]
    assert "Ben" not in hall.comments()[-1].partition("stays open")[2]
    assert hall.letters("Ben")[0][0] == "Duel 1001: a reserve day of yours is spent"
    assert "You have 0 left." in hall.letters("Ben")[0][1]
    assert hall.letters("Ann")[0][0] != hall.letters("Ben")[0][0]
    assert hall.standing(number) == {"Ann": "RULE A>B"}
    order(hall, "Ben", "RULE B>C")
    hall.tick(minutes=10)
    assert "Reserve days left: Ann 1, Ben 0." in hall.comments()[-1]
    order(hall, "Ann", "CAST A")
    hall.after_battle()
    reason = "Ben sent no order in time and has no reserve day left."
    assert outcome(hall, number) == {"winner": "Ann", "draw": False, "reason": reason}
    checked(hall, number)
    assert "CAST A" not in hall.page("Wizard Duel 1001 Audit")


def test_both_out_of_reserve_at_once_draw_the_match(hall: World) -> None:
    number = begin(hall, "reality-benders", reserve_days=1)
    hall.after_battle()
    assert hall.duel(number).state == "open"
    hall.after_battle()
    assert outcome(hall, number)["draw"]
    checked(hall, number)


def test_extended_time_doubles_a_phase_for_both_once_a_game_for_each(hall: World) -> None:
    number = begin(hall, "tactical-genius")
    due = hall.duel(number).battle_time
    assert "is doubled, for both" in hall.say("Ann", "EXTENDED TIME")
    assert hall.duel(number).battle_time == due + timedelta(hours=24)
    assert "Ann calls extended time." in hall.comments()[-1]
    assert "Ann calls extended time." in hall.letters("Ben")[0][1]
    assert "doubled already" in hall.say("Ben", "extended time, please")
    order(hall, "Ann", "UNIT Rex GUN HP 0 ATK 5 DEF 0 SPD 3.26 AT 4,1")
    order(hall, "Ben", "UNIT Max AXE HP 0 ATK 0 DEF 0 SPD 0.25 AT 7,1")
    hall.tick(minutes=10)
    assert "it may be called once" in hall.say("Ann", "EXTENDED TIME")
    assert "is doubled, for both" in hall.say("Ben", "EXTENDED TIME")


def test_the_owner_of_daybreak_may_answer_once_for_all_rounds_and_take_that_back(hall: World) -> None:
    number = begin(hall, "wizards-duel", variant="gods-collide", apollos_daybreak="Ann", settle=0)
    assert "NO DAYBREAK whenever you are asked for it" in hall.say("Ann", "NO DAYBREAK always")
    assert "is not a command" in hall.say("Ben", "NO DAYBREAK ALWAYS")
    play(hall, {"Ann": "CAST 5", "Ben": "CAST 6"})  # closes the casting, and then the answered question
    hall.tick(minutes=1)
    assert hall.duel(number).step == 3
    assert "round 2: cast a spell" in hall.letters("Ben")[0][1]
    assert "asked for DAYBREAK in duel 1001 again" in hall.say("Ann", "DAYBREAK ASK")
    play(hall, {"Ann": "CAST 4", "Ben": "CAST 2"})
    hall.tick(hours=1)
    assert hall.duel(number).step == 4
    order(hall, "Ann", "DAYBREAK")
    hall.tick(minutes=1)
    assert "round 2: cast a spell" in hall.letters("Ben")[0][1]


# ---- ended by the players --------------------------------------------------------------------------------------------


def test_who_resigns_loses_and_orders_of_the_open_step_are_never_shown(hall: World) -> None:
    number = begin(hall, "wizards-duel")
    play(hall, {"Ann": "CAST 5", "Ben": "CAST 6"})
    order(hall, "Ann", "CAST X")
    hall.say("Ben", "I resign")
    assert "You have resigned from duel 1001." in "".join(body for _, body in hall.letters("Ben")[:2])
    hall.tick()
    assert outcome(hall, number) == {"winner": "Ann", "draw": False, "reason": "Ben resigns."}
    assert "Ann wins the contest." in hall.comments()[-1]
    checked(hall, number)
    assert hall.bundle(number)["ended"] == outcome(hall, number)
    assert hall.bundle(number)["outcome"] is None
    changed = hall.page("Wizard Duel 1001 Audit").replace("Ben resigns.", "Ann resigns.")
    assert not verify.verify_file(changed, verify.Seen(None, None, None, ()), None).ok
    assert "CAST X" not in json.dumps(hall.bundle(number))


def test_a_draw_that_is_offered_and_accepted_ends_the_contest(hall: World) -> None:
    number = begin(hall, "wizards-duel")
    assert "You have offered Ben a draw" in hall.say("Ann", "DRAW")
    assert hall.letters("Ben")[0][0] == "Duel 1001: a draw is offered"
    assert "has not answered" in hall.say("Ann", "DRAW")
    hall.say("Ben", "ACCEPT DRAW")
    hall.tick()
    assert outcome(hall, number) == {"winner": None, "draw": True, "reason": "Both agree to a draw."}
    checked(hall, number)


def test_a_draw_may_be_declined_and_lapses_with_the_step(hall: World) -> None:
    number = begin(hall, "wizards-duel")
    hall.say("Ann", "DRAW")
    assert "turned down the draw" in hall.say("Ben", "DECLINE DRAW")
    assert "turns down the draw" in hall.letters("Ann")[0][1]
    hall.say("Ann", "DRAW")
    play(hall, {"Ann": "CAST 5", "Ben": "CAST 6"})
    assert "You have offered Ann a draw" in hall.say("Ben", "DRAW")
    assert hall.duel(number).state == "open"


def test_a_resolved_or_pending_contest_cannot_be_resigned(hall: World) -> None:
    number = begin(hall, "wizards-duel")
    hall.say("Ben", "RESIGN")
    assert "you play in none now" in hall.say("Ann", "RESIGN")
    number = begin(hall, "wizards-duel")
    after = hall.duel(number).battle_time + timedelta(seconds=1)
    hall.app.carry_out(battle.commence, number, after, after)
    assert "being resolved" in hall.say("Ann", "RESIGN")


def test_a_substitute_plays_on_in_the_seat_with_its_order_and_its_knowledge(hall: World) -> None:
    number = begin(hall, "wizards-duel")
    play(hall, {"Ann": "CAST 5", "Ben": "CAST 3"})
    order(hall, "Ben", "CAST 6")
    hall.app.carry_out(steps.substitute, number, "Ben", "Cleo", "Ben is on a journey.", hall.clock.now)
    hall.tick()
    assert "Cleo takes over from Ben." in hall.comments()[-1]
    assert "You play in the seat of Ben." in "".join(body for _, body in hall.letters("Cleo"))
    assert hall.standing(number) == {"Ben": "CAST 6"}
    assert "Your order: cast Firebolt (6)." in hall.say("Cleo", "STATUS")
    assert "You do not play in duel 1001" in hall.say("Ben", "#1001 CAST 8")
    assert "It takes the place of: cast Firebolt (6)" in order(hall, "Cleo", "CAST 8")
    assert hall.standing(number) == {"Ben": "CAST 8"}, "it takes the place of the order that was left"
    order(hall, "Ann", "CAST 2")
    hall.tick(minutes=10)
    assert hall.duel(number).step == 3
    hall.say("Cleo", "RESIGN")
    assert outcome(hall, number)["winner"] == "Ann"
    checked(hall, number)
    with pytest.raises(Refused):
        hall.app.carry_out(steps.substitute, number, "Cleo", "Ben", "too late", hall.clock.now)


def test_a_cancelled_contest_shows_its_seed_and_no_order(hall: World) -> None:
    number = begin(hall, "wizards-duel")
    order(hall, "Ann", "CAST 5")
    hall.app.carry_out(lifecycle.cancel, number, "a mistake", hall.clock.now)
    hall.tick()
    assert "Its chance can be checked" in hall.comments()[-1]
    checked(hall, number)
    assert "CAST" not in hall.page("Wizard Duel 1001 Audit")


# ---- several at once -------------------------------------------------------------------------------------------------


def test_a_letter_that_could_mean_two_contests_is_asked_back(hall: World) -> None:
    one, two = begin(hall, "wizards-duel"), begin(hall, "wizards-duel", "Ann", "Cleo")
    answer = hall.say("Ann", "CAST 3")
    assert "You are in more than one duel (1001, 1002)" in answer
    assert hall.standing(one) == hall.standing(two) == {}
    assert "for duel 1002" in order(hall, "Ann", "#1002 CAST 3")
    assert hall.standing(two) == {"Ann": "CAST 3"}
    assert "more than one duel" in hall.say("Ann", "RESIGN")
    assert "for duel 1001" in order(hall, "Ben", "CAST 4")
    assert "Your order in duel 1002 (" in hall.say("Ann", "WITHDRAW")  # only there an order stands
    assert hall.standing(two) == {}


def test_a_line_that_only_one_contest_can_read_means_that_one(hall: World) -> None:
    begin(hall, "wizards-duel")
    begin(hall, "simulacra", "Ann", "Cleo")
    answer = hall.say("Ann", "FORM 1 2 4\nCAST 3")
    assert "Understood, for duel 1001" in answer
    assert "Understood, for duel 1002" in answer


def test_hand_and_rules_and_status_tell_a_player_of_the_contest(hall: World) -> None:
    begin(hall, "wizards-duel")
    order(hall, "Ann", "CAST 5")
    assert "You hold" in hall.say("Ann", "HAND")
    assert "Your order: " in hall.letters("Ann")[0][1]
    assert "WIZARD" in hall.say("Ann", "RULES").upper()
    assert "SHAPESHIFTING SIMULACRA" in hall.say("Ann", "RULES simulacra")
    assert "there is no contest" in hall.say("Ann", "RULES chess")
    status = hall.say("Ann", "STATUS")
    assert "Duel 1001 (Wizard's Duel (death-match-3)), step 1, is open" in status
    assert "CHALLENGE Ben" in hall.say("Ann", "HELP")


def test_the_hosts_conduct_text_is_in_the_opening_letter_and_in_the_rules(make_world: Callable[..., World]) -> None:
    settings = f'{HALL}[contests]\nconduct = "Be kind to your opponent."\n'
    world = make_world(settings, wizards=("Ann", "Ben"))
    begin(world, "goofspiel")
    assert "Be kind to your opponent." in world.letters("Ben")[0][1]
    assert "Be kind to your opponent." in world.say("Ann", "RULES")


def test_a_contest_by_rules_that_are_no_longer_there_is_held_and_stops_nothing_else(hall: World) -> None:
    """A game's rules are pinned for a contest's life: it is not played on by the next version's."""
    old, new = begin(hall, "tactical-genius"), begin(hall, "goofspiel")
    with hall.app.store.tx() as tx:
        tx.change_duel(old, game="tactical-genius/1")
    order(hall, "Ann", f"#{new} BID 13")
    hall.tick(hours=25)
    assert hall.duel(old).held == "replay"
    assert "played by the rules 'tactical-genius/1'" in hall.letters("Master")[0][1]
    assert hall.duel(new).step == 2
    assert "CANCEL" in hall.letters("Master")[0][1]
    hall.app.carry_out(lifecycle.cancel, old, "the rules have changed", hall.clock())
    assert hall.duel(old).state == "cancelled"
