"""What lies on the Battle Master's desk, from the store: for the eyes of the Battle Master and deputies alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta

from pbp.app import App
from pbp.commands.words import DECISIONS
from pbp.errors import Refused
from pbp.games.base import RING, bare_name
from pbp.honours.forms import TournamentForm
from pbp.service import (
    battle,
    brackets,
    contests,
    hidden,
    letters,
    offers,
    outages,
    people,
    plans,
    reach,
    ring,
    rolls,
    rulings,
    said,
    sheet_edits,
    templates,
    tournaments,
)
from pbp.service.present import present
from pbp.store import Duel, Tx
from pbp.store.states import RUNNING, DuelState, Hold, Intent, PageKind, PageState, TextState, TournamentState
from pbp.web import facts as d

_ENDS_HOLD = {
    Hold.RULING: ("RULE",),
    Hold.ROLLS: ("ROLLS",),
    Hold.LIST_PAGE: ("ACCEPT-EDIT", "RESTORE-PAGE"),
}
"""The decisions that end a hold; RESUME ends any other."""
_VOIDABLE = timedelta(days=7)
"""How long after its end a contest stands on the desk, so that its result can be taken back there."""


def board(app: App, tx: Tx, account: str) -> d.DeskPage:
    """All that waits for a decision, and all that can be decided."""
    own = _own_wizards(app, tx, account)
    return d.DeskPage(
        standings=tuple(_standings(app, tx, own)),
        matters=tuple(_matters(app, tx)),
        letters=tuple(_letters(tx)),
        texts=tuple(_texts(app, tx)),
        remarks=tuple(_remarks(app, tx)),
        players=tuple(_players(tx)),
        tournaments=tuple(_tournaments(tx)),
        house=tuple(_house(app, tx)),
        season=_season(app, tx),
    )


def _form(verb: str, duel: Duel | None = None, **given: str) -> d.DecisionForm:
    return d.DecisionForm(DECISIONS[verb], duel.number if duel else 0, duel.step if duel else 0, given)


def _own_wizards(app: App, tx: Tx, account: str) -> set[str]:
    """The wizards whom the reader plays: by this account, or by an address of the Battle Master's."""
    places = [place.partition(":") for place in app.config.battle_master.addresses]
    found = {tx.wizard_at(channel, address) for channel, _, address in places}
    return {name for name in (*found, tx.wizard_at("local", account)) if name}


# ---- duels -----------------------------------------------------------------------------------------------------------


def _standings(app: App, tx: Tx, own: set[str]) -> Iterator[d.DuelOnDesk]:
    """The duels that run, those that are held first; then those whose result may be voided: the last ring duel that
    has one, and the contests that ended lately.
    """
    running = sorted(tx.duels(*RUNNING), key=lambda duel: (not duel.held, duel.number))
    for duel in running:
        yield _standing(app, tx, duel, own)
    ended = tx.newest_duels(1, DuelState.RESOLVED, format=RING)
    if ended and not tx.duels(DuelState.PENDING, format=RING):
        yield _standing(app, tx, ended[0], own)
    recent = [tx.duel(number) for number in tx.recent_duels(app.now() - _VOIDABLE)]
    for duel in recent:
        if duel.format != RING and duel.state == DuelState.RESOLVED:
            yield _standing(app, tx, duel, own)


def _standing(app: App, tx: Tx, duel: Duel, own: set[str]) -> d.DuelOnDesk:
    is_ring = duel.format == RING
    post = tx.outgoing(app.desk.key(duel, "post"))
    now = present(app.desk, tx, duel) if duel.state == DuelState.OPEN else None
    asked = now.awaits if now else {}
    names = {duel.seat_of(name): name for name in duel.participants} if not is_ring else {}
    has_order = plans.seats_in(app.desk, tx, duel, now) if now else set()
    sent = tuple((names.get(seat, seat), seat in has_order) for seat in asked)
    questions = tuple(_questions(app, tx, duel)) if is_ring and duel.state in RUNNING else ()
    return d.DuelOnDesk(
        number=duel.number,
        step=duel.step,
        title=f"Wizard Duel {duel.number}" if is_ring else f"{contests.title(duel)} {duel.number}",
        state=duel.state,
        ring=is_ring,
        closes=duel.battle_time if duel.state == DuelState.OPEN else None,
        held=duel.held or "",
        why=duel.held_why or "",
        paused=duel.held_at,
        sent=None if own & set(duel.participants) else sent,
        idle=tuple(name for name in duel.participants if is_ring and name not in asked and asked),
        questions=questions,
        forms=tuple(_duel_forms(app, tx, duel, questions)),
        post_url=(post.ref_url if post else None) or "",
    )


def _duel_forms(app: App, tx: Tx, duel: Duel, questions: Sequence[d.Question]) -> Iterator[d.DecisionForm]:
    """What can be decided about a duel as it is: first what ends its hold."""
    if duel.state == DuelState.RESOLVED:
        yield _form("VOID", duel)
        return
    is_ring = duel.format == RING
    verbs = _ENDS_HOLD.get(Hold(duel.held), ("RESUME",)) if duel.held else ()
    for verb in verbs:
        if verb != "RULE":
            yield _form(verb, duel)
    if questions:
        names = tuple(dict.fromkeys(question.name for question in questions))
        yield d.DecisionForm(DECISIONS["RULE"], duel.number, duel.step, choices={"spell": names})
    if _may_close(app, duel):
        yield _form("CLOSE", duel)
    if battle.may_resolve(app.desk, tx, duel) is None:
        yield _form("RESOLVE", duel)
    if duel.state == DuelState.OPEN and duel.battle_time:
        yield _form("EXTEND", duel)
    if not duel.held:
        yield _form("PAUSE", duel)
    if not is_ring and not duel.held and duel.state == DuelState.OPEN and duel.step > 1:
        yield _form("VOID", duel)
    if not is_ring:
        players = {"old": tuple(duel.participants)}
        yield d.DecisionForm(DECISIONS["REPLACE"], duel.number, duel.step, choices=players)
        if duel.state == DuelState.OPEN:
            yield d.DecisionForm(DECISIONS["RESIGN-FOR"], duel.number, duel.step, choices=players)
    yield _form("CANCEL", duel)


def _may_close(app: App, duel: Duel) -> bool:
    try:
        battle.may_close(app.desk, duel, app.now())
    except Refused:
        return False
    return True


def _questions(app: App, tx: Tx, duel: Duel) -> Iterator[d.Question]:
    """The spells of a ring duel that wait for a ruling, with what is suggested."""
    unclear = rulings.open_questions(app.desk, tx, duel)
    for name, known in offers.all_offers(app.desk, tx, duel, [item.spell for item in unclear]).items():
        faults = tuple(item for item in unclear if item.spell == name)
        yield d.Question(duel.number, duel.step, name, faults, tuple(_offered(offer) for offer in known))


def _offered(offer: offers.Offer) -> d.Offered:
    return d.Offered(offer.number, tuple((label, found) for label, _, found in offer.fields), offer.suggestion.by)


# ---- what else waits -------------------------------------------------------------------------------------------------


def _matters(app: App, tx: Tx) -> Iterator[d.Matter]:
    """Who asks to join, whose addresses wait, pages that others made, changes of the sheet, public dice."""
    for wish in people.asking(tx, app.now()):
        place = f"{wish.channel}:{wish.address}"
        told = f"{wish.wizard} asks to join, by {wish.channel}."
        yield d.Matter(told, tuple(_form(verb, name=wish.wizard, place=place) for verb in ("APPROVE", "REFUSE-PLAYER")))
    for name in people.unknown_rows(tx):
        told = f"The sheet has a row {name}, who is nobody here."
        yield d.Matter(told, (_form("APPROVE", name=name),), waits=False)
    for wish in tx.wishes():
        if wish.intent == Intent.ADDRESS:
            place = f"{wish.channel}:{wish.address}"
            told = f"{wish.wizard} wishes to write from {place} too, and has not confirmed it yet."
            yield d.Matter(told, (_form("BIND", wizard=wish.wizard, address=place),), waits=False)
    for page in tx.pages_unset(PageState.HELD):
        verbs = ("TAKE-PAGE", "READ-PAGE") if page.kind == PageKind.SHEET else ("TAKE-PAGE",)
        forms = tuple(_form(verb, title=page.title) for verb in verbs)
        yield d.Matter(f"The page {page.title} was made by others: {page.why}.", forms)
    for edit in sheet_edits.waiting(tx):
        forms = tuple(_form(verb, revision=edit.revision) for verb in ("ACCEPT-SHEET", "REFUSE-SHEET"))
        yield d.Matter(f"{edit.author} has changed the sheet: {'; '.join(edit.sentences)}.", forms)
    for number, what in rolls.rings_waiting(tx):
        form = d.DecisionForm(DECISIONS["ROLLS"], number, 1)
        yield d.Matter(f"Duel {number}, before it is scheduled, waits for {what}.", (form,))


def _letters(tx: Tx) -> Iterator[d.Matter]:
    """The letters that are kept aside: never from whom, nor what they say."""
    for row in reversed(tx.messages_aside()):
        name = letters.name_of(row)
        verbs = ("READ-LETTER", "RETRY-LETTER", "ANSWER-LETTER", "REJECT-LETTER")
        told = f"Letter {name}, {row.received:%Y-%m-%d %H:%M} UTC, by {row.channel}: {row.why}."
        yield d.Matter(told, tuple(_form(verb, letter=name) for verb in verbs))


def _texts(app: App, tx: Tx) -> Iterator[d.Matter]:
    """What a site refused, and what a person is to post."""
    for item in tx.all_outgoing(TextState.STUCK):
        yield d.Matter(f"{item.key} could not be sent: {item.why}.", (_form("RETRY", key=item.key),))
    for page in tx.pages_unset(PageState.STUCK):
        yield d.Matter(f"The page {page.title} could not be set: {page.why}.", (_form("RETRY", key=page.title),))
    if app.config.blog.adapter == "draft":
        for key in app.sites.draft.waiting():
            yield d.Matter(f"{key} is to be posted by hand.", (_form("POSTED", key=key),))


def _remarks(app: App, tx: Tx) -> Iterator[str]:
    """What waits by itself, and what is worth knowing."""
    yield from outages.waiting(tx, app.now())
    for key, why in hidden.hidden(tx).items():
        yield f"Readers do not see {key}: {why}"
    for lost in reach.unreached(tx):
        yield f"Letters to {lost['channel']}:{lost['address']} do not arrive: {lost['why']}"
    for name, why in templates.failing(app.desk, tx).items():
        yield f"Your template {name} fails, and the shipped one is used: {why}"


# ---- people and the house --------------------------------------------------------------------------------------------


def _players(tx: Tx) -> Iterator[d.Player]:
    for wizard in tx.wizards():
        activity = _form("LET-GO", wizard=wizard.name) if wizard.active else _form("TAKE-ON", name=wizard.name)
        forms = (activity, _form("ADJUST", wizard=wizard.name), _form("BIND", wizard=wizard.name))
        places = tuple(f"{channel}:{address}" for channel, address in tx.addresses(wizard.name))
        yield d.Player(wizard.name, wizard.stars, wizard.active, places, forms)


def _house(app: App, tx: Tx) -> Iterator[d.DecisionForm]:
    """What can be decided about no duel and nobody in particular."""
    yield _form("TAKE-ON")
    if ring.may_schedule(tx) is None and not said.scheduling(tx):
        yield _form("SCHEDULE")
    yield d.DecisionForm(DECISIONS["CONTEST"], choices={"game": tuple(_games())})
    announced = {"form": tuple(TournamentForm), "game": tuple(_games())}
    yield d.DecisionForm(DECISIONS["TOURNAMENT"], choices=announced)
    yield _form("DEPUTY")
    yield _form("TRUST-CLOCK")
    yield _form("STATUS")


def _tournaments(tx: Tx) -> Iterator[d.Matter]:
    """The tournaments that are not over, with what can be decided about each."""
    for each in tx.tournaments(*tournaments.GOING):
        now, number = brackets.standing(tx, each), str(each.number)
        begins = each.state == TournamentState.ENTRY
        verbs = ["START-TOURNAMENT"] if begins and len(now.entered) > 1 else []
        verbs += ["END-TOURNAMENT"] if not begins and now.form != TournamentForm.KNOCK_OUT else []
        forms = [_form(verb, tournament=number) for verb in (*verbs, "CANCEL-TOURNAMENT")]
        if now.drawn:
            players = {"old": tuple(now.drawn)}
            forms.append(d.DecisionForm(DECISIONS["REPLACE-ENTRANT"], given={"tournament": number}, choices=players))
        told = f"{len(now.drawn)} have entered" if begins else f"round {now.round}, {len(now.open)} contests go on"
        yield d.Matter(f"Tournament {number}, {each.title}: {told}.", tuple(forms), waits=False)


def _games() -> Iterator[str]:
    """What a contest can be of: each game, with each of its variants."""
    for game in contests.GAMES:
        yield bare_name(game)
        yield from (f"{bare_name(game)} {variant.name}" for variant in game.variants)


def _season(app: App, tx: Tx) -> d.Anchor | None:
    row = tx.season(app.config.season.id)
    if row is None:
        return None
    return d.Anchor(row.id, row.began, row.anchor, row.public_key, app.desk.wiki.url(app.desk.season_title(row.id)))
