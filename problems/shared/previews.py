import numpy as np

from examiner.checks.numbers import whole_number

# %%
# Sanity checks. They test the form of an answer, and never know the right one.
import _thread
import contextlib
import copy
import inspect
import sys
import threading
import traceback

SECONDS = 20  # for a cell that calls answers in a notebook; grading has its own limits


@contextlib.contextmanager
def time_limit(seconds=SECONDS):
    """Interrupt code that takes longer, as the button ■ does, and raise TimeoutError."""
    if __name__ != "__main__":
        yield
        return
    over = threading.Event()

    def ring():
        over.set()
        _thread.interrupt_main()

    timer = threading.Timer(seconds, ring)
    timer.start()
    try:
        yield
    except KeyboardInterrupt as stop:
        if not over.is_set():  # the button ■ interrupted it
            raise
        late = TimeoutError(f"it ran for {seconds} seconds and was stopped. Does a loop never end?")
        raise late.with_traceback(stop.__traceback__) from None
    finally:
        timer.cancel()


@contextlib.contextmanager
def sanity_check():
    """Print a line if an answer is missing, malformed or raises an error, and go on.

    The line goes to stderr, so that nbgrader takes it for a failed test.
    """
    try:
        with time_limit():
            yield
    except NotImplementedError as error:
        print(f"Not answered yet: {error}", file=sys.stderr)
    except AssertionError as issue:
        print(str(issue) or what_was_raised(issue), file=sys.stderr)
    except Exception as error:
        if __name__ != "__main__":  # in grading, the feedback reports it
            raise
        print(what_was_raised(error), file=sys.stderr)


def what_was_raised(error):
    """Describe an error, with the last line of the notebook that raised it, checks excepted."""
    place, here = "", what_was_raised.__code__.co_filename
    steps = traceback.extract_tb(error.__traceback__)
    for (frame, _), step in zip(traceback.walk_tb(error.__traceback__), steps, strict=True):
        checking = frame.f_code.co_filename == here or frame.f_code.co_name == "<module>"
        if frame.f_globals is globals() and not checking:
            place = f"\nin {step.name}, line {step.lineno}: {step.line}".removesuffix(": ")
    more = "To see all of it, call your function in a cell of your own."
    if isinstance(error, TimeoutError):
        more = "In a cell of your own it would run until you press the button ■."
    return f"Your answer raises {type(error).__name__}: {str(error)[:500]}{place}\n{more}"


def preview_defined(name, kind, names):
    """Raise NotImplementedError if the name is not defined yet. kind: for example "list"."""
    try:
        names[name]  # in grading, this looks in the student's process; `in` would not
    except KeyError:
        raise NotImplementedError(f"define the {kind} `{name}` above.") from None


@sanity_check()
def preview_count(function, **sizes):
    """Check that a counting function takes these sizes and returns a whole number."""
    count = function(*sizes.values())
    issue = issue_of_count(count)
    assert not issue, f"{function.__name__}: {issue}"
    print("At", ", ".join(f"{name}={size}" for name, size in sizes.items()))
    if (whole_number(count) or 0) < 0:
        print(f"it returns {count}, and a count can't be negative.")
    else:
        whole = "a whole number" if count == whole_number(count) else "one up to rounding"
        print(f"it returns {count}. That is {whole}; nothing here knows whether it is right.")
    preview_arguments(function, sizes, count)


def issue_of_count(count):
    """Return the reason why a count is not a whole number; "" if it is one."""
    if whole_number(count) is not None:
        return ""
    if count is None:
        return "expected a whole number, not None: is a return missing?"
    return f"expected a whole number, not the {type(count).__name__} {count!s:.40}"


def preview_arguments(function, arguments, answer):
    """Print a remark if the function's arguments have wrong names or a wrong order."""
    try:
        by_name = function(**arguments)
    except TypeError as error:
        print(f"But with its arguments by name it raises TypeError: {error}.")
        print("Keep the arguments' names.")
    else:
        if repr(by_name) != repr(answer):
            print("But with its arguments by name it gives something else: keep the order.")


def ask(function, **arguments):
    """Call an answer; print a remark if it changes arrays or renames its arguments."""
    answer = ask_in_order(function, *arguments.values())
    preview_arguments(function, arguments, answer)
    return answer


def ask_in_order(function, *arguments):
    """Call an answer with copies of these; print a remark if it changes one, which costs points."""
    given = copy.deepcopy(arguments)
    answer = function(*given)
    for place, (before, after) in enumerate(zip(arguments, given, strict=True)):
        if not same_arrays(before, after):
            name = list(inspect.signature(function).parameters)[place]
            print(f"But your function changes its argument {name}: work on a copy.")
    return answer


def same_arrays(before, after):
    """Check whether two arguments contain the same arrays, also in tuples or dicts."""
    if isinstance(before, dict):
        return before.keys() == after.keys() and all(
            map(same_arrays, before.values(), after.values())
        )
    if isinstance(before, (tuple, list)):
        return len(before) == len(after) and all(map(same_arrays, before, after))
    return not isinstance(before, np.ndarray) or np.array_equal(before, after)


def preview_shape(what, value, shape):
    """Check that `value` is an array of the given shape, or a number for the shape ()."""
    assert value is not None, f"{what}: there is nothing; is a return missing?"
    array = np.asarray(value)
    assert array.dtype.kind in "iuf", f"{what}: expected real numbers, not {array.dtype}"
    assert array.shape == shape, f"{what}: the shape is {array.shape}, expected {shape}"
    kind = f"shape {shape}" if shape else "a number"
    print(f"{what}: {kind}, as asked. The values were not looked at.")
    if not np.isfinite(array).all():
        print(f"{what}: but some of it is infinite or not a number.")


def preview_choice(entry, chosen, options):
    """Check that the choice for an entry, a string or a set of strings, is on the list."""
    several = (set, frozenset, list, tuple)
    chosen = [chosen] if isinstance(chosen, str) else chosen
    if not isinstance(chosen, several):
        print(f"{entry}: nothing chosen yet")
    elif strange := [c for c in chosen if not (isinstance(c, str) and c in options)]:
        print(f"{entry}: {strange[0]!r:.40} is no option; choose from {', '.join(options)}")
    else:
        print(f"{entry}: {', '.join(sorted(chosen)) or 'no option at all'}")
