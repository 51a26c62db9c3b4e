"""Bytes, where numbers are asked for: another convention of a count."""

from examiner.checks import Times, convention


def bytes_message(number: int) -> str:
    """Write the message for an answer that counts so many bytes for each number."""
    return f"so many are the bytes, {number} for each number; numbers are asked for"


BYTES = [convention(f"bytes({k})", Times(k), bytes_message(k)) for k in (2, 4)]
