"""The server of `examiner mark`: on this machine only, and only for whoever has its address.

Each path begins with a token, another one at each start (see `guard` and `kept`).
"""

from __future__ import annotations

import asyncio
import json
import secrets
import webbrowser
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from socket import socket
from tempfile import NamedTemporaryFile
from threading import Thread
from typing import Any

from tornado.httpserver import HTTPServer
from tornado.netutil import bind_sockets
from tornado.web import Application

from ..course import CourseError
from .answers import Answer
from .guard import HOST, Guarded
from .kept import Kept, keep, read_kept
from .marking import Marking, NotThere
from .pages import Elsewhere, Pages, query_of, script, style
from .questions import AskedQuestion
from .saving import MarkedMeanwhile, NewMark, own_lines_apart

MAX_BODY = 2**20  # bytes of a request


class _Text(Guarded):
    """Our script, or our style."""

    def initialize(self, server: MarkServer, kind: str, text: Callable[[], str]) -> None:
        super().initialize(server)
        self.kind, self.text = kind, text

    def get(self) -> None:
        self.set_header("Content-Type", f"{self.kind}; charset=utf-8")
        self.finish(self.text())


class _Again(Guarded):
    """What a page needs that was opened before the last start, with a sign that it is for us."""

    needs_token = False

    def get(self) -> None:
        asked = self.get_argument("asked", "")
        self.finish({"start": self.server.start, "sign": self.server.signed("again", asked)})


class _Page(Guarded):
    """A page; one with a line that says why where there is none. page: a method of `Pages`."""

    def initialize(self, server: MarkServer, page: Callable[..., str]) -> None:
        super().initialize(server)
        self.page = page

    async def get(self, *parts: str) -> None:
        wanted = ("names", "only", "saved", "undone")
        asked = {name: self.get_argument(name, "") for name in wanted}
        server, browser = self.server, self.browser

        def made() -> tuple[int, str]:
            pages = Pages(server.marking, server.home, server.kept.key, browser, asked)
            try:
                return 200, self.page(pages, *parts)
            except Elsewhere as found:
                return 302, str(found)
            except NotThere as error:
                return 404, pages.message(str(error))
            except CourseError as error:
                return 503, pages.message(_sentence(str(error)))

        status, text = await server.do(made)
        if status == 302:
            self.redirect(text)
        else:
            self.set_status(status)
            self.finish(text)


class _Act(Guarded):
    """What our script asks for, in JSON. act: a method of `MarkServer`."""

    def initialize(self, server: MarkServer, act: Callable[..., dict[str, str]]) -> None:
        super().initialize(server)
        self.act = act

    async def post(self) -> None:
        try:
            sent = json.loads(self.request.body)
            names = "1" if sent.get("names") is True else ""
            self.reply(200, **await self.server.do(lambda: self.act(sent, names)))
        except MarkedMeanwhile as error:
            self.reply(200, meanwhile=[_now(answer) for answer in error.answers], gone=error.gone)
        except CourseError as error:
            self.reply(400, error=_sentence(str(error)))
        except (ValueError, TypeError, KeyError, AttributeError):
            self.reply(400, error="That was no request of this page: load it again.")

    def reply(self, status: int, **about: Any) -> None:
        self.set_status(status)
        self.set_header("Content-Type", "application/json")
        self.finish(json.dumps(about))


async def serve(
    marking: Marking, port: int, say: Callable[[str], None], *, browser: bool, new: bool = False
) -> None:
    """Serve a marking until this is cancelled. say: called with a line for a person to read.

    browser: whether one is started with the page. new: no page that is open now can go on.
    """
    kept = Kept() if new else read_kept(marking.root)
    server = MarkServer(marking, port, kept)
    if port or server.port == kept.port or not kept.port:  # else another one is served there now
        keep(marking.root, server.kept)
    Thread(target=marking.start, daemon=True).start()
    with _leading_to(server.address) as redirect:
        try:
            say(f"mark {marking.only or 'all assignments'} at {server.address}")
            say("every mark is saved at once; Ctrl-C ends this")
            if browser:  # one in this terminal keeps whoever starts it until it ends
                Thread(target=webbrowser.open, args=[redirect.as_uri()], daemon=True).start()
            await asyncio.Event().wait()
        finally:
            server.close()


@contextmanager
def _leading_to(address: str) -> Iterator[Path]:
    """A page that leads to an address, and that only its owner can read.

    A browser is started with it, since every user of a machine can read command lines.
    """
    with NamedTemporaryFile("w", prefix="examiner-mark-", suffix=".html") as page:
        page.write(f'<meta http-equiv="refresh" content="0; url={address}">\n')
        page.flush()
        yield Path(page.name)


def _now(answer: Answer) -> dict[str, Any]:
    """What there is to say of an answer that somebody else has marked."""
    said = {name: getattr(answer, name) for name in ("version", "points", "open", "comment")}
    return {"answer": answer.id} | said


class MarkServer:
    """A marking, served until it is closed. port: 0 for the one that was kept, or any that is free.

    CourseError where the port is taken.
    """

    def __init__(self, marking: Marking, port: int = 0, kept: Kept | None = None) -> None:
        self.marking, kept = marking, kept or Kept()
        self._one = ThreadPoolExecutor(1)  # a marking does one thing after the other
        sockets = _sockets(*((port,) if port else (kept.port, 0)))
        self.port = sockets[0].getsockname()[1]
        self.kept = replace(kept, port=self.port)
        self.start = secrets.token_hex(16)
        self.token = self.signed("token").encode()
        self._server = HTTPServer(self._application(), max_body_size=MAX_BODY)
        self._server.add_sockets(sockets)

    def _application(self) -> Application:
        about, name, answer = {"server": self}, "([A-Za-z0-9_.-]+)", "([0-9a-f]{32})"
        script_of = {"kind": "text/javascript", "text": script}
        style_of = {"kind": "text/css", "text": style}
        routes = (
            (r"/[^/]+/", _Page, {"page": Pages.home}),
            (r"/again", _Again, {}),
            (r"/[^/]+/save", _Act, {"act": self.save}),
            (r"/[^/]+/undo", _Act, {"act": self.undo}),
            (r"/[^/]+/mark\.js", _Text, script_of),
            (r"/[^/]+/mark\.css", _Text, style_of),
            (rf"/[^/]+/{name}/", _Page, {"page": Pages.questions}),
            (rf"/[^/]+/{name}/{name}/", _Page, {"page": Pages.question}),
            (rf"/[^/]+/{name}/{name}/all/", _Page, {"page": Pages.answers}),
            (rf"/[^/]+/{name}/{name}/{answer}/", _Page, {"page": Pages.answer}),
            (rf"/[^/]+/{name}/{name}/{answer}/(next|previous)/", _Page, {"page": Pages.beside}),
        )
        return Application(
            [(path, handler, about | more) for path, handler, more in routes],
            default_handler_class=_Page,
            default_handler_args=about | {"page": Pages.nothing},
            log_function=lambda handler: None,  # its lines would have the token in them
        )

    def save(self, sent: dict, names: str) -> dict[str, str]:
        """Save a mark as our script asks; where to go next."""
        asked = self.marking.question(str(sent["assignment"]), str(sent["question"]))
        versions = {str(answer): str(version) for answer, version in sent["versions"].items()}
        points, ticked = _number(sent["points"]), {int(line) for line in sent["ticked"]}
        lines = [line.words for line in asked.scheme.lines]
        given = NewMark(points, own_lines_apart(str(sent["comment"]).strip(), lines))
        if ticked or points == 0:  # else nobody knows which lines these points are for
            unmet = [line for place, line in enumerate(lines) if place not in ticked]
            given = replace(given, unmet="\n".join(unmet))
        saved = self.marking.save(asked, versions, given, named=sent.get("named") is True)
        next_one = f"{self._path(asked, next(iter(versions)))}next/"
        return {"saved": saved, "next": next_one + query_of(names=names, saved=saved)}

    def undo(self, sent: dict, names: str) -> dict[str, str]:
        """Take back a saving as our script asks; where to go next."""
        saving = self.marking.undo(str(sent["saved"]))
        only = "all" if saving.named else ""  # to choose again whose it was
        path = self._path(saving.asked, saving.before[0].id)
        return {"next": path + query_of(names=names, only=only, undone="1")}

    def _path(self, asked: AskedQuestion, answer: str) -> str:
        return f"{self.home}{asked.folder.assignment.name}/{asked.name}/{answer}/"

    def signed(self, *words: str) -> str:
        """A sign that it is this server: nobody else listens at its port since it was started."""
        return self.kept.signed(str(self.port), self.start, *words)

    @property
    def home(self) -> str:
        """The path of the first page."""
        return f"/{self.token.decode()}/"

    @property
    def address(self) -> str:
        """The address of the first page, for a person to open."""
        return f"http://{HOST}:{self.port}{self.home}"

    async def do(self, work: Callable[[], Any]) -> Any:
        """Do something that takes a while, after what is being done."""
        return await asyncio.get_running_loop().run_in_executor(self._one, work)

    def close(self) -> None:
        """Serve nobody any more."""
        self._server.stop()
        self.marking.close()
        self._one.shutdown(cancel_futures=True)


def _sockets(*ports: int) -> list[socket]:
    """Those of the first of these ports that is free."""
    *first, last = ports
    for port in first:
        with suppress(OSError):
            return bind_sockets(port, HOST)
    try:
        return bind_sockets(last, HOST)
    except OSError as error:
        raise CourseError(f"port {last} can't be used: {error.strerror}.") from None


def _number(value: Any) -> float | None:
    """The points that a page sent; None where they are no number."""
    try:
        return float(str(value).strip().replace(",", "."))
    except ValueError:
        return None


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]
