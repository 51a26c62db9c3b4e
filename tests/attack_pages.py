"""Pages that show attacks to people, and observations of these pages in a browser."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Sequence
from contextlib import chdir, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from nbgrader.server_extensions.formgrader import formgrader

from tests.attack_runner import Arena

ABOUT = {"assignment_id": "a", "notebook_id": "n", "submission_id": "s", "index": 0, "total": 1}
ABOUT |= dict.fromkeys(("base_url", "student", "last_name", "first_name", "notebook_path"), "")


def formgrader_page(arena: Arena, students: Sequence[str], page: Path) -> Path:
    """Write the page that formgrader shows for a notebook with the cells of all these students.

    The function makes the page as formgrader's SubmissionHandler does, with its configuration.
    """
    cells, notebook = [], page.with_suffix(".ipynb")
    for student in students:
        for cell in json.loads(arena.room.autograded(student).read_text())["cells"]:
            if "nbgrader" in cell["metadata"] and student != students[0]:
                # Elements of the page are called by it.
                cell["metadata"]["nbgrader"]["grade_id"] += f"_{student}"
            cells.append(cell | {"id": f"cell-{len(cells)}"})
    notebook.write_text(
        json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5})
    )
    with chdir(arena.course):
        extension = formgrader.FormgradeExtension()
        extension.root_dir = "."
        extension.initialize([])
        exporter = formgrader.HTMLExporter(config=extension.config)
        page.write_text(exporter.from_filename(str(notebook), resources=dict(ABOUT))[0])
    return page


@dataclass(frozen=True)
class Seen:
    """Observations of a page in a browser.

    Attributes:
        acted: The signs that a student's code ran or that the page led away.
        requests: The requests of the page.
        shows: The tables, the loaded pictures, and True if the formula is set.
    """

    acted: tuple[str, ...]
    requests: frozenset[str]
    shows: tuple[int, int, bool]


PROVOKE = """
() => {
  for (const e of document.querySelectorAll('details')) e.open = true;
  for (const e of document.querySelectorAll('*'))
    for (const kind of ['mouseover', 'focus', 'error', 'load', 'toggle', 'begin', 'animationend'])
      e.dispatchEvent(new Event(kind));
}
"""
LOOK = """
() => ({
  pwned: window.pwned,
  links: [...document.querySelectorAll('[href]')].map(e => String(e.href.baseVal ?? e.href)),
  covers: [...document.querySelectorAll('WORK *')].filter(
    e => ['fixed', 'sticky'].includes(getComputedStyle(e).position)).length,
  active: document.querySelectorAll(
    'WORK :is(script, iframe, object, embed, form, style, link, meta, base)').length,
  names: [...document.querySelectorAll('[id]')].map(e => e.id),
  tables: document.querySelectorAll('WORK table').length,
  pictures: [...document.images].filter(i => i.complete && i.naturalWidth > 0).length,
  formula: [...document.querySelectorAll('math')].some(e => e.textContent.includes('α2')),
})
""".replace("WORK", ":is(#notebook-container, #questions)")  # formgrader's page, and feedback's


NBGRADERS_OWN = ("notebook", "notebook-container")  # its templates have these twice


class Browser:
    """Chromium, headless, that asks nobody for anything."""

    def __init__(self, executable: str) -> None:
        from playwright.sync_api import Error, sync_playwright

        self._error = Error
        self._playwright = sync_playwright().start()
        self._browser = launch(self._playwright, executable)
        self._context = self._browser.new_context()  # one for all pages: each takes a while to make
        self._tab: Any = None  # as well: a process of the browser each

    def close(self) -> None:
        self._browser.close()
        self._playwright.stop()

    @contextmanager
    def page(self, path: Path) -> Iterator[tuple[Any, list[str]]]:
        """Open a page, and collect the errors and warnings of the browser."""
        with self._context.new_page() as page:
            said = []
            page.on("console", lambda message: said.append(message.text))
            page.on("pageerror", lambda error: said.append(str(error)))
            page.goto(path.as_uri())
            yield page, said

    def fonts(self, page: Any, selector: str) -> set[str]:
        """The fonts in which the text in these elements is set."""
        tools = self._context.new_cdp_session(page)
        tools.send("DOM.enable")
        tools.send("CSS.enable")
        document = tools.send("DOM.getDocument", {"depth": -1})["root"]["nodeId"]
        found = tools.send("DOM.querySelectorAll", {"nodeId": document, "selector": selector})
        return {
            font["familyName"]
            for node in found["nodeIds"]
            for font in tools.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]
        }

    def inspect(self, path: Path) -> Seen:
        """Load a page, provoke everything on it, and return the observations."""
        address = "http://grader.test/page"
        requests, acted = [], []

        def answer(route: Any) -> None:
            if route.request.url == address and not requests:
                route.fulfill(body=path.read_text(), content_type="text/html; charset=utf-8")
            else:
                route.abort()
            requests.append(route.request.url)

        def dismissed(dialog: Any) -> None:
            acted.append("a dialog")
            dialog.dismiss()

        tab, self._tab = self._tab or self._context.new_page(), None
        listeners = {"dialog": dismissed, "popup": lambda popup: acted.append("another page")}
        tab.route("**/*", answer)
        for event, listener in listeners.items():
            tab.on(event, listener)
        try:
            tab.goto(address)
            tab.evaluate(PROVOKE)
            tab.wait_for_timeout(50)
            found = tab.evaluate(LOOK)
        except self._error as error:
            tab.close()
            return Seen((f"it led away: {error}",), frozenset(requests), (0, 0, False))
        if found["pwned"]:
            acted.append(f"a script: {found['pwned']}")
        kinds = ("javascript:", "data:", "vbscript:")
        acted += [f"a link to {a[:60]}" for a in found["links"] if a.lower().startswith(kinds)]
        acted += ["something covers the page"] * bool(found["covers"])
        acted += ["an active element"] * bool(found["active"])
        names = [name for name in found["names"] if name not in NBGRADERS_OWN]
        twice = {name for name in names if names.count(name) > 1}
        acted += [f"an element called {name!r} as well" for name in sorted(twice)]
        if acted:  # and may do so again while the next page loads
            tab.close()
        else:
            tab.unroute_all()
            for event, listener in listeners.items():
                tab.remove_listener(event, listener)
            self._tab = tab
        shows = (found["tables"], found["pictures"], found["formula"])
        return Seen(tuple(acted), frozenset(requests), shows)


# The whole Chromium starts two processes for each window: the suggestions of its address bar. The
# option that leaves them out replaces Playwright's own, whose part for these tests follows.
WITHOUT = "WebUIOmniboxPopup,WebUIOmniboxFullPopup,WebUIOmniboxAimPopup"
WITHOUT += ",HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,PaintHolding,AimEnabled"
WITHOUT += ",OptimizationHints,NetworkTimeServiceQuerying,PreconnectToSearch"


def chromium() -> str | None:
    """The program: best without windows, which takes a third of the time."""
    programs = ("chromium-headless-shell", "chromium", "chromium-browser")
    return next(filter(None, map(shutil.which, programs)), None)


def launch(playwright: Any, executable: str) -> Any:
    """Start Chromium."""
    options = ["--no-sandbox", f"--disable-features={WITHOUT}"]
    return playwright.chromium.launch(executable_path=executable, args=options)
