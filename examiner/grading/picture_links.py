"""Links to pictures in Markdown: conversion of data URIs and other links to links to attachments.

Editors store a pasted picture in different ways: JupyterLab and VS Code as an attachment, Colab as
a data URI, others as a file beside the notebook. These functions make attachments of all of them.
"""

from __future__ import annotations

import base64
import binascii
import itertools
import re
from collections.abc import Callable, Iterator, Mapping
from html import unescape
from urllib.parse import quote, unquote, unquote_to_bytes

from ..digests import digest_of, digest_of_bytes
from ..pictures import DIGEST, HEAD_BYTES, media_type

Attachments = dict[str, dict[str, str]]  # name -> media type -> content in base64

UNKNOWN_TYPE = "application/octet-stream"  # media type of content that is no known picture
MAX_LIFTED = 600  # data URIs of a cell that become attachments
MAX_LINKS, MAX_LINK = 2000, 600  # links of a cell that are read, and characters of each
MAX_ENDS = 20  # possible ends of a link with spaces or parentheses that are tried
_SUFFIXES = {
    "image/jpeg": "jpg",
    "image/svg+xml": "svg",
    "application/pdf": "pdf",
    UNKNOWN_TYPE: "bin",
}

_HEAD = r"data:[\w.+-]*(?:/[\w.+-]+)?(?:;[\w.+-]+(?:=[\w.+-]*)?){0,5}"
# In quotation marks, base64 may have line breaks; elsewhere, a space ends it.
_DATA_URI = re.compile(
    rf"""(?P<mark>["'])\s*{_HEAD};base64\s*,(?P<in_quotes>[\w+/=%\s-]*)(?P=mark)"""
    rf"""|{_HEAD};base64,(?P<plain>[\w+/=%-]*)"""
    r"""|(?P<other_mark>["'])\s*data:image/svg\+xml[\w;=.+-]*,(?P<svg_in_quotes>(?:(?!data:).)*?)"""
    r"""(?P=other_mark)"""
    r"""|data:image/svg\+xml[\w;=.+-]*,(?P<svg>[^\s"'<>()]*)""",
    re.IGNORECASE | re.DOTALL | re.ASCII,
)
# The text before the address of a picture or a link: in Markdown, in HTML, in a link definition.
_BEFORE = re.compile(
    r"\]\([ \t]*\n?[ \t]*|\b(?:src|href)\s{0,9}=\s{0,9}|^ {0,3}\[[^\]\n]{1,300}\]:[ \t]*",
    re.IGNORECASE | re.MULTILINE,
)
_END = re.compile(r"""\)|[ \t]+(?=["'(])|[ \t]*\Z""")


def lift_data_uris(source: str) -> tuple[str, Attachments]:
    """Move the data URIs of a cell's Markdown into attachments.

    Returns:
        The Markdown with links to attachments, and the attachments. The name of an attachment is a
        digest of its content, so equal pictures have the same name.
    """
    found: Attachments = {}
    count = itertools.count()

    def lift(match: re.Match[str]) -> str:
        mark = match["mark"] or match["other_mark"] or ""
        raw = _content(match) if next(count) < MAX_LIFTED else b""
        if not raw:
            return f"{mark}attachment:damaged-picture{mark}"
        kind = media_type(raw[:HEAD_BYTES]) or UNKNOWN_TYPE
        suffix = _SUFFIXES.get(kind, kind.partition("/")[2])
        name = f"picture-{digest_of_bytes(raw)[:12]}.{suffix}"
        found[name] = {kind: base64.b64encode(raw).decode()}
        return f"{mark}attachment:{name}{mark}"

    if "data:" not in source.lower():
        return source, found
    return _DATA_URI.sub(lift, source), found


def _content(match: re.Match[str]) -> bytes:
    """Return the bytes in a data URI; no bytes if it is damaged."""
    svg = match["svg_in_quotes"] or match["svg"]
    if svg:
        return unquote_to_bytes(svg)
    written = unquote(match["in_quotes"] or match["plain"] or "")
    return decode_base64(written.translate(str.maketrans("-_", "+/")))


def decode_base64(data: str) -> bytes:
    """Decode base64, with or without its padding; return no bytes if it is damaged."""
    text = "".join(data.split()).rstrip("=")
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), validate=True)
    except (binascii.Error, ValueError):
        return b""


def rewrite_links(source: str, resolve: Callable[[str], str | None]) -> str:
    """Rewrite links to pictures in Markdown as links to attachments.

    Args:
        source: Markdown, which may have HTML in it.
        resolve: Returns the name of the attachment for an address; None to leave the link as it is.
    """
    parts, at = [], 0
    for count, before in enumerate(_BEFORE.finditer(source)):
        if count == MAX_LINKS:
            break
        start = before.end()
        if start < at:
            continue
        for end, address, mark in _addresses(source, before[0], start):
            if (name := resolve(address)) is not None:
                parts += [source[at:start], f"{mark}attachment:{quoted_address(name)}{mark}"]
                at = end
                break
    return "".join([*parts, source[at:]])


def quoted_address(name: str) -> str:
    """Quote the name of an attachment for a link, so that no character ends the link early."""
    return quote(name, safe="")


def _addresses(source: str, before: str, start: int) -> Iterator[tuple[int, str, str]]:
    """Yield the possible addresses at `start`: end, text, and the quotation mark around it.

    Args:
        source: Markdown.
        before: The text before the address, which tells Markdown from HTML.
        start: Index of the first character of the address.
    """
    line = source[start : start + MAX_LINK].partition("\n")[0]
    first = line[:1]
    if first == "<" and (end := line.find(">")) > 0:
        yield start + end + 1, line[1:end], ""
    elif first in ('"', "'") and not before.startswith("]("):
        if (end := line.find(first, 1)) > 0:
            yield start + end + 1, line[1:end].strip(), first
    elif before.startswith("](") or (before.endswith((":", " ", "\t")) and "=" not in before):
        ends = [found.start() for found in _END.finditer(line)][:MAX_ENDS]
        if before.startswith("]("):  # prefer the shortest with balanced parentheses
            ends.sort(key=lambda end: line[:end].count("(") != line[:end].count(")"))
        for end in ends:
            if line[:end].strip():
                yield start + end, line[:end].strip(), ""
    elif found := re.match(r"[^\s\"'<>]+", line):
        yield start + found.end(), found[0].removesuffix("/"), ""


def unescape_address(address: str) -> str:
    """Remove Markdown's escapes and HTML's entities from an address."""
    return unescape(re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", address))


# --- pictures that are attachments ---------------------------------------------------------------

MAX_ALT_TEXT = 300  # characters of the description before a link
_LINK = re.compile(
    r"""\]\(attachment:(?P<name>[^\s()<>"']{1,600})(?:[ \t]+"[^"\n]{0,300}")?\)"""
    r"""|<img\b[^<>]{0,300}?\bsrc\s{0,9}=\s{0,9}["']?attachment:(?P<in_tag>[^\s()<>"']{1,600}+)[^<>]{0,300}>"""
)
_NAMED = re.compile(r"attachment:(?P<name>[^\s()<>\"']+)")


def replace_pictures_by_digests(
    source: str, attachments: Mapping[str, Mapping[str, str]]
) -> tuple[str, list[str]]:
    """Replace the pictures in a cell's Markdown by digests, which don't depend on their names.

    Returns:
        The Markdown, and the sorted digests of all attachments.
    """
    digests = {
        name: bundle.get(DIGEST) or digest_of(dict(bundle)) for name, bundle in attachments.items()
    }

    def digest(name: str) -> str:
        return f"[picture {digests.get(name, name)}]"

    text = _replace_pictures(source, digest)
    text = _NAMED.sub(lambda found: digest(unquote(found["name"])), text)
    return text, sorted(set(digests.values()))


def replace_pictures_by_word(source: str) -> str:
    """Replace each picture in a cell's Markdown by the word "[picture]"."""
    return _NAMED.sub("[picture]", _replace_pictures(source, lambda name: "[picture]"))


def _replace_pictures(source: str, replacement: Callable[[str], str]) -> str:
    """Replace each link that shows a picture by the replacement for the picture's name."""
    parts, at = [], 0
    for found in _LINK.finditer(source):
        start = found.start()
        if found["name"]:
            start = source.rfind("![", max(at, start - MAX_ALT_TEXT), start)
        if start >= at:
            parts += [source[at:start], replacement(unquote(found["name"] or found["in_tag"]))]
            at = found.end()
    return "".join([*parts, source[at:]])
