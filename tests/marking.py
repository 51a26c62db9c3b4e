"""A served page of `examiner mark`, for tests: asked by HTTP, or shown in a browser."""

from __future__ import annotations

import asyncio
import html
import http.client
import json
import os
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock

from examiner.course import Course
from examiner.mark.marking import MarkingPages
from examiner.mark.server import MarkServer
from examiner.pages.feedback import answer_part
from examiner.workers.worker import Worker


class Served:
    """A server in a thread of its own, and a browser that asks it."""

    def __init__(self, server: MarkServer) -> None:
        self.server, self.home, self.address = server, server.home, server.address
        self._cookie = ""

    def get(self, path: str, **headers: str) -> tuple[int, str, dict[str, str]]:
        """Status, text and headers of a reply."""
        return self.send("GET", path, None, headers)

    def post(self, path: str, about: Any, **headers: str) -> tuple[int, Any]:
        status, text, _ = self.send("POST", path, json.dumps(about), headers)
        return status, json.loads(text) if text.startswith("{") else text

    def versions(self, path: str) -> dict[str, str]:
        """The versions of the answers that a page shows, by their ids."""
        _, text, _ = self.get(path)
        return json.loads(html.unescape(re.search(r'data-versions="([^"]+)"', text)[1]))

    def lines(self, path: str) -> list[str]:
        """The lines of the rubric that a page shows."""
        _, text, _ = self.get(path)
        return [html.unescape(words) for words in re.findall(r'data-words="([^"]*)"', text)]

    def send(
        self, method: str, path: str, body: str | None, headers: dict[str, str]
    ) -> tuple[int, str, dict[str, str]]:
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port)
        try:
            connection.request(method, path, body, {"Cookie": self._cookie, **headers})
            reply = connection.getresponse()
            self._cookie = reply.headers.get("Set-Cookie", self._cookie).partition(";")[0]
            return reply.status, reply.read().decode(), dict(reply.getheaders())
        finally:
            connection.close()


class InThisThread(Worker):
    """A worker without a process, which takes seconds to start."""

    def start(self) -> None:
        pass

    def answer_part(self, notebook: bytes, name: str, released: str = "") -> str:
        return answer_part(notebook, name, released)


@contextmanager
def served(
    course: Course, only: str | None = None, worker: Worker | None = None, *, new: bool = False
) -> Iterator[Served]:
    """Serve the page for a course while the block runs; its files lie beside the course."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()

    async def start() -> MarkServer:
        return MarkServer(MarkingPages(course, only, worker or InThisThread()), new=new)

    with mock.patch.dict(os.environ, JUPYTER_RUNTIME_DIR=str(course.root.parent / "runtime")):
        server = asyncio.run_coroutine_threadsafe(start(), loop).result()
    try:
        yield Served(server)
    finally:
        asyncio.run_coroutine_threadsafe(server.close(), loop).result()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()
