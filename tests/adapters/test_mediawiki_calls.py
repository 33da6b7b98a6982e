"""How few calls a real MediaWiki gets: one session for many processes, one token for many edits, pages read once."""

from __future__ import annotations

import json
import stat

import pytest
from adapters.mediawiki_case import BOT, mediawiki_site
from servers.mediawiki import Visitor
from servers.proxy import Proxy

from pbp.adapters.mediawiki import MediaWikiSite
from pbp.errors import EditConflict, SiteRefused
from pbp.ports import Ref

pytestmark = pytest.mark.xdist_group("mediawiki")


@pytest.fixture
def proxy(mediawiki):
    server = Proxy(mediawiki.url)
    server.start()
    yield server
    server.stop()


@pytest.fixture
def calls(proxy):
    """How many calls there were since it was last asked."""

    def since() -> int:
        number = len(proxy.seen)
        proxy.seen.clear()
        return number

    return since


@pytest.fixture
def again(proxy, tmp_path):
    """The same site as a later process finds it."""
    return lambda: mediawiki_site(proxy.url, state=tmp_path / "session")


def test_one_session_serves_many_processes(again, calls, tmp_path):
    again().wiki.write("Duel Sheet", "one", base=None, summary="")
    calls()
    assert again().wiki.read("Duel Sheet").text == "one"
    assert calls() == 1
    site = again()
    site.wiki.write("Duel Sheet", "two", base=site.wiki.read("Duel Sheet").revision, summary="")
    assert calls() == 2
    assert stat.S_IMODE((tmp_path / "session").stat().st_mode) == 0o600
    assert BOT.password not in (tmp_path / "session").read_text()


def test_a_session_that_the_wiki_forgot_is_begun_again(mediawiki, again, calls, tmp_path):
    first = again().wiki.write("Duel Sheet", "one", base=None, summary="")
    mediawiki.forget_sessions()
    second = again().wiki.write("Duel Sheet", "two", base=first.revision, summary="")
    calls()
    assert again().wiki.read("Duel Sheet").revision == second.revision
    assert calls() == 1
    mediawiki.forget_sessions()
    site = again()
    base = site.wiki.read("Duel Sheet").revision
    assert site.wiki.write("Duel Sheet", "three", base=base, summary="").author == "BattleMaster"


@pytest.mark.parametrize("kept", ["", "{}", "[1]", '{"login": 1, "salt": 2}', "\ud800"])
def test_a_file_that_is_no_session_costs_the_signing_in_alone(again, calls, tmp_path, kept):
    (tmp_path / "session").write_text(kept, errors="surrogatepass")
    assert again().wiki.read("Duel Sheet") is None
    assert calls() == 4
    assert again().wiki.read("Duel Sheet") is None
    assert calls() == 1


def test_a_kept_session_whose_content_is_spoilt_is_begun_again(again, calls, tmp_path):
    again().wiki.read("Duel Sheet")
    kept = json.loads((tmp_path / "session").read_text())
    kept["session"] = {"cookies": 3}
    (tmp_path / "session").write_text(json.dumps(kept))
    calls()
    assert again().wiki.read("Duel Sheet") is None
    assert calls() == 4


def test_another_password_never_takes_up_the_session(proxy, again, tmp_path):
    again().wiki.read("Duel Sheet")
    with pytest.raises(SiteRefused, match="Special:BotPasswords"):
        MediaWikiSite(proxy.url, BOT.login, password="x" * 32, state=tmp_path / "session").check()


def test_pages_that_nobody_touched_are_known_by_one_call(mediawiki, again, calls):
    alice = Visitor(mediawiki, mediawiki.person)
    wiki = again().wiki
    pages = {
        title: wiki.write(title, "one", base=None, summary="").revision for title in ("Duel Sheet", "Wizard Duels")
    }
    alice.edit("Old Sheet", "#REDIRECT [[Duel Sheet]]")
    calls()
    newest = wiki.newest(["duel_Sheet", "Wizard Duels", "Old Sheet", "Nothing", "Duel Sheet#Idle"])
    assert calls() == 1
    sheet = pages["Duel Sheet"]
    assert newest == {
        "duel_Sheet": sheet, "Wizard Duels": pages["Wizard Duels"], "Old Sheet": sheet, "Duel Sheet#Idle": sheet,
        "Nothing": None,
    }  # fmt: skip
    alice.edit("Wizard Duels", "by hand")
    assert wiki.newest(["Wizard Duels"]) != {"Wizard Duels": pages["Wizard Duels"]}
    assert wiki.newest([]) == {}


def test_a_page_is_written_on_what_was_read_and_refused_if_that_is_old(mediawiki, again, calls):
    wiki = again().wiki
    first = wiki.write("Duel Sheet", "one", base=None, summary="")
    calls()
    base = wiki.read("Duel Sheet").revision
    second = wiki.write("Duel Sheet", "two", base=base, summary="")
    assert calls() == 2
    wiki.read("Duel Sheet")
    Visitor(mediawiki, mediawiki.person).edit("Duel Sheet", "by hand")
    with pytest.raises(EditConflict):
        wiki.write("Duel Sheet", "three", base=second.revision, summary="")
    with pytest.raises(EditConflict):
        wiki.write("Duel Sheet", "three", base=first.revision, summary="")
    assert wiki.read("Duel Sheet").text == "by hand"


def test_a_comment_takes_two_calls(again, calls):
    blog = again().blog
    post = blog.post("duel-7", "Wizard Duel 7", "story")
    calls()
    assert blog.find("c1", post) is None
    assert isinstance(blog.comment("c1", post, "closed"), Ref)
    assert calls() == 2
    assert blog.find("c1", post) is not None
    assert blog.find("c2", post) is None
    assert calls() == 2
