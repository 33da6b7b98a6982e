"""Times in a real Chromium, which is elsewhere: with a script, without, and as time goes by."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from selenium.webdriver.common.by import By
from web.browser import DESKTOP, TELEPHONE, Town, Window


@pytest.fixture
def town(tmp_path: Path) -> Iterator[Town]:
    """A town of today, as the browser's clock is."""
    town = Town(tmp_path)
    town.now = datetime.now(UTC)
    town.app.tick()
    yield town
    town.close()


@pytest.fixture(params=[TELEPHONE, DESKTOP], ids=["telephone", "desktop"])
def window(request: pytest.FixtureRequest, chromium: tuple[str, str], town: Town) -> Iterator[Window]:
    window = Window(chromium, request.param, town.server.url)
    window.command("Emulation.setTimezoneOverride", timezoneId="Asia/Tokyo")
    yield window
    window.close()


def said(window: Window) -> str:
    """The battle time on the page of a duel."""
    return window.driver.find_element(By.XPATH, "//dt[.='Battle time']/following-sibling::dd").text


def test_a_battle_time_is_said_in_the_browsers_zone_and_counted_down(window: Window, town: Town) -> None:
    (duel,) = town.app.running()
    assert duel.battle_time
    there = duel.battle_time + timedelta(hours=9)
    window.open(f"/duels/{duel.number}")
    assert said(window).startswith(f"{there:%A} {there.day} {there:%B %Y, %H:%M} Asia/Tokyo (in ")
    assert "Times are in Asia/Tokyo, as your browser says." in window.text
    window.picture("times")
    later = duel.battle_time - timedelta(hours=7, minutes=5)
    window.driver.execute_script(
        f"Date.now = () => {later.timestamp() * 1000}; document.dispatchEvent(new Event('visibilitychange'))"
    )
    assert said(window).endswith("(in 7 hours 5 minutes)")
    assert "Orders are taken for another 7 hours 5 minutes." in window.text
    assert window.complaints() == []


def test_without_a_script_a_stranger_chooses_and_a_player_has_the_own_zone(window: Window, town: Town) -> None:
    (duel,) = town.app.running()
    window.command("Emulation.setScriptExecutionDisabled", value=True)
    window.open(f"/duels/{duel.number}")
    assert "15:00 UTC (in " in said(window)
    window.follow("Choose your time zone")
    window.picture("zone")
    window.click("//option[@value='Pacific/Auckland']", leaves=False)
    window.driver.find_element(By.XPATH, "//button[normalize-space()='Keep it so']").click()
    assert "Pacific/Auckland (in " in said(window)
    town.site.say("Alice", "TIMEZONE Africa/Lagos")
    town.app.tick()
    window.open(town.site.private_url("Alice"))
    window.open(f"/duels/{duel.number}")
    assert "16:00 Africa/Lagos (in " in said(window)
