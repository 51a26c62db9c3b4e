import contextlib

import matplotlib.pyplot as plt

from .previews import time_limit

# %%
# What shows your answers calls them with these.
import math
import time


class TakesLong(Exception):
    pass


@contextlib.contextmanager
def needs(questions):
    """Run code that shows answers; where it can't, say why. questions: which, in words."""
    try:
        with time_limit():
            yield
        return
    except NotImplementedError:
        print(f"This needs {questions}. Run the cell again when you have answered.")
    except (TakesLong, TimeoutError, MemoryError):
        print(
            "Your loops or arrays take too long at these sizes: what follows needs a closed"
            " formula. (Your answer is graded at small sizes.)"
        )
    except Exception as error:
        print(f"With your answers to {questions} this raises {type(error).__name__}: {error}")
    plt.close("all")  # axes that were made for what did not come


def at_large_sizes(function, seq_len, patience=1, **widths):
    """What a counting function returns; TakesLong where that would take more than some seconds.

    It is asked at small sizes first, then at twice as large ones, as long as loops over all of
    them, one in the other, would end within `patience` seconds.
    """
    sizes = [seq_len, *widths.values()]
    largest = 4
    now = [min(size, largest) for size in sizes]
    while True:
        start = time.perf_counter()
        value = function(now[0], **dict(zip(widths, now[1:], strict=True)))
        seconds = time.perf_counter() - start
        if now == sizes:
            return value
        largest, before = 2 * largest, now
        now = [min(size, largest) for size in sizes]
        if seconds * math.prod(now) > patience * math.prod(before):
            raise TakesLong
