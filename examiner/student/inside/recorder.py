"""The outputs of a cell, as a notebook stores them, and no more of them than is allowed."""

from __future__ import annotations

import binascii
import os
from typing import Any

OUTPUT_OVERHEAD = 100  # bytes that an output counts for beside its content


class Recorder:
    """The outputs of one cell as a kernel sends them, cut off at `limit` bytes.

    Text waits until something else is put out or the cell ends; then what went to stdout comes
    first, what went to stderr second.
    """

    def __init__(self) -> None:
        self.files: dict[str, int] = {}  # what programs and C code write, behind sys.stdout's back
        self.reset(2**20)

    def reset(self, limit: int) -> None:
        """A new cell begins, which may put out so many bytes."""
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
