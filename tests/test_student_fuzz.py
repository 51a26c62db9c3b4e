"""Whatever a student's process answers, the examiner ends with a value or an expected error."""

from __future__ import annotations

import contextlib
import os
import socket
import struct
import threading
from collections.abc import Sequence

import nbformat
import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from examiner.student import CellRun, Limits, Sandbox, WireError
from examiner.student.inside import wire
from examiner.student.inside.wire import Channel
from tests.test_wire import scalars

LIMITS = Limits(cell_seconds=0.3, notebook_seconds=1e9, output=1000, message=10**6)
EXPECTED = (WireError, TypeError, NameError, TimeoutError, ChildProcessError)

of_the_wire = (
    scalars
    | st.just(np.ones(2))
    | st.just(wire.FunctionRef("f", 1))
    | st.just(wire.ModuleName("m"))
    | st.builds(wire.Raised, *[st.text(max_size=9)] * 4)
    | st.sampled_from([wire.Raised(n, n, "x", "x") for n in ("OSError", "SystemExit", "Odd")])
)
WORDS = """output_type stream name stdout text error ename evalue traceback display_data data
    metadata execute_result execution_count text/plain text/html image/png application/json"""
words = st.sampled_from(WORDS.split())
values = st.recursive(
    of_the_wire | words,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.tuples(inner)
        | st.dictionaries(words | st.text(max_size=3) | st.integers(), inner, max_size=4)
    ),
    max_leaves=12,
)
texts = st.lists(st.text(max_size=5), max_size=3) | st.text(max_size=5) | values
outputs = st.lists(
    st.fixed_dictionaries(
        {"output_type": st.sampled_from(["stream", "error", "display_data", "execute_result"])},
        optional={
            "name": st.sampled_from(["stdout", "stderr"]) | values,
            "data": st.dictionaries(words, st.text(max_size=5), max_size=2) | values,
            **dict.fromkeys(["text", "ename", "evalue", "traceback", "metadata"], texts),
        },
    ),
    max_size=3,
)
tags = st.sampled_from(
    ["ran", "hung", "value", "missing", "done", "raised", "failed", "unsendable", "ready"]
)
replies = st.tuples(tags, values | outputs) | st.tuples(tags | values, values, values) | values
bodies = replies.map(wire.encode) | st.binary(max_size=30)


class Impostor:
    """In place of a host: a process that answers every request with the bytes it was given."""

    alive, cgroups, limits = True, None, LIMITS

    def __init__(self, body: bytes, raw: bytes | None) -> None:
        self.body, self.raw = body, raw

    def ask(self, operation: str, *_: object, descriptors: Sequence[int] = ()) -> object:
        if operation == "start":
            theirs = socket.socket(fileno=os.dup(descriptors[0]))
            threading.Thread(target=self.answer, args=(theirs,), daemon=True).start()
        return {"start": 139, "end": (139, 0.0), "look": (0.0, False)}.get(operation)

    def answer(self, sock: socket.socket) -> None:
        channel = Channel(sock)
        with sock, contextlib.suppress(EOFError, OSError):
            channel.send(0, wire.encode(("ready",)))
            while True:
                number, _ = channel.receive()
                if self.raw is not None:
                    sock.sendall(self.raw)
                    return
                channel.send(number, self.body)

    def close(self) -> None:
        pass


def examine(body: bytes, raw: bytes | None = None) -> None:
    """Everything an examiner may ask; each ends in a value or one of the expected errors."""
    sandbox = Sandbox(LIMITS)
    sandbox._host = Impostor(body, raw)
    student = sandbox.student()
    run = student.run("1")
    assert isinstance(run, CellRun)
    assert run.status in ("ok", "error", "timeout", "died")
    cell = nbformat.v4.new_code_cell(outputs=run.outputs)
    notebook = nbformat.v4.new_notebook(cells=[cell])
    nbformat.validate(notebook)
    nbformat.writes(notebook).encode()
    student._cells.clear()  # its replays would end as the cell did
    for ask in (
        lambda: student.look_up("f"),
        lambda: student.look_up("f")(1),
    ):
        try:
            ask()
        except EXPECTED:
            continue
        except Exception as error:  # what the student's code raised, as it says
            if not hasattr(error, "is_students"):
                raise


@pytest.mark.slow(5)
@settings(max_examples=100)
@given(bodies)
@example(wire.encode(("hung", np.ones(2))))
@example(wire.encode((np.ones(2), 1)))
@example(wire.encode(("ran", True, [{"output_type": "x"}])))
def test_any_answer_is_survived(body):
    examine(body)


@pytest.mark.slow
@settings(max_examples=30)
@given(
    st.binary(max_size=40) | st.builds(struct.Struct("<IQ").pack, st.integers(0, 99), st.just(1))
)
@example(struct.pack("<IQ", 2**32 - 1, 1))
def test_any_bytes_are_survived(raw):
    examine(b"", raw)
