"""IPython set up like in a notebook kernel, which records the outputs of cells in nbformat 4."""

from __future__ import annotations

import ast
import binascii
import gc
import io
import os
import shutil
import sys
import tempfile
import zlib
from typing import Any

from IPython.core.compilerop import CachingCompiler
from IPython.core.displayhook import DisplayHook
from IPython.core.displaypub import DisplayPublisher
from IPython.core.inputtransformer2 import TransformerManager
from traitlets.config import Config

from .magics import ForgivingShell, add_colab_modules, fall_back_to_inline

HERE = os.path.dirname(__file__)
OUTPUT_OVERHEAD = 100  # bytes by which an output exceeds its content


class Recorder:
    """The outputs of one cell, in the form that a kernel sends, cut off at `limit` bytes.

    Printed text waits until another kind of output follows, or the cell ends. The text of stdout
    then comes before the text of stderr.

    Attributes:
        files: The name of each stream -> the file that programs write to instead of sys.stdout.
        outputs: The finished outputs.
        waiting: The name of each stream -> the text that is not yet an output.
        shown: The display id -> the output.
        left: Bytes that the cell may still output; negative after the limit was exceeded.
        limit: Bytes that the cell may output.
        clear_first: True if the next output replaces all earlier ones.
    """

    def __init__(self) -> None:
        self.files: dict[str, int] = {}
        self.reset(2**20)

    def reset(self, limit: int) -> None:
        """Start a new cell, which may output `limit` bytes."""
        self.outputs: list[dict[str, Any]] = []
        self.waiting: dict[str, list[str]] = {"stdout": [], "stderr": []}
        self.shown: dict[str, dict[str, Any]] = {}
        self.left, self.limit, self.clear_first = limit, limit, False
        for file in self.files.values():
            self._take_written(file)

    def _take_written(self, file: int) -> str:
        """Empty a file that programs and C code write to, and return its text."""
        if not os.fstat(file).st_size:
            return ""
        written = os.pread(file, self.limit + 1, 0)
        os.ftruncate(file, 0)
        os.lseek(file, 0, os.SEEK_SET)
        return written.decode("utf-8", "replace")

    def _spend(self, size: int) -> bool:
        """Charge `size` bytes, and return True if they fit; note when the limit is exceeded."""
        if self.left < 0:
            return False
        self.left -= size
        if self.left < 0:
            note = f"\n[cut off here: a cell may output {self.limit} bytes]\n"
            self.waiting["stderr"].append(note)
        return self.left >= 0

    def stream(self, name: str, text: str) -> None:
        """Add text to stdout or stderr."""
        if self.left < 0:
            return
        size = len(text) if text.isascii() else len(text.encode("utf-8", "replace"))
        if size > self.left:
            text = text.encode("utf-8", "replace")[: self.left].decode("utf-8", "ignore")
        self.waiting[name].append(text)
        self._spend(size)

    def flush(self) -> None:
        """Turn the waiting text into outputs."""
        for name, file in self.files.items():
            if written := self._take_written(file):
                self.stream(name, written)
        for name, texts in self.waiting.items():
            if texts:
                self._clear_if_due()
                text = "".join(texts)
                texts.clear()
                last = self.outputs[-1] if self.outputs else {}
                if last.get("name") == name:
                    last["text"].append(text)
                else:
                    self._spend(OUTPUT_OVERHEAD)
                    self.outputs.append({"output_type": "stream", "name": name, "text": [text]})

    def _clear_if_due(self) -> None:
        if self.clear_first:
            self.outputs.clear()
        self.clear_first = False

    def clear(self, wait: bool) -> None:
        """Remove all outputs, now or when the next output follows."""
        self.flush()
        self.clear_first = True
        if not wait:
            self._clear_if_due()

    def display(self, output: dict[str, Any], display_id: str | None, update: bool) -> None:
        """Add a figure or value as an output, or update the output with this display id."""
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
        self._clear_if_due()
        self.outputs.append(output)
        if display_id:
            self.shown[display_id] = output

    def error(self, name: str, value: str, traceback: list[str]) -> None:
        """Add an error, even beyond the limit, because it shows how the cell ended."""
        self.flush()
        self._clear_if_due()
        lines = [line[:20_000] for line in traceback[-60:]]
        error = {"ename": name, "evalue": value[:10_000], "traceback": lines}
        self.outputs.append({"output_type": "error", **error})

    def collected(self) -> list[dict[str, Any]]:
        """Return all outputs of the cell."""
        self.flush()
        return self.outputs


class Stream(io.TextIOBase):
    """The object for sys.stdout or sys.stderr in the student's process."""

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
        else:  # a forked child writes to the file, which the parent reads
            os.write(self.descriptor, text.encode("utf-8", "replace"))
        return len(text)


class ValueRecorder(DisplayHook):
    """Records the value of a cell's last expression."""

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


class DisplayRecorder(DisplayPublisher):
    """Records the effects of display(), of figures and of clear_output()."""

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
    """Gives the code of cells the same file names as a kernel, because tracebacks show them."""

    def get_code_name(self, raw_code: str, transformed_code: str, number: int) -> str:
        return f"/tmp/ipykernel_2/{zlib.crc32(raw_code.encode('utf-8', 'replace'))}.py"


class Transformers(TransformerManager):
    """Turns IPython's own syntax into Python.

    IPython looks for its syntax in the tokens of each cell, which takes longer than to compile the
    cell. No cell that is Python has such syntax.
    """

    own = TransformerManager().token_transformers

    def do_token_transforms(self, lines: list[str]) -> list[str]:
        if self.token_transformers == self.own:
            try:
                compile("".join(lines), "<>", "exec", ast.PyCF_ONLY_AST)
                return lines
            except (SyntaxError, ValueError, MemoryError, RecursionError):
                pass
        return super().do_token_transforms(lines)


class Shell(ForgivingShell):
    """IPython set up like in a notebook kernel, which records outputs instead of printing them."""

    def __init__(self, **options: Any) -> None:
        self.recorder = Recorder()
        self.omitted_frames = 0  # of the current traceback
        classes = (ValueRecorder, DisplayRecorder, Compiler)
        names = ("displayhook_class", "display_pub_class", "compiler_class")
        super().__init__(**dict(zip(names, classes, strict=True)), **options)
        self.input_transformer_manager = Transformers()
        # A notebook shows help in a separate pane, so help is no output.
        self.set_hook("show_in_pager", lambda *_, **__: None, 99)

    def _get_exc_info(self, exc_tuple: tuple | None = None) -> tuple:
        """Remove frames that don't help from a traceback.

        These are the last frames, if they belong to this package, and the middle of a deep
        recursion, which would take seconds to format.
        """
        kind, value, trace = super()._get_exc_info(exc_tuple)
        frames, step = [], trace
        while step is not None:
            frames.append(step)
            step = step.tb_next
        while len(frames) > 1 and frames[-1].tb_frame.f_code.co_filename.startswith(HERE):
            frames.pop()
            frames[-1].tb_next = None
        self.omitted_frames = max(len(frames) - 40, 0)
        if self.omitted_frames:
            frames[19].tb_next = frames[-20]
        return kind, value, trace

    def _showtraceback(self, etype: type, evalue: BaseException, stb: list[str]) -> None:
        if self.omitted_frames:
            stb.insert(len(stb) // 2, f"... {self.omitted_frames} more calls ...")
        self.recorder.error(etype.__name__, str(evalue), stb)

    def should_run_async(self, raw_cell: str, **about: Any) -> bool:
        """Return whether a cell awaits something; without these words, don't compile it to know."""
        words = ("await", "async")
        return any(map(raw_cell.__contains__, words)) and super().should_run_async(
            raw_cell, **about
        )

    def ask_exit(self) -> None:
        raise SystemExit  # exit() and quit() are errors in the cell, like sys.exit()

    def capture_prints(self) -> None:
        """Capture printed text, and everything that programs write to descriptors 1 and 2.

        Programs write to files without a name in the working folder, which has a limited size.
        """
        for descriptor, name in ((1, "stdout"), (2, "stderr")):
            with tempfile.TemporaryFile(buffering=0, dir=".") as unnamed:
                file = self.recorder.files[name] = os.dup(unnamed.fileno())
            os.dup2(file, descriptor)
            setattr(sys, name, Stream(name, descriptor, self.recorder))

    def enable_gui(self, gui: str | None = None) -> None:
        """Do nothing, because no event loop runs beside cells."""

    def init_virtualenv(self) -> None:
        """Do nothing, because there is no virtual environment in the sandbox."""


def make_shell(fonts: str) -> Shell:
    """Return a shell in which all slow imports and first uses are done.

    Call this once, before students' processes are forked, in a process without student code.

    Args:
        fonts: The folder that contains matplotlib's list of fonts.
    """
    config = Config()
    config.HistoryManager.enabled = False  # it would start a thread and create a file
    shell = Shell.instance(config=config)
    # Without a list, matplotlib would start a thread while it makes one. And this process must have
    # no threads when it forks.
    shutil.copytree(fonts, os.environ["MPLCONFIGDIR"], dirs_exist_ok=True)
    import matplotlib.font_manager
    import matplotlib.mathtext
    import matplotlib.pyplot  # the inline backend finds the shell and sets itself up

    fall_back_to_inline(matplotlib.pyplot)
    add_colab_modules()
    gc.freeze()  # `reset` collects garbage, and would look at all that was imported
    for source in (
        "import matplotlib.pyplot as plt\nplt.figure(figsize=(1, 1))\nplt.plot([1, 2], label='$x$')"
        "\nplt.legend()\nprint(1)",
        "def f(n):\n    return f(n - 1) if n else 1 / 0\nf(3)",
        "1",
    ):
        shell.run_cell(source, store_history=True)
    shell.reset(new_session=True)
    matplotlib.pyplot.close("all")
    for settings in (matplotlib.rcParams, matplotlib.rcParamsDefault):
        settings["svg.hashsalt"] = "student"  # makes the ids in a figure deterministic
    # Forked processes share the position in an open file, so each must open the fonts itself.
    matplotlib.font_manager._get_font.cache_clear()  # type: ignore[attr-defined]  # private
    matplotlib.mathtext.MathTextParser._parse_cached.cache_clear()  # type: ignore[attr-defined]  # as well
    return shell
