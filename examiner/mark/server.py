"""The server of `examiner mark`: on this machine only, and only for whoever has its address.

Each path begins with a token that is drawn at the start (see `guard`).
"""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

from tornado.httpserver import HTTPServer
from tornado.netutil import bind_sockets
from tornado.web import Application

from ..course import CourseError
from .answers import Answer
from .guard import HOST, Guarded, same
from .marking import Marking, NotThere, as_number
from .pages import Pages, script, style
from .saving import MarkedMeanwhile, NewMark

MAX_BODY = 2**20  # bytes of a request


class _Handler(Guarded):
    """What all handlers can."""

    server: MarkServer

    async def shown(self, page: Callable[[Pages], str]) -> None:
        """Reply with a page; one with a line that says why where there is none."""
        names = self.get_argument("names", "") == "1"
        saved = self.get_argument("saved", "")
        undone = self.get_argument("undone", "") == "1"

        def made() -> tuple[int, str]:
            about = {"names": names, "saved": saved, "undone": undone}
            pages = Pages(self.server.marking, self.server.home, **about)
            try:
                return 200, page(pages)
            except NotThere as error:
                return 404, pages.message(str(error))
            except CourseError as error:
                return 503, pages.message(_sentence(str(error)))

        status, text = await self.server.do(made)
        self.set_status(status)
        self.finish(text)

    def reply(self, status: int, **about: Any) -> None:
        """Reply to our script."""
        self.set_status(status)
        self.set_header("Content-Type", "application/json")
        self.finish(json.dumps(about))

    def link(self, *parts: str, **options: str) -> str:
        """The path of a page, for whoever looks at it as now."""
        words = [f"{name}={value}" for name, value in options.items() if value]
        path = self.server.home + "".join(f"{part}/" for part in parts)
        return f"{path}?{'&'.join(words)}" if words else path


class _Once(_Handler):
    """The address that the browser is started with, which others may see, leads on once."""

    def knows_us(self) -> bool:
        once, self.server.once = self.server.once, ""
        return bool(once) and same(once, self.request.path.split("/")[2])

    def get(self) -> None:
        self.redirect(self.server.home)


class _Home(_Handler):
    async def get(self) -> None:
        only = self.server.only
        await self.shown(lambda pages: pages.questions(only) if only else pages.assignments())


class _Questions(_Handler):
    async def get(self, assignment: str) -> None:
        await self.shown(lambda pages: pages.questions(assignment))


class _Question(_Handler):
    """Leads to the first open answer; where there is none, shows what there is."""

    async def get(self, assignment: str, question: str) -> None:
        def first() -> str | None:
            with suppress(NotThere, CourseError):  # which the page says then
                groups = self.server.marking.groups(assignment, question)
                return next((group.id for group in groups if group.open), None)
            return None

        answer = await self.server.do(first)
        if answer is None:
            await self.shown(lambda pages: pages.answers(assignment, question))
        else:
            names = self.get_argument("names", "")
            self.redirect(self.link(assignment, question, answer, names=names and "1"))


class _Answers(_Handler):
    async def get(self, assignment: str, question: str) -> None:
        await self.shown(lambda pages: pages.answers(assignment, question))


class _Answer(_Handler):
    async def get(self, assignment: str, question: str, answer: str) -> None:
        await self.shown(lambda pages: pages.answer(assignment, question, answer))


class _Does(_Handler):
    """What our script asks for, in JSON."""

    async def post(self) -> None:
        try:
            sent = json.loads(self.request.body)
            names = "1" if sent.get("names") is True else ""
            self.reply(200, **await self.server.do(lambda: self.done(sent, names)))
        except MarkedMeanwhile as error:
            self.reply(200, meanwhile=[_now(answer) for answer in error.answers], gone=error.gone)
        except (CourseError, NotThere) as error:
            self.reply(400, error=_sentence(str(error)))
        except (ValueError, TypeError, KeyError, AttributeError):
            self.reply(400, error="That was no request of this page: load it again.")

    def done(self, sent: dict, names: str) -> dict[str, str]:
        raise NotImplementedError


class _Save(_Does):
    def done(self, sent: dict, names: str) -> dict[str, str]:
        assignment, question, shown = (str(sent[k]) for k in ("assignment", "question", "shown"))
        versions = {str(grade): str(version) for grade, version in sent["versions"].items()}
        given = NewMark(as_number(sent["points"]), str(sent["comment"]).strip())
        marking = self.server.marking
        saved = marking.save(assignment, question, versions, given)
        answer = marking.next_after(assignment, question, shown)
        parts = (assignment, question, answer) if answer else (assignment,)
        return {"saved": saved, "next": self.link(*parts, names=names, saved=saved)}


class _Undo(_Does):
    def done(self, sent: dict, names: str) -> dict[str, str]:
        saving = self.server.marking.undo(str(sent["saved"]))
        answer = next(iter(saving.before))
        parts = saving.assignment, saving.question, answer
        return {"next": self.link(*parts, names=names, undone="1")}


class _Text(_Handler):
    """Our script, or our style."""

    def initialize(self, server: MarkServer, kind: str, text: Callable[[], str]) -> None:
        super().initialize(server)
        self.kind, self.text = kind, text

    def get(self) -> None:
        self.set_header("Content-Type", f"{self.kind}; charset=utf-8")
        self.finish(self.text())


class _Nothing(_Handler):
    async def get(self) -> None:
        def nothing(pages: Pages) -> str:
            raise NotThere("There is no such page.")

        await self.shown(nothing)


class MarkServer:
    """Serves a marking until it is closed.

    only: the assignment that is marked; None for all. port: 0 for any that is free. CourseError
    where the port is taken.
    """

    def __init__(self, marking: Marking, only: str | None = None, port: int = 0) -> None:
        self.marking, self.only = marking, only
        self._token, self.once = secrets.token_urlsafe(24), secrets.token_urlsafe(24)
        self._one = ThreadPoolExecutor(1)  # a marking does one thing after the other
        try:
            sockets = bind_sockets(port, HOST)
        except OSError as error:
            raise CourseError(f"port {port} can't be used: {error.strerror}.") from None
        self.port = sockets[0].getsockname()[1]
        self._server = HTTPServer(self._application(), max_body_size=MAX_BODY)
        self._server.add_sockets(sockets)

    def _application(self) -> Application:
        about, name, answer = {"server": self}, "([A-Za-z0-9_.-]+)", "([0-9a-f]{32})"
        routes: list[tuple] = [
            (r"/once/[^/]+", _Once, about),
            (r"/[^/]+/", _Home, about),
            (r"/[^/]+/save", _Save, about),
            (r"/[^/]+/undo", _Undo, about),
            (r"/[^/]+/mark\.js", _Text, {**about, "kind": "text/javascript", "text": script}),
            (r"/[^/]+/mark\.css", _Text, {**about, "kind": "text/css", "text": style}),
            (rf"/[^/]+/{name}/", _Questions, about),
            (rf"/[^/]+/{name}/{name}/", _Question, about),
            (rf"/[^/]+/{name}/{name}/all/", _Answers, about),
            (rf"/[^/]+/{name}/{name}/{answer}/", _Answer, about),
        ]
        return Application(
            routes,
            default_handler_class=_Nothing,
            default_handler_args=about,
            log_function=lambda handler: None,  # its lines would have the token in them
        )

    def knows(self, token: str) -> bool:
        """Whether this is the token."""
        return same(token, self._token)

    @property
    def home(self) -> str:
        """The path of the first page."""
        return f"/{self._token}/"

    @property
    def address(self) -> str:
        """The address of the first page, for a person to open."""
        return f"http://{HOST}:{self.port}{self.home}"

    @property
    def address_once(self) -> str:
        """An address that leads there once, to start a browser with: others can see its words."""
        return f"http://{HOST}:{self.port}/once/{self.once}"

    async def do(self, work: Callable[[], Any]) -> Any:
        """Do something that takes a while, after what is being done."""
        return await asyncio.get_running_loop().run_in_executor(self._one, work)

    def close(self) -> None:
        """Serve nobody any more."""
        self._server.stop()
        self.marking.close()
        self._one.shutdown(cancel_futures=True)


def _now(answer: Answer) -> dict[str, Any]:
    """What there is to say of an answer that somebody else has marked."""
    mark = answer.mark
    return {
        "answer": answer.grade,
        "version": answer.version,
        "points": mark.points,
        "open": mark.open,
        "comment": mark.comment,
    }


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]
