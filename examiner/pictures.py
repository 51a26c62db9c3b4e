"""Checks on pictures that students submit or draw: can a browser show them without harm?

A picture of a few kilobytes may decode to billions of pixels. These functions read the number of
pixels from the picture's header; they never decode a picture.

An attachment of a graded notebook is a picture that a page can show. If no page can show a picture,
a note (`NOTE`) replaces it.
"""

from __future__ import annotations

import base64
import binascii
import re
import struct
from collections.abc import Mapping
from html import unescape
from unicodedata import normalize
from urllib.parse import unquote

IMAGE_TYPES = ("image/png", "image/jpeg")
MAX_PIXELS = 16 * 10**6  # of a picture: 64 MB in a browser
MAX_SIDE = 16_000  # pixels
MAX_SCANS = 32  # passes over a JPEG; each pass takes as long as decoding a plain JPEG
MAX_CHUNKS = 10_000  # parts of a file before its pixels begin
# Media types of a note in an attachment: its text (why no page shows the picture, and where the
# original is), and the digest of the original.
NOTE = "text/plain"
DIGEST = "application/x-sha256"
UNREAD = "unread"  # in place of a digest: the examiner did not read the original
_SIGNATURES = (  # the first bytes of a file -> its media type
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF87a", "image/gif"),
    (b"GIF89a", "image/gif"),
    (b"II*\0", "image/tiff"),
    (b"MM\0*", "image/tiff"),
    (b"%PDF-", "application/pdf"),
)
# The brand in the header of a file that has the container format of MP4 -> its media type.
_BRANDS = {b"avif": "image/avif", b"avis": "image/avif"}
_BRANDS |= {b"he" + rest: "image/heic" for rest in (b"ic", b"ix", b"vc", b"vx", b"im", b"is")}
_BRANDS |= {b"mif1": "image/heic", b"msf1": "image/heic"}
_SVG = re.compile(
    rb"(?:\xef\xbb\xbf)?"
    rb"(?:\s++|<\?xml[^>]*+>|<!--(?:(?!-->).){0,500}+-->|<!DOCTYPE svg[^>]*+>)*+<svg\b"
)
HEAD_BYTES = 2000  # bytes at the start of a file that are enough for `media_type`
_FRAMES = {0xC0, 0xC1, 0xC2}  # <SOFn>: sequential or progressive, Huffman coded


def media_type(raw: bytes) -> str:
    """Return the media type of a picture or a PDF, by its first bytes; "" for any other file."""
    for start, kind in _SIGNATURES:
        if raw.startswith(start):
            return kind
    if raw.startswith(b"RIFF") and raw[8:12] == b"WEBP":
        return "image/webp"
    if raw.startswith(b"BM") and raw[6:10] == bytes(4):
        return "image/bmp"
    if raw[4:8] == b"ftyp":
        return _BRANDS.get(raw[8:12], "")
    return "image/svg+xml" if _SVG.match(raw[:HEAD_BYTES]) else ""


def find_attachment(link: str, attachments: Mapping[str, object]) -> str | None:
    """Return the name of the attachment that a link refers to; None if there is none.

    Editors write the name in a link in different ways: unchanged, percent-encoded, with HTML
    entities, or in another Unicode normal form.
    """
    for name in (link, unquote(link)):
        if name in attachments:
            return name
    wanted = normalized_name(link)
    return next((name for name in attachments if normalized_name(name) == wanted), None)


def normalized_name(name: str) -> str:
    """Return a file's name without percent-encoding, HTML entities or backslashes, in NFC."""
    return normalize("NFC", unquote(unescape(name.replace("\\", "")))).strip()


def is_picture(data: str) -> bool:
    """Check whether text is the base64 of a PNG or a JPEG that a page can show.

    Text with any other character fails the check: a quotation mark would end an HTML attribute.
    """
    return pixel_count(data) is not None


def pixel_count(data: str) -> int | None:
    """Return the number of pixels of a PNG or a JPEG in base64; None if no page can show it."""
    try:
        raw = base64.b64decode("".join(data.split()), validate=True)
    except (binascii.Error, ValueError):
        return None
    size = _png_size(raw) if raw.startswith(b"\x89PNG\r\n\x1a\n") else _jpeg_size(raw)
    if size is None:
        return None
    width, height = size
    fits = 0 < width <= MAX_SIDE and 0 < height <= MAX_SIDE and width * height <= MAX_PIXELS
    return width * height if fits else None


def _png_size(raw: bytes) -> tuple[int, int] | None:
    """Return the width and height of a PNG in pixels; None if the file is no PNG.

    An animated PNG gives None as well: a browser would decode each of its frames.
    """
    if raw[8:16] != b"\x00\x00\x00\x0dIHDR" or len(raw) < 33:
        return None
    at = 33
    for _ in range(MAX_CHUNKS):
        if at + 8 > len(raw) or raw[at + 4 : at + 8] in (b"IDAT", b"IEND"):
            return struct.unpack(">II", raw[16:24])
        if raw[at + 4 : at + 8] == b"acTL":  # the chunk that makes a PNG an animation
            return None
        at += 12 + int.from_bytes(raw[at : at + 4], "big")
    return None


def _jpeg_size(raw: bytes) -> tuple[int, int] | None:
    """Return the width and height of a JPEG in pixels.

    The result is None if the file is no JPEG, has several frames, or has too many scans.
    """
    if not raw.startswith(b"\xff\xd8") or raw.count(b"\xff\xda") > MAX_SCANS:
        return None
    at, size = 2, None
    for _ in range(MAX_CHUNKS):
        while raw[at : at + 2] == b"\xff\xff":  # fill bytes: any number may precede a marker
            at += 1
        if at + 4 > len(raw) or raw[at] != 0xFF:
            return None
        marker, length = raw[at + 1], int.from_bytes(raw[at + 2 : at + 4], "big")
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            if marker not in _FRAMES or size is not None or length < 8:
                return None
            height, width = struct.unpack(">HH", raw[at + 5 : at + 9].ljust(4, b"\0"))
            size = width, height
        if marker == 0xDA:
            return size
        at += 2 + length
    return None
