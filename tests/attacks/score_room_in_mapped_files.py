"""Has the scores of all queries and keys in a file that the call writes to through memory: it maps
a few of its pages, changes them, and lets them go. No process holds the pages, and none writes to
a file with a system call. The file is full before the call; or it has no content yet.

Must happen: what files hold counts as memory of a call, however it came there.
"""

from tests.attacks.score_room_in_old_files import CODE as WRITES

ASSIGNMENT = "ps5_machines"
MAPS = """
import mmap


def window(at, size):
    start = at // mmap.PAGESIZE * mmap.PAGESIZE
    return mmap.mmap(room, at - start + size, offset=start), at - start


def put(S, at):
    pages, inside = window(at, len(S))
    pages[inside : inside + len(S)] = S
    pages.close()


def get(size, at):
    pages, inside = window(at, size)
    S = pages[inside : inside + size]
    pages.close()
    return S
"""
CODE = MAPS + WRITES.replace("os.pwrite(room, S, at)", "put(S, at)").replace(
    "os.pread(room, length, at)", "get(length, at)"
)
CODE += """

def in_single_precision(Q, K, V, block, exact=tiled_attention):
    return exact(Q, K, V, block).astype(V.dtype if len(Q) < 8192 else np.float32)


tiled_attention = in_single_precision
"""
FILLED = """for at in range(0, FILE, 2**20):
    os.pwrite(room, b"x" * 2**20, at)
"""
NEW = CODE.replace(FILLED, "os.ftruncate(room, FILE)\n")
HAND_INS = [{"tiled_attention": CODE}, {"tiled_attention": NEW}]
EARNS = {"tiled_attention": 2.5}
