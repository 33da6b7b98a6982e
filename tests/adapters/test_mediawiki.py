"""What MediaWiki alone can do to us, on a real one: other hands, sections, redirects, refusals, lost answers."""

from __future__ import annotations

import pytest
from adapters.hostile_text import HOSTILE, page, shape, words
from adapters.mediawiki_case import BOT, mediawiki_site
from servers.mediawiki import Visitor
from servers.proxy import LOST_ANSWER, Proxy

from pbp.adapters.mediawiki import MediaWikiSite
from pbp.adapters.mediawiki.blog import page_title
from pbp.errors import ConfigError, EditConflict, SiteDown, SiteRefused
from pbp.text.markup import one_line

pytestmark = pytest.mark.xdist_group("mediawiki")


@pytest.fixture
def site(mediawiki):
    return mediawiki_site(mediawiki.url)


@pytest.fixture
def alice(mediawiki):
    return Visitor(mediawiki, mediawiki.person)


@pytest.fixture
def admin(mediawiki):
    return Visitor(mediawiki, mediawiki.admin)


@pytest.fixture
def proxy(mediawiki):
    server = Proxy(mediawiki.url)
    server.start()
    yield server
    server.stop()


def revisions(visitor, title):
    (found,) = visitor.get(
        action="query", titles=title, prop="revisions", rvlimit=50, rvprop="user|comment|content|ids"
    )["query"]["pages"]
    return found.get("revisions", [])


def is_edit(request):
    return request.method == "POST" and b"action=edit" in request.body


# --- pages


def test_nothing_is_sent_before_the_first_call():
    site = mediawiki_site("http://127.0.0.1:9/w/")
    assert site.wiki.account == "BattleMaster"
    assert site.wiki.url("Duel Sheet") == "http://127.0.0.1:9/w/index.php?title=Duel_Sheet"
    with pytest.raises(SiteDown):
        site.wiki.read("Duel Sheet")


@pytest.mark.parametrize(
    "wrong",
    [{"url": "wiki.example"}, {"url": "ftp://wiki.example/"}, {"password": ""}, {"oauth": ["a"]}, {"user": ""}],
)
def test_what_cannot_be_a_configuration_is_a_fault_at_once(wrong):
    with pytest.raises(ConfigError):
        MediaWikiSite(**{"url": "https://wiki.example/w/", "user": BOT.login, "password": BOT.password, **wrong})


def test_titles_are_the_pages_that_the_wiki_makes_of_them(site):
    site.wiki.write("duel_sheet", "one", base=None, summary="")
    page = site.wiki.read("Duel  sheet")
    assert (page.title, page.text) == ("Duel sheet", "one")
    assert page.url == site.wiki.url("Duel sheet")


@pytest.mark.parametrize(
    "title", ["", "a[b", "a|b", "{{x}}", "<i>", "Special:Version", "x" * 256, "a\ufffdb", "..", "::"]
)
def test_a_title_that_no_page_can_have_is_refused(site, title):
    with pytest.raises(SiteRefused):
        site.wiki.read(title)
    with pytest.raises(SiteRefused):
        site.wiki.write(title, "text", base=None, summary="")


def test_a_moved_page_is_read_and_written_where_it_went(site, alice):
    site.wiki.write("Duel Sheet", "one", base=None, summary="")
    alice.do("move", **{"from": "Duel Sheet", "to": "Sheet of Duels"})
    moved = site.wiki.read("Duel Sheet")
    assert (moved.title, moved.text) == ("Sheet of Duels", "one")
    site.wiki.write("Duel Sheet", "two", base=moved.revision, summary="")
    assert site.wiki.read("Sheet of Duels").text == "two"
    assert "#REDIRECT" in revisions(alice, "Duel Sheet")[0]["content"]


def test_white_space_at_the_end_is_no_change(site, alice):
    first = site.wiki.write("Duel Sheet", "one\r\ntwo \n\n", base=None, summary="")
    assert first.text == site.wiki.read("Duel Sheet").text == "one\ntwo"
    assert site.wiki.write("Duel Sheet", "one\ntwo\n", base=first.revision, summary="") == site.wiki.read("Duel Sheet")
    assert len(revisions(alice, "Duel Sheet")) == 1


def test_our_own_second_process_is_an_edit_conflict_too(mediawiki, site, alice):
    other = mediawiki_site(mediawiki.url)
    base = site.wiki.write("Duel Sheet", "one\ntwo\nthree", base=None, summary="").revision
    other.wiki.write("Duel Sheet", "one\ntwo\nfour", base=base, summary="")
    with pytest.raises(EditConflict):
        site.wiki.write("Duel Sheet", "zero\ntwo\nthree", base=base, summary="")
    assert revisions(alice, "Duel Sheet")[0]["content"] == "one\ntwo\nfour"


@pytest.mark.parametrize("hand", ["person", "bot"])
@pytest.mark.parametrize("theirs", ["one\n\n\ntheirs", "theirs\n\n\nthree"], ids=["elsewhere", "same line"])
def test_an_edit_between_our_look_and_our_write_is_a_conflict_and_stays(mediawiki, proxy, alice, hand, theirs):
    site = mediawiki_site(proxy.url)
    base = site.wiki.write("Duel Sheet", "one\n\n\nthree", base=None, summary="").revision
    visitor = Visitor(mediawiki, getattr(mediawiki, hand))

    def slip_in(request):
        if is_edit(request):
            visitor.edit("Duel Sheet", theirs)

    proxy.plan = slip_in
    with pytest.raises(EditConflict):
        site.wiki.write("Duel Sheet", "ours\n\n\nthree", base=base, summary="")
    assert "theirs" in revisions(alice, "Duel Sheet")[0]["content"]


def test_a_page_made_between_our_look_and_our_write_is_a_conflict_and_stays(proxy, alice):
    proxy.plan = lambda request: alice.edit("Duel Sheet", "theirs") if is_edit(request) else None
    with pytest.raises(EditConflict):
        mediawiki_site(proxy.url).wiki.write("Duel Sheet", "ours", base=None, summary="")
    assert revisions(alice, "Duel Sheet")[0]["content"] == "theirs"


def test_a_page_deleted_meanwhile_is_a_conflict(site, admin):
    base = site.wiki.write("Duel Sheet", "one", base=None, summary="").revision
    admin.do("delete", title="Duel Sheet")
    with pytest.raises(EditConflict):
        site.wiki.write("Duel Sheet", "two", base=base, summary="")
    assert site.wiki.read("Duel Sheet") is None


# --- sections of shared pages

SHARED = (
    "Intro '''of''' the page\n\n== Wizards ==\nold\n\n=== Notes ===\nours too\n\n== Rules ==\n{{Keep}} <!-- this -->\n"
)


def test_only_the_section_that_is_ours_is_replaced(site, alice):
    alice.edit("Gamestate", SHARED)
    section = site.wiki.read("Gamestate#Wizards")
    assert section.text == "old\n\n=== Notes ===\nours too"
    assert section.title == "Gamestate#Wizards" and section.url.endswith("?title=Gamestate#Wizards")
    site.wiki.write("Gamestate#Wizards", "{|\n| new\n|}", base=section.revision, summary="after duel 7")
    newest = revisions(alice, "Gamestate")[0]
    assert newest["content"] == (
        "Intro '''of''' the page\n\n== Wizards ==\n{|\n| new\n|}\n\n== Rules ==\n{{Keep}} <!-- this -->"
    )
    assert newest["comment"] == "/* Wizards */ after duel 7"
    assert site.wiki.read("Gamestate#Wizards").text == "{|\n| new\n|}"


def test_the_history_of_a_section_is_what_then_stood_in_it(site, alice):
    alice.edit("Gamestate", SHARED)
    section = site.wiki.read("Gamestate#Wizards")
    site.wiki.write("Gamestate#Wizards", "new", base=section.revision, summary="after duel 7 (pbp:1)")
    alice.edit("Gamestate", "nothing")
    whole = site.wiki.history("Gamestate#Wizards")
    assert [one.text for one in whole] == ["old\n\n=== Notes ===\nours too", "new", ""]
    assert whole[1].summary.endswith("after duel 7 (pbp:1)")
    assert site.wiki.history("Gamestate#Wizards", section.revision) == whole[1:]


def test_revisions_that_the_wiki_hides_have_no_text(mediawiki, site, alice):
    mediawiki.settings("$wgGroupPermissions['sysop']['deleterevision'] = true;")
    for text in ("one", "two", "three"):
        alice.edit("Duel Sheet", text)
    hidden = site.wiki.history("Duel Sheet")[1].id
    admin = Visitor(mediawiki, mediawiki.admin)
    admin.do("revisiondelete", type="revision", ids=hidden, hide="content|comment|user")
    assert [one.text for one in site.wiki.history("Duel Sheet")] == ["one", None, "three"]


def test_a_heading_that_is_not_one_ends_no_section(site, alice):
    alice.edit(
        "Gamestate", "== Wizards ==\n<nowiki>\n== Rules ==\n</nowiki>\n<!--\n== Rules ==\n-->\n== Rules ==\nkept"
    )
    section = site.wiki.read("Gamestate#Wizards")
    site.wiki.write("Gamestate#Wizards", "new", base=section.revision, summary="")
    assert revisions(alice, "Gamestate")[0]["content"] == "== Wizards ==\nnew\n\n== Rules ==\nkept"


def test_a_section_that_is_missing_is_put_at_the_end(site, alice):
    alice.edit("Gamestate", "Intro")
    assert site.wiki.read("Gamestate#Wizards") is None
    site.wiki.write("Gamestate#Wizards", "new", base=None, summary="")
    assert revisions(alice, "Gamestate")[0]["content"] == "Intro\n\n== Wizards ==\nnew"
    with pytest.raises(EditConflict):
        site.wiki.write("Gamestate#Wizards", "newer", base=None, summary="")
    site.wiki.write("New page#Wizards", "new", base=None, summary="")
    assert site.wiki.read("New page").text == "== Wizards ==\nnew"


def test_edits_of_other_sections_are_no_conflict_edits_of_ours_are(site, alice):
    alice.edit("Gamestate", SHARED)
    base = site.wiki.read("Gamestate#Wizards").revision
    alice.edit("Gamestate", SHARED.replace("Intro", "Changed"))
    ours = site.wiki.write("Gamestate#Wizards", "new", base=base, summary="")
    assert "Changed" in site.wiki.read("Gamestate").text
    alice.edit("Gamestate", "== Wizards ==\nby hand")
    with pytest.raises(EditConflict):
        site.wiki.write("Gamestate#Wizards", "newer", base=ours.revision, summary="")
    with pytest.raises(EditConflict):
        site.wiki.write("Gamestate#Wizards", "newer", base="no number", summary="")
    assert site.wiki.read("Gamestate#Wizards").text == "by hand"


# --- refusals, in words


def test_a_protected_page_is_refused_with_what_to_do(site, admin):
    admin.edit("Duel Sheet", "one")
    admin.do("protect", title="Duel Sheet", protections="edit=sysop")
    base = site.wiki.read("Duel Sheet").revision
    with pytest.raises(SiteRefused, match=r"protected.*ask for the right"):
        site.wiki.write("Duel Sheet", "two", base=base, summary="")


def test_a_blocked_account_is_refused_with_what_to_do(site, admin):
    admin.do("block", user="BattleMaster", reason="too loud")
    with pytest.raises(SiteRefused, match="account is blocked: ask an administrator"):
        site.wiki.write("Duel Sheet", "one", base=None, summary="")


def test_a_text_that_is_too_long_is_refused(mediawiki, site):
    mediawiki.settings("$wgMaxArticleSize = 10;")
    with pytest.raises(SiteRefused, match="longer than the wiki allows"):
        site.wiki.write("Duel Sheet", "x" * 20_000, base=None, summary="")


def test_a_long_page_is_written_and_read_whole(site):
    text = "\n".join(f"* line {n} of the audit" for n in range(40_000))
    site.wiki.write("Wizard Duel 7 Audit", text, base=None, summary="x" * 900)
    assert len(text) > 900_000 and site.wiki.read("Wizard Duel 7 Audit").text == text


def test_an_account_without_the_right_is_refused(mediawiki, site):
    mediawiki.settings("$wgGroupPermissions['*']['createpage'] = $wgGroupPermissions['user']['createpage'] = false;")
    with pytest.raises(SiteRefused, match=r"may not create pages|lacks this right"):
        site.wiki.write("Duel Sheet", "one", base=None, summary="")


def test_a_filter_that_objects_is_refused_with_its_reason(mediawiki, site):
    mediawiki.settings(
        "$wgHooks['EditFilterMergedContent'][] = function ($context, $content, $status) {"
        " $status->fatal('hookaborted'); return false; };"
    )
    with pytest.raises(SiteRefused):
        site.wiki.write("Duel Sheet", "one", base=None, summary="")


@pytest.mark.parametrize("user, password", [(BOT.login, "x" * 32), ("Nobody@pbp", BOT.password), ("BattleMaster", "x")])
def test_a_wrong_password_is_refused(mediawiki, user, password):
    with pytest.raises(SiteRefused, match="does not let"):
        MediaWikiSite(mediawiki.url, user, password=password).wiki.read("Duel Sheet")


def test_a_wiki_that_only_members_read_is_read_by_ours(mediawiki):
    mediawiki.settings("$wgGroupPermissions['*']['read'] = false;")
    site = mediawiki_site(mediawiki.url)
    site.wiki.write("Duel Sheet", "one", base=None, summary="")
    assert site.wiki.read("Duel Sheet").text == "one"


def test_a_wiki_that_is_read_only_is_down_with_its_reason(mediawiki, site):
    site.wiki.read("Duel Sheet")
    mediawiki.settings("$wgReadOnly = 'We move house until noon';")
    with pytest.raises(SiteDown, match="read-only"):
        site.wiki.write("Duel Sheet", "one", base=None, summary="")


def test_a_rate_limit_is_down_for_a_minute(mediawiki, site):
    mediawiki.settings(
        "$wgRateLimits = ['edit' => ['user' => [1, 60], '&can-bypass' => false]]; $wgMainCacheType = CACHE_DB;"
    )
    site.wiki.write("Duel Sheet", "one", base=None, summary="")
    with pytest.raises(SiteDown) as caught:
        site.wiki.write("Duel Sheet 2", "one", base=None, summary="")
    assert caught.value.retry_at is not None


def test_a_forgotten_session_is_begun_again(mediawiki, site, alice):
    site.wiki.write("Duel Sheet", "one", base=None, summary="")
    mediawiki.forget_sessions()
    base = site.wiki.read("Duel Sheet").revision
    mediawiki.forget_sessions()
    site.wiki.write("Duel Sheet", "two", base=base, summary="")
    assert [(r["user"], r["content"]) for r in revisions(alice, "Duel Sheet")] == [
        ("BattleMaster", "two"),
        ("BattleMaster", "one"),
    ]


def test_a_check_of_the_permissions_finds_nothing_or_says_what_to_do(mediawiki, site, admin):
    assert site.check() == []
    mediawiki.settings(
        "$wgGroupPermissions['*']['createtalk'] = $wgGroupPermissions['user']['createtalk'] = false;"
        " $wgReadOnly = 'We move house';"
    )
    assert site.check() == [
        "the account may not make talk pages: give it, or its bot password, the right 'createtalk'",
        "the wiki is read-only: We move house",
    ]
    mediawiki.settings("")
    admin.do("block", user="BattleMaster", reason="too loud")
    assert site.check() == ["the account is blocked by Admin: too loud"]


# --- the blog


def test_a_key_that_others_copy_is_not_ours(site, alice):
    alice.edit("Wizard Duel 7", "<!-- pbp:duel-7 -->")
    alice.do("edit", title="Wizard Duel 8", text="x", summary="Wizard Duel 7 [pbp:duel-7]")
    assert site.blog.find("duel-7") is None
    post = site.blog.post("duel-9", "Wizard Duel 9", "story")
    alice.do("edit", title="Talk:Wizard Duel 9", section="new", text="x", summary="[pbp:duel-9-result]")
    assert site.blog.find("duel-9-result", post) is None


def test_a_key_in_a_players_name_is_not_a_key(site):
    post = site.blog.post("duel-7", "Alice against [pbp:duel-9]", "story")
    site.wiki.write("Alice", "x", base=None, summary="a page of [pbp:duel-9]")
    assert site.blog.find("duel-9") is None
    assert site.blog.find("duel-7") == post


def test_a_moved_post_is_found_and_takes_comments(site, alice):
    post = site.blog.post("duel-7", "Wizard Duel 7", "story")
    site.blog.comment("c1", post, "first")
    alice.do("move", **{"from": "Wizard Duel 7", "to": "The Seventh Duel", "movetalk": 1})
    assert site.blog.find("duel-7").id == post.id
    second = site.blog.comment("c2", post, "second")
    assert site.blog.find("c1", post) and site.blog.find("c2", post) == second
    assert second.url.partition("#")[0].endswith("Talk:The_Seventh_Duel")


def test_a_page_that_is_there_already_is_refused_not_overwritten(site, alice):
    alice.edit("Wizard Duel 7", "theirs")
    with pytest.raises(SiteRefused, match="has a page 'Wizard Duel 7' already"):
        site.blog.post("duel-7", "Wizard Duel 7", "ours")
    assert revisions(alice, "Wizard Duel 7")[0]["content"] == "theirs"


def test_the_same_post_again_is_the_post_that_is_there(site, alice):
    post = site.blog.post("duel-7", "Wizard Duel 7", "story")
    assert site.blog.post("duel-7", "Wizard Duel 7", "story") == post
    assert len(revisions(alice, "Wizard Duel 7")) == 1


def test_a_comment_has_a_heading_a_signature_and_an_address_that_leads_to_it(site, alice):
    post = site.blog.post("duel-7", "Wizard Duel 7", "story")
    ref = site.blog.comment("c1", post, "Alice gains 5")
    html = alice.tree("Talk:Wizard Duel 7")
    assert f'id="{ref.url.partition("#")[2]}"' in html
    assert "<h2>" in html and "~~~" not in html and "User:BattleMaster" in html


def test_comments_of_many_hands_never_conflict(site, alice):
    post = site.blog.post("duel-7", "Wizard Duel 7", "story")
    for n in range(3):
        alice.do("edit", title="Talk:Wizard Duel 7", section="new", text=f"remark {n}", sectiontitle="Hm")
        site.blog.comment(f"c{n}", post, f"result {n}")
    html = alice.tree("Talk:Wizard Duel 7")
    assert all(html.count(f"remark {n}") == html.count(f"result {n}") == 1 for n in range(3))


def test_a_comment_on_a_deleted_post_is_refused(site, admin):
    post = site.blog.post("duel-7", "Wizard Duel 7", "story")
    admin.do("delete", title="Wizard Duel 7")
    assert site.blog.find("c1", post) is None and site.blog.find("duel-7") is None
    with pytest.raises(SiteRefused, match="no longer has the page"):
        site.blog.comment("c1", post, "result")


def test_the_oldest_post_is_found_among_all_our_pages(site):
    for n in range(12):
        site.blog.post(f"duel-{n}", f"Wizard Duel {n}", "story")
    assert site.blog.find("duel-0").url.endswith("Wizard_Duel_0")


def test_posts_stand_under_the_prefix(mediawiki, alice):
    site = mediawiki_site(mediawiki.url, prefix="User:BattleMaster/")
    post = site.blog.post("duel-7", "Wizard Duel 7", "story")
    site.blog.comment("c1", post, "result")
    assert revisions(alice, "User:BattleMaster/Wizard Duel 7")
    assert revisions(alice, "User talk:BattleMaster/Wizard Duel 7")
    assert site.blog.find("duel-7") == post and site.blog.find("c1") is None


# --- answers that get lost


def test_a_write_whose_answer_was_lost_is_sent_once_and_is_no_conflict_later(proxy, alice):
    site = mediawiki_site(proxy.url)
    proxy.plan = lambda request: LOST_ANSWER if is_edit(request) else None
    with pytest.raises(SiteDown):
        site.wiki.write("Duel Sheet", "one", base=None, summary="")
    proxy.plan = lambda request: None
    assert site.wiki.write("Duel Sheet", "one", base=None, summary="").text == "one"
    assert len(revisions(alice, "Duel Sheet")) == sum(map(is_edit, proxy.seen)) == 1


def test_a_post_and_a_comment_whose_answers_were_lost_are_sent_once_and_found(proxy, alice):
    site = mediawiki_site(proxy.url)
    proxy.plan = lambda request: LOST_ANSWER if is_edit(request) else None
    with pytest.raises(SiteDown):
        site.blog.post("duel-7", "Wizard Duel 7", "story")
    post = site.blog.find("duel-7")
    with pytest.raises(SiteDown):
        site.blog.comment("c1", post, "result")
    assert site.blog.find("c1", post)
    assert sum(map(is_edit, proxy.seen)) == 2
    assert len(revisions(alice, "Wizard Duel 7")) == len(revisions(alice, "Talk:Wizard Duel 7")) == 1


# --- hostile text


def test_hostile_text_changes_no_markup_around_it(site, alice):
    site.wiki.write("Plain", page("wikitext", "¤"), base=None, summary="")
    wanted = shape(alice.tree("Plain"))
    changed = []
    for n, text in enumerate(HOSTILE):
        site.wiki.write(f"Hostile {n}", page("wikitext", text), base=None, summary=text)
        html = alice.tree(f"Hostile {n}")
        if shape(html) != wanted or words(html).count(one_line(text)) != words(page("html", text)).count(
            one_line(text)
        ):
            changed.append(text)
    assert changed == []
    linked = alice.get(action="query", list="allcategories")["query"]["allcategories"]
    assert linked == []


def test_every_title_of_a_post_is_one_that_a_page_can_have(alice):
    titles = [page_title("", f"Wizard Duel of {text}") for text in HOSTILE] + [page_title("Duels/", "x" * 300)]
    answer = alice.get(action="query", titles="\x1f" + "\x1f".join(titles))["query"]
    assert len(answer["pages"]) == len(set(titles))
    assert all(page["ns"] == 0 and "invalid" not in page for page in answer["pages"])


def test_a_post_with_a_hostile_title_is_found(site):
    title = HOSTILE[1]
    post = site.blog.post("duel-7", title, "story")
    assert site.blog.find("duel-7") == post
    assert site.blog.comment("c1", post, "result") == site.blog.find("c1", post)
