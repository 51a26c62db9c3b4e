"""Matching of submitted cells to the cells that were released.

A cell is found by its name. If a tool dropped or changed the name, it is found by its text, by the
line that it begins with, or by the names that it defines. Every other cell is the student's own.

A written answer is all text near its question: its own cell and its parts, cells beside it, and
text that was typed into the question. If nothing stands there, it is all other text of the
notebook, so that a person reads what the student wrote wherever it was typed.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

from ..cell_kinds import CellKind, has_heading
from ..quoting import in_markdown, quoted_name
from .reference_notebook import ReferenceNotebook, ReleasedCell
from .submission import SubmittedCell

MIN_WORDS_IN_CODE = 25  # of one comment or text in an answer's code that may be a written answer
MIN_WORDS_IN_QUOTES = 8  # of a string on one line that may be one: fewer are a title or a label
MAX_WRITTEN = 2**20  # characters of a written answer
_DEFINES = re.compile(r"^(?:def|class)[ \t]+(\w+)|^(\w+)[ \t]*(?::[^=\n]+)?=(?!=)", re.MULTILINE)
_PARAGRAPHS = re.compile(r"\n(?:[ \t]*\n)+")
_COMMENTS = re.compile(r"(?:^[ \t]*#.*\n?)+", re.MULTILINE)
_TEXTS = re.compile(r'"""(.*?)"""|\'\'\'(.*?)\'\'\'', re.DOTALL)
_STRINGS = re.compile(r'"((?:[^"\\\n]|\\.)*)"|\'((?:[^\'\\\n]|\\.)*)\'')
# Markdown that no page renders: comments, and titles of links that nothing refers to.
_UNRENDERED = re.compile(
    r"<!--(.*?)(?:-->|\Z)|^ {0,3}\[[^\]\n]+\]:[ \t]*\S+[ \t]+([(\"'].*[)\"'])[ \t]*$",
    re.DOTALL | re.MULTILINE,
)
# Text cells as other notebooks store them: a magic of Databricks and Jupyter, a call in marimo.
_MAGIC_OF_TEXT = re.compile(r"%%?(?:md|md-sandbox|markdown|latex|html)\b[^\n]*\n?")
_CALL_OF_TEXT = "mo.md("
_QUOTES = ('"""', "'''", '"', "'")
_LAST = 10**6  # order of text in other notebooks
_NOWHERE = -2  # place of a cell of a notebook without a released cell
FOUND_CODE = "# This stood in another cell of the notebook."
NOTE_ON_FILES = "*See the files that were submitted beside the notebook.*"
_BESIDE = "*From a cell beside this one:*"
_INSIDE = "*Typed into a cell of the course:*"
_CUT = "*The answer goes on: read it in the submitted file.*"
_AWAY = "*From another place in the notebook:*"
_HIDDEN = "*Text of these cells that a page doesn't show:*"


def defined_names(source: str) -> set[str]:
    """Return the names that code defines at its top level.

    The code is searched, not parsed: it may be broken, or nested too deeply for a parser.
    """
    return {found[1] or found[2] for found in _DEFINES.finditer(source)}


def text_of(cell: SubmittedCell) -> str | None:
    """Return the Markdown of a text cell, or None for code.

    Some tools store a text cell as code with a magic or a call around the text.
    """
    if cell.cell_type != "code":
        return cell.source
    if magic := _MAGIC_OF_TEXT.match(cell.source):
        return cell.source[magic.end() :]
    return _text_of_call(cell.source.strip())


def _text_of_call(code: str) -> str | None:
    """The text in a call `mo.md("…")`, if the code is nothing else."""
    if not (code.startswith(_CALL_OF_TEXT) and code.endswith(")")):
        return None
    argument = code[len(_CALL_OF_TEXT) : -1].strip().removesuffix(",").rstrip()
    argument = argument.lstrip("rRfF") if argument[:1] in "rRfF" else argument
    for quote in _QUOTES:
        text = argument[len(quote) : -len(quote)]
        is_one = len(argument) >= 2 * len(quote) and argument.startswith(quote)
        if is_one and argument.endswith(quote) and quote not in text:
            return text
    return None


@dataclass(frozen=True)
class MatchedCell:
    """A submitted cell, and the released cell that it is.

    Attributes:
        cell: The submitted cell.
        place: Index of the released cell in `ReferenceNotebook.layout`; None for a cell that the
            student added.
        by_name: Whether the cell was found by its name.
    """

    cell: SubmittedCell
    place: int | None = None
    by_name: bool = False


class StrayText(NamedTuple):
    """Text of a student's outside the answer cells.

    Attributes:
        text: Markdown; code is a fenced listing.
        attachments: Pictures of the text.
        before: Index of the last released cell above it, or of the one it was typed into; -1 if
            there is none.
        after: Index of the next released cell below it, or of the one it was typed into.
        is_code: Whether it is code without text.
        inside: Whether it was typed into a cell of the course.
        order: Index of its cell in the submission.
        notebook: Name of the other notebook that it stands in; "" for the one that is graded.
    """

    text: str
    attachments: dict[str, dict[str, str]]
    before: int
    after: int
    is_code: bool
    inside: bool
    order: int
    notebook: str = ""


class WrittenAnswer(NamedTuple):
    """All that stands for a written answer.

    Attributes:
        source: Markdown of the answer; the released text if nothing was written.
        attachments: Pictures of the answer.
        elsewhere: Markdown of text that is far from the question, and its pictures.
        cells: Number of cells that `source` is put together from.
        is_near: Whether any of them stands near the question.
    """

    source: str
    attachments: dict[str, dict[str, str]]
    elsewhere: tuple[str, dict[str, dict[str, str]]] = ("", {})
    cells: int = 0
    is_near: bool = False


@dataclass(frozen=True)
class Matching:
    """The cells of a submission, matched to those that were released.

    Attributes:
        placed: The submitted cells in their order.
        reference: The reference notebook.
        files: Markdown about what was submitted outside the cells of the notebook.
        beside: Text in other notebooks of the submission.
    """

    placed: tuple[MatchedCell, ...]
    reference: ReferenceNotebook
    files: str = ""
    beside: tuple[StrayText, ...] = ()
    _paragraphs: frozenset[str] = field(default=frozenset(), repr=False)

    @classmethod
    def of(
        cls,
        cells: Iterable[SubmittedCell],
        reference: ReferenceNotebook,
        files: str = "",
        others: Mapping[str, Sequence[SubmittedCell]] | None = None,
    ) -> Matching:
        """Match submitted cells to the reference notebook.

        Args:
            cells: The cells of the notebook that is graded.
            reference: The reference notebook.
            files: Markdown about what was submitted outside the cells.
            others: The cells of other notebooks of the submission, by their names.
        """
        placed = _by_definitions(_by_names_and_texts(cells, reference), reference)
        released = (p for cell in reference.layout for p in _paragraphs_of(cell.source))
        own = cls(tuple(placed), reference, files, (), frozenset(map(_without_spaces, released)))
        known = {_without_spaces(each.text) for each in own.texts()}
        beside = [
            piece._replace(notebook=name, order=_LAST)
            for name, more in (others or {}).items()
            for piece in cls.of(more, reference).texts()
            if _without_spaces(piece.text) not in known
        ]
        return replace(own, beside=tuple(beside))

    def texts(self) -> list[StrayText]:
        """The student's text wherever it stands, in the cells of written answers as well."""
        written = {zone.place for zone in self._zones.values()}
        own = [
            StrayText(
                each.cell.source, each.cell.attachments, _NOWHERE, _NOWHERE, False, False, order
            )
            for order, each in enumerate(self.placed)
            if each.place in written and self._says_something(each.cell)
        ]
        texts = [piece for piece in self._pieces if not piece.is_code]
        return sorted([*own, *texts], key=lambda piece: piece.order)

    # --- code ------------------------------------------------------------------------------------

    @cached_property
    def copies(self) -> dict[str, list[SubmittedCell]]:
        """The submitted cells of each cell that the course knows by name, in their order."""
        found: dict[str, list[SubmittedCell]] = {cell.name: [] for cell in self.reference.cells}
        for each in self.placed:
            if each.place is not None and (name := self.reference.layout[each.place].name) in found:
                found[name].append(each.cell)
        return found

    def questions_in(self, source: str) -> dict[str, list[str]]:
        """Return the questions that code answers, each with the names that the code defines."""
        found: dict[str, list[str]] = defaultdict(list)
        for name in sorted(defined_names(source)):
            for question in self._asked_names.get(name, ()):
                found[question].append(name)
        return dict(found)

    @cached_property
    def _asked_names(self) -> dict[str, list[str]]:
        return _asked_names(self.reference)

    @cached_property
    def found_code(self) -> dict[str, str]:
        """Code from other cells, by the question whose own cell has no answer.

        The whole cell is taken if it runs later than the question's test; it then runs for all
        questions that it answers. Else its definitions are enough.
        """
        found: dict[str, str] = {}
        taken: set[int] = set()
        for cell in self.reference.cells:
            if cell.kind is not CellKind.ANSWER or self._is_answered(cell.name):
                continue
            place = next(
                i for i, each in enumerate(self.reference.layout) if each.name == cell.name
            )
            for order in reversed(range(len(self.placed))):
                each = self.placed[order]
                names = self.questions_in(each.cell.source).get(cell.name)
                is_run = self._is_own_code(each) or self._is_answer_code(each)
                if names is None or each.place == place or not is_run:
                    continue
                places = [p.place for p in self.placed[:order] if p.place is not None]
                runs_later = max(places, default=-1) > place and order not in taken
                taken.add(order)
                code = (
                    each.cell.source if runs_later else defining_statements(each.cell.source, names)
                )
                found[cell.name] = f"{FOUND_CODE}\n{code or each.cell.source}"
                break
        return found

    def _is_answered(self, name: str) -> bool:
        """Whether the question's own cell holds something else than what was released."""
        stub = self.reference[name].source
        sources = (copy.source for copy in self.copies[name])
        return any(s.strip() and _without_spaces(s) != _without_spaces(stub) for s in sources)

    def kind_of(self, each: MatchedCell) -> CellKind | None:
        """Return the kind of a submitted cell; None for one that the course knows by no name."""
        return (
            None if each.place is None else self._kinds.get(self.reference.layout[each.place].name)
        )

    @cached_property
    def _kinds(self) -> dict[str, CellKind]:
        return {cell.name: cell.kind for cell in self.reference.cells}

    def _is_own_code(self, each: MatchedCell) -> bool:
        """Whether it is code beside the course's cells, or a figure that was changed."""
        if text_of(each.cell) is not None or each.cell.name in self.reference.elsewhere:
            return False
        if each.place is None:
            return True
        released = self.reference.layout[each.place]
        is_named = released.name in self._kinds
        return not is_named and bool(self.changed_text(each.cell, released.source))

    def _is_answer_code(self, each: MatchedCell) -> bool:
        """Whether it is code in the cell of an answer."""
        is_foreign = each.cell.name in self.reference.elsewhere
        is_code = text_of(each.cell) is None and not is_foreign
        return is_code and self.kind_of(each) is CellKind.ANSWER

    def changed_text(self, cell: SubmittedCell, released: str) -> str:
        """Return the text of a cell of the course that isn't the course's; "" if there is none."""
        if _without_spaces(cell.source) == _without_spaces(released):
            return ""
        return self._own_text(cell.source)

    @property
    def nameless(self) -> list[str]:
        """Names of the cells of questions that were found, though they had lost their names."""
        marked = {cell.name for cell in self.reference.cells if cell.kind is not CellKind.GIVEN}
        found = (each.place for each in self.placed if not each.by_name)
        names = (self.reference.layout[place].name for place in found if place is not None)
        return [name for name in names if name in marked]

    @cached_property
    def answers(self) -> dict[str, str]:
        """The text of each question's answer; questions that are as released are left out."""
        found: dict[str, str] = {}
        for cell in self.reference.cells:
            if cell.kind is CellKind.WRITTEN and (written := self.written(cell.name)).is_near:
                found[cell.name] = written.source.strip()
            elif cell.kind is CellKind.ANSWER:
                sources = [copy.source for copy in self.copies[cell.name]]
                sources = [
                    s
                    for s in sources
                    if s.strip() and _without_spaces(s) != _without_spaces(cell.source)
                ]
                sources += [
                    c.source for c in self.own_code if cell.name in self.questions_in(c.source)
                ]
                if sources:
                    found[cell.name] = "\n\n".join(source.strip() for source in sources)
        return found

    @cached_property
    def own_code(self) -> list[SubmittedCell]:
        """Code cells beside the course's cells, and figures that were changed."""
        return [each.cell for each in self.placed if self._is_own_code(each)]

    # --- written answers -------------------------------------------------------------------------

    def written(self, name: str) -> WrittenAnswer:
        """Return all that stands for a written answer.

        Args:
            name: Name of the written cell.
        """
        released, zone = self.reference[name].source, self._zones[name]
        own = [
            (order, each.cell)
            for order, each in enumerate(self.placed)
            if each.place == zone.place and self._says_something(each.cell)
        ]
        near = [piece for piece in self._pieces if zone.holds(piece)]
        far = [piece for piece in self._pieces if not zone.holds(piece)]
        far += [*self._texts_in_code, *self.beside]
        if not own and not near:
            if not (far or self.files):
                sources = [copy.source for copy in self.copies[name]]
                emptied = [
                    each for each in sources if _without_spaces(each) != _without_spaces(released)
                ]
                return WrittenAnswer(emptied[-1] if emptied else released, {})
            near, far = far, []
        parts = [(order, cell.source, cell.attachments) for order, cell in own]
        for piece in near:
            parts.append((piece.order, f"{zone.note_on(piece)}\n\n{piece.text}", piece.attachments))
        parts.sort(key=lambda part: part[0])
        source, attachments = _joined([part[1:] for part in parts])
        if len(source) > MAX_WRITTEN:
            source = f"{source[:MAX_WRITTEN]}\n\n{_CUT}"
        if hidden := unrendered(source):
            source = f"{source}\n\n{_HIDDEN}\n\n{fenced(hidden)}"
        source = source if parts else self.files
        # What is near another question is part of the answer to that one.
        zones = self._zones.values()
        texts = [p for p in far if not (p.is_code or any(zone.holds(p) for zone in zones))]
        notes = (f"{zone.note_on(each)}\n\n" if each.notebook else "" for each in texts)
        named = [
            (note + each.text, each.attachments) for note, each in zip(notes, texts, strict=True)
        ]
        elsewhere = _joined(named)
        is_near = bool(own) or any(map(zone.holds, near))
        return WrittenAnswer(source, attachments, elsewhere, len(parts), is_near)

    @cached_property
    def moved(self) -> frozenset[int]:
        """The places of submitted cells whose text is part of a written answer near them."""
        zones = self._zones.values()
        pieces = (piece for piece in self._pieces if not (piece.is_code or piece.inside))
        return frozenset(p.order for p in pieces if any(zone.holds(p) for zone in zones))

    def _says_something(self, cell: SubmittedCell) -> bool:
        return bool(cell.attachments or self._own_text(text_of(cell) or cell.source))

    def _own_text(self, source: str) -> str:
        """The paragraphs of a text that were not released."""
        paragraphs = _paragraphs_of(source)
        return "\n\n".join(p for p in paragraphs if _without_spaces(p) not in self._paragraphs)

    @cached_property
    def _zones(self) -> dict[str, _Zone]:
        layout = self.reference.layout
        written = (cell.name for cell in self.reference.cells if cell.kind is CellKind.WRITTEN)
        places = {cell.name: place for place, cell in enumerate(layout)}
        named = {cell.name for cell in self.reference.cells}
        return {name: _Zone.of(layout, places[name], named) for name in written}

    @cached_property
    def _pieces(self) -> list[StrayText]:
        """The student's text and code outside the cells of answers, in its order."""
        places = [each.place for each in self.placed]
        top, end = (-1, len(self.reference.layout)) if {*places} - {None} else (_NOWHERE, _NOWHERE)
        found = []
        for order, each in enumerate(self.placed):
            released = None if each.place is None else self.reference.layout[each.place]
            if self.kind_of(each) in (CellKind.ANSWER, CellKind.WRITTEN):
                continue
            text, code = text_of(each.cell), each.cell.source
            if released:
                own = self.changed_text(each.cell, released.source)
                text, code = None if text is None else own, own
            elif text is not None:
                text = self._own_text(text)
            else:
                code = self._own_text(code)
            if not (text if text is not None else code).strip() and not each.cell.attachments:
                continue
            before = next((p for p in reversed(places[: order + 1]) if p is not None), top)
            after = next((p for p in places[order:] if p is not None), end)
            if each.cell.name in self.reference.elsewhere:  # it belongs to another problem set
                before = after = _NOWHERE
            is_code = text is None and not texts_in(code)
            shown = fenced(code) if text is None else text
            about = before, after, is_code, released is not None, order
            found.append(StrayText(shown, each.cell.attachments, *about))
        return found

    @cached_property
    def _texts_in_code(self) -> list[StrayText]:
        """Long comments and texts in the code of answers, where a derivation may stand."""
        found = []
        for order, each in enumerate(self.placed):
            if each.place is None or self.kind_of(each) is not CellKind.ANSWER:
                continue
            texts = texts_in(self._own_text(each.cell.source), MIN_WORDS_IN_CODE)
            if texts:
                text = fenced("\n\n".join(texts))
                found.append(StrayText(text, {}, each.place, each.place, False, False, order))
        return found


class _Zone(NamedTuple):
    """The released cells near a written question.

    Attributes:
        place: Index of the written cell.
        first: Index of the first cell behind the question before.
        head: Index of the cell with the heading of the question.
        last: Index of the last cell before the next heading.
    """

    place: int
    first: int
    head: int
    last: int

    @classmethod
    def of(cls, layout: Sequence[ReleasedCell], place: int, named: set[str]) -> _Zone:
        first = place
        while first > 0 and layout[first - 1].name not in named:
            first -= 1
        heads = [i for i in range(first, place + 1) if has_heading(layout[i].source)]
        last = place
        while last + 1 < len(layout):
            below = layout[last + 1]
            is_heading = below.cell_type == "markdown" and has_heading(below.source)
            if is_heading or below.name in named:
                break
            last += 1
        return cls(place, first, heads[-1] if heads else place, last)

    def note_on(self, piece: StrayText) -> str:
        """Return a line of Markdown that says where text stood."""
        if piece.notebook:
            return f"*From the notebook {in_markdown(quoted_name(piece.notebook))}:*"
        return _INSIDE if piece.inside else _BESIDE if self.holds(piece) else _AWAY

    def holds(self, piece: StrayText) -> bool:
        """Tell whether text stands near the question; code must stand below its heading."""
        if piece.notebook:
            return False
        first = self.head if piece.is_code else self.first
        above = first - (not piece.is_code) <= piece.before <= self.last
        return above or first <= piece.after <= self.last + 1


# --- finding cells -------------------------------------------------------------------------------


def _by_names_and_texts(
    cells: Iterable[SubmittedCell], reference: ReferenceNotebook
) -> list[MatchedCell]:
    """Find cells by their names, then by their texts, then by the lines that they begin with."""
    layout, asked = reference.layout, _asked_names(reference)
    by_name = {cell.name: place for place, cell in enumerate(layout)}
    by_text: dict[str, list[int]] = defaultdict(list)
    by_start: dict[str, list[int]] = defaultdict(list)
    for place, released in enumerate(layout):
        by_text[_without_spaces(released.source)].append(place)
        if start := _start(released.cell_type, released.source):
            by_start[start].append(place)
    placed: list[MatchedCell] = []
    taken: set[int] = set()
    for cell in cells:
        name = next((n for n in (cell.name, cell.id) if n in by_name), None)
        if name is not None:
            name = _question_answered(cell, name, asked) or name
            placed.append(MatchedCell(cell, by_name[name], by_name=True))
            taken.add(by_name[name])
        else:
            placed.append(MatchedCell(cell))
    for index, each in enumerate(placed):
        text = text_of(each.cell)
        kind, source = ("code", each.cell.source) if text is None else ("markdown", text)
        for known in (by_text.get(_without_spaces(source)), by_start.get(_start(kind, source))):
            free = [place for place in known or () if place not in taken]
            if each.place is None and source.strip() and free:
                above = max((p.place for p in placed[:index] if p.place is not None), default=-1)
                place = next((place for place in free if place > above), free[0])
                taken.add(place)
                each = placed[index] = replace(each, place=place)
    return placed


def _question_answered(cell: SubmittedCell, name: str, asked: dict[str, list[str]]) -> str | None:
    """The other question that the copy of a question's cell answers; None if it answers its own."""
    questions = {q for defined in defined_names(cell.source) for q in asked.get(defined, ())}
    is_answer = any(name in questions_of for questions_of in asked.values())
    if not is_answer or name in questions or len(questions) != 1:
        return None
    return questions.pop()


def _by_definitions(placed: list[MatchedCell], reference: ReferenceNotebook) -> list[MatchedCell]:
    """Find answers that lost their names by what they define, if they stand in their place."""
    asked = _asked_names(reference)
    places = {cell.name: place for place, cell in enumerate(reference.layout)}
    stubs = {places[cell.name]: cell.source for cell in reference.cells if cell.name in places}
    answered = {
        each.place
        for each in placed
        if each.place in stubs
        and _without_spaces(each.cell.source) != _without_spaces(stubs[each.place])
    }
    found = list(placed)
    for index, each in enumerate(placed):
        is_own = each.place is None and each.cell.name not in reference.elsewhere
        if not is_own or text_of(each.cell) is not None:
            continue
        names = defined_names(each.cell.source)
        questions = {question for name in names for question in asked.get(name, ())}
        if len(questions) != 1 or (place := places[questions.pop()]) in answered:
            continue
        above = [p.place for p in placed[:index] if p.place in stubs]
        below = [p.place for p in placed[index + 1 :] if p.place in stubs]
        if max(above, default=-1) <= place <= min(below, default=len(reference.layout)):
            found[index] = replace(each, place=place)
    return found


def _asked_names(reference: ReferenceNotebook) -> dict[str, list[str]]:
    """The names that answers define, each with the questions that ask for it."""
    found: dict[str, list[str]] = defaultdict(list)
    for cell in reference.cells:
        if cell.kind is CellKind.ANSWER and cell.cell_type == "code":
            for name in reference.asked.get(cell.name) or defined_names(cell.source):
                found[name].append(cell.name)
    return found


# --- texts ---------------------------------------------------------------------------------------


def _without_spaces(text: str) -> str:
    """A text without its white space: how lines are broken and indented makes no difference."""
    return "".join(text.split())


def _paragraphs_of(text: str) -> list[str]:
    return [part for part in _PARAGRAPHS.split(text.strip("\n")) if part.strip()]


def _start(cell_type: str, source: str) -> str:
    """What a cell begins with: the first paragraph of a text, the first comment of code."""
    if cell_type != "code":
        return _without_spaces(next(iter(_paragraphs_of(source)), ""))
    line = source.lstrip().split("\n", 1)[0]
    return _without_spaces(line) if line.startswith("#") else ""


def texts_in(code: str, words: int = 1) -> list[str]:
    """Return the texts in code that may be a written answer.

    Args:
        code: Python, which may be broken.
        words: Fewest words of a comment or a triple-quoted text; of a string on one line it is
            `MIN_WORDS_IN_QUOTES` if that is more.
    """
    texts = [found[0] for found in _COMMENTS.finditer(code)]
    texts += [found[0] for found in _TEXTS.finditer(code)]
    rest = _TEXTS.sub("", _COMMENTS.sub("", code))
    strings = [found[0] for found in _STRINGS.finditer(rest)]
    fewest = max(words, MIN_WORDS_IN_QUOTES)
    return [
        *(text for text in texts if len(text.split()) >= words),
        *(text for text in strings if len(text.split()) >= fewest),
    ]


def unrendered(markdown: str) -> str:
    """Return the text of Markdown that no page renders: comments and titles of link definitions."""
    texts = (found[1] or found[2] or "" for found in _UNRENDERED.finditer(markdown))
    return "\n".join(text.strip() for text in texts if text.strip())


def fenced(code: str) -> str:
    """Return code as a Markdown listing."""
    longest = max((len(found) for found in re.findall(r"`{3,}", code)), default=2)
    fence = "`" * (longest + 1)
    return f"{fence}python\n{code}\n{fence}"


def _joined(
    parts: Sequence[tuple[str, dict[str, dict[str, str]]]],
) -> tuple[str, dict[str, dict[str, str]]]:
    """Texts with their pictures as one; pictures of one name that differ get names of their own."""
    texts, pictures = list[str](), dict[str, dict[str, str]]()
    for number, (text, attachments) in enumerate(parts, 1):
        for name, bundle in attachments.items():
            new = name
            if pictures.get(name, bundle) != bundle:
                new = f"{number}-{name}"
                text = text.replace(f"attachment:{name}", f"attachment:{new}")
            pictures[new] = bundle
        texts.append(text)
    return "\n\n".join(texts), pictures


def defining_statements(source: str, names: Iterable[str]) -> str:
    """Return the top-level statements of code that define these names, as they were written."""
    wanted, lines = set(names), source.split("\n")
    kept: list[str] = []
    within = False
    for at, line in enumerate(lines):
        starts = bool(line) and not line[0].isspace() and line[0] not in ")]}"
        if starts:
            within = bool(defined_names(line) & wanted)
            if within:
                above = at
                while above and lines[above - 1].startswith("@"):
                    above -= 1
                kept += lines[above:at]
        if within:
            kept.append(line)
    return "\n".join(kept).strip("\n")
