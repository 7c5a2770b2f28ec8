"""Browser tests: the system's Chromium against the real site in processes of its own."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, sync_playwright

from tests.chromium import ARGUMENTS, WIDE, chromium_path
from tests.live import ServicesSite, Site


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker("browser")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium, for one file: while it runs this thread has a loop, which async tests can't use."""
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=chromium_path(), args=ARGUMENTS)
        yield chromium
        chromium.close()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The site on the set-up that the environment names; bots play without pauses."""
    folder = tmp_path_factory.mktemp("site")
    running = ServicesSite(folder) if os.environ.get("DATABASE_URL") else Site(folder)
    running.start()
    yield running
    running.stop()


class Watch:
    """Collects what a page complains about; a test that ends with complaints fails."""

    def __init__(self) -> None:
        self.complaints: list[str] = []
        self.expected: list[str] = []

    def console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)

    def expect(self, part: str) -> None:
        """Something that this test provokes: a refused request, a killed server."""
        self.expected.append(part)

    def check(self) -> None:
        unexpected = [c for c in self.complaints if not any(part in c for part in self.expected)]
        assert unexpected == []


@pytest.fixture
def watch() -> Iterator[Watch]:
    watching = Watch()
    yield watching
    watching.check()


NewPage = Callable[..., Page]


@pytest.fixture
def new_page(browser: Browser, site: Site, watch: Watch) -> Iterator[NewPage]:
    """Opens a page of somebody new, with cookies of their own, at the site's home."""
    contexts: list[BrowserContext] = []

    def opened(path: str = "/", **options: Any) -> Page:
        context = browser.new_context(**{"base_url": site.urls[0], "viewport": WIDE, **options})
        contexts.append(context)
        page = context.new_page()
        page.on("console", watch.console)
        page.on("pageerror", lambda error: watch.complaints.append(str(error)))
        page.goto(path)
        return page

    yield opened
    for context in contexts:
        context.close()


def faults_of(page: Page) -> list[str]:
    """What axe finds on the page."""
    found = Axe().run(page).response["violations"]
    return [f"{v['id']}: {[node['html'][:120] for node in v['nodes']]}" for v in found]
