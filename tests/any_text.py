"""Any text that can be encoded, for Hypothesis."""

from __future__ import annotations

from hypothesis import strategies as st


def any_text(max_size: int | None = None) -> st.SearchStrategy[str]:
    """As `st.text`, which first tries to encode each character: that takes seconds."""
    return st.text(st.characters(exclude_categories=["Cs"]), max_size=max_size)
