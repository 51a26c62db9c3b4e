"""What every request to the page of `examiner mark` passes first, and every reply carries.

A request needs the token in its path, must be for this machine and, where a page sent it, for one
of ours; everything else gets 403. Nothing but our own script runs on a page.
"""

from __future__ import annotations

import hmac
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
REFUSED = "403: open the address that `examiner mark` printed."


class Guarded(RequestHandler):
    """A request that has passed, and its reply."""

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
        if self.request.host not in hosts or foreign or not self.server.knows(token):
            raise HTTPError(403)

    def write_error(self, status_code: int, **about: Any) -> None:
        text = REFUSED if status_code == 403 else f"{status_code}: {self._reason}"
        self.set_header("Content-Type", "text/plain; charset=utf-8")
        self.finish(f"{text}\n")


def same(one: str, other: str) -> bool:
    """Whether two tokens are the same, in a time that says nothing of where they differ."""
    return hmac.compare_digest(one.encode(), other.encode())
