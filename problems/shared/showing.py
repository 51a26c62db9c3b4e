from .previews import time_limit, unanswered, warnings_in_black

# %%
# Imports, pictures of your answers, and sanity checks.
import matplotlib.pyplot as plt
import numpy as np


def show(draw):
    """Call draw, which makes a picture of your answers; print a line if it can't.

    In grading, nothing happens.
    """
    if __name__ != "__main__":
        return
    try:
        with time_limit(), warnings_in_black():
            draw()
    except (NotImplementedError, NameError) as error:
        plt.close()
        name = error.name if isinstance(error, NameError) else unanswered(error)
        print(f"This waits for an answer: {name}")
    except Exception as error:
        plt.close()
        print(f"No picture: with these answers it raises {type(error).__name__}: {error}"[:200])
