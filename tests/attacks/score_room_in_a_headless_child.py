"""Has the scores of all queries and keys in the memory of an array that the student's process held before
the call. The child gets each page of it anew, in a thread, after its first thread has ended. Then
/proc/<pid>/smaps_rollup is empty, and the thread sends the reply.

Must happen: pages of a process without its first thread count, too.
"""

from tests.attacks.score_room_in_huge_pages import CODE as HUGE_PAGES

ASSIGNMENT = "ps5_machines"
CODE = """
import os
import sys
import threading
import time
"""
CODE += HUGE_PAGES.replace("def tiled_attention", "def scored")
CODE += """

EXIT = 60 if os.uname().machine == "x86_64" else 93
ALL_REPLIED = 77


def tiled_attention(Q, K, V, block):
    if len(Q) < LENGTH:
        return scored(Q, K, V, block)
    frame = sys._getframe()
    while not hasattr(frame.f_locals.get("self"), "reply_within"):
        frame = frame.f_back
    session = frame.f_locals["self"]

    def answer():
        time.sleep(0.2)  # until the first thread has ended
        session.reply(("value", scored(Q, K, V, block)))
        os._exit(ALL_REPLIED)

    threading.stack_size(2**18)
    threading.Thread(target=answer).start()
    libc.syscall(EXIT, 0)
"""
HAND_INS = [{"tiled_attention": CODE}]
EARNS = {"tiled_attention": 2.5}
