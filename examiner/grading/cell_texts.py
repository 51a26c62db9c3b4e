"""Texts of submitted cells: finding text and code in them, and comparing them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from ..cell_code import guessed_definitions
from ..digests import digest_of_bytes
from .submission import SubmittedCell

# Text in code may be a written answer if it has at least so many words: the first number is for
# comments and triple-quoted texts, the second for a string on one line. (A shorter string is a
# title or a label.)
MIN_WORDS_IN_CODE = 25
MIN_WORDS_IN_QUOTES = 8
DIGITS = 32  # of the digest of a released text
MAX_REMEMBERED = 2**14  # characters of a text that is remembered from one submission to the next
_PARAGRAPHS = re.compile(r"\n(?:[ \t]*\n)+")
_COMMENTS = re.compile(r"(?:^[ \t]*#.*\n?)+", re.MULTILINE)
_TEXTS = re.compile(r'"""(.*?)"""|\'\'\'(.*?)\'\'\'', re.DOTALL)
# Strings that begin with one of these quotation marks. In a string that doesn't end, the last group
# is empty.
_STRINGS = {
    kinds: re.compile("|".join(rf"{kind}(?:[^{kind}\\]|\\.)*+({kind}?)" for kind in kinds))
    for kinds in ("\"'", '"', "'")
}
# The code in a listing of Markdown.
_LISTINGS = re.compile(r"^```[^`\n]*\n(.*?)^```", re.DOTALL | re.MULTILINE)
# Markdown that no page renders: comments, and titles of link definitions.
_UNRENDERED = re.compile(
    r"<!--(.*?)(?:-->|\Z)"
    r"|^ {0,3}\[[^\]\n]+\]:[ \t]*\S+[ \t]+([(\"'](?:[^\n]*\n){0,9}?[^\n]*[)\"'])[ \t]*$",
    re.DOTALL | re.MULTILINE,
)
# A text cell that is stored as code: with a magic (Databricks, Jupyter), or as a call (marimo).
_MAGIC_OF_TEXT = re.compile(r"%%?(?:md|md-sandbox|markdown|latex|html)\b[^\n]*\n?")
_CALL_OF_TEXT = "mo.md("
_QUOTES = ('"""', "'''", '"', "'")


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
    """Return the text in a call `mo.md("…")`; None if the code is anything else."""
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


def code_in(cell: SubmittedCell) -> str:
    """Return the code of a cell; for a text cell with listings, the code in these."""
    if (text := text_of(cell)) is None:
        return cell.source
    return "\n\n".join(_LISTINGS.findall(text)) or text


def without_spaces(text: str) -> str:
    """Remove all white space, so that line breaks and indentation make no difference."""
    is_short = len(text) <= MAX_REMEMBERED
    return _spaceless(text) if is_short else _spaceless.__wrapped__(text)


@lru_cache(maxsize=4096)  # each text is compared many times, and submissions share most texts
def _spaceless(text: str) -> str:
    return "".join(text.split())


def paragraphs_of(text: str) -> list[str]:
    """Return the paragraphs of a text, without empty ones."""
    return [part for part in _PARAGRAPHS.split(text.strip("\n")) if part.strip()]


def digests_of_texts(sources: Iterable[str]) -> frozenset[str]:
    """Return the digests of released cells, whole and by paragraph; white space doesn't count."""
    texts = (text for source in sources for text in (source, *paragraphs_of(source)))
    return frozenset(text_digest(without_spaces(text)) for text in texts if text.strip())


def text_digest(text: str) -> str:
    """Return the digest of a text without white space (see `digests_of_texts`)."""
    return digest_of_bytes(text.encode(errors="surrogatepass"))[:DIGITS]


def start_of(cell_type: str, source: str) -> str:
    """Return the start of a cell: the first paragraph of text, or the first comment of code."""
    if cell_type != "code":
        return without_spaces(next(iter(paragraphs_of(source)), ""))
    line = source.lstrip().split("\n", 1)[0]
    return without_spaces(line) if line.startswith("#") else ""


def texts_in(code: str, words: int = 1) -> list[str]:
    """Return the texts in code that may be a written answer.

    Args:
        code: Python, which may be broken.
        words: Fewest words of a comment or a triple-quoted text. A string on one line needs at
            least `MIN_WORDS_IN_QUOTES` words as well.
    """
    texts = [found[0] for found in _COMMENTS.finditer(code)]
    texts += [found[0] for found in _TEXTS.finditer(code)]
    rest = _TEXTS.sub("", _COMMENTS.sub("", code))
    strings = [string for line in rest.split("\n") for string in _strings_in(line)]
    fewest = max(words, MIN_WORDS_IN_QUOTES)
    return [
        *(text for text in texts if len(text.split()) >= words),
        *(text for text in strings if len(text.split()) >= fewest),
    ]


def _strings_in(line: str) -> Iterator[str]:
    """Yield the strings in a line of code.

    After a quotation mark that begins no string, none of its kind in this line does. To try each
    would take time that grows with the square of the line's length.
    """
    at, kinds = 0, "\"'"
    while kinds and (found := _STRINGS[kinds].search(line, at)):
        if any(found.groups()):
            yield found[0]
            at = found.end()
        else:
            at = found.start() + 1
            kinds = kinds.replace(found[0][0], "")


def unrendered(markdown: str) -> str:
    """Return the text of Markdown that no page renders: comments and titles of link definitions."""
    texts = (found[1] or found[2] or "" for found in _UNRENDERED.finditer(markdown))
    return "\n".join(text.strip() for text in texts if text.strip())


def fenced(code: str) -> str:
    """Return code as a Markdown listing."""
    longest = max((len(found) for found in re.findall(r"`{3,}", code)), default=2)
    fence = "`" * (longest + 1)
    return f"{fence}python\n{code}\n{fence}"


def joined(
    parts: Sequence[tuple[str, dict[str, dict[str, str]]]],
) -> tuple[str, dict[str, dict[str, str]]]:
    """Join texts and their pictures; rename different pictures that have the same name."""
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
    """Return the top-level statements of code that define some names, unchanged.

    Args:
        source: Python, which may be broken.
        names: The names.
    """
    wanted, lines = set(names), source.split("\n")
    kept: list[str] = []
    within = False
    for at, line in enumerate(lines):
        starts = bool(line) and not line[0].isspace() and line[0] not in ")]}"
        if starts:
            within = bool(guessed_definitions(line) & wanted)
            if within:
                above = at
                while above and lines[above - 1].startswith("@"):
                    above -= 1
                kept += lines[above:at]
        if within:
            kept.append(line)
    return "\n".join(kept).strip("\n")
