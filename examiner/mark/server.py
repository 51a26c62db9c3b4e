"""The server of `examiner mark`: on this machine only, and only for whoever has its address.

Each path begins with a token, another one at each start. It follows from a key, which open pages
hold and which is kept with the port between two starts, and from a number that anybody may ask for:
so an open page can go on. For while nothing is served another user of the machine can listen at the
port. A page sends it that number's question and no more: not before whoever answers has shown that
the key is known there, too. What a reload hands over is worth nothing at the next start.
"""

from __future__ import annotations

import asyncio
import hmac
import json
import re
import secrets
import time
import webbrowser
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from tempfile import NamedTemporaryFile
from threading import Thread
from typing import Any

from jupyter_core.paths import jupyter_runtime_dir, secure_write
from tornado.httpserver import HTTPServer
from tornado.netutil import bind_sockets
from tornado.web import Application, HTTPError, RequestHandler

from ..course import CourseError
from ..digests import digest_of
from .answers import MarkedMeanwhile
from .marking import HERE, UNEXPLAINED, Elsewhere, MarkingPages, NotThere, Visit, style

HOST = "127.0.0.1"
HEADERS = {
    # Formulas have their columns aligned by style attributes, of a few kinds (`pages.markdown`).
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; "
        "img-src data:; font-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",  # the token is in the address
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}
REFUSED = "403: open the address that `examiner mark` printed last."
BROWSER = "examiner-mark"  # a cookie, no secret: which browser has opened which answer
KEPT_SECONDS = 24 * 3600.0  # after the last start
MAX_BODY = 2**20  # bytes of a request


class _Guarded(RequestHandler):
    """A request that has passed, and its reply.

    It needs the token in its path, must be for this machine and, where a page sent it, for one of
    ours; everything else gets 403. Nothing but our own script runs on a page. does: what it asks
    for.
    """

    needs_token = True

    def initialize(self, server: MarkServer, does: Any = None) -> None:
        self.server, self.does = server, does

    def set_default_headers(self) -> None:
        self.clear_header("Server")
        for name, value in HEADERS.items():
            self.set_header(name, value)

    def prepare(self) -> None:
        hosts = {f"{host}:{self.server.port}" for host in (HOST, "localhost")}
        origin = self.request.headers.get("Origin")
        foreign = origin is not None and origin not in {f"http://{host}" for host in hosts}
        token = self.request.path.split("/")[1]
        known = not self.needs_token or hmac.compare_digest(token.encode(), self.server.token)
        if self.request.host not in hosts or foreign or not known:
            raise HTTPError(403)

    def visit(self, **asked: str) -> Visit:
        """Whose request it is: a browser has a number that it was given."""
        given = self.get_cookie(BROWSER, "")
        if not re.fullmatch("[0-9a-f]{32}", given):
            given = secrets.token_hex(16)
            # It is the same after a restart, and behind the page that a browser is started with
            # (hence not Strict): what it had open is not somebody else's.
            self.set_cookie(BROWSER, given, expires_days=1, httponly=True, samesite="Lax")
        return Visit(self.server.home, self.server.kept.key, given, **asked)

    def write_error(self, status_code: int, **about: Any) -> None:
        text = REFUSED if status_code == 403 else f"{status_code}: {self._reason}"
        self.reply(status_code, f"{text}\n", "text/plain")

    def reply(self, status: int, text: str, kind: str) -> None:
        self.set_status(status)
        self.set_header("Content-Type", f"{kind}; charset=utf-8")
        self.finish(text)


class _Text(_Guarded):
    """Our script, or our style. does: its kind and its text."""

    def get(self) -> None:
        kind, text = self.does
        self.reply(200, text, kind)


class _Again(_Guarded):
    """What a page needs that was opened before the last start, with a sign that it is for us."""

    needs_token = False

    def get(self) -> None:
        asked = self.get_argument("asked", "")
        self.finish({"start": self.server.start, "sign": self.server.signed("again", asked)})


class _Page(_Guarded):
    """A page; one with a line that says why where there is none. does: a method of `MarkingPages`."""

    async def get(self, *parts: str) -> None:
        wanted = ("names", "only", "saved", "undone")
        visit = self.visit(**{name: self.get_argument(name, "") for name in wanted})

        def made() -> tuple[int, str]:
            try:
                return 200, self.does(visit, *parts)
            except NotThere as error:
                return 404, self.server.marking.message(visit, str(error))
            except CourseError as error:
                return 503, self.server.marking.message(visit, _sentence(str(error)))

        try:
            status, text = await self.server.do(made)
            self.reply(status, text, "text/html")
        except Elsewhere as found:
            self.redirect(str(found))


class _Act(_Guarded):
    """What our script asks for, in JSON. does: a method of `MarkingPages`."""

    async def post(self) -> None:
        status = 400
        try:
            sent = json.loads(self.request.body)
            visit = self.visit(names="1" if sent.get("names") is True else "")
            status, about = 200, await self.server.do(lambda: self.does(visit, sent))
        except MarkedMeanwhile as error:
            told = ("version", "points", "comment")
            now = [
                {"answer": a.id, "open": a.open or a.id in error.others}
                | {key: getattr(a, key) for key in told}
                for a in error.answers
            ]
            status, about = 200, {"meanwhile": now, "gone": error.gone}
        except CourseError as error:
            about = {"error": _sentence(str(error))}
        except (ValueError, TypeError, KeyError, AttributeError):
            about = {"error": "That was no request of this page: load it again."}
        self.reply(status, json.dumps(about), "application/json")


@dataclass(frozen=True)
class Kept:
    """What is kept between two starts: the port, 0 for any that is free, and the key."""

    port: int = 0
    key: str = field(default_factory=lambda: secrets.token_hex(32))


class MarkServer:
    """A marking, served until it is closed. port: 0 for the one that was kept, or any that is free.

    new: no page that is open now can go on. CourseError where the port is taken.
    """

    def __init__(self, marking: MarkingPages, port: int = 0, *, new: bool = False) -> None:
        self.marking = marking
        self._one = ThreadPoolExecutor(1)  # a marking does one thing after the other
        # In the user's own folder for this: in the course's it would be backed up and copied.
        name = f"examiner-mark-{digest_of(str(marking.root.resolve()))[:16]}"
        path = Path(jupyter_runtime_dir()) / name
        kept = Kept() if new else _read_kept(path)
        sockets = []
        with suppress(OSError):
            sockets = bind_sockets(port or kept.port, HOST)
        try:
            sockets = sockets or bind_sockets(port, HOST)
        except OSError as error:
            raise CourseError(f"port {port} can't be used: {error.strerror}.") from None
        self.port = sockets[0].getsockname()[1]
        self.kept = replace(kept, port=self.port)
        if port or kept.port in (0, self.port):  # else another one is served there now
            _keep(path, self.kept)
        self.start = secrets.token_hex(16)
        self.token = self.signed("token").encode()
        self.home = f"/{self.token.decode()}/"  # the path of the first page
        self.address = f"http://{HOST}:{self.port}{self.home}"  # of it, for a person to open
        # The log's lines would have the token in them.
        about: dict[str, Any] = {
            "default_handler_class": _Page,
            "default_handler_args": {"server": self, "does": marking.nothing},
            "log_function": lambda handler: None,
        }
        application = Application(self._routes(), **about)
        self._server = HTTPServer(application, max_body_size=MAX_BODY)
        self._server.add_sockets(sockets)

    def _routes(self) -> list[tuple[str, type[_Guarded], dict[str, Any]]]:
        marking, name, answer = self.marking, "([A-Za-z0-9_.-]+)", "([0-9a-f]{32})"
        script = (HERE / "static" / "mark.js").read_text("utf-8")
        routes = (
            ("/again", _Again, None),
            ("/[^/]+/", _Page, marking.home),
            ("/[^/]+/save", _Act, marking.save),
            ("/[^/]+/undo", _Act, marking.undo),
            ("/[^/]+/decide", _Act, marking.decide),
            (r"/[^/]+/mark\.js", _Text, ("text/javascript", script)),
            (r"/[^/]+/mark\.css", _Text, ("text/css", style())),
            (f"/[^/]+/{name}/", _Page, marking.questions),
            (f"/[^/]+/{name}/{UNEXPLAINED}/", _Page, marking.unexplained),
            (f"/[^/]+/{name}/{name}/{answer}/look/", _Page, marking.look),
            (f"/[^/]+/{name}/{name}/", _Page, marking.question),
            (f"/[^/]+/{name}/{name}/all/", _Page, marking.answers),
            (f"/[^/]+/{name}/{name}/{answer}/", _Page, marking.answer),
            (f"/[^/]+/{name}/{name}/{answer}/(next|previous)/", _Page, marking.question),
        )
        return [(path, kind, {"server": self, "does": does}) for path, kind, does in routes]

    def signed(self, *words: str) -> str:
        """A sign that it is this server: nobody else listens at its port since it was started."""
        words = str(self.port), self.start, *words
        return hmac.digest(self.kept.key.encode(), " ".join(words).encode(), "sha256").hex()

    async def do(self, work: Callable[[], Any]) -> Any:
        """Do something that takes a while, after what is being done."""
        return await asyncio.get_running_loop().run_in_executor(self._one, work)

    async def close(self) -> None:
        """Serve nobody any more."""
        self._server.stop()
        self.marking.close()
        self._one.shutdown(cancel_futures=True)
        await self._server.close_all_connections()


def _read_kept(path: Path) -> Kept:
    """What was kept of the page of a course; something new where that was long ago."""
    try:
        if time.time() - path.stat().st_mtime < KEPT_SECONDS:
            return Kept(**json.loads(path.read_text("ascii")))
    except (OSError, ValueError, TypeError):
        pass
    return Kept()


def _keep(path: Path, kept: Kept) -> None:
    """Write it where only its owner can read it; where nobody can write, nothing is kept."""
    with suppress(OSError, RuntimeError):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with secure_write(str(path)) as file:
            json.dump(asdict(kept), file)


async def serve(
    marking: MarkingPages,
    port: int,
    say: Callable[[str], None],
    *,
    browser: bool,
    new: bool = False,
    start: str = "",
) -> None:
    """Serve a marking until this is cancelled. say: called with a line for a person to read. start:
    the path of the page to begin at, from the first on.

    browser: whether one is started with the page. new: see `MarkServer`.
    """
    server = MarkServer(marking, port, new=new)
    Thread(target=marking.start, daemon=True).start()
    # A browser is started with a page that leads there, and that only its owner can read: every
    # user of a machine can read command lines.
    with NamedTemporaryFile("w", prefix="examiner-mark-", suffix=".html") as page:
        page.write(f'<meta http-equiv="refresh" content="0; url={server.address}{start}">\n')
        page.flush()
        try:
            say(f"mark {marking.only or 'all assignments'} at {server.address}{start}")
            say("every mark is saved at once; Ctrl-C ends this")
            if browser:  # one in this terminal keeps whoever starts it until it ends
                address = Path(page.name).as_uri()
                Thread(target=webbrowser.open, args=[address], daemon=True).start()
            await asyncio.Event().wait()
        finally:
            await server.close()


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]
