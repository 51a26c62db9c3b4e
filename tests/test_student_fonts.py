"""Students' processes, forked from one server, share no open file: not even a font."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PREPARED = """
import os
from examiner.student.inside.shell import make_shell

make_shell()
names = (os.path.realpath(f"/proc/self/fd/{n}") for n in os.listdir("/proc/self/fd"))
print([name for name in names if name.endswith((".ttf", ".otf", ".pfb"))])
"""


@pytest.mark.slow(3)
def test_the_fork_server_has_no_font_open():
    """Two processes that read one open file move each other's place in it."""
    done = subprocess.run(
        [sys.executable, "-c", PREPARED],
        cwd=ROOT,
        env={"MPLBACKEND": "module://matplotlib_inline.backend_inline", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines()[-1] == "[]"
