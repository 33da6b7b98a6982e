"""The tables of the store. Times are stored as UTC without zone and come back aware; JSON is plain JSON.

What must hold between rows, and in them, is held by the database: `migrations.py` says the same to older stores.
"""

from __future__ import annotations

from sqlalchemy import JSON, Boolean, Column, Index, Integer, LargeBinary, Table, Text, UniqueConstraint

from pbp.store.columns import EnumWord, Setups, Utc, metadata
from pbp.store.columns import check as _check
from pbp.store.columns import of as _of
from pbp.store.columns import words as _words
from pbp.store.states import (
    DuelState,
    Hold,
    Intent,
    MessageState,
    Notify,
    OrderWaits,
    PageKind,
    PageState,
    Taken,
    TextKind,
    TextState,
    TournamentState,
    Trigger,
)

meta = Table("meta", metadata, Column("name", Text, primary_key=True), Column("value", Text, nullable=False))

journal = Table(
    "journal",  # append-only; each entry's hash covers the one before
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("duel", Integer),
    Column("facts", Text, nullable=False),
    Column("previous", Text, nullable=False),
    Column("hash", Text, nullable=False, unique=True),
    Index("ix_journal_duel", "duel", "kind"),
    Index("ix_journal_kind", "kind", "id"),
)

season = Table(
    "season",
    metadata,
    Column("id", Text, primary_key=True),
    Column("key", LargeBinary, nullable=False),  # secret
    Column("signing_key", LargeBinary, nullable=False),  # secret
    Column("anchor", Text, nullable=False),
    Column("public_key", Text, nullable=False),
    Column("began", Utc, nullable=False),
    Column("next_index", Integer, nullable=False, default=0),
    Column("dice", Text),  # where its dice come from, as its anchor says; none: an anchor that does not say
    _check("next_index", "next_index BETWEEN 0 AND 65536"),
    _check("dice", "dice IN ('seed', 'rolls')"),
)

wizard = Table(
    "wizard",
    metadata,
    Column("name", Text, primary_key=True),
    Column("folded", Text, nullable=False, unique=True),  # the name without case: no two may differ in case alone
    Column("stars", Integer, nullable=False),
    Column("active", Boolean, nullable=False),
    Column("attributes", JSON, nullable=False),
    Column("notify", EnumWord(Notify), nullable=False, default="ALL"),
    Column("joined", Utc, nullable=False),
    _words("notify", Notify),
)

address = Table(
    "address",
    metadata,
    Column("channel", Text, primary_key=True),
    Column("address", Text, primary_key=True),
    Column("wizard", Text, nullable=False),
    Column("added", Utc, nullable=False),
    Column("wrote", Utc),  # when the player last wrote from there: letters go where they came from
    _of("wizard", "wizard.name"),
)

wish = Table(
    "wish",  # what is asked for an address that is nobody's yet
    metadata,
    Column("channel", Text, primary_key=True),
    Column("address", Text, primary_key=True),
    Column("intent", EnumWord(Intent), primary_key=True),
    Column("wizard", Text, primary_key=True),  # the wizard's name, or the one that is asked for
    Column("folded", Text, nullable=False),  # the name without case
    Column("code", Text),  # secret: what is to come back from there; none: it came back
    Column("asked", Utc, nullable=False),
    _words("intent", Intent),
)

duel = Table(
    "duel",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("game", Text, nullable=False),
    Column("state", EnumWord(DuelState), nullable=False),
    Column("step", Integer, nullable=False, default=1),
    Column("scheduled", Utc, nullable=False),
    Column("opened", Utc, nullable=False),  # when the present step opened
    Column("battle_time", Utc),  # when the present step closes; none with trigger all-in
    Column("trigger", EnumWord(Trigger), nullable=False),
    Column("setup", Setups, nullable=False),
    Column("season", Text, nullable=False),
    Column("seed_index", Integer, nullable=False),
    Column("list_title", Text),
    Column("list_text", Text),
    Column("held", EnumWord(Hold)),  # why it waits for the Battle Master
    Column("held_why", Text),
    Column("held_at", Utc),
    Column("settles", Utc),  # when an early close is due, if nobody waits
    Column("summary", JSON),  # what the overview shows of a resolved duel
    Column("ended", Utc),
    Column("dice", Text),  # where its dice come from, for its life
    Column("format", Text, nullable=False, server_default="ring"),  # of its setup
    UniqueConstraint("season", "seed_index"),
    _of("season", "season.id"),
    _words("state", DuelState),
    _words("trigger", Trigger),
    _words("held", Hold),
    _check("dice", "dice IN ('seed', 'rolls')"),
    _check("number", "number > 0"),
    _check("step", "step > 0"),
    _check("seed_index", "seed_index BETWEEN 0 AND 65535"),
    _check("hold", "(held IS NULL) = (held_why IS NULL) AND (held IS NULL) = (held_at IS NULL)"),
    _check("ended", "(ended IS NULL) = (state IN ('open', 'pending'))"),
    _check("format", "format IN ('ring', 'contest')"),
    Index("ix_duel_state", "state", "number"),
    Index("ix_duel_format", "format", "number"),
    Index("ix_duel_ended", "ended"),
    Index("ix_duel_list_title", "list_title"),
)

message = Table(
    "message",
    metadata,
    Column("channel", Text, primary_key=True),
    Column("id", Text, primary_key=True),
    Column("sender", Text, nullable=False),
    Column("received", Utc, nullable=False),
    Column("subject", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("wizard", Text),
    Column("state", EnumWord(MessageState), nullable=False),
    Column("why", Text),
    # of one kept aside, what it takes to handle it later:
    Column("thread", Text),
    Column("token", Text),  # secret
    Column("vouched", Boolean),
    Column("public", Boolean),
    _words("state", MessageState),
    _check("why", "state <> 'aside' OR why IS NOT NULL"),
    Index("ix_message_state", "state", "received"),
)

submission = Table(
    "submission",  # numbered for each player: a receipt must not tell how many orders of others came before
    metadata,
    Column("seat", Text, primary_key=True),
    Column("serial", Integer, primary_key=True, autoincrement=False),
    Column("duel", Integer, nullable=False, index=True),
    Column("step", Integer, nullable=False),
    Column("words", Text),  # canonical; none: the order was withdrawn
    Column("said", Text, nullable=False),
    Column("received", Utc, nullable=False),
    Column("salt", Text, nullable=False),
    Column("digest", Text, nullable=False),
    Column("wait", Boolean, nullable=False, default=False),
    _of("duel", "duel.number"),
    _of("seat", "wizard.name"),
    _check("serial", "serial > 0"),
    _check("step", "step > 0"),
)

waiting_order = Table(
    "waiting_order",  # what is to count where its wizard sends no order; secret like any order, and its words for ever
    metadata,
    Column("wizard", Text, primary_key=True),
    Column("serial", Integer, primary_key=True, autoincrement=False),
    Column("waits", EnumWord(OrderWaits), nullable=False),
    Column("duel", Integer),  # the contest, or the ring duel, that alone is meant; none: every ring duel
    Column("after", Integer, nullable=False),  # it is for duels, or steps of its contest, with a higher number
    Column("words", Text, nullable=False),
    Column("given", Utc, nullable=False),
    Column("ended", Utc),  # when it was withdrawn, replaced or used up
    _of("wizard", "wizard.name"),
    _of("duel", "duel.number"),
    _words("waits", OrderWaits),
    _check("serial", "serial > 0"),
)

step = Table(
    "step",
    metadata,
    Column("duel", Integer, primary_key=True),
    Column("step", Integer, primary_key=True),
    Column("closed", Utc, nullable=False),
    Column("orders", JSON, nullable=False),  # [[player, serial, words, salt, received], ...] by seat
    Column("blind", Text, nullable=False),
    Column("commitment", Text, nullable=False),
    Column("seed_index", Integer, nullable=False),
    Column("setup", JSON, nullable=False),  # the whole setup as the step closed
    Column("sheet_revision", Text),
    Column("list_revision", Text),
    Column("state_digest", Text),
    Column("events", JSON),
    Column("draws", JSON),
    Column("view", JSON),
    Column("resolved", Utc),
    Column("version", Integer, nullable=False),  # of the bundle, and so of the commitment
    Column("previous", JSON),  # the ring duel before, as it was committed to
    Column("amended", JSON),  # rulings, and how far they look back, where they came after the close
    _of("duel", "duel.number"),
    _check("step", "step > 0"),
    _check("version", "version > 0"),
)

roll = Table(
    "roll",  # dice asked of a public roller, and the numbers given: step 0 is the drawing of the ring
    metadata,
    Column("duel", Integer, primary_key=True, autoincrement=False),
    Column("step", Integer, primary_key=True, autoincrement=False),
    Column("place", Integer, primary_key=True, autoincrement=False),  # from 0, in the order in which they are used
    Column("sides", Integer, nullable=False),
    Column("value", Integer),  # none: it is still waited for
    Column("url", Text),
    _check("step", "step >= 0"),
    _check("place", "place >= 0"),
    _check("value", "value BETWEEN 1 AND sides"),
    Index("ix_roll_value", "value"),
)

ruling = Table(
    "ruling",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("duel", Integer, nullable=False, index=True),
    Column("spell", Text, nullable=False),
    Column("wizard", Text),
    Column("inputs", Text),
    Column("cost", Text),
    Column("effect", Text),
    Column("outcomes", JSON),
    Column("words", Text),  # a digest of the author's words that were reworded
    Column("why", Text, nullable=False),
    Column("at", Utc, nullable=False),
    _of("duel", "duel.number"),
    _of("wizard", "wizard.name"),
    Index("ix_ruling_words", "words"),
)

offer = Table(
    "offer",  # the rewordings offered for a spell of a duel's list that cannot be read
    metadata,
    Column("duel", Integer, primary_key=True, autoincrement=False),
    Column("spell", Text, primary_key=True),
    Column("words", Text, primary_key=True),  # a digest of the author's words
    Column("number", Integer, primary_key=True, autoincrement=False),  # from 1, the best first
    Column("fields", JSON, nullable=False),
    Column("by", Text, nullable=False),
    _of("duel", "duel.number"),
    _check("number", "number > 0"),
)

outgoing = Table(
    "outgoing",  # what the world is to see: queued with the change that it announces
    metadata,
    Column("key", Text, primary_key=True),
    Column("serial", Integer, nullable=False, unique=True),
    Column("kind", EnumWord(TextKind), nullable=False),
    Column("site", Text, nullable=False),  # "blog", or the channel of a letter
    Column("payload", JSON, nullable=False),
    Column("after", JSON, nullable=False),  # keys and "page:TITLE"s that must be out before
    Column("duel", Integer),
    Column("state", EnumWord(TextState), nullable=False),
    Column("created", Utc, nullable=False),
    Column("attempts", Integer, nullable=False, default=0),
    Column("not_before", Utc, nullable=False),
    Column("lease", Utc),
    Column("owner", Text),
    Column("tried", Utc),  # when it may last have been sent
    Column("first_tried", Utc),  # when it may first have been sent
    Column("sendings", Integer, nullable=False, default=0, server_default="0"),  # how often it may have been sent
    Column("missed", Utc),  # when it was last looked for in vain since then
    Column("watch", Utc),  # when to look next whether it stands there twice; none: no need
    Column("ref_id", Text),
    Column("ref_url", Text),
    Column("why", Text),
    Column("sent", Utc),
    _of("duel", "duel.number"),
    _words("kind", TextKind),
    _words("state", TextState),
    _check("attempts", "attempts >= 0"),
    _check("sent", "state <> 'sent' OR sent IS NOT NULL"),
    Index("ix_outgoing_state", "state", "serial"),
    Index("ix_outgoing_duel", "duel"),
    Index("ix_outgoing_ref_id", "ref_id"),
    Index("ix_outgoing_watch", "watch"),
)

page = Table(
    "page",  # pages that are ours: what they should say, and what we last saw there
    metadata,
    Column("title", Text, primary_key=True),
    Column("kind", EnumWord(PageKind), nullable=False),
    Column("wanted", Text, nullable=False),
    Column("summary", Text, nullable=False),
    Column("duel", Integer),
    Column("seen", Text),  # its text when we last read or wrote it; of the sheet, what was made of it
    Column("text", Text),  # its whole text at that revision; none: not kept
    Column("revision", Text),
    Column("url", Text),
    Column("state", EnumWord(PageState), nullable=False),
    Column("not_before", Utc, nullable=False),
    Column("why", Text),
    Column("written", Text),  # what we wanted when we last wrote there: what of the page is ours
    Column("sent_key", Text),  # of a write under way, whose outcome may be unknown
    Column("sent", Text),  # what that write wanted
    Column("taken", EnumWord(Taken)),  # the Battle Master's word on a page that others made
    _of("duel", "duel.number"),
    _words("kind", PageKind),
    _words("state", PageState),
    _words("taken", Taken),
    Index("ix_page_state", "state"),
    Index("ix_page_kind", "kind"),
    Index("ix_page_duel", "duel"),
)

tournament = Table(
    "tournament",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("title", Text, nullable=False),
    Column("form", Text, nullable=False),
    Column("game", Text, nullable=False),  # its bare name
    Column("variant", Text),
    Column("options", JSON, nullable=False),  # of its contests
    Column("terms", JSON, nullable=False),
    Column("state", EnumWord(TournamentState), nullable=False),
    Column("season", Text, nullable=False),
    Column("post", Text, nullable=False),  # the key of its post
    Column("announced", Utc, nullable=False),
    Column("closes", Utc),  # when entry closes; none: by decision, or when there are enough
    Column("ended", Utc),
    _of("season", "season.id"),
    _words("state", TournamentState),
    _check("number", "number > 0"),
)

entrant = Table(
    "entrant",
    metadata,
    Column("tournament", Integer, primary_key=True, autoincrement=False),
    Column("name", Text, primary_key=True),
    Column("place", Integer),  # in the draw, from 1; on a ladder in the order of entry
    Column("left_at", Utc),  # when they left; none: they play
    _of("tournament", "tournament.number"),
    _of("name", "wizard.name"),
)

meeting = Table(
    "meeting",  # two entrants of a tournament in a round, or one without an opponent
    metadata,
    Column("tournament", Integer, primary_key=True, autoincrement=False),
    Column("round", Integer, primary_key=True, autoincrement=False),
    Column("board", Integer, primary_key=True, autoincrement=False),
    Column("home", Text, nullable=False),  # who has the first seat of its first contest; empty: an empty place
    Column("away", Text, nullable=False),
    Column("duel", Integer, unique=True),  # its newest contest
    Column("again", Integer, nullable=False),  # how often it was played again
    Column("home_points", Integer),  # in halves; none: it goes on
    Column("away_points", Integer),
    Column("how", Text, nullable=False),  # how it was decided
    Column("decided", Utc),
    _of("tournament", "tournament.number"),
    _of("duel", "duel.number"),
    _check("points", "(home_points IS NULL) = (away_points IS NULL) AND (home_points IS NULL) = (decided IS NULL)"),
)
