"""A student at work: JupyterLab with a server of its own, in a browser that a test moves."""

from __future__ import annotations

import json
import os
import secrets
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.attack_pages import chromium, launch
from tests.classroom import MINUTES, ROOT

PATIENCE = 60_000 * MINUTES  # ms: a busy machine is slow
SETTINGS = """
c = get_config()
c.CourseDirectory.course_id = "transformer_arithmetic"
c.CourseDirectory.student_id = {student!r}
c.Exchange.root = {exchange!r}
c.Exchange.cache = {cache!r}
"""
# JupyterLab shows an idle kernel also if there is no kernel yet.
HAS_A_KERNEL = """() => {
  const context = window.jupyterapp?.shell.currentWidget?.sessionContext;
  const kernel = context?.session?.kernel;
  return context?.isReady && kernel?.connectionStatus === "connected" && kernel.status === "idle";
}"""
OPEN = "(path) => window.jupyterapp.commands.execute('docmanager:open', { path })"
NO_NEWS = {"checkForUpdates": False, "fetchNews": "false", "doNotDisturbMode": True}


class Home:
    """A person's home folder, with nbgrader's settings for an exchange.

    student: who submits from there; "*" in an instructor's.
    """

    def __init__(self, folder: Path, exchange: Path, student: str = "*") -> None:
        self.folder, self.work = folder, folder / "work"
        self.work.mkdir(parents=True)
        exchange.mkdir(exist_ok=True)
        exchange.chmod(0o777)  # as nbgrader wants it
        settings = SETTINGS.format(
            student=student, exchange=str(exchange), cache=str(folder / "cache")
        )
        notices = folder / "config" / "lab" / "user-settings" / "@jupyterlab" / "apputils-extension"
        notices.mkdir(parents=True)
        (notices / "notification.jupyterlab-settings").write_text(json.dumps(NO_NEWS))
        (folder / "config" / "nbgrader_config.py").write_text(settings)

    @property
    def environment(self) -> dict[str, str]:
        """Variables of the environment that make it theirs."""
        own = {
            "HOME": "",
            "JUPYTER_CONFIG_DIR": "config",
            "JUPYTER_DATA_DIR": "data",
            "JUPYTER_RUNTIME_DIR": "run",
            "IPYTHONDIR": "ipython",
        }
        return {name: str(self.folder / folder) for name, folder in own.items()}


@contextmanager
def browser_page(width: int = 1280, height: int = 900) -> Iterator[Any]:
    """A page of Chromium, of this size."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = launch(playwright, chromium())
        context = browser.new_context(viewport={"width": width, "height": height})
        yield context.new_page()
        browser.close()


@contextmanager
def jupyter_lab(home: Home) -> Iterator[str]:
    """JupyterLab's address, with a token in it; {} stands for the place to open."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    token, log = secrets.token_hex(16), home.folder / "server.log"
    options = {
        "ServerApp.port": port,
        "ServerApp.port_retries": 0,
        "ServerApp.root_dir": home.work,
        "IdentityProvider.token": token,
        "LabApp.expose_app_in_browser": True,  # see HAS_A_KERNEL
        # It would start Node.js to see whether it is to be built anew.
        "ServerApp.tornado_settings": {"page_config_data": {"buildCheck": False}},
    }
    words = ["--no-browser", "--allow-root", *(f"--{name}={v}" for name, v in options.items())]
    programs = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    with log.open("w") as file:
        server = subprocess.Popen(
            [sys.executable, "-m", "jupyterlab", *words],
            cwd=home.work,
            env={**os.environ, "PATH": programs, "PYTHONPATH": str(ROOT), **home.environment},
            stdout=file,
            stderr=file,
        )
    try:
        _wait_for(server, f"http://127.0.0.1:{port}/api/status?token={token}", log)
        yield f"http://127.0.0.1:{port}/lab{{}}?token={token}"
    finally:
        server.terminate()  # and with it its kernels
        try:
            server.wait(30)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()


def _wait_for(server: subprocess.Popen, address: str, log: Path) -> None:
    end = time.monotonic() + 60 * MINUTES
    while time.monotonic() < end and server.poll() is None:
        try:
            urllib.request.urlopen(address, timeout=10).close()
            return
        except OSError:
            time.sleep(0.2)
    raise RuntimeError(log.read_text())


class Desk:
    """JupyterLab in a page of Chromium, with the actions of a student."""

    def __init__(self, page: Any, address: str) -> None:
        self.page, self._address = page, address
        page.set_default_timeout(PATIENCE)

    def open_list(self) -> None:
        """JupyterLab, and there Nbgrader > Assignment List."""
        self.page.goto(self._address.format(""))
        self.show_list()

    def show_list(self) -> None:
        """Nbgrader > Assignment List, in the page that is open."""
        self.page.get_by_role("menuitem", name="Nbgrader").click()
        self.page.get_by_role("menuitem", name="Assignment List").click()

    def press(self, name: str) -> None:
        """Click a button of the list."""
        self.page.get_by_role("button", name=name, exact=True).click()

    def open_notebook(self, path: str) -> None:
        """In the JupyterLab that is open, if there is one: to load it takes seconds."""
        if self.page.url == "about:blank":
            self.page.goto(self._address.format(f"/tree/{path}"))
        else:
            self.page.evaluate(OPEN, path)
        self.page.locator(".jp-Notebook .jp-Cell").first.wait_for()
        # To run a cell before there is a kernel opens a dialog, in the way of all that follows.
        self.page.wait_for_function(HAS_A_KERNEL, polling=100)  # not for each frame

    def cell(self, text: str) -> Any:
        """The first cell that has this text in it."""
        return self.page.locator(".jp-Notebook .jp-Cell", has_text=text).first

    def write(self, text: str, answer: str) -> None:
        """Replace all of the cell that has this text in it by an answer, and run it."""
        cell = self.cell(text)
        if "jp-MarkdownCell" in cell.get_attribute("class"):
            cell.locator(".jp-RenderedMarkdown").dblclick()
        cell.locator(".cm-content").click()
        self.page.keyboard.press("Control+a")
        self.page.keyboard.insert_text(answer)
        self.page.keyboard.press("Shift+Enter")

    def save(self) -> None:
        self.page.keyboard.press("Control+s")
        self.page.locator(".jp-mod-current.jp-mod-dirty, .lm-mod-current.jp-mod-dirty").wait_for(
            state="detached"
        )

    def validate(self) -> str:
        """Press the button above the notebook, and return its message."""
        self.page.get_by_role("button", name="Validate").click()
        dialog = self.page.locator(".jp-Dialog", has_text="Validation Results")
        dialog.wait_for()
        return dialog.inner_text()

    def close_dialog(self) -> None:
        self.page.locator(".jp-Dialog button").last.click()
        self.page.locator(".jp-Dialog").wait_for(state="detached")
