"""Pushes in a real Chromium: a player asks for them on the private page, and the worker shows what is pushed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from selenium.webdriver.remote.webdriver import WebDriver
from selenium.webdriver.support.ui import WebDriverWait
from servers.push import PushService
from web.browser import DESKTOP, TELEPHONE, Town, Window

from pbp.adapters.push import keep_new_key

SUBSCRIBED = """
PushManager.prototype.subscribe = async function (asked) {
  const given = %s;
  const bytes = (words) => Uint8Array.from(atob(words.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
  if (!asked.userVisibleOnly || asked.applicationServerKey.length !== 65) throw new Error("asked for wrongly");
  return { endpoint: given.endpoint, getKey: (name) => bytes(given[name]).buffer };
};
"""
"""What the browser's maker does on the network, which no test reaches: it subscribes with our push service."""

SHOWN = """
const done = arguments[arguments.length - 1];
navigator.serviceWorker.ready
  .then((worker) => worker.getNotifications())
  .then((all) => done(all.map((each) => ({ title: each.title, body: each.body, url: each.data.url }))));
"""


@pytest.fixture
def service() -> Iterator[PushService]:
    service = PushService()
    service.start()
    yield service
    service.stop()


@pytest.fixture
def town(tmp_path: Path, service: PushService) -> Iterator[Town]:
    keep_new_key(tmp_path / "push.pem")
    town = Town(tmp_path, f'[push]\nkey = "file:push.pem"\nservices = ["{service.netloc}"]\n')
    yield town
    town.close()


@pytest.fixture(params=[TELEPHONE, DESKTOP], ids=["telephone", "desktop"])
def window(request: pytest.FixtureRequest, chromium: tuple[str, str], town: Town) -> Iterator[Window]:
    window = Window(chromium, request.param, town.server.url)
    yield window
    window.close()


def hand_over(window: Window, said: dict[str, str]) -> None:
    """Has the browser hand a push to the site's worker."""
    for id in ("0", "1", "2"):  # of the only registration of a new browser
        window.command("ServiceWorker.deliverPushMessage", origin=window.base, registrationId=id, data=json.dumps(said))


def deliver(window: Window, said: dict[str, str]) -> list[dict[str, Any]]:
    """Has the browser hand a push to the site's worker; gives the notifications that it then shows.

    A busy browser may drop what it is told to hand over, so it is told again: a push that comes twice shows once.
    """
    window.command("ServiceWorker.enable")
    before = window.driver.execute_async_script(SHOWN)

    def is_shown(driver: WebDriver) -> bool:
        hand_over(window, said)
        return bool(driver.execute_async_script(SHOWN) != before)

    WebDriverWait(window.driver, 60, poll_frequency=2).until(is_shown)
    return list(window.driver.execute_async_script(SHOWN))


def test_a_player_asks_for_pushes_and_the_browser_shows_them(window: Window, town: Town, service: PushService) -> None:
    subscription = json.dumps(service.subscribe())
    window.command("Page.addScriptToEvaluateOnNewDocument", source=SUBSCRIBED % subscription)
    window.command("Browser.grantPermissions", origin=window.base, permissions=["notifications"])
    window.open(town.site.private_url("Alice"))
    window.click("//summary[.='Tell this browser']", leaves=False)
    window.picture("push")
    window.press("Tell this browser too")
    WebDriverWait(window.driver, 60).until(lambda _: "A browser, by 127.0.0.1" in window.text)
    town.fight()
    assert [each.said["body"] for each in service.pushed][:1] == ["Its result is out."]
    said = service.pushed[0].said
    assert deliver(window, said) == [{"title": "Duel 1", "body": "Its result is out.", "url": "/me"}]
    assert len(deliver(window, service.pushed[1].said)) == 2, "another letter, another notification"
    hand_over(window, said)
    assert len(deliver(window, said | {"tag": "a third"})) == 3, "what comes twice shows once"
    window.press("Tell it no more: 1")
    assert "A browser, by" not in window.text
    assert window.complaints() == []
