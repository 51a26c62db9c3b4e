"""Scaling pictures down, and converting them to JPEG or PNG.

A hostile picture may take control of the process that decodes it. So the text of this module runs
only in a process of the sandbox, and it imports nothing of the project.
"""

from __future__ import annotations

import io
import math

from PIL import Image

FORMATS = ("PNG", "JPEG", "GIF", "WEBP", "BMP", "TIFF", "AVIF")
MAX_SIDE = 16_000
QUALITIES = (85, 70, 55)
MAX_ROUNDS = 6
_TURNS = {  # EXIF orientation -> how a browser turns the picture
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}


def scale_down(raw: bytes, max_pixels: int, max_bytes: int, max_original_pixels: int) -> bytes:
    """Convert a picture to a JPEG, or to a PNG if it has few colours and needs no scaling.

    Args:
        raw: A file of one of the formats. Only the first frame of an animation is used.
        max_pixels: Most pixels of the result.
        max_bytes: Most bytes of the result.
        max_original_pixels: Most pixels of the original picture.

    Raises:
        ValueError: The original has too many pixels, or no conversion makes it small enough.
        OSError: The file is no picture, or is damaged.
    """
    Image.init()  # registers all formats
    Image.MAX_IMAGE_PIXELS = None  # `max_original_pixels` is the bound instead
    opened = Image.open(io.BytesIO(raw), formats=FORMATS)
    width, height = opened.size
    if width * height > max_original_pixels:
        raise ValueError("it has too many pixels")
    factor = min(1.0, math.sqrt(max_pixels / (width * height)), MAX_SIDE / max(width, height))
    is_simple = factor == 1.0 and opened.mode in ("1", "P")
    size = max(1, int(width * factor)), max(1, int(height * factor))
    opened.draft(None, size)  # decode a JPEG at half, a quarter or an eighth of its size
    orientation = opened.getexif().get(0x0112, 1)
    image = _turned(_flattened(opened, size), orientation)
    encoded = _encode(image, "PNG") if is_simple else b""
    if is_simple and len(encoded) <= max_bytes:
        return encoded
    for _ in range(MAX_ROUNDS):
        for quality in QUALITIES:
            if len(encoded := _encode(image, "JPEG", quality=quality)) <= max_bytes:
                return encoded
        image = image.resize((image.width * 3 // 4 or 1, image.height * 3 // 4 or 1))
    raise ValueError("it stays too large")


def _flattened(image: Image.Image, size: tuple[int, int]) -> Image.Image:
    """Return the picture in that size, in grey or in colours, with white behind transparency."""
    if image.mode.startswith("I") or image.mode == "F":  # 16 bits per pixel
        image = image.convert("I").point(lambda value: value / 256).convert("L")
    is_transparent = image.has_transparency_data
    image = image.convert("RGBA" if is_transparent else "L" if image.mode in ("1", "L") else "RGB")
    if image.size != size:
        image = image.resize(size, Image.Resampling.LANCZOS, reducing_gap=3.0)
    if is_transparent:
        paper = Image.new("RGBA", image.size, "white")
        paper.alpha_composite(image)
        image = paper.convert("RGB")
    return image


def _turned(image: Image.Image, orientation: int) -> Image.Image:
    """Turn the picture as a browser does for this EXIF orientation."""
    method = _TURNS.get(orientation)
    return image if method is None else image.transpose(method)


def _encode(image: Image.Image, format: str, **options: int) -> bytes:
    file = io.BytesIO()
    image.info.clear()  # private metadata, such as the place of a photo
    image.save(file, format, **options)
    return file.getvalue()
