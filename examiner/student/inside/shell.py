"""IPython as a notebook kernel sets it up, recording a cell's outputs as a notebook stores them."""

from __future__ import annotations

import io
import os
import sys
import zlib
from typing import Any

from IPython.core.compilerop import CachingCompiler
from IPython.core.displayhook import DisplayHook
from IPython.core.displaypub import DisplayPublisher
from IPython.core.interactiveshell import InteractiveShell
from traitlets.config import Config

from .recorder import Recorder


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
        self.left_out = 0  # frames of the traceback that is being shown
        classes = (Hook, Publisher, Compiler)
        names = ("displayhook_class", "display_pub_class", "compiler_class")
        super().__init__(**dict(zip(names, classes, strict=True)), **options)
        self.set_hook("show_in_pager", lambda *_, **__: None, 99)  # help shown beside a notebook

    def _get_exc_info(self, exc_tuple: tuple | None = None) -> tuple:
        """Leave the middle of a deep recursion out: formatting it would take seconds."""
        kind, value, trace = super()._get_exc_info(exc_tuple)
        frames, step = [], trace
        while step is not None:
            frames.append(step)
            step = step.tb_next
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
    matplotlib.font_manager._get_font.cache_clear()
    matplotlib.mathtext.MathTextParser._parse_cached.cache_clear()
    return shell
