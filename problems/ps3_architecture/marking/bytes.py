"""A convention of counts: bytes instead of numbers."""

from examiner.checks import Times, convention


def bytes_message(number: int) -> str:
    """Return the message for an answer that counts `number` bytes for each number."""
    return f"this counts bytes, {number} for each number; the question asks for numbers"


BYTES = [convention(f"bytes({k})", Times(k), bytes_message(k)) for k in (2, 4)]
