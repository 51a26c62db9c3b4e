"""The sandbox in which students' processes run, and the examiner's connection to each process.

    with Sandbox() as sandbox:
        student = sandbox.student()
        student.run("def square(x):\\n    return x * x")
        square = student.look_up("square")
        square(3)  # 9

The module `bubblewrap` describes the content of the sandbox, and the package `inside` describes the
processes in it.

Time limits count the processor time of a process and its descendants, and the time during which
all of them sleep. A machine that is busy with other programs does not increase these times. The
wall clock ends a request only after many times its limit.
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
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from . import bubblewrap
from .cgroups import Cgroups, StudentCgroup
from .errors import CannotJudge, MemoryExceeded, SandboxUnavailable
from .inside import wire
from .inside.limits import Limits
from .inside.wire import WireError
from .student import Student

START_SECONDS = REPLY_SECONDS = 120.0
# Wait between reads of the replies to many calls: waking up for each reply would cost more than the
# call itself.
MANY_CALLS, REPLY_PAUSE = 16, 0.001
POLL_SECONDS = 0.2  # between two measurements of a process's time
# The wall clock ends a request after this multiple of its limit, but not before this many seconds.
WALL_CLOCK_FACTOR, MIN_WALL_CLOCK_SECONDS = 10, 60.0
# Files count as memory of a call with a memory limit. If they are larger than this before the call,
# a person decides.
MAX_WATCHED_FILES = 2**24
GRACE_SECONDS = 2.0  # an interrupted process has this long to send the outputs of its cell


class Sandbox:
    """A sandbox for all submissions of a grading run, started when it is first needed.

    Attributes:
        limits: The limits of each submission.
        trusted: True if submissions run without isolation, because they are trusted like one's own
            code.
        cgroups: Creates a cgroup for each student process; None if cgroups are not available.
    """

    def __init__(
        self,
        limits: Limits = Limits(),  # noqa: B008
        trusted: bool = False,
        cgroups: Cgroups | None = None,
        host: Host | None = None,
    ) -> None:
        """Prepare a sandbox without starting it.

        Args:
            limits: The limits of each submission.
            trusted: Whether submissions run without isolation.
            cgroups: Creates a cgroup for each student process.
            host: A supervisor in bubblewrap that is loading already; None to start one when it is
                needed.
        """
        self.limits, self.trusted, self.cgroups = limits, trusted, cgroups
        self._host = host
        if trusted:
            self.close()
        self._cgroups_tested = cgroups is None

    def __enter__(self) -> Sandbox:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def start(self) -> Host:
        """Start the sandbox unless it is running, and return its supervisor.

        Raises:
            SandboxUnavailable: The sandbox does not start.
        """
        host = self._host
        if not (host and host.alive):
            self.close()
            self._host = host = Host(self.trusted)
        if not host.is_set_up:
            host.set_up(self.limits, self.cgroups)
        if not self._cgroups_tested:
            self._cgroups_tested = True
            try:
                self.launch().end()
            except SandboxUnavailable:  # processes can't enter a cgroup here
                self.cgroups = None
                self.close()
            return self.start()
        return host

    def student(self, files: Mapping[str, bytes] | None = None) -> Student:
        """Return a handle on a new student's process, which starts with the first request.

        Args:
            files: The files for its working folder, contents by relative path. `Student.skipped`
                lists the files that are left out.
        """
        return Student(self, files or {})

    def launch(self) -> Process:
        """Start a new student's process.

        Raises:
            SandboxUnavailable: The process does not start.
        """
        host = self.start()
        try:
            return Process(host)
        except SandboxUnavailable:
            # Try once more. The supervisor may have died. Or memory ran out, and then the kernel
            # ends students' processes first.
            return Process(self.start())

    def close(self) -> None:
        """End the sandbox and all students' processes in it."""
        if self._host is not None:
            self._host.close()
            self._host = None


class Host:
    """The host's side of a supervisor, which starts any number of students' processes.

    The supervisor runs in bubblewrap or, for trusted submissions, without isolation.

    It loads its packages until `set_up` tells it the limits.

    Attributes:
        limits: The limits of each submission.
        cgroups: Creates a cgroup for each student process; None if cgroups are not available.
        is_set_up: True if it can start students' processes.

    Raises:
        SandboxUnavailable: The supervisor does not start.
    """

    def __init__(self, trusted: bool = False) -> None:
        self.limits, self.is_set_up = Limits(), False
        self.cgroups: Cgroups | None = None
        self._folder = tempfile.TemporaryDirectory(prefix="examiner-") if trusted else None
        if self._folder:
            command, environment = bubblewrap.trusted_command(self._folder.name)
        else:
            command, environment = bubblewrap.sandbox_command()
        self._control, inner = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - `set_up` closes it
        with inner:
            self._process = subprocess.Popen(
                command,
                env=environment,
                stdin=inner.fileno(),
                stdout=subprocess.DEVNULL,
                stderr=self._errors,
                cwd="/",
            )

    def set_up(self, limits: Limits, cgroups: Cgroups | None) -> None:
        """Send the limits of each submission, and wait until the supervisor is ready.

        Raises:
            SandboxUnavailable: The supervisor does not start.
        """
        self.limits, self.cgroups, self.is_set_up = limits, cgroups, True
        with self._errors as errors:
            try:
                self._control.send(wire.encode(asdict(limits)))
                reply = self._receive(START_SECONDS)
            except (OSError, WireError) as error:
                self.close()
                errors.seek(max(errors.seek(0, os.SEEK_END) - 2000, 0))  # the end names the cause
                why = errors.read().decode(errors="replace").strip() or str(error)
                raise bubblewrap.startup_error(why) from None
        if reply != ("ready",):
            self.close()
            raise SandboxUnavailable(*map(str, reply[1:]))

    @property
    def alive(self) -> bool:
        """True if the supervisor is running."""
        return self._process.poll() is None

    def ask(self, *request: Any, descriptors: Sequence[int] = ()) -> Any:
        """Send a request to the supervisor, and return its answer (see `inside.supervisor`).

        Raises:
            SandboxUnavailable: The supervisor does not answer, or answers that it failed.
        """
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
        """End bubblewrap and every process in the sandbox."""
        self._control.close()
        if self._folder:  # the supervisor first ends its processes, then itself
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
    """One student's process, which answers requests within a time limit.

    Attributes:
        host: The supervisor that started the process.
        pid: The process id of its init (see `inside.fork_server`); 0 after `end`.
        processor_seconds: Processor time of the process and its descendants, at the last
            measurement.
        hidden_seconds: Further processor time that they may have taken, at the last measurement.
        generation: A number that differs between all processes.

    Raises:
        SandboxUnavailable: The process does not start, or the supervisor does not answer.
    """

    _generations = itertools.count(1)

    def __init__(self, host: Host) -> None:
        self.host, self.pid = host, 0
        self.processor_seconds = self.hidden_seconds = self._sleeping = self._decoding = 0.0
        self._polled = time.monotonic()
        self._cgroup: StudentCgroup | None = None
        self._numbers = itertools.count(1)  # of requests
        sock, theirs = socket.socketpair()
        self.channel = HostChannel(sock, host.limits.message)
        try:
            with theirs:
                if host.cgroups is not None:
                    self._cgroup = host.cgroups.create_group(host.limits)
                # A process that writes "0" to this file moves into the cgroup.
                group_file = (
                    self._cgroup.open() if self._cgroup else os.open(os.devnull, os.O_WRONLY)
                )
                try:
                    self.pid = host.ask("start", descriptors=[theirs.fileno(), group_file])
                finally:
                    os.close(group_file)
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
        """Kill the process and its descendants, unless the process ends within `seconds`.

        Returns:
            Its exit status, or 128 + the signal that killed it; None if the status is unknown.
        """
        self.channel.sock.close()
        pid, self.pid = self.pid, 0
        try:
            if pid:
                status, processor_seconds = self.host.ask("end", pid, seconds)
                self.processor_seconds = max(processor_seconds, self.processor_seconds)
                return status
        except SandboxUnavailable:
            pass
        finally:
            if self._cgroup is not None:
                self._cgroup.close()
        return None

    @property
    def seconds_spent(self) -> float:
        """Seconds of processor time, of sleep during requests, and of decoding the replies."""
        return self.processor_seconds + self._sleeping + self._decoding

    def update_times(
        self, started: float = 0.0, is_reply_due: Callable[[], bool] = lambda: False
    ) -> None:
        """Measure the processor time and the sleep since the last measurement.

        Args:
            started: The time at which the request was sent.
            is_reply_due: Returns True while the examiner waits for a reply. Sleep counts only
                then: after its reply, a process sleeps until a busy machine lets the examiner read.
        """
        before, self._polled = self._polled, time.monotonic()
        if self.pid:
            seconds, busy, self.hidden_seconds = self.host.ask("look", self.pid)
            self.processor_seconds = max(seconds, self.processor_seconds)
            if not busy and is_reply_due():  # capped in case the examiner itself was stopped
                self._sleeping += min(self._polled - max(before, started), 2 * POLL_SECONDS)

    @contextlib.contextmanager
    def paused(self) -> Iterator[None]:
        """Stop the process and its descendants during a `with` block."""
        self.host.ask("pause", self.pid)
        try:
            yield
        finally:
            if self.host.alive:
                self.host.ask("go_on", self.pid)

    @contextlib.contextmanager
    def memory_watched(self, memory: int, arguments: int) -> Iterator[None]:
        """Kill the process if it and its descendants exceed a memory limit in a `with` block.

        Args:
            memory: Bytes that they may take in addition to those that they hold now.
            arguments: Bytes of the arguments in the request, which don't count.

        Raises:
            MemoryExceeded: They were killed, perhaps after their last reply. Without this error,
                the next request would find no process.
            CannotJudge: The files of the submission take so much memory that a right answer could
                exceed the limit.
        """
        files = self.host.ask("watch", self.pid, memory, arguments)
        if files > MAX_WATCHED_FILES:
            raise CannotJudge(f"its files take {files / 2**20:.0f} MiB of memory")
        try:
            yield
        finally:
            if self.host.alive and self.host.ask("watch", self.pid, 0, 0):
                raise MemoryExceeded

    def exchange(
        self,
        pieces: list[wire.Piece],
        count: int,
        seconds: float,
        function: Callable[..., Any],
        max_bytes: int,
        interrupt: bool,
    ) -> Iterator[tuple]:
        """Send a request, and yield the replies as they arrive.

        Args:
            pieces: The encoded request, in pieces.
            count: The maximum number of replies.
            seconds: The time limit for all replies.
            function: Makes the value for a reference to a function (see `wire.decode`).
            max_bytes: The maximum size of all replies together.
            interrupt: True if the process gets a signal and GRACE_SECONDS when its time is over.

        Raises:
            TimeoutError: The process exceeds its time limit.
            EOFError, OSError: The process is gone.
            WireError: The process sends anything but well-formed replies.
            CannotJudge: The machine was too busy to run the process.
        """
        channel, number, budget = self.channel, next(self._numbers), wire.MessageBudget()
        deadline = _Deadline(self, seconds, interrupt)
        channel.wait = deadline.wait
        if channel.has_unsolicited_data():
            raise WireError("it sent data without a request")
        channel.send(number, *pieces)
        for _ in range(count):
            reply_number, reply_body = channel.receive()
            max_bytes -= len(reply_body)
            started = time.thread_time()
            try:
                reply = wire.decode(reply_body, function, budget)
            finally:  # a malformed reply takes time to decode, too
                self._decoding += time.thread_time() - started
            is_well_formed = type(reply) is tuple and len(reply) >= 2 and type(reply[0]) is str
            if reply_number != number or max_bytes < 0 or not is_well_formed:
                raise WireError("it answered something else, or too much")
            yield reply
            deadline.pause = REPLY_PAUSE if count > MANY_CALLS else 0.0
            if reply[0] == "failed":
                break
        if time.monotonic() - self._polled > POLL_SECONDS:
            self.update_times()


class _Deadline:
    """The time limit of one request. Time before the first measurement is free.

    Attributes:
        process: The process that answers the request.
        seconds: The limit.
        interrupt: True if the process is interrupted when its time is over, and killed only later.
        wall_clock_end: The time at which the request ends in any case.
        spent_before: The seconds that the process had spent at the first measurement.
        pause: Seconds to sleep before each wait.
        interrupted_at: The time of the interrupt; 0 before it.
    """

    def __init__(self, process: Process, seconds: float, interrupt: bool) -> None:
        self.process, self.seconds, self.interrupt = process, seconds, interrupt
        self.started = self.polled = time.monotonic()
        self.wall_clock_end = self.started + max(
            WALL_CLOCK_FACTOR * seconds, MIN_WALL_CLOCK_SECONDS
        )
        self.spent_before: float | None = None
        self.pause = self.interrupted_at = 0.0

    def wait(self, event: int) -> None:
        """Wait until the socket is ready for `event`, select.POLLIN or select.POLLOUT.

        Raises:
            TimeoutError: The process exceeds its time limit.
            CannotJudge: The machine was too busy to run the process.
        """
        if self.pause:
            time.sleep(self.pause)
        poll = select.poll()
        poll.register(self.process.channel.sock, event)
        ready = None
        while not ready:
            until_poll = self.polled + POLL_SECONDS - time.monotonic()
            ready = poll.poll(1000 * max(until_poll, 0.0))
            if time.monotonic() - self.polled > POLL_SECONDS:
                self.check(lambda: not poll.poll(0))

    def check(self, is_reply_due: Callable[[], bool]) -> None:
        """Measure the time of the process; interrupt the process, or raise, if it is over."""
        self.process.update_times(self.started, is_reply_due)
        self.polled = now = time.monotonic()
        if self.spent_before is None:
            self.spent_before = self.process.seconds_spent
        if self.interrupted_at:
            if now - self.interrupted_at > GRACE_SECONDS:
                raise TimeoutError
        elif self.process.seconds_spent - self.spent_before >= self.seconds:
            if not self.interrupt:
                raise TimeoutError
            self.interrupted_at = now
            self.process.host.ask("interrupt", self.process.pid)
        elif now > self.wall_clock_end:
            raise CannotJudge(f"it had not finished after {now - self.started:.0f} s on the clock")


class HostChannel(wire.Channel):
    """The examiner's end of a channel, which reads many small messages at once.

    Its buffer holds at most one message, and at most PIECE bytes after the end of that message. It
    grows with the data that has arrived, not with the announced length of a message.

    Attributes:
        wait: Called with select.POLLIN before each read, and with select.POLLOUT before each write.
    """

    PIECE = 2**16
    MAX_PIECES = 64  # of one system call; the kernel takes up to 1,024

    def __init__(self, sock: socket.socket, limit: int = wire.MAX_MESSAGE) -> None:
        super().__init__(sock, limit)
        self._buffer = bytearray()
        self.wait: Callable[[int], None] = lambda event: None

    def send(self, number: int, *pieces: wire.Piece) -> None:
        header = wire.HEADER.pack(sum(map(len, pieces)), number)
        left = deque([memoryview(piece) for piece in (header, *pieces)])
        while left:
            self.wait(select.POLLOUT)
            with contextlib.suppress(BlockingIOError):
                sent = self.sock.sendmsg(itertools.islice(left, self.MAX_PIECES))
                while left and sent >= len(left[0]):
                    sent -= len(left.popleft())
                if sent:
                    left[0] = left[0][sent:]

    def take(self, size: int) -> bytes | bytearray:
        buffer = self._buffer
        while len(buffer) < size:
            self.wait(select.POLLIN)
            with contextlib.suppress(BlockingIOError):
                piece = self.sock.recv(min(max(size - len(buffer), self.PIECE), 2**20))
                if not piece:
                    raise EOFError("the other side has closed the connection")
                buffer += piece
        if len(buffer) == size:
            self._buffer = bytearray()
            return buffer
        content = bytes(memoryview(buffer)[:size])
        del buffer[:size]
        return content

    def has_unsolicited_data(self) -> bool:
        """Check whether data has arrived without a request, and make the socket non-blocking."""
        self.sock.settimeout(0)
        try:
            return bool(self._buffer or self.sock.recv(1, socket.MSG_PEEK))
        except OSError:
            return False
