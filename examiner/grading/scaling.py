"""Scaling pictures down, and converting them to JPEG or PNG.

The text of this module runs in a process of the sandbox and nowhere else: whoever decodes a
student's picture may be taken over by it. So it imports nothing of the project.
"""

from __future__ import annotations

import io
import math

from PIL import Image

FORMATS = ("PNG", "JPEG", "GIF", "WEBP", "BMP", "TIFF", "AVIF")
MAX_SIDE = 16_000
QUALITIES = (85, 70, 55)
MAX_ROUNDS = 6
_TURNS = {  # EXIF orientation -> what a browser does
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}


def scale_down(raw: bytes, points: int, size: int, most: int) -> bytes:
    """Convert a picture to a JPEG, or to a PNG if it has few colours and needs no scaling.

    Args:
        raw: A file of one of the formats. Of an animation the first frame counts.
        points: How many points the result has at most.
        size: How many bytes the result has at most.
        most: How many points the picture may have.

    Raises:
        ValueError: If the picture has more points, or nothing makes it small enough.
        OSError: If it is no picture, or damaged.
    """
    Image.init()  # makes all formats known
    Image.MAX_IMAGE_PIXELS = None  # `most` is the bound
    opened = Image.open(io.BytesIO(raw), formats=FORMATS)
    width, height = opened.size
    if width * height > most:
        raise ValueError("it has too many points")
    factor = min(1.0, math.sqrt(points / (width * height)), MAX_SIDE / max(width, height))
    simple = factor == 1.0 and opened.mode in ("1", "P")
    wanted = max(1, int(width * factor)), max(1, int(height * factor))
    opened.draft(None, wanted)  # a JPEG is decoded at half, a quarter or an eighth of its size
    turned = opened.getexif().get(0x0112, 1)
    image = _turned(_flattened(opened, wanted), turned)
    made = _encode(image, "PNG") if simple else b""
    if simple and len(made) <= size:
        return made
    for _ in range(MAX_ROUNDS):
        for quality in QUALITIES:
            if len(made := _encode(image, "JPEG", quality=quality)) <= size:
                return made
        image = image.resize((image.width * 3 // 4 or 1, image.height * 3 // 4 or 1))
    raise ValueError("it stays too large")


def _flattened(image: Image.Image, wanted: tuple[int, int]) -> Image.Image:
    """The picture in that size, in grey or in colours, on white where it is transparent."""
    if image.mode.startswith("I") or image.mode == "F":  # 16 bits for each point
        image = image.convert("I").point(lambda value: value / 256).convert("L")
    transparent = image.has_transparency_data
    image = image.convert("RGBA" if transparent else "L" if image.mode in ("1", "L") else "RGB")
    if image.size != wanted:
        image = image.resize(wanted, Image.Resampling.LANCZOS, reducing_gap=3.0)
    if transparent:
        paper = Image.new("RGBA", image.size, "white")
        paper.alpha_composite(image)
        image = paper.convert("RGB")
    return image


def _turned(image: Image.Image, orientation: int) -> Image.Image:
    """The picture as a browser turns it by this EXIF orientation."""
    how = _TURNS.get(orientation)
    return image if how is None else image.transpose(how)


def _encode(image: Image.Image, kind: str, **how: int) -> bytes:
    file = io.BytesIO()
    image.info.clear()  # the place where a photo was taken, for one
    image.save(file, kind, **how)
    return file.getvalue()
