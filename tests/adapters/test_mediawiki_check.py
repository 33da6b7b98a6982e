"""What the check of a MediaWiki sees, on a real one: rights, protection, captchas, filters, a wrong bot password."""

from __future__ import annotations

import pytest
from adapters.mediawiki_case import BOT, mediawiki_site
from servers.mediawiki import MediaWiki, Visitor

from pbp.adapters.mediawiki import MediaWikiSite
from pbp.errors import SiteRefused

pytestmark = pytest.mark.xdist_group("mediawiki")


@pytest.fixture
def site(mediawiki):
    return mediawiki_site(mediawiki.url)


@pytest.fixture
def admin(mediawiki):
    return Visitor(mediawiki, mediawiki.admin)


@pytest.mark.parametrize(
    ("user", "password"), [(BOT.login, "x" * 32), ("BattleMaster@other", BOT.password), ("BattleMaster", BOT.password)]
)
def test_a_wrong_bot_password_is_told_with_the_page_that_makes_one(mediawiki, user, password):
    with pytest.raises(SiteRefused, match="Special:BotPasswords") as caught:
        MediaWikiSite(mediawiki.url, user, password=password).check()
    assert password not in str(caught.value)


def test_pages_that_are_protected_are_barred_with_the_reason(mediawiki, site, admin):
    admin.edit("Duel Sheet", "x")
    admin.edit("Sheet", "#REDIRECT [[Duel Sheet]]")
    admin.do("protect", title="Duel Sheet", protections="edit=sysop")
    admin.do("protect", title="Wizard Duel 7", protections="create=sysop")
    barred = site.wiki.barred(["duel_Sheet", "Sheet", "Wizard Duels", "Wizard Duel 7", "MediaWiki:Sidebar"])
    assert set(barred) == {"duel_Sheet", "Sheet", "Wizard Duel 7", "MediaWiki:Sidebar"}
    assert "protected" in barred["Sheet"]
    assert set(site.blog.barred(["Wizard Duel 7", "Wizard Duel 8"])) == {"Wizard Duel 7"}
    mediawiki.settings("$wgNamespaceProtection[NS_TALK] = ['editinterface'];")
    assert "Talk namespace" in site.blog.barred(["Wizard Duel 8"])["Wizard Duel 8"]


def test_a_captcha_that_stands_before_our_edits_is_told(mediawiki, site):
    mediawiki.settings("wfLoadExtensions(['ConfirmEdit']); $wgCaptchaTriggers['create'] = true;")
    assert site.check() == []
    site.wiki.write("Duel Sheet", "one", base=None, summary="")
    mediawiki.settings(
        "wfLoadExtensions(['ConfirmEdit']); $wgCaptchaTriggers['create'] = true;"
        " $wgGroupPermissions['bot']['skipcaptcha'] = false;"
    )
    with pytest.raises(SiteRefused, match="captcha"):
        site.wiki.write("Wizard Duels", "one", base=None, summary="")
    (fault,) = site.check()
    assert "captcha" in fault and "skipcaptcha" in fault


def test_a_filter_that_kept_an_edit_out_is_told(mediawiki: MediaWiki, site):
    mediawiki.settings("wfLoadExtension('AbuseFilter');")
    mediawiki.update()
    assert (site.check(), site.remarks()) == ([], [])
    mediawiki.add_filter("No stars", 'added_lines irlike "stars"')
    assert site.remarks() == ["the wiki has filters that can keep edits out: 1 (No stars)"]
    with pytest.raises(SiteRefused, match="abusefilter"):
        site.wiki.write("Duel Sheet", "20 Stars", base=None, summary="")
    (fault,) = site.check()
    assert "the filter 'No stars' kept our edit of 'Duel Sheet' out" in fault
