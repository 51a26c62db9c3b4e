"""What every request to the page of `examiner mark` passes first, and every reply carries.

A request needs the token in its path, must be for this machine and, where a page sent it, for one
of ours; everything else gets 403. Nothing but our own script runs on a page. Without the token a
page can ask whether it is still its own server that listens (see `kept`), and no more.
"""

from __future__ import annotations

import hmac
import re
import secrets
from typing import TYPE_CHECKING, Any

from tornado.web import HTTPError, RequestHandler

if TYPE_CHECKING:
    from .server import MarkServer

HOST = "127.0.0.1"
HEADERS = {
    # Formulas have their columns aligned by style attributes, from a list of a few (`typeset`).
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; "
        "img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
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


class Guarded(RequestHandler):
    """A request that has passed, and its reply."""

    needs_token = True

    def initialize(self, server: MarkServer) -> None:
        self.server = server

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

    @property
    def browser(self) -> str:
        """Which browser asks: a number that it was given."""
        given = self.get_cookie(BROWSER, "")
        if not re.fullmatch("[0-9a-f]{32}", given):
            given = secrets.token_hex(16)
            # It is the same after a restart: what it had open is not somebody else's.
            self.set_cookie(BROWSER, given, expires_days=1, httponly=True, samesite="Strict")
        return given

    def write_error(self, status_code: int, **about: Any) -> None:
        text = REFUSED if status_code == 403 else f"{status_code}: {self._reason}"
        self.set_header("Content-Type", "text/plain; charset=utf-8")
        self.finish(f"{text}\n")
