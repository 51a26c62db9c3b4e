"""IPython as a notebook kernel sets it up, recording a cell's outputs as a notebook stores them."""

from __future__ import annotations

import binascii
import io
import os
import sys
import zlib
from typing import Any

from IPython.core.compilerop import CachingCompiler
from IPython.core.displayhook import DisplayHook
from IPython.core.displaypub import DisplayPublisher
from traitlets.config import Config

from .magics import ForgivingShell, add_modules_of_colab, draw_inline

HERE = os.path.dirname(__file__)
OUTPUT_OVERHEAD = 100  # bytes that an output counts for beside its content


class Recorder:
    """The outputs of one cell as a kernel sends them, cut off at `limit` bytes.

    Text waits until something else is put out or the cell ends; then what went to stdout comes
    first, what went to stderr second.
    """

    def __init__(self) -> None:
        self.files: dict[str, int] = {}  # where programs write, behind sys.stdout's back
        self.reset(2**20)

    def reset(self, limit: int) -> None:
        """A new cell begins, which may put out so many bytes."""
        self.outputs: list[dict[str, Any]] = []
        self.waiting: dict[str, list[str]] = {"stdout": [], "stderr": []}
        self.shown: dict[str, dict[str, Any]] = {}  # display id -> output
        self.left, self.limit, self.clear_first = limit, limit, False
        for file in self.files.values():
            self._written(file)

    def _written(self, file: int) -> str:
        """What programs and C code have written to a file; nothing of it is left there."""
        if not os.fstat(file).st_size:
            return ""
        written = os.pread(file, self.limit + 1, 0)
        os.ftruncate(file, 0)
        os.lseek(file, 0, os.SEEK_SET)
        return written.decode("utf-8", "replace")

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
        """Text for stdout or stderr."""
        if self.left < 0:
            return
        size = len(text) if text.isascii() else len(text.encode("utf-8", "replace"))
        if size > self.left:
            text = text.encode("utf-8", "replace")[: self.left].decode("utf-8", "ignore")
        self.waiting[name].append(text)
        self._spend(size)

    def flush(self) -> None:
        """Make an output of the text that waits."""
        for name, file in self.files.items():
            if written := self._written(file):
                self.stream(name, written)
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
        """A figure, a value; or another one in the place of the last of that id."""
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
        lines = [line[:20_000] for line in traceback[-60:]]
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

    shell: Shell

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


class Shell(ForgivingShell):
    """IPython as a notebook kernel sets it up, recording instead of printing."""

    def __init__(self, **options: Any) -> None:
        self.recorder = Recorder()
        self.left_out = 0  # frames of the traceback that is being shown
        classes = (Hook, Publisher, Compiler)
        names = ("displayhook_class", "display_pub_class", "compiler_class")
        super().__init__(**dict(zip(names, classes, strict=True)), **options)
        self.set_hook("show_in_pager", lambda *_, **__: None, 99)  # help shown beside a notebook

    def _get_exc_info(self, exc_tuple: tuple | None = None) -> tuple:
        """Leave out the middle of a deep recursion, since formatting it would take seconds, and at
        the end the frames of this package, in which nothing is the student's."""
        kind, value, trace = super()._get_exc_info(exc_tuple)
        frames, step = [], trace
        while step is not None:
            frames.append(step)
            step = step.tb_next
        while len(frames) > 1 and frames[-1].tb_frame.f_code.co_filename.startswith(HERE):
            frames.pop()
            frames[-1].tb_next = None
        self.left_out = max(len(frames) - 40, 0)
        if self.left_out:
            frames[19].tb_next = frames[-20]
        return kind, value, trace

    def _showtraceback(self, etype: type, evalue: BaseException, stb: list[str]) -> None:
        if self.left_out:
            stb.insert(len(stb) // 2, f"... {self.left_out} more calls ...")
        self.recorder.error(etype.__name__, str(evalue), stb)

    def ask_exit(self) -> None:
        raise SystemExit  # exit() and quit(): an error in the cell, as sys.exit() is

    def capture_prints(self) -> None:
        """Take over what is printed in here, and what this and other programs write to 1 and 2."""
        for descriptor, name in ((1, "stdout"), (2, "stderr")):
            file = self.recorder.files[name] = os.memfd_create(name)
            os.dup2(file, descriptor)
            setattr(sys, name, Stream(name, descriptor, self.recorder))

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

    draw_inline(matplotlib.pyplot)
    add_modules_of_colab()

    for source in (
        "import matplotlib.pyplot as plt\nplt.plot([1, 2], label='$x$')\nplt.legend()\nprint(1)",
        "def f(n):\n    return f(n - 1) if n else 1 / 0\nf(3)",
        "1",
    ):
        shell.run_cell(source, store_history=True)
    shell.reset(new_session=True)
    matplotlib.pyplot.close("all")
    for settings in (matplotlib.rcParams, matplotlib.rcParamsDefault):
        settings["svg.hashsalt"] = "student"  # ids in a figure, which would be random
    # Forked processes share the place in an open file: they have to open the fonts for themselves.
    matplotlib.font_manager._get_font.cache_clear()  # type: ignore[attr-defined]  # private
    matplotlib.mathtext.MathTextParser._parse_cached.cache_clear()  # type: ignore[attr-defined]  # as well
    return shell
