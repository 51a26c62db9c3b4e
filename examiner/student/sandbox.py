"""The sandbox: where students' processes run, and one of these as the examiner sees it.

    with Sandbox() as sandbox:
        student = sandbox.student()
        student.run("def square(x):\\n    return x * x")
        square = student.look_up("square")
        square(3)  # 9

What there is in it, and what stands around it, is told in `bubblewrap` and `inside`.

Time is what the processors did for a process, and for all that it started, and the time in which
all of these slept: neither grows on a machine that is busy with something else. The clock only ends
what takes many times longer than that.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import select
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from . import bubblewrap
from .cgroups import Cgroups, StudentCgroup
from .errors import CannotJudge, SandboxUnavailable
from .inside import wire
from .inside.limits import Limits
from .inside.wire import WireError
from .student import Student

START_SECONDS = REPLY_SECONDS = 120.0
# Between two looks for replies to many calls: to be woken for each costs more than each call does.
MANY, PAUSE = 16, 0.001
LOOK_SECONDS = 0.2  # between two looks at what a process does
BY_THE_CLOCK, AT_LEAST = 10, 60.0  # a request may take that many times its limit, so many seconds
GRACE = 2.0  # seconds that a process has, once it was interrupted, to send what a cell put out


class Sandbox:
    """Started when first needed, used for a whole grading run.

    `trusted`: without isolation, for submissions that are trusted like one's own code. `cgroups`:
    where each student process gets a cgroup; None if there is no such place, or processes can't
    enter it.
    """

    def __init__(
        self,
        limits: Limits = Limits(),  # noqa: B008
        trusted: bool = False,
        cgroups: Cgroups | None = None,
    ) -> None:
        self.limits, self.trusted, self.cgroups = limits, trusted, cgroups
        self._host: Host | None = None
        self._tried_cgroups = cgroups is None

    def __enter__(self) -> Sandbox:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def start(self) -> Host:
        """Start the sandbox now, and return its supervisor. Raises SandboxUnavailable."""
        host = self._host
        if not (host and host.alive):
            self.close()
            self._host = host = Host(self.limits, self.trusted, self.cgroups)
        if not self._tried_cgroups:
            self._tried_cgroups = True
            try:
                self.launch().end()
            except SandboxUnavailable:  # no process can enter one
                self.cgroups = None
                self.close()
            return self.start()
        return host

    def student(self, files: Mapping[str, bytes] | None = None) -> Student:
        """A handle on a new student's process, which starts when it is first asked something.

        `files` are put into its working folder: contents by relative path. What is left out is told
        in `Student.skipped`.
        """
        return Student(self, files or {})

    def launch(self) -> Process:
        """A new student's process. Raises SandboxUnavailable."""
        host = self.start()
        try:
            return Process(host)
        except SandboxUnavailable:
            if host.alive:
                raise
            return Process(self.start())  # the supervisor was lost: once more, with a new one

    def close(self) -> None:
        """End the sandbox, and with it all students' processes."""
        if self._host is not None:
            self._host.close()
            self._host = None


class Host:
    """A supervisor, in bubblewrap or, for trusted submissions, in nothing.

    It starts any number of students' processes. `cgroups`: where each of them gets a cgroup. Raises
    SandboxUnavailable.
    """

    def __init__(self, limits: Limits, trusted: bool, cgroups: Cgroups | None) -> None:
        self.limits, self.cgroups = limits, cgroups
        self._folder = tempfile.TemporaryDirectory(prefix="examiner-") if trusted else None
        if self._folder:
            command, environment = bubblewrap.without(limits, self._folder.name)
        else:
            command, environment = bubblewrap.command(limits)
        self._control, inner = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with tempfile.TemporaryFile() as errors:
            with inner:
                self._process = subprocess.Popen(
                    command,
                    env=environment,
                    stdin=inner.fileno(),
                    stdout=subprocess.DEVNULL,
                    stderr=errors,
                    cwd="/",
                )
            try:
                reply = self._receive(START_SECONDS)
            except (OSError, WireError) as error:
                self.close()
                errors.seek(max(errors.seek(0, os.SEEK_END) - 2000, 0))  # what went wrong ends it
                why = errors.read().decode(errors="replace").strip() or str(error)
                raise bubblewrap.did_not_start(why) from None
        if reply != ("ready",):
            self.close()
            raise SandboxUnavailable(*map(str, reply[1:]))

    @property
    def alive(self) -> bool:
        """Whether the supervisor is running."""
        return self._process.poll() is None

    def ask(self, *request: Any, descriptors: Sequence[int] = ()) -> Any:
        """The supervisor's answer to one of its requests. Raises SandboxUnavailable."""
        try:
            socket.send_fds(self._control, [wire.encode(request)], descriptors)
            kind, answer = self._receive(REPLY_SECONDS)
        except (OSError, WireError, ValueError, TypeError) as error:
            self.close()
            raise SandboxUnavailable(f"its supervisor does not answer ({error}).") from None
        if kind == "failed":
            raise SandboxUnavailable(str(answer))
        return answer

    def close(self) -> None:
        """End bubblewrap, and with it everything in the sandbox."""
        self._control.close()
        if self._folder:  # the supervisor ends by itself, when it has ended what it started
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(2.0)
        self._process.kill()
        self._process.wait()
        if self._folder:
            self._folder.cleanup()

    def _receive(self, seconds: float) -> Any:
        self._control.settimeout(seconds)
        return wire.decode(self._control.recv(2**16))


class Process:
    """One student's process: requests and replies, within a limit of time. Raises
    SandboxUnavailable.

    processor_seconds: what the processors did for it and for all that it started, as far as was
    looked. spent: that, seconds that all of these slept while something was asked, and what it
    took to read the answers.
    """

    _generations = itertools.count(1)

    def __init__(self, host: Host) -> None:
        self.host, self.pid = host, 0
        self.processor_seconds = self._slept = self._read = 0.0
        self._looked = time.monotonic()
        self._group: StudentCgroup | None = None
        self._numbers = itertools.count(1)  # of requests
        sock, theirs = socket.socketpair()
        self.channel = HostChannel(sock, host.limits.message)
        try:
            with theirs:
                if host.cgroups is not None:
                    self._group = host.cgroups.group(host.limits)
                # Who writes "0" there is in the group.
                entry = self._group.open() if self._group else os.open(os.devnull, os.O_WRONLY)
                try:
                    self.pid = host.ask("start", descriptors=[theirs.fileno(), entry])
                finally:
                    os.close(entry)
            sock.settimeout(START_SECONDS)
            reply = wire.decode(self.channel.receive()[1])
            if reply != ("ready",):
                raise WireError(reply)
        except (EOFError, OSError, WireError) as error:
            self.end()
            raise SandboxUnavailable(f"a student's process did not start: {error!r:.300}") from None
        except BaseException:
            self.end()
            raise
        self.generation = next(self._generations)

    def end(self, seconds: float = 0.0) -> int | None:
        """Kill it and all its descendants, unless it ends within `seconds`.

        Returns its exit status (128 + signal where one killed it), None where that is not known.
        """
        self.channel.sock.close()
        pid, self.pid = self.pid, 0
        try:
            if pid:
                status, worked = self.host.ask("end", pid, seconds)
                self.processor_seconds = max(worked, self.processor_seconds)
                return status
        except SandboxUnavailable:
            pass
        finally:
            if self._group is not None:
                self._group.close()
        return None

    @property
    def spent(self) -> float:
        return self.processor_seconds + self._slept + self._read

    def look(self, since: float = 0.0, owes: Callable[[], bool] = lambda: False) -> None:
        """See what it does now.

        Args:
            since: When it was last asked something.
            owes: Tells whether the examiner still waits for it. Only then is its sleep its own: a
                process that has replied sleeps until a busy machine lets the examiner read.
        """
        before, self._looked = self._looked, time.monotonic()
        if self.pid:
            seconds, busy = self.host.ask("look", self.pid)
            self.processor_seconds = max(seconds, self.processor_seconds)
            if not busy and owes():  # not longer, should this process have been stopped
                self._slept += min(self._looked - max(before, since), 2 * LOOK_SECONDS)

    @contextlib.contextmanager
    def watched(self, memory: int, arguments: int) -> Iterator[None]:
        """Meanwhile it is killed if it takes so many bytes more than now, with all descendants,
        beside so many bytes of arguments that it is sent."""
        self.host.ask("watch", self.pid, memory, arguments)
        try:
            yield
        finally:
            if self.host.alive:
                self.host.ask("watch", self.pid, 0, 0)

    def exchange(
        self,
        body: bytes,
        count: int,
        seconds: float,
        function: Callable[..., Any],
        most: int,
        interrupt: bool,
    ) -> Iterator[tuple]:
        """Send a request, yield up to `count` replies as they come, of `most` bytes together.

        Raises TimeoutError where it takes longer than `seconds`, EOFError or OSError where the
        process is gone, WireError, CannotJudge. `interrupt`: it is told first that its time is
        over, and has a moment to reply to that.
        """
        channel, number, room = self.channel, next(self._numbers), wire.MessageBudget()
        limit = _Limit(self, seconds, interrupt)
        channel.wait = limit.wait
        if channel.has_unsolicited_data():
            raise WireError("it sent something without being asked")
        channel.send(number, body)
        for _ in range(count):
            answered, reply_body = channel.receive()
            most -= len(reply_body)
            started = time.thread_time()
            try:
                reply = wire.decode(reply_body, function, room)
            finally:  # also where it turns out at its end to be none
                self._read += time.thread_time() - started
            shaped = type(reply) is tuple and len(reply) >= 2 and type(reply[0]) is str
            if answered != number or most < 0 or not shaped:
                raise WireError("it answered something else, or too much")
            yield reply
            limit.pause = PAUSE if count > MANY else 0.0
            if reply[0] == "failed":
                break
        if time.monotonic() - self._looked > LOOK_SECONDS:
            self.look()


class _Limit:
    """The time that a process has for a request: what it takes before the first look is free."""

    def __init__(self, process: Process, seconds: float, interrupt: bool) -> None:
        self.process, self.seconds, self.interrupt = process, seconds, interrupt
        self.since = self.looked = time.monotonic()
        self.until = self.since + max(BY_THE_CLOCK * seconds, AT_LEAST)
        self.before: float | None = None
        self.pause = self.interrupted = 0.0  # when it was interrupted

    def wait(self, event: int) -> None:
        """Until there is something to read, or room to write. Raises TimeoutError, CannotJudge."""
        if self.pause:
            time.sleep(self.pause)
        poll = select.poll()
        poll.register(self.process.channel.sock, event)
        ready = None
        while not ready:
            until_look = self.looked + LOOK_SECONDS - time.monotonic()
            ready = poll.poll(1000 * max(until_look, 0.0))
            if time.monotonic() - self.looked > LOOK_SECONDS:
                self.look(lambda: not poll.poll(0))

    def look(self, owes: Callable[[], bool]) -> None:
        self.process.look(self.since, owes)
        self.looked = now = time.monotonic()
        if self.before is None:
            self.before = self.process.spent
        if self.interrupted:
            if now - self.interrupted > GRACE:
                raise TimeoutError
        elif self.process.spent - self.before >= self.seconds:
            if not self.interrupt:
                raise TimeoutError
            self.interrupted = now
            self.process.host.ask("interrupt", self.process.pid)
        elif now > self.until:
            raise CannotJudge(f"it was not ready after {now - self.since:.0f} s on the clock")


class HostChannel(wire.Channel):
    """The examiner's end: many small messages are read at once.

    What is kept is no more than a message and what arrived with the end of it, PIECE bytes at most.
    wait: called before each write and read, with what is waited for.
    """

    PIECE = 2**16

    def __init__(self, sock: socket.socket, limit: int = wire.MAX_MESSAGE) -> None:
        super().__init__(sock, limit)
        self._kept = bytearray()
        self.wait: Callable[[int], None] = lambda event: None

    def send(self, number: int, body: bytes) -> None:
        left = memoryview(wire.HEADER.pack(len(body), number) + body)
        while left:
            self.wait(select.POLLOUT)
            with contextlib.suppress(BlockingIOError):
                left = left[self.sock.send(left) :]

    def take(self, size: int) -> bytes:
        kept = self._kept
        while len(kept) < size:
            self.wait(select.POLLIN)
            with contextlib.suppress(BlockingIOError):
                piece = self.sock.recv(min(max(size - len(kept), self.PIECE), 2**20))
                if not piece:
                    raise EOFError("the other side has closed the connection")
                kept += piece
        taken = bytes(kept[:size])
        del kept[:size]
        return taken

    def has_unsolicited_data(self) -> bool:
        """Whether bytes are there although nothing was asked. From then on nothing blocks."""
        self.sock.settimeout(0)
        try:
            return bool(self._kept or self.sock.recv(1, socket.MSG_PEEK))
        except OSError:
            return False
