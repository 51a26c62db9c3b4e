"""Has the scores of all queries and keys in the memory of an array that the student's process held before
the call. The child gets each page of it anew, and then tells the kernel that it may free the page. The
kernel keeps such a page until memory is short, and counts it as clean.

Must happen: pages that the kernel may free count as memory of the call.
"""

from tests.attacks.score_room_in_huge_pages import CODE as HUGE_PAGES

ASSIGNMENT = "ps5_machines"
CODE = HUGE_PAGES.replace(
    "            libc.madvise(address, ctypes.c_size_t(HUGE), MADV_HUGEPAGE)\n", ""
).replace(
    "    for i in range(n):  # then all outputs",
    """        if i % rows == rows - 1:
            libc.madvise(address, ctypes.c_size_t(HUGE), MADV_FREE)
    for i in range(n):  # then all outputs""",
)
CODE = CODE.replace("MADV_HUGEPAGE = 4, 14", "MADV_FREE = 4, 8")
HAND_INS = [{"tiled_attention": CODE}]
EARNS = {"tiled_attention": 2.5}
