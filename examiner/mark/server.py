"""The web server of `examiner mark`: for this machine only, and only for people with its address.

Each path begins with a token. The server derives it from a secret key and from a public number, the
start number. Each start of the server draws a new start number, so old tokens become worthless. The
key and the port survive a restart, and open pages know the key. So an open page can go on: it asks
for the start number and derives the new token.

While the server is down, another user of the machine can listen at its port. So a page first sends
a random number, and nothing else. It goes on only if the reply is signed with the key.
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
from .answers import MarkConflict
from .marking import HERE, UNEXPLAINED, MarkingPages, PageNotFound, PageRequest, Redirect, style

HOST = "127.0.0.1"
HEADERS = {
    # Formulas align their columns by style attributes of a few kinds (`pages.markdown`).
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; "
        "img-src data:; font-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",  # addresses contain the token
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}
REFUSED = "403: open the address that `examiner mark` printed last."
BROWSER = "examiner-mark"  # cookie with the number of the browser; it is no secret
STATE_SECONDS = 24 * 3600.0  # lifetime of the saved state, after the last start
MAX_BODY = 2**20  # bytes of a request


class _GuardedHandler(RequestHandler):
    """A request handler that refuses foreign requests with 403.

    A request needs the token in its path and the host name of this machine. If a page sent it, the
    page must be one of this server's. The headers of the reply let only mark.js run on a page.

    Attributes:
        server: The server.
        target: The object that a subclass serves: a method of `MarkingPages`, or a text.
    """

    needs_token = True

    def initialize(self, server: MarkServer, target: Any = None) -> None:
        self.server, self.target = server, target

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

    def page_request(self, **options: str) -> PageRequest:
        """Describe the request. A browser without a number gets a new one as a cookie."""
        browser = self.get_cookie(BROWSER, "")
        if not re.fullmatch("[0-9a-f]{32}", browser):
            browser = secrets.token_hex(16)
            # The browser keeps the number after a restart, so its open answer stays its own. The
            # cookie isn't Strict: it must survive the redirection from the page in `serve`.
            self.set_cookie(BROWSER, browser, expires_days=1, httponly=True, samesite="Lax")
        return PageRequest(self.server.home, self.server.state.key, browser, **options)

    def write_error(self, status_code: int, **details: Any) -> None:
        text = REFUSED if status_code == 403 else f"{status_code}: {self._reason}"
        self.reply(status_code, f"{text}\n", "text/plain")

    def reply(self, status: int, text: str, kind: str) -> None:
        self.set_status(status)
        self.set_header("Content-Type", f"{kind}; charset=utf-8")
        self.finish(text)


class _StaticHandler(_GuardedHandler):
    """The script or the style sheet. The target is its type and its text."""

    def get(self) -> None:
        kind, text = self.target
        self.reply(200, text, kind)


class _StartHandler(_GuardedHandler):
    """The start number, with a signature. It proves to an open page that the server has the key."""

    needs_token = False

    def get(self) -> None:
        asked = self.get_argument("asked", "")
        self.finish({"start": self.server.start, "sign": self.server.signed("again", asked)})


class _PageHandler(_GuardedHandler):
    """A page, or a page with an error. The target is a method of `MarkingPages`."""

    async def get(self, *parts: str) -> None:
        options = ("names", "only", "saved", "undone")
        request = self.page_request(**{name: self.get_argument(name, "") for name in options})

        def render() -> tuple[int, str]:
            try:
                return 200, self.target(request, *parts)
            except PageNotFound as error:
                return 404, self.server.pages.message(request, str(error))
            except CourseError as error:
                return 503, self.server.pages.message(request, _sentence(str(error)))

        try:
            status, text = await self.server.run(render)
            self.reply(status, text, "text/html")
        except Redirect as target:
            self.redirect(str(target))


class _ActionHandler(_GuardedHandler):
    """An action of mark.js, in JSON. The target is a method of `MarkingPages`."""

    async def post(self) -> None:
        status = 400
        try:
            sent = json.loads(self.request.body)
            request = self.page_request(names="1" if sent.get("names") is True else "")
            status, reply = 200, await self.server.run(lambda: self.target(request, sent))
        except MarkConflict as conflict:
            now = [
                {
                    "answer": each.id,
                    "open": each.needs_grading or each.id in conflict.changed,
                    "version": each.version,
                    "points": each.points,
                    "comment": each.comment,
                }
                for each in conflict.answers
            ]
            status, reply = 200, {"meanwhile": now, "gone": conflict.gone}
        except CourseError as error:
            reply = {"error": _sentence(str(error))}
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            reply = {"error": "This page sent an invalid request: load it again."}
        self.reply(status, json.dumps(reply), "application/json")


@dataclass(frozen=True)
class ServerState:
    """The state that survives a restart of the server.

    Attributes:
        port: The port; 0 for any free port.
        key: The secret key of the tokens, in hexadecimal.
    """

    port: int = 0
    key: str = field(default_factory=lambda: secrets.token_hex(32))


class MarkServer:
    """The running server. Call `close` in the end.

    Args:
        pages: The pages to serve.
        port: The port; 0 for the port of the last start, or any free port.
        new: True to draw a new key, so that no open page can go on.

    Attributes:
        pages: The pages.
        port: The port.
        start: The start number, in hexadecimal.
        token: The token.
        home: The path of the first page.
        address: The address of the first page, for a person to open.

    Raises:
        CourseError: The port can't be used.
    """

    def __init__(self, pages: MarkingPages, port: int = 0, *, new: bool = False) -> None:
        self.pages = pages
        self._executor = ThreadPoolExecutor(1)  # `MarkingPages` is not safe for several threads
        # The folder of the course would be backed up and copied, so the state is in the user's.
        name = f"examiner-mark-{digest_of(str(pages.root.resolve()))[:16]}"
        path = Path(jupyter_runtime_dir()) / name
        state = ServerState() if new else _read_state(path)
        sockets = []
        with suppress(OSError):
            sockets = bind_sockets(port or state.port, HOST)
        try:
            sockets = sockets or bind_sockets(port, HOST)
        except OSError as error:
            raise CourseError(f"port {port} can't be used: {error.strerror}.") from None
        self.port = sockets[0].getsockname()[1]
        self.state = replace(state, port=self.port)
        if port or state.port in (0, self.port):  # otherwise another server runs at the old port
            _write_state(path, self.state)
        self.start = secrets.token_hex(16)
        self.token = self.signed("token").encode()
        self.home = f"/{self.token.decode()}/"
        self.address = f"http://{HOST}:{self.port}{self.home}"
        settings: dict[str, Any] = {
            "default_handler_class": _PageHandler,
            "default_handler_args": {"server": self, "target": pages.not_found},
            "log_function": lambda handler: None,  # a log would contain the token
        }
        application = Application(self._routes(), **settings)
        self._server = HTTPServer(application, max_body_size=MAX_BODY)
        self._server.add_sockets(sockets)

    def _routes(self) -> list[tuple[str, type[_GuardedHandler], dict[str, Any]]]:
        pages, name, answer = self.pages, "([A-Za-z0-9_.-]+)", "([0-9a-f]{32})"
        script = (HERE / "static" / "mark.js").read_text("utf-8")
        routes = (
            ("/again", _StartHandler, None),
            ("/[^/]+/", _PageHandler, pages.home),
            ("/[^/]+/save", _ActionHandler, pages.save),
            ("/[^/]+/undo", _ActionHandler, pages.undo),
            ("/[^/]+/decide", _ActionHandler, pages.decide),
            (r"/[^/]+/mark\.js", _StaticHandler, ("text/javascript", script)),
            (r"/[^/]+/mark\.css", _StaticHandler, ("text/css", style())),
            (f"/[^/]+/{name}/", _PageHandler, pages.questions),
            (f"/[^/]+/{name}/{UNEXPLAINED}/", _PageHandler, pages.unexplained),
            (f"/[^/]+/{name}/{name}/{answer}/look/", _PageHandler, pages.look),
            (f"/[^/]+/{name}/{name}/", _PageHandler, pages.question),
            (f"/[^/]+/{name}/{name}/all/", _PageHandler, pages.answers),
            (f"/[^/]+/{name}/{name}/{answer}/", _PageHandler, pages.answer),
            (f"/[^/]+/{name}/{name}/{answer}/(next|previous)/", _PageHandler, pages.question),
        )
        return [
            (path, handler, {"server": self, "target": target}) for path, handler, target in routes
        ]

    def signed(self, *words: str) -> str:
        """Sign words with the key, for this port and this start.

        Args:
            words: The words.

        Returns:
            The signature (HMAC-SHA256) in hexadecimal.
        """
        words = str(self.port), self.start, *words
        return hmac.digest(self.state.key.encode(), " ".join(words).encode(), "sha256").hex()

    async def run(self, work: Callable[[], Any]) -> Any:
        """Run work in the server's one thread, after all earlier work; return its result."""
        return await asyncio.get_running_loop().run_in_executor(self._executor, work)

    async def close(self) -> None:
        """Stop the server."""
        self._server.stop()
        self.pages.close()
        self._executor.shutdown(cancel_futures=True)
        await self._server.close_all_connections()


def _read_state(path: Path) -> ServerState:
    """Read the state of the last start; make a new one if it is too old or unreadable."""
    try:
        if time.time() - path.stat().st_mtime < STATE_SECONDS:
            return ServerState(**json.loads(path.read_text("ascii")))
    except (OSError, ValueError, TypeError):
        pass
    return ServerState()


def _write_state(path: Path, state: ServerState) -> None:
    """Write the state to a file that only its owner can read. Do nothing if that fails."""
    with suppress(OSError, RuntimeError):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with secure_write(str(path)) as file:
            json.dump(asdict(state), file)


async def serve(
    pages: MarkingPages,
    port: int,
    print_line: Callable[[str], None],
    *,
    browser: bool,
    new: bool = False,
    start: str = "",
) -> None:
    """Serve the pages until this coroutine is cancelled.

    Args:
        pages: The pages.
        port: See `MarkServer`.
        print_line: A function that prints a line in the terminal.
        browser: True to open the page in a browser.
        new: See `MarkServer`.
        start: The path of the page to open, below the first page.
    """
    server = MarkServer(pages, port, new=new)
    Thread(target=pages.start, daemon=True).start()
    # Every user of a machine can read command lines, so the address with the token must not be in
    # one. The browser opens a file that only its owner can read, and the file redirects it.
    with NamedTemporaryFile("w", prefix="examiner-mark-", suffix=".html") as page:
        page.write(f'<meta http-equiv="refresh" content="0; url={server.address}{start}">\n')
        page.flush()
        try:
            print_line(f"mark {pages.only or 'all assignments'} at {server.address}{start}")
            print_line("every mark is saved at once; Ctrl-C stops the server")
            if browser:  # a browser in this terminal returns only when it ends, hence the thread
                address = Path(page.name).as_uri()
                Thread(target=webbrowser.open, args=[address], daemon=True).start()
            await asyncio.Event().wait()
        finally:
            await server.close()


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]
