"""What both directions have in common: limits, and forms of numbers and arrays."""

from __future__ import annotations

import struct

import numpy as np

# What answers one question, in however many messages:
MAX_MESSAGE = 64 * 2**20  # bytes
MAX_DEPTH = 64  # containers inside containers
MAX_ITEMS = 2**19  # values: bounds what a small message can grow to in memory
MAX_KEYS = 2**14  # set members and dict keys: bounds the cost of crafted hashes
MAX_AS_ARRAY = 2**28  # bytes of an array of a list's texts, which all get the room of the longest
MAX_SAME_HASH = 64  # keys of one container that may share their hash
MAX_INTEGER = 2**17  # bytes of one integer (a million bits), so that arithmetic on it ends

_CODES = ("|b1", "|i1", "<i2", "<i4", "<i8", "|u1", "<u2", "<u4", "<u8", "<f2", "<f4", "<f8")
DTYPES = tuple(np.dtype(code) for code in (*_CODES, "<c8", "<c16"))
# numpy's numbers whose precision is less than a Python number's.
SINGLE = {t.type: t for t in DTYPES if t.str in ("<f2", "<f4", "<c8")}
U32, I64, F64, C128 = (struct.Struct(code) for code in ("<I", "<q", "<d", "<dd"))
