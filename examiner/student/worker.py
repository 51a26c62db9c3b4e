"""The student's process: runs cells in IPython and answers the examiner's questions.

Everything here is at the mercy of the student's code, so the examiner checks all that it sends.
Requests and replies are wire values, tuples whose first member says what they are:

    ("files", {path: bytes})                -> ("done", None)
    ("run", source, count, seconds, limit)  -> ("ran", ok, outputs); ("hung", outputs), then exit
    ("look_up", name)                       -> ("value", value); ("missing", None)
    ("delete", name)                        -> ("done", None); ("missing", None)
    ("bind", name, value)                   -> ("done", None)
    ("call", function, argument lists, keyword dicts or None, memory or None)
                                            -> for each call ("value", value); ("raised", Raised)

Any of them may be answered by ("unsendable", why) or ("failed", Raised).
"""

from __future__ import annotations

import binascii
import contextlib
import dataclasses
import io
import mmap
import os
import random
import re
import resource
import signal
import socket
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Any

import numpy as np
from IPython.core.compilerop import CachingCompiler
from IPython.core.displayhook import DisplayHook
from IPython.core.displaypub import DisplayPublisher
from IPython.core.interactiveshell import InteractiveShell
from traitlets.config import Config

from examiner.student import wire

OUTPUT_OVERHEAD = 100  # bytes that an output counts for beside its content
_CELL_FILE = re.compile(r'File "(/tmp/ipykernel_2/\d+\.py)"')


class TimeLimit(BaseException):
    """Raised in a cell that runs too long; no `except Exception` stops it."""


# ----------------------------------------------------------------------------------------- outputs


class Recorder:
    """The outputs of one cell as a kernel sends them, cut off at `limit` bytes.

    Text waits until something else is put out or the cell ends; then what went to stdout comes
    first, what went to stderr second.
    """

    def __init__(self) -> None:
        self.files: dict[str, int] = {}  # what programs and C code write, behind sys.stdout's back
        self.reset(2**20)

    def reset(self, limit: int) -> None:
        self.outputs: list[dict[str, Any]] = []
        self.waiting: dict[str, list[str]] = {"stdout": [], "stderr": []}
        self.shown: dict[str, dict[str, Any]] = {}  # display id -> output
        self.left, self.limit, self.clear_first = limit, limit, False

    def _spend(self, size: int) -> bool:
        """Whether `size` more bytes fit; the first time they don't, say so."""
        if self.left < 0:
            return False
        self.left -= size
        if self.left < 0:
            note = f"\n[cut off here: a cell may put out {self.limit} bytes]\n"
            self.waiting["stderr"].append(note)
        return self.left >= 0

    def stream(self, name: str, text: str) -> None:
        if self.left < 0:
            return
        size = len(text) if text.isascii() else len(text.encode("utf-8", "replace"))
        if size > self.left:
            text = text.encode("utf-8", "replace")[: self.left].decode("utf-8", "ignore")
        self.waiting[name].append(text)
        self._spend(size)

    def flush(self) -> None:
        for name, file in self.files.items():
            if os.fstat(file).st_size:
                self.stream(name, os.pread(file, self.limit + 1, 0).decode("utf-8", "replace"))
                os.ftruncate(file, 0)
                os.lseek(file, 0, os.SEEK_SET)
        for name, texts in self.waiting.items():
            if texts:
                self._begin()
                text = "".join(texts)
                texts.clear()
                last = self.outputs[-1] if self.outputs else {}
                if last.get("name") == name:
                    last["text"].append(text)
                else:
                    self._spend(OUTPUT_OVERHEAD)
                    self.outputs.append({"output_type": "stream", "name": name, "text": [text]})

    def _begin(self) -> None:
        if self.clear_first:
            self.outputs.clear()
        self.clear_first = False

    def clear(self, wait: bool) -> None:
        self.flush()
        self.clear_first = True
        if not wait:
            self._begin()

    def display(self, output: dict[str, Any], display_id: str | None, update: bool) -> None:
        self.flush()
        data = output["data"]
        for mime, value in data.items():
            if isinstance(value, bytes):
                data[mime] = binascii.b2a_base64(value, newline=False).decode()
        if not self._spend(OUTPUT_OVERHEAD + sum(len(str(value)) for value in data.values())):
            return
        if update:
            self.shown.get(display_id or "", {}).update(data=data, metadata=output["metadata"])
            return
        self._begin()
        self.outputs.append(output)
        if display_id:
            self.shown[display_id] = output

    def error(self, name: str, value: str, traceback: list[str]) -> None:
        """Errors are kept when other output is cut off: they say how the cell ended."""
        self.flush()
        self._begin()
        if len(traceback) > 60:  # a recursion without end
            traceback = [*traceback[:20], "...", *traceback[-20:]]
        lines = [line[:20_000] for line in traceback]
        error = {"ename": name, "evalue": value[:10_000], "traceback": lines}
        self.outputs.append({"output_type": "error", **error})

    def collected(self) -> list[dict[str, Any]]:
        self.flush()
        return self.outputs


class Stream(io.TextIOBase):
    """sys.stdout or sys.stderr of the student's process."""

    encoding, errors = "utf-8", "replace"

    def __init__(self, name: str, descriptor: int, recorder: Recorder) -> None:
        self.name, self.descriptor, self.recorder = name, descriptor, recorder
        self.process = os.getpid()

    def writable(self) -> bool:
        return True

    def fileno(self) -> int:
        return self.descriptor

    def write(self, text: str) -> int:
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        if os.getpid() == self.process:
            self.recorder.stream(self.name, text)
        else:  # a forked child: what it prints comes back through the file
            os.write(self.descriptor, text.encode("utf-8", "replace"))
        return len(text)


class Hook(DisplayHook):
    """Records the value of a cell."""

    def start_displayhook(self) -> None:
        self.result: dict[str, Any] = {"output_type": "execute_result"}

    def write_output_prompt(self) -> None:
        self.result["execution_count"] = self.prompt_count

    def write_format_data(self, format_dict: dict, md_dict: dict | None = None) -> None:
        self.result.update(data=dict(format_dict), metadata=md_dict or {})

    def finish_displayhook(self) -> None:
        if self.result.get("data"):
            self.shell.recorder.display(self.result, None, update=False)


class Publisher(DisplayPublisher):
    """Records what a cell displays: display(), figures, clear_output()."""

    def publish(
        self,
        data: dict,
        metadata: dict | None = None,
        source: str | None = None,
        *,
        transient: dict | None = None,
        update: bool = False,
        **_: Any,
    ) -> None:
        output = {"output_type": "display_data", "data": dict(data), "metadata": metadata or {}}
        self.shell.recorder.display(output, (transient or {}).get("display_id"), update)

    def clear_output(self, wait: bool = False) -> None:
        self.shell.recorder.clear(wait)


class Compiler(CachingCompiler):
    """Names the code of cells as a kernel does, which tracebacks depend on."""

    def get_code_name(self, raw_code: str, transformed_code: str, number: int) -> str:
        return f"/tmp/ipykernel_2/{zlib.crc32(raw_code.encode('utf-8', 'replace'))}.py"


class Shell(InteractiveShell):
    """IPython as a notebook kernel sets it up, recording instead of printing."""

    def __init__(self, **options: Any) -> None:
        self.recorder = Recorder()
        classes = (Hook, Publisher, Compiler)
        names = ("displayhook_class", "display_pub_class", "compiler_class")
        super().__init__(**dict(zip(names, classes, strict=True)), **options)
        self.set_hook("show_in_pager", lambda *_, **__: None, 99)  # help shown beside a notebook

    def _showtraceback(self, etype: type, evalue: BaseException, stb: list[str]) -> None:
        self.recorder.error(etype.__name__, str(evalue), stb)

    def ask_exit(self) -> None:
        raise SystemExit  # exit() and quit(): an error in the cell, as sys.exit() is

    def enable_gui(self, gui: str | None = None) -> None:
        """There is no event loop to run beside cells."""

    def init_virtualenv(self) -> None:
        """There is none in here."""


def make_shell() -> Shell:
    """The shell, with everything imported and used once that a first cell would wait for.

    Called once, before students' processes are forked, in a process with no student's code.
    """
    config = Config()
    config.HistoryManager.enabled = False  # it would start a thread, and a file
    shell = Shell.instance(config=config)
    import matplotlib

    fonts = os.fork()
    if fonts == 0:  # its list of fonts is made with a thread, which would upset what is forked
        try:
            import matplotlib.font_manager
        finally:
            os._exit(0)
    os.waitpid(fonts, 0)
    import matplotlib.font_manager
    import matplotlib.mathtext
    import matplotlib.pyplot  # its inline backend finds the shell and sets itself up

    for source in (
        "import matplotlib.pyplot as plt\nplt.plot([1, 2], label='$x$')\nplt.legend()\nprint(1)",
        "def f(n):\n    return f(n - 1) if n else 1 / 0\nf(3)",
        "1",
    ):
        shell.run_cell(source, store_history=True)
    shell.reset(new_session=True)
    matplotlib.pyplot.close("all")
    # Forked processes share the place in an open file: they have to open the fonts for themselves.
    matplotlib.font_manager._get_font.cache_clear()
    matplotlib.mathtext.MathTextParser._parse_cached.cache_clear()
    return shell


# ------------------------------------------------------------------------------------------ worker


class Worker:
    """Serves one student: `serve` returns when the examiner closes the connection."""

    def __init__(self, shell: Shell, sock: socket.socket, message_limit: int) -> None:
        self.shell = shell
        self.channel = wire.Channel(sock, message_limit)
        self.references: list[Any] = []
        self.deleted: dict[str, Any] = {}  # what `do_bind` may put back
        shell.recorder.files = {name: os.memfd_create(name) for name in ("stdout", "stderr")}
        for descriptor, file in enumerate(shell.recorder.files.values(), start=1):
            os.dup2(file, descriptor)
        sys.stdout = Stream("stdout", 1, shell.recorder)
        sys.stderr = Stream("stderr", 2, shell.recorder)
        np.random.seed(0)
        random.seed(0)
        # numpy asks the system for entropy; two gradings of one hand-in are to be the same
        np.random.bit_generator.randbits = random.Random(0).getrandbits

    def serve(self) -> None:
        self.channel.send(0, wire.encode(("ready",)))
        while True:
            try:
                self.number, body = self.channel.receive()
            except EOFError:
                return
            try:
                operation, *arguments = wire.decode(body, self.resolve)
                for reply in getattr(self, f"do_{operation}")(*arguments):
                    self.reply(reply)
            except BaseException as error:
                self.reply(("failed", wire.Raised.of(error)))

    def reply(self, value: tuple) -> None:
        try:
            body = wire.encode(value, self.refer, self.channel.limit)
        except wire.CannotCross as error:
            body = wire.encode(("unsendable", str(error)))
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
        for names in (self.shell.user_ns, self.deleted):
            if name in names:
                return names[name]
        raise NameError(f"name {name!r} is not defined")

    def do_files(self, files: dict[str, bytes]) -> Iterator[tuple]:
        for name, content in files.items():
            path = Path(name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        yield ("done", None)

    def do_run(self, source: str, count: int, seconds: float, limit: int) -> Iterator[tuple]:
        recorder = self.shell.recorder
        recorder.reset(limit)
        self.shell.execution_count = count
        running, hung = True, False

        def stop(signal_number: int, frame: FrameType | None) -> None:
            nonlocal hung
            if running:
                hung = True
                raise TimeLimit(f"the cell was still running after {seconds:g} s")

        signal.signal(signal.SIGALRM, stop)
        signal.setitimer(signal.ITIMER_REAL, seconds)
        try:
            self.shell.run_cell(source, store_history=True)
        except BaseException as error:  # raised around the cell: by a hook, or by `stop`
            raised = wire.Raised.of(error)
            recorder.error(raised.type_name, raised.message, raised.traceback.splitlines())
        finally:
            running = False
            signal.setitimer(signal.ITIMER_REAL, 0)
        outputs = recorder.collected()
        ok = not any(output["output_type"] == "error" for output in outputs)
        if hung:
            self.reply(("hung", outputs))
            os._exit(0)
        yield ("ran", ok, outputs)

    def do_look_up(self, name: str) -> Iterator[tuple]:
        found = name in self.shell.user_ns
        yield ("value", self.shell.user_ns[name]) if found else ("missing", None)

    def do_delete(self, name: str) -> Iterator[tuple]:
        found = name in self.shell.user_ns
        if found:
            self.deleted[name] = self.shell.user_ns.pop(name)
        yield ("done", None) if found else ("missing", None)

    def do_bind(self, name: str, value: Any) -> Iterator[tuple]:
        self.shell.user_ns[name] = value
        yield ("done", None)

    def cell_name(self, match: re.Match[str]) -> str:
        return " ".join(self.shell.compile.format_code_name(match[1]) or [match[0]])

    def do_call(
        self, function: Any, argument_lists: list, keywords: list | None, memory: int | None
    ) -> Iterator[tuple]:
        for index, arguments in enumerate(argument_lists):
            self.shell.recorder.reset(2**16)  # what a called function prints is dropped
            named = keywords[index] if keywords else {}
            try:
                with memory_limit(memory) if memory else contextlib.nullcontext():
                    value = function(*arguments, **named)
            except BaseException as error:
                raised = wire.Raised.of(error, skip=1)
                text = _CELL_FILE.sub(self.cell_name, raised.traceback)
                yield ("raised", dataclasses.replace(raised, traceback=text))
            else:
                yield ("value", value)
        from matplotlib_inline.backend_inline import flush_figures

        flush_figures()  # what was drawn is dropped too, and not shown after the next cell


# ------------------------------------------------------------------------------------------ memory


def address_space() -> int:
    """Bytes of address space in use, found without /proc: where RLIMIT_AS starts to refuse."""
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    low, high = 0, min(hard if hard != resource.RLIM_INFINITY else 2**42, 2**42)
    while high - low > 2**18:
        middle = (low + high) // 2
        resource.setrlimit(resource.RLIMIT_AS, (middle, hard))
        try:
            mmap.mmap(-1, mmap.PAGESIZE).close()
            high = middle
        except (OSError, MemoryError):
            low = middle
    resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
    return high


@contextlib.contextmanager
def memory_limit(limit: int) -> Iterator[None]:
    """Let the code inside take `limit` bytes more than are in use now."""
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    allowed = address_space() + limit
    resource.setrlimit(resource.RLIMIT_AS, (allowed if soft < 0 else min(allowed, soft), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
