"""Messages over a socket."""

from __future__ import annotations

import socket
import struct
from collections.abc import Callable

from .forms import MAX_MESSAGE
from .values import WireError

HEADER = struct.Struct("<IQ")  # length of the body, number of the request


class Channel:
    """Numbered messages over a stream socket; a reply carries the number of its request."""

    def __init__(self, sock: socket.socket, limit: int = MAX_MESSAGE) -> None:
        self.sock, self.limit = sock, limit

    def send(self, number: int, body: bytes) -> None:
        """Raises OSError where the other side is gone, TimeoutError by the socket's timeout."""
        self.sock.sendall(HEADER.pack(len(body), number) + body)

    def receive(self, wait: Callable[[], None] = lambda: None) -> tuple[int, bytes]:
        """The next message's number and body.

        `wait` is called before each read, to set the socket's timeout. Memory grows with what has
        arrived, not with what is announced. Raises EOFError, TimeoutError, OSError, WireError.
        """
        length, number = HEADER.unpack(self._take(HEADER.size, wait))
        if length > self.limit:
            raise WireError(f"a message of {length} bytes, more than {self.limit}")
        return number, self._take(length, wait)

    def _take(self, size: int, wait: Callable[[], None]) -> bytes:
        """Where nothing limits the time, as in the student process, this takes the same pieces
        however they arrive, and with them the same memory."""
        taken = bytearray()
        while len(taken) < size:
            wait()
            part = self.sock.recv(min(size - len(taken), 2**20), socket.MSG_WAITALL)
            if not part:
                raise EOFError("the other side has closed the connection")
            taken += part
        return bytes(taken)

    def has_unsolicited_data(self) -> bool:
        """Whether bytes are there although nothing was asked."""
        self.sock.settimeout(0)
        try:
            return bool(self.sock.recv(1, socket.MSG_PEEK))
        except (BlockingIOError, OSError):
            return False
