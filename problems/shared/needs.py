import contextlib

import matplotlib.pyplot as plt

from .previews import time_limit, warnings_in_black

# %%
# Cells that show your answers call them through these functions.
import math
import time


class TakesLong(Exception):
    pass


@contextlib.contextmanager
def needs(questions):
    """Run code that shows answers, or print why it can't run. questions: their names."""
    try:
        with time_limit(), warnings_in_black():
            yield
        return
    except NotImplementedError:
        print(f"This needs {questions}. Run the cell again when you have answered.")
    except (TakesLong, TimeoutError, MemoryError, RecursionError):
        print(
            "Your loops or arrays take too long at these sizes: this cell needs a closed formula."
            " (Your answer is graded at small sizes.)"
        )
    except Exception as error:
        print(f"With your answers to {questions} this raises {type(error).__name__}: {error}")
    plt.close("all")  # axes that stayed empty


def at_large_sizes(function, seq_len, patience=1, **widths):
    """Return the value of a counting function; raise TakesLong if that would take too long.

    The function is called at small sizes first, and then at ever doubled sizes. It may contain
    nested loops over all sizes, and these must end within `patience` seconds.
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
