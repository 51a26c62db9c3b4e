"""The student's process: runs cells in IPython and answers the examiner's questions.

Everything here is at the mercy of the student's code, so the examiner checks all that it sends.
Requests and replies are wire values, tuples whose first member says what they are:

    ("files", {path: bytes})                -> ("value", None)
    ("run", source, count, limit of its output, what to say when its time is over)
                            -> ("ran", outputs, skipped magics); ("hung", the same), then exit
    ("look_up", name)                       -> ("value", value)
    ("call", function, argument lists, keyword dicts or None, memory or None, whether they return)
                                            -> for each call ("value", value); ("raised", Raised)

Where the arguments of a call return, its value is (value, arguments, keywords), these as the call
left them. Of a value that can't be sent as a whole, each part that can't is a `wire.Unsent`. Any
request may be answered by ("unsendable", why) or ("failed", Raised).
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

from . import wire
from .limits import TOUCH_ROOM, Touched, address_space, limit_memory
from .shell import Shell

_REPLIED = 77  # exit status of a copy that has replied to all calls


class TimeLimit(BaseException):
    """Raised in a cell that runs too long; no `except Exception` stops it."""


class Session:
    """Serves one student: `serve` returns when the examiner closes the connection.

    footprint: bytes of address space that the process has in use before a cell has run.
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
        # numpy asks the system for entropy; two gradings of one submission are to be the same
        draw = random.Random(0).getrandbits
        np.random.bit_generator.randbits = draw  # type: ignore[attr-defined]  # it is private

    def serve(self) -> None:
        """Answer requests until the examiner hangs up."""
        self.channel.send(0, wire.encode(("ready",)))
        while True:
            try:
                self.number, body = self.channel.receive()
            except EOFError:
                return
            try:
                operation, *arguments = wire.decode(body, self.resolve)
                del body  # a call that is measured would be charged for it
                for reply in getattr(self, f"do_{operation}")(*arguments):
                    self.reply(reply)
            except BaseException as error:
                self.reply(("failed", wire.Raised.of(error)))

    def reply(self, value: tuple) -> None:
        try:
            body = wire.encode(value, self.refer, self.channel.limit, partly=value[0] == "value")
        except wire.NotSerializable as error:
            is_value = value[0] == "value"
            unsent = ("value", wire.Unsent(error.what)) if is_value else ("unsendable", str(error))
            body = wire.encode(unsent)
        self.channel.send(self.number, body)

    def refer(self, value: Any) -> wire.FunctionRef | None:
        """Functions, classes and other callables stay here, known by a number."""
        if not callable(value):
            return None
        self.references.append(value)
        name = getattr(value, "__name__", None)
        return wire.FunctionRef(name if type(name) is str else "function", len(self.references))

    def resolve(self, name: str, number: int) -> Any:
        if number:
            return self.references[number - 1]
        if name in self.shell.user_ns:
            return self.shell.user_ns[name]
        raise NameError(f"name {name!r} is not defined")

    # Requests, as told above: each gives the replies.

    def do_files(self, files: dict[str, bytes]) -> Iterator[tuple]:
        for name, content in files.items():
            path = Path(name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        yield ("value", None)

    def do_run(self, source: str, count: int, limit: int, late: str) -> Iterator[tuple]:
        recorder = self.shell.recorder
        recorder.reset(limit)
        self.shell.skipped = skipped = list[str]()
        self.shell.execution_count = count
        running, hung = True, False

        def stop(signal_number: int, frame: FrameType | None) -> None:
            nonlocal hung
            if running:
                hung = True
                raise TimeLimit(late)

        signal.signal(signal.SIGALRM, stop)  # the examiner sends it
        try:
            ran = self.shell.run_cell(source, store_history=True)
            if isinstance(ran.error_in_exec, BdbQuit):  # of which IPython says nothing
                recorder.error("BdbQuit", "", ["BdbQuit: a breakpoint stopped this cell"])
        except BaseException as error:  # raised around the cell: by a hook, or by `stop`
            raised = wire.Raised.of(error)
            said = f"{raised.type_name}: {raised.message}"
            recorder.error(raised.type_name, raised.message, [said])
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
                self.shell.recorder.reset(2**16)  # what a called function prints is dropped
                named = keywords[index] if keywords else {}
                try:
                    value = function(*arguments, **named)
                except BaseException as error:
                    yield ("raised", wire.Raised.of(error))
                else:
                    yield ("value", (value, arguments, named) if arguments_return else value)
            from matplotlib_inline.backend_inline import flush_figures

            flush_figures()  # what was drawn is dropped too, and not shown after the next cell

        if memory is None:
            yield from replies()
        else:
            self.reply_within(memory, replies())

    def reply_within(self, memory: int, replies: Iterator[tuple]) -> None:
        """Reply from a copy of this process that may take so many bytes more, and then ends.

        A limit that can be lifted here after the calls can be lifted by what is called, too. Memory
        that cells or earlier calls have left, a buffer for what a call computes, is none of these
        bytes: where there is as much as that, what a call writes to is counted as well.
        """
        copy = os.fork()
        if copy == 0:
            try:
                left = address_space() - self.footprint
                limit_memory(memory)
                touched = Touched()
                for reply in replies:
                    if left > memory and touched.size() > memory + TOUCH_ROOM:
                        reply = ("raised", wire.Raised.of(MemoryError()))
                    self.reply(reply)
                    touched = Touched()
            except BaseException as error:
                self.reply(("failed", wire.Raised.of(error)))
            finally:
                os._exit(_REPLIED)
        status = os.waitstatus_to_exitcode(os.waitpid(copy, 0)[1])
        if status != _REPLIED:
            os._exit(status if status >= 0 else 128 - status)
