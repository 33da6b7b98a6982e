"""A real service behind its production server, and a real Chromium that looks at it."""

from __future__ import annotations

import base64
from datetime import UTC, datetime, timedelta
from importlib.resources import files
from pathlib import Path

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

from pbp import config
from pbp.operating.serving import Server

PICTURES = Path(__file__).parent.parent / "artefacts" / "pages"
TELEPHONE, DESKTOP = 390, 1280
START = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
WIZARDS = ("Alice", "Bob", "Carol", "Dave", "Erin")
RULESET = """The wizards keep their spells here.

== Spells ==
=== Greed ===
Inputs: None<br>
Effect: If no other Wizard cast the Greed spell this Duel, gain 5 stars

=== Gain ===
Inputs: None<br>
Effect: Gain DICE4 stars

=== Burn ===
Inputs: A numerical position in the Wizard Ring<br>
Effect: The wizard in the targeted position loses 3 stars. Their neighbors lose 1 star

=== Jest ===
Inputs: None<br>
Effect: Gain 2 stars if the Battle Master laughs
"""


class Town:
    """The running site of five wizards and a Battle Master; its clock goes when told."""

    def __init__(self, folder: Path, more: str = "", writes: int = 30):
        self.now = START
        settings = config.read(
            f'[store]\nurl = "sqlite:///{folder}/store.db"\n'
            f"[schedule]\nplayers = 2\n[ring]\noutage_after_hours = 1000\ngive_back_minutes = 0\n{more}",
            folder,
        )
        self.server = Server(settings, lambda: self.now, port=0, writes=writes)
        self.app = self.server.app
        self.site = self.app.site
        first = self.site.edit("Ruleset", RULESET.replace("DICE4", "DICE6"), None, "Alice", "The first spells")
        self.site.edit("Ruleset", RULESET, first.revision, "Bob", "Gain was too good")
        for name in WIZARDS:
            self.app.add_player(name)
        self.site.account("Merlin", master=True)
        self.server.start()
        self.app.tick()

    def fight(self, **orders: str) -> None:
        """Sends orders, waits for the battle time of the open duel, and has it resolved."""
        for name, text in orders.items():
            self.site.say(name, text)
        (duel,) = self.app.running()
        self.now = duel.battle_time + timedelta(minutes=1)
        self.app.tick()
        self.now += timedelta(minutes=1)
        self.app.tick()

    def post(self, number: int) -> str:
        """The id of a duel's post."""
        return next(post.id for post in self.site.blog.posts() if post.title == f"Wizard Duel {number}")

    def close(self) -> None:
        """Stops serving."""
        self.server.stop()
        self.app.store.close()


class Window:
    """A Chromium window of a width, as a telephone's or a desktop's."""

    def __init__(self, programs: tuple[str, str], width: int, base: str, dark: bool = False):
        options = webdriver.ChromeOptions()
        options.binary_location = programs[0]
        for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--hide-scrollbars"):
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.driver = webdriver.Chrome(options=options, service=Service(programs[1]))
        self.base, self.width = base, width
        self.command(
            "Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=width < 600
        )
        self.scheme("dark" if dark else "light")

    def command(self, name: str, **arguments):
        """Sends a command of Chromium's own protocol."""
        return self.driver.execute_cdp_cmd(name, arguments)

    def scheme(self, name: str, contrast: str = "no-preference") -> None:
        """Asks for light or dark pages, with more contrast or as it is."""
        features = [{"name": "prefers-color-scheme", "value": name}, {"name": "prefers-contrast", "value": contrast}]
        self.command("Emulation.setEmulatedMedia", features=features)

    def open(self, path: str) -> None:
        """Opens a page of the site."""
        self.driver.get(path if path.startswith("http") else self.base + path)

    def follow(self, words: str) -> None:
        """Clicks the link with these words."""
        self.click(f"//a[normalize-space()={words!r}]")

    def press(self, words: str) -> None:
        """Clicks the button with these words."""
        self.click(f"//button[normalize-space()={words!r}]")

    def click(self, xpath: str, *, leaves: bool = True) -> None:
        """Clicks the first shown thing that the path finds; waits for the next page if it leaves this one."""
        found = [element for element in self.driver.find_elements(By.XPATH, xpath) if element.is_displayed()]
        assert found, f"nothing to click: {xpath} on {self.driver.current_url}\n{self.text}"
        self.driver.execute_script("arguments[0].scrollIntoView({block: 'center'}); window.here = true", found[0])
        found[0].click()
        if leaves:
            arrived = "return !window.here && document.readyState === 'complete'"
            WebDriverWait(self.driver, 20).until(lambda driver: driver.execute_script(arrived))

    def fill(self, id: str, text: str) -> None:
        """Replaces the text of a field."""
        field = self.driver.find_element(By.ID, id)
        field.clear()
        field.send_keys(text)

    @property
    def text(self) -> str:
        """All that is to be read on the page."""
        return self.driver.find_element(By.TAG_NAME, "body").text

    @property
    def path(self) -> str:
        """Where the window is."""
        return self.driver.current_url.removeprefix(self.base)

    def overflow(self) -> int:
        """How many pixels the page is wider than the window."""
        return self.driver.execute_script("return document.scrollingElement.scrollWidth") - self.width

    def complaints(self) -> list[str]:
        """What Chromium had to complain of since the last call: blocked scripts, missing files."""
        return [entry["message"] for entry in self.driver.get_log("browser")]

    def violations(self) -> list[str]:
        """What axe-core finds against the guidelines of accessibility, and against good practice."""
        self.driver.execute_script(files("axe_core_python").joinpath("axe.min.js").read_text())
        asked = "axe.run({resultTypes: ['violations']}).then(found => arguments[0](found.violations))"
        found = self.driver.execute_async_script(asked)  # what it finds to be right is not gathered, nor sent here
        return [f"{f['id']}: {f['help']}: {[node['html'][:200] for node in f['nodes'][:3]]}" for f in found]

    def picture(self, name: str) -> None:
        """Keeps a picture of the whole page among the artefacts of the run."""
        PICTURES.mkdir(parents=True, exist_ok=True)
        size = self.command("Page.getLayoutMetrics")["cssContentSize"]
        clip = {"x": 0, "y": 0, "width": size["width"], "height": min(size["height"], 4000), "scale": 1}
        shot = self.command("Page.captureScreenshot", captureBeyondViewport=True, format="png", clip=clip)
        (PICTURES / f"{name}-{self.width}.png").write_bytes(base64.b64decode(shot["data"]))

    def close(self) -> None:
        """Ends the browser."""
        self.driver.quit()
