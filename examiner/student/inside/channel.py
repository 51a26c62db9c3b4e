"""Messages of the wire over a socket."""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Callable

from .wire import HEADER, MAX_MESSAGE, WireError


class Channel:
    """Numbered messages over a stream socket; a reply carries the number of its request."""

    def __init__(self, sock: socket.socket, limit: int = MAX_MESSAGE) -> None:
        self.sock, self.limit = sock, limit

    def send(self, number: int, body: bytes, wait: Callable[[], None] = lambda: None) -> None:
        """`wait` is called before each write. Raises OSError where the other side is gone."""
        left = memoryview(HEADER.pack(len(body), number) + body)
        while left:
            wait()
            with contextlib.suppress(BlockingIOError):
                left = left[self.sock.send(left) :]

    def receive(self, wait: Callable[[], None] = lambda: None) -> tuple[int, bytes]:
        """The next message's number and body.

        `wait` is called before each read. Memory grows with what has
        arrived, not with what is announced. Raises EOFError, TimeoutError, OSError, WireError.
        """
        length, number = HEADER.unpack(self._take(HEADER.size, wait))
        if length > self.limit:
            raise WireError(f"a message of {length} bytes, more than {self.limit}")
        return number, self._take(length, wait)

    def _take(self, size: int, wait: Callable[[], None]) -> bytes:
        """In the student process nothing limits the time; so this takes the same pieces however
        they arrive, and with them the same memory."""
        taken = bytearray()
        while len(taken) < size:
            wait()
            taken += self._piece(min(size - len(taken), 2**20), socket.MSG_WAITALL)
        return bytes(taken)

    def _piece(self, size: int, flags: int = 0) -> bytes:
        if piece := self.sock.recv(size, flags):
            return piece
        raise EOFError("the other side has closed the connection")


class BufferedChannel(Channel):
    """The examiner's end: many small messages are read at once.

    What is kept is no more than a message and what arrived with the end of it, PIECE bytes at most.
    """

    PIECE = 2**16

    def __init__(self, sock: socket.socket, limit: int = MAX_MESSAGE) -> None:
        super().__init__(sock, limit)
        self._kept = bytearray()

    def _take(self, size: int, wait: Callable[[], None]) -> bytes:
        kept = self._kept
        while len(kept) < size:
            wait()
            with contextlib.suppress(BlockingIOError):
                kept += self._piece(min(max(size - len(kept), self.PIECE), 2**20))
        taken = bytes(kept[:size])
        del kept[:size]
        return taken

    def has_unsolicited_data(self) -> bool:
        """Whether bytes are there although nothing was asked."""
        if self._kept:
            return True
        self.sock.settimeout(0)
        try:
            return bool(self.sock.recv(1, socket.MSG_PEEK))
        except OSError:
            return False
