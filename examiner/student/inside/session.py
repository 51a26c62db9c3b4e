"""The student's process, which runs cells in IPython and answers the examiner's requests.

The student's code can change everything in this process, so the examiner checks all replies.
Requests and replies are wire values, tuples that start with the kind of request or reply:

    ("files", {path: bytes})                -> ("value", None)
    ("run", source, execution count, limit of outputs, timeout message)
                            -> ("ran", outputs, skipped magics)
                               or ("hung", outputs, skipped magics), after which the process exits
    ("look_up", name)                       -> ("value", value)
    ("call", function, argument lists, keyword dicts or None, memory limit or None,
     arguments_return)                      -> for each call ("value", value) or ("raised", Raised)

If `arguments_return` is true, the value of a call is a tuple (value, arguments, keywords), with the
arguments as they are after the call. A `wire.Unsent` replaces each part of a value that can't be
sent. The reply to any request may also be ("unsendable", reason) or ("failed", Raised).
"""

from __future__ import annotations

import os
import random
import signal
import socket
from bdb import BdbQuit
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Any

import numpy as np
import numpy.random  # numpy would load it at first use, in every student's process anew

from . import wire
from .limits import WRITE_ALLOWANCE, WrittenMemory, address_space, limit_memory
from .shell import Shell

_ALL_REPLIED = 77  # exit status of a child that has replied to all calls


class TimeLimit(BaseException):
    """Raised in a cell that runs too long. `except Exception` does not catch it."""


class Session:
    """The session of one student's process with the examiner.

    Attributes:
        shell: The shell that runs the cells.
        footprint: Bytes of address space that the process used before it ran a cell.
        channel: The connection to the examiner.
        references: The functions, classes and other callables that the examiner has references to.
        number: The number of the current request.
    """

    def __init__(
        self, shell: Shell, sock: socket.socket, message_limit: int, footprint: int
    ) -> None:
        self.shell, self.footprint = shell, footprint
        self.channel = wire.Channel(sock, message_limit)
        self.references: list[Any] = []
        shell.capture_prints()
        np.random.seed(0)
        random.seed(0)
        # numpy takes entropy from the system, but two gradings of a submission must agree.
        random_bits = random.Random(0).getrandbits
        np.random.bit_generator.randbits = random_bits  # type: ignore[attr-defined]  # private

    def serve(self) -> None:
        """Answer requests until the examiner closes the connection."""
        self.channel.send(0, wire.encode(("ready",)))
        while True:
            try:
                self.number, body = self.channel.receive()
            except EOFError:
                return
            try:
                operation, *arguments = wire.decode(body, self.resolve)
                del body  # otherwise it would count as memory of a measured call
                for reply in getattr(self, f"do_{operation}")(*arguments):
                    self.reply(reply)
            except BaseException as error:
                self.reply(("failed", wire.Raised.of(error)))

    def reply(self, value: tuple) -> None:
        """Send a reply to the current request."""
        try:
            limit, is_value = self.channel.limit, value[0] == "value"
            pieces = wire.encode_pieces(value, self.refer, limit, partly=is_value)
        except wire.NotSerializable as error:
            unsent = ("value", wire.Unsent(error.what)) if is_value else ("unsendable", str(error))
            pieces = wire.encode_pieces(unsent)
        try:
            self.channel.send(self.number, *pieces)
        except OSError:  # memory of a value is gone, or the examiner is
            os._exit(1)  # a part may have been sent, so no other reply can follow

    def refer(self, value: Any) -> wire.FunctionRef | None:
        """Return a reference to a callable, which stays in this process; None for other values."""
        if not callable(value):
            return None
        self.references.append(value)
        name = getattr(value, "__name__", None)
        return wire.FunctionRef(name if type(name) is str else "function", len(self.references))

    def resolve(self, name: str, number: int) -> Any:
        """Return the callable with this number or, for 0, the value of this name in the cells."""
        if number:
            return self.references[number - 1]
        if name in self.shell.user_ns:
            return self.shell.user_ns[name]
        raise NameError(f"name {name!r} is not defined")

    # Each of these methods handles one kind of request, and yields the replies (see above).

    def do_files(self, files: dict[str, bytes]) -> Iterator[tuple]:
        for name, content in files.items():
            path = Path(name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        yield ("value", None)

    def do_run(self, source: str, count: int, limit: int, timeout_message: str) -> Iterator[tuple]:
        recorder = self.shell.recorder
        recorder.reset(limit)
        self.shell.skipped = skipped = list[str]()
        self.shell.execution_count = count
        running, hung = True, False

        def stop(signal_number: int, frame: FrameType | None) -> None:
            nonlocal hung
            if running:
                hung = True
                raise TimeLimit(timeout_message)

        signal.signal(signal.SIGALRM, stop)  # the supervisor sends it
        try:
            ran = self.shell.run_cell(source, store_history=True)
            if isinstance(ran.error_in_exec, BdbQuit):  # IPython shows nothing for it
                recorder.error("BdbQuit", "", ["BdbQuit: a breakpoint stopped this cell"])
        except BaseException as error:  # a hook or `stop` raised it outside the cell
            raised = wire.Raised.of(error)
            line = f"{raised.type_name}: {raised.message}"
            recorder.error(raised.type_name, raised.message, [line])
        finally:
            running = False
        yield ("hung" if hung else "ran", recorder.collected(), skipped)
        if hung:
            os._exit(0)

    def do_look_up(self, name: str) -> Iterator[tuple]:
        yield ("value", self.resolve(name, 0))

    def do_call(
        self,
        function: Any,
        argument_lists: list,
        keywords: list | None,
        memory: int | None,
        arguments_return: bool,
    ) -> Iterator[tuple]:
        def replies() -> Iterator[tuple]:
            for index, arguments in enumerate(argument_lists):
                self.shell.recorder.reset(2**16)  # drops the printed text of calls
                named = keywords[index] if keywords else {}
                try:
                    value = function(*arguments, **named)
                except BaseException as error:
                    yield ("raised", _raised_by_call(error))
                else:
                    yield ("value", (value, arguments, named) if arguments_return else value)
            from matplotlib_inline.backend_inline import flush_figures

            flush_figures()  # drops figures, which the next cell would show otherwise

        if memory is None:
            yield from replies()
        else:
            self.reply_within(memory, replies())

    def reply_within(self, memory: int, replies: Iterator[tuple]) -> None:
        """Send the replies from a child process with a memory limit.

        The limit is irrevocable, because a called function could lift any other limit. It covers
        new memory only, so a call could use a buffer that a cell or an earlier call has left. If
        the process holds that much memory, the memory that a call writes to is limited as well.

        Args:
            memory: Bytes that the child may take in addition to the memory of this process.
            replies: The replies; iterating over them makes the calls.
        """
        child = os.fork()
        if child == 0:
            try:
                inherited = address_space() - self.footprint
                limit_memory(memory)
                written = WrittenMemory()
                for reply in replies:
                    if inherited > memory and written.size() > memory + WRITE_ALLOWANCE:
                        reply = ("raised", wire.Raised.of(MemoryError()))
                    self.reply(reply)
                    written = WrittenMemory()
            except BaseException as error:
                self.reply(("failed", wire.Raised.of(error)))
            finally:
                os._exit(_ALL_REPLIED)
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        if status != _ALL_REPLIED:
            os._exit(status if status >= 0 else 128 - status)


def _raised_by_call(error: BaseException) -> wire.Raised:
    """Describe what a called function raised.

    A NotImplementedError means that the function has no answer yet, but not if it comes from
    another function, which the called one needs. Then the message names that function.
    """
    raised = wire.Raised.of(error)
    frame = error.__traceback__ and error.__traceback__.tb_next  # of the called function
    if isinstance(error, NotImplementedError) and frame and frame.tb_next:
        while frame.tb_next:
            frame = frame.tb_next
        message = f"{frame.tb_frame.f_code.co_name}: {raised.message}"
        return wire.Raised("NotImplementedError", "RuntimeError", message)
    return raised
