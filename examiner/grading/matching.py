"""Matching of submitted cells to released cells.

A submitted cell is matched by its name. If a tool dropped or changed the name, the cell is matched
by its text, by its first line, or by the names that it defines. Every other cell is the student's
own, unless it has text of the course or of an earlier release.

A written answer is all of the student's text near the question. This includes the answer's own
cell, cells beside it, and text that the student typed into the question. If there is no such text,
the answer is all other text of the notebook. So a grader sees an answer in any cell.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

from ..cell_code import guessed_definitions
from ..cell_kinds import CellKind, has_heading
from ..quoting import escape_markdown, quoted_name
from .cell_texts import (
    MIN_WORDS_IN_CODE,
    code_in,
    defining_statements,
    fenced,
    joined,
    paragraphs_of,
    start_of,
    text_digest,
    text_of,
    texts_in,
    unrendered,
    without_spaces,
)
from .reference_notebook import ReferenceNotebook, ReleasedCell
from .submission import SubmittedCell

MAX_WRITTEN = 2**20  # characters of a written answer
_LAST = 10**6  # `order` of text from other notebooks
_NOWHERE = -2  # `before` and `after` of text that stands near no released cell
# These lines are part of an answer's digest (`scores.asked`): any change of their text asks graders
# to mark such answers again.
FOUND_CODE = "# This stood in another cell of the notebook."
NOTE_ON_FILES = "*See the files that were submitted beside the notebook.*"
_BESIDE = "*From a cell beside this one:*"
_INSIDE = "*Typed into a cell of the course:*"
_CUT = "*The answer goes on: read it in the submitted file.*"
_AWAY = "*From another place in the notebook:*"
_HIDDEN = "*Text of these cells that a page doesn't show:*"


@dataclass(frozen=True)
class MatchedCell:
    """A submitted cell, and the released cell that it matches.

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
    """Text that a student wrote outside the answer cells.

    Attributes:
        text: Markdown; code is a fenced listing.
        attachments: Pictures of the text.
        before: Index of the last released cell above the text; -1 if there is none. For text that
            was typed into a cell of the course, the index of that cell. _NOWHERE for text that
            stands near no released cell.
        after: Index of the next released cell below the text, or of the cell of the course.
        is_code: Whether the text is code without comments or strings that may be an answer.
        is_typed_in: Whether the student typed the text into a cell of the course.
        order: Index of the text's cell in the submission.
        notebook: Name of the text's notebook; "" for the notebook that is graded.
    """

    text: str
    attachments: dict[str, dict[str, str]]
    before: int
    after: int
    is_code: bool
    is_typed_in: bool
    order: int
    notebook: str = ""


class WrittenAnswer(NamedTuple):
    """A written answer, combined from all cells that may belong to it.

    Attributes:
        source: Markdown of the answer; the released text if the student wrote nothing.
        attachments: Pictures of the answer.
        elsewhere: Markdown of text that is far from the question, and its pictures.
        cells: Number of cells that `source` combines.
        is_near: Whether any of these cells stands near the question.
    """

    source: str
    attachments: dict[str, dict[str, str]]
    elsewhere: tuple[str, dict[str, dict[str, str]]] = ("", {})
    cells: int = 0
    is_near: bool = False


@dataclass(frozen=True)
class Matching:
    """The cells of a submission, matched to the released cells.

    Attributes:
        matched_cells: The submitted cells in their order.
        reference: The reference notebook.
        note_on_files: Markdown that points to submitted files beside the notebook; "" for none.
        other_texts: Text in other notebooks of the submission.
    """

    matched_cells: tuple[MatchedCell, ...]
    reference: ReferenceNotebook
    note_on_files: str = ""
    other_texts: tuple[StrayText, ...] = ()
    _paragraphs: frozenset[str] = field(default=frozenset(), repr=False)

    @classmethod
    def of(
        cls,
        cells: Iterable[SubmittedCell],
        reference: ReferenceNotebook,
        note_on_files: str = "",
        others: Mapping[str, Sequence[SubmittedCell]] | None = None,
    ) -> Matching:
        """Match submitted cells to the reference notebook.

        Args:
            cells: The cells of the notebook that is graded.
            reference: The reference notebook.
            note_on_files: Markdown that points to submitted files beside the notebook.
            others: Name of another notebook of the submission -> its cells.
        """
        matched = _by_definitions(_by_names_and_texts(cells, reference), reference)
        answers = {cell.name for cell in reference.cells if cell.kind is CellKind.ANSWER}
        code = {
            place
            for place, cell in enumerate(reference.layout)
            if cell.name in answers and cell.cell_type == "code"
        }
        matched = [_with_code(each) if each.place in code else each for each in matched]
        released = (p for cell in reference.layout for p in paragraphs_of(cell.source))
        paragraphs = frozenset(map(without_spaces, released))
        own = cls(tuple(matched), reference, note_on_files, (), paragraphs)
        known = {without_spaces(each.text) for each in own.texts()}
        other_texts = [
            stray._replace(notebook=name, order=_LAST)
            for name, more in (others or {}).items()
            for stray in cls.of(more, reference).texts()
            if without_spaces(stray.text) not in known
        ]
        return replace(own, other_texts=tuple(other_texts))

    def texts(self) -> list[StrayText]:
        """Return all text of the student, including the cells of written answers."""
        written = {zone.place for zone in self._zones.values()}
        own = [
            StrayText(
                each.cell.source, each.cell.attachments, _NOWHERE, _NOWHERE, False, False, order
            )
            for order, each in enumerate(self.matched_cells)
            if each.place in written and self._has_own_content(each.cell)
        ]
        texts = [stray for stray in self._stray_texts if not stray.is_code]
        return sorted([*own, *texts], key=lambda stray: stray.order)

    # --- code ------------------------------------------------------------------------------------

    @cached_property
    def copies(self) -> dict[str, list[SubmittedCell]]:
        """Name of a cell of the course -> the submitted cells that match it, in their order."""
        found: dict[str, list[SubmittedCell]] = {cell.name: [] for cell in self.reference.cells}
        for each in self.matched_cells:
            if each.place is not None and (name := self.reference.layout[each.place].name) in found:
                found[name].append(each.cell)
        return found

    def questions_in(self, source: str) -> dict[str, list[str]]:
        """Return the questions that code answers, each with the names that the code defines."""
        found: dict[str, list[str]] = defaultdict(list)
        for name in sorted(guessed_definitions(source)):
            for question in self._asked_names.get(name, ()):
                found[question].append(name)
        return dict(found)

    @cached_property
    def _asked_names(self) -> dict[str, list[str]]:
        return _asked_names(self.reference)

    @cached_property
    def found_code(self) -> dict[str, str]:
        """Name of a question whose own cell has no answer -> code from another cell.

        If that other cell stands above the question's test, it runs in its own place. Then only the
        definitions of the names that the question asks for are used. If it stands below, it runs
        too late. Then the first question that it answers gets its whole code, and all others get
        the definitions. Of code in a text cell, only the definitions are used.
        """
        found: dict[str, str] = {}
        taken: set[int] = set()
        for cell in self.reference.cells:
            if cell.kind is not CellKind.ANSWER or self._is_answered(cell.name):
                continue
            place = next(
                i for i, each in enumerate(self.reference.layout) if each.name == cell.name
            )
            for order in reversed(range(len(self.matched_cells))):
                each = self.matched_cells[order]
                code = code_in(each.cell)
                names = self.questions_in(code).get(cell.name)
                is_run = self._is_own_code(each) or self._is_answer_code(each)
                is_own = is_run or self._is_own_text(each)
                if names is None or each.place == place or not is_own:
                    continue
                places = [p.place for p in self.matched_cells[:order] if p.place is not None]
                runs_later = max(places, default=-1) > place and order not in taken
                taken.add(order)
                used = code if is_run and runs_later else defining_statements(code, names)
                found[cell.name] = f"{FOUND_CODE}\n{used or code}"
                break
        return found

    def _is_answered(self, name: str) -> bool:
        """Check whether the question's own cell differs from its stub."""
        return any(self.differs(copy.source, name) for copy in self.copies[name])

    def differs(self, source: str, name: str) -> bool:
        """Check whether a source differs from the stub of a cell, also from an earlier one."""
        text = without_spaces(source)
        is_stub = text == without_spaces(self.reference[name].source)
        return bool(text) and not is_stub and not self._is_earlier(text)

    def _is_earlier(self, text: str) -> bool:
        """Check whether a text without spaces stood in an earlier release."""
        return bool(self._earlier) and text_digest(text) in self._earlier

    @cached_property
    def _earlier(self) -> frozenset[str]:
        return frozenset(self.reference.earlier)

    def kind_of(self, each: MatchedCell) -> CellKind | None:
        """Return the kind of a submitted cell; None if it matches no named cell of the course."""
        return (
            None if each.place is None else self._kinds.get(self.reference.layout[each.place].name)
        )

    @cached_property
    def _kinds(self) -> dict[str, CellKind]:
        return {cell.name: cell.kind for cell in self.reference.cells}

    def _is_own_code(self, each: MatchedCell) -> bool:
        """Check whether a cell is the student's own code, or a figure that the student changed."""
        if text_of(each.cell) is not None or each.cell.name in self.reference.elsewhere:
            return False
        if each.place is None:
            return True
        released = self.reference.layout[each.place]
        is_named = released.name in self._kinds
        return not is_named and bool(self.changed_text(each.cell, released.source))

    def _is_own_text(self, each: MatchedCell) -> bool:
        """Check whether a cell is text that the student added, or a written answer."""
        if text_of(each.cell) is None or each.cell.name in self.reference.elsewhere:
            return False
        return each.place is None or self.kind_of(each) is CellKind.WRITTEN

    def _is_answer_code(self, each: MatchedCell) -> bool:
        """Check whether a cell is code and matches the cell of an answer."""
        is_foreign = each.cell.name in self.reference.elsewhere
        is_code = text_of(each.cell) is None and not is_foreign
        return is_code and self.kind_of(each) is CellKind.ANSWER

    def changed_text(self, cell: SubmittedCell, released: str) -> str:
        """Return the text that a student added to a cell of the course; "" if there is none."""
        if without_spaces(cell.source) == without_spaces(released):
            return ""
        return self._own_text(cell.source)

    @property
    def recovered_names(self) -> list[str]:
        """Names of cells of questions that were matched although their names were missing."""
        questions = {cell.name for cell in self.reference.cells if cell.kind is not CellKind.GIVEN}
        places = (each.place for each in self.matched_cells if not each.by_name)
        names = (self.reference.layout[place].name for place in places if place is not None)
        return [name for name in names if name in questions]

    @cached_property
    def answers(self) -> dict[str, str]:
        """Name of a question -> the text of its answer, without questions that have none."""
        found: dict[str, str] = {}
        for cell in self.reference.cells:
            if (
                cell.kind is CellKind.WRITTEN
                and (written := self.written_answer(cell.name)).is_near
            ):
                found[cell.name] = written.source.strip()
            elif cell.kind is CellKind.ANSWER:
                sources = [copy.source for copy in self.copies[cell.name]]
                sources = [source for source in sources if self.differs(source, cell.name)]
                sources += [
                    c.source for c in self.own_code if cell.name in self.questions_in(c.source)
                ]
                if sources:
                    found[cell.name] = "\n\n".join(source.strip() for source in sources)
        return found

    @cached_property
    def own_code(self) -> list[SubmittedCell]:
        """The student's own code cells, and figures that the student changed."""
        return [each.cell for each in self.matched_cells if self._is_own_code(each)]

    # --- written answers -------------------------------------------------------------------------

    def written_answer(self, name: str) -> WrittenAnswer:
        """Combine a written answer from all cells that may belong to it.

        Args:
            name: Name of the written cell.
        """
        released, zone = self.reference[name].source, self._zones[name]
        own = [
            (order, each.cell)
            for order, each in enumerate(self.matched_cells)
            if each.place == zone.place and self._has_own_content(each.cell)
        ]
        near = [stray for stray in self._stray_texts if zone.contains(stray)]
        far = [stray for stray in self._stray_texts if not zone.contains(stray)]
        far += [*self._texts_in_code, *self.other_texts]
        if not own and not near:
            if not (far or self.note_on_files):
                sources = [copy.source for copy in self.copies[name]]
                stub = without_spaces(released)
                known = (without_spaces(each) for each in sources)
                emptied = [
                    each
                    for each, text in zip(sources, known, strict=True)
                    if text != stub and not self._is_earlier(text)
                ]
                return WrittenAnswer(emptied[-1] if emptied else released, {})
            near, far = far, []
        parts = [(order, cell.source, cell.attachments) for order, cell in own]
        for stray in near:
            parts.append((stray.order, f"{zone.note_on(stray)}\n\n{stray.text}", stray.attachments))
        parts.sort(key=lambda part: part[0])
        source, attachments = joined([part[1:] for part in parts])
        if len(source) > MAX_WRITTEN:
            source = f"{source[:MAX_WRITTEN]}\n\n{_CUT}"
        if hidden := unrendered(source):
            source = f"{source}\n\n{_HIDDEN}\n\n{fenced(hidden)}"
        source = source if parts else self.note_on_files
        # Text near another question belongs to the answer to that question.
        zones = self._zones.values()
        texts = [p for p in far if not (p.is_code or any(zone.contains(p) for zone in zones))]
        notes = (f"{zone.note_on(each)}\n\n" if each.notebook else "" for each in texts)
        named = [
            (note + each.text, each.attachments) for note, each in zip(notes, texts, strict=True)
        ]
        elsewhere = joined(named)
        is_near = bool(own) or any(map(zone.contains, near))
        return WrittenAnswer(source, attachments, elsewhere, len(parts), is_near)

    @cached_property
    def moved_indices(self) -> frozenset[int]:
        """Indices of the submitted cells whose text belongs to a written answer nearby."""
        zones = self._zones.values()
        pieces = (stray for stray in self._stray_texts if not (stray.is_code or stray.is_typed_in))
        return frozenset(p.order for p in pieces if any(zone.contains(p) for zone in zones))

    def _has_own_content(self, cell: SubmittedCell) -> bool:
        return bool(cell.attachments or self._own_text(text_of(cell) or cell.source))

    def _own_text(self, source: str) -> str:
        """Return the paragraphs of a text that are not in the released notebook."""
        return "\n\n".join(p for p in paragraphs_of(source) if not self._is_given(p))

    def _is_given(self, paragraph: str) -> bool:
        text = without_spaces(paragraph)
        return text in self._paragraphs or self._is_earlier(text)

    @cached_property
    def _zones(self) -> dict[str, _Zone]:
        layout = self.reference.layout
        written = (cell.name for cell in self.reference.cells if cell.kind is CellKind.WRITTEN)
        places = {cell.name: place for place, cell in enumerate(layout)}
        named = {cell.name for cell in self.reference.cells}
        return {name: _Zone.of(layout, places[name], named) for name in written}

    @cached_property
    def _stray_texts(self) -> list[StrayText]:
        """The student's text and code outside the cells of answers, in order."""
        places = [each.place for each in self.matched_cells]
        top, end = (-1, len(self.reference.layout)) if {*places} - {None} else (_NOWHERE, _NOWHERE)
        found = []
        for order, each in enumerate(self.matched_cells):
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
            if each.cell.name in self.reference.elsewhere:  # a cell of another problem set
                before = after = _NOWHERE
            is_code = text is None and not texts_in(code)
            shown = fenced(code) if text is None else text
            about = before, after, is_code, released is not None, order
            found.append(StrayText(shown, each.cell.attachments, *about))
        return found

    @cached_property
    def _texts_in_code(self) -> list[StrayText]:
        """Long comments and strings in the code of answers: they may hold a derivation."""
        found = []
        for order, each in enumerate(self.matched_cells):
            if each.place is None or self.kind_of(each) is not CellKind.ANSWER:
                continue
            texts = texts_in(self._own_text(each.cell.source), MIN_WORDS_IN_CODE)
            if texts:
                text = fenced("\n\n".join(texts))
                found.append(StrayText(text, {}, each.place, each.place, False, False, order))
        return found


class _Zone(NamedTuple):
    """The released cells near a written question, by their indices in the layout.

    Attributes:
        place: The cell of the written answer.
        first: The first cell after the previous named cell, such as a test.
        head: The cell with the question's heading.
        last: The last cell before the next heading or named cell.
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

    def note_on(self, stray: StrayText) -> str:
        """Return a line of Markdown that names the place of a text in the submission."""
        if stray.notebook:
            return f"*From the notebook {escape_markdown(quoted_name(stray.notebook))}:*"
        return _INSIDE if stray.is_typed_in else _BESIDE if self.contains(stray) else _AWAY

    def contains(self, stray: StrayText) -> bool:
        """Check whether text stands near the question; code must stand below its heading."""
        if stray.notebook:
            return False
        first = self.head if stray.is_code else self.first
        above = first - (not stray.is_code) <= stray.before <= self.last
        return above or first <= stray.after <= self.last + 1


# --- finding cells -------------------------------------------------------------------------------


def _by_names_and_texts(
    cells: Iterable[SubmittedCell], reference: ReferenceNotebook
) -> list[MatchedCell]:
    """Match cells by their names, then by their texts, then by their first lines."""
    layout, asked = reference.layout, _asked_names(reference)
    by_name = {cell.name: place for place, cell in enumerate(layout)}
    by_text: dict[str, list[int]] = defaultdict(list)
    by_start: dict[str, list[int]] = defaultdict(list)
    for place, released in enumerate(layout):
        by_text[without_spaces(released.source)].append(place)
        if start := start_of(released.cell_type, released.source):
            by_start[start].append(place)
    matched: list[MatchedCell] = []
    taken: set[int] = set()
    for cell in cells:
        name = next((n for n in (cell.name, cell.id) if n in by_name), None)
        if name is not None:
            name = _question_answered(cell, name, asked) or name
            matched.append(MatchedCell(cell, by_name[name], by_name=True))
            taken.add(by_name[name])
        else:
            matched.append(MatchedCell(cell))
    for index, each in enumerate(matched):
        text = text_of(each.cell)
        kind, source = ("code", each.cell.source) if text is None else ("markdown", text)
        for known in (by_text.get(without_spaces(source)), by_start.get(start_of(kind, source))):
            free = [place for place in known or () if place not in taken]
            if each.place is None and source.strip() and free:
                above = max((p.place for p in matched[:index] if p.place is not None), default=-1)
                place = next((place for place in free if place > above), free[0])
                taken.add(place)
                each = matched[index] = replace(each, place=place)
    return matched


def _question_answered(cell: SubmittedCell, name: str, asked: dict[str, list[str]]) -> str | None:
    """Return the question that a cell answers, if its name is another question's; else None.

    A student may copy the cell of one question, with its name, to answer another one.
    """
    questions = {q for defined in guessed_definitions(cell.source) for q in asked.get(defined, ())}
    is_answer = any(name in questions_of for questions_of in asked.values())
    if not is_answer or name in questions or len(questions) != 1:
        return None
    return questions.pop()


def _by_definitions(matched: list[MatchedCell], reference: ReferenceNotebook) -> list[MatchedCell]:
    """Match unnamed answers by the names that they define, if they stand in the right order."""
    asked = _asked_names(reference)
    places = {cell.name: place for place, cell in enumerate(reference.layout)}
    stubs = {places[cell.name]: cell.source for cell in reference.cells if cell.name in places}
    answered = {
        each.place
        for each in matched
        if each.place in stubs
        and without_spaces(each.cell.source) != without_spaces(stubs[each.place])
    }
    found = list(matched)
    for index, each in enumerate(matched):
        is_own = each.place is None and each.cell.name not in reference.elsewhere
        if not is_own or text_of(each.cell) is not None:
            continue
        names = guessed_definitions(each.cell.source)
        questions = {question for name in names for question in asked.get(name, ())}
        if len(questions) != 1 or (place := places[questions.pop()]) in answered:
            continue
        above = [p.place for p in matched[:index] if p.place in stubs]
        below = [p.place for p in matched[index + 1 :] if p.place in stubs]
        if max(above, default=-1) <= place <= min(below, default=len(reference.layout)):
            found[index] = replace(each, place=place)
    return found


def _asked_names(reference: ReferenceNotebook) -> dict[str, list[str]]:
    """Return the names that answers must define, each with the questions that ask for it."""
    found: dict[str, list[str]] = defaultdict(list)
    for cell in reference.cells:
        if cell.kind is CellKind.ANSWER and cell.cell_type == "code":
            for name in reference.asked.get(cell.name) or guessed_definitions(cell.source):
                found[name].append(cell.name)
    return found


def _with_code(each: MatchedCell) -> MatchedCell:
    """Return an answer in code without the Markdown around it, if it became a text cell."""
    if each.cell.cell_type == "code":
        return each
    return replace(each, cell=replace(each.cell, source=code_in(each.cell)))
