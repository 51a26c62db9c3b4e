import numpy as np

from examiner.checks.numbers import real_number, whole_number

# %%
# Sanity checks. They test the form of an answer, and never know the right one. A red line: as it is,
# the answer earns nothing, or the function that the line names. A warning: correct this, too.
import _thread
import contextlib
import copy
import inspect
import sys
import threading
import traceback
import warnings

SECONDS = 10  # for the calls of answers in a cell, as in grading


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
def warnings_in_black():
    """Print the warnings of numpy and others to stdout: a red line says that an answer fails."""

    def show(message, category, *place):
        print(f"Warning: {message}")

    with warnings.catch_warnings():
        warnings.showwarning = show
        yield


def warn(remark):
    """Print a remark on something that may cost points."""
    print(f"Warning: {remark}")


@contextlib.contextmanager
def sanity_check():
    """Print a red line if an answer is missing, malformed or raises an error, and go on.

    The line goes to stderr, so that nbgrader takes it for a failed test.
    """
    try:
        with time_limit(), warnings_in_black():
            yield
    except NotImplementedError as error:
        print(f"Not answered yet: {unanswered(error)}", file=sys.stderr)
    except AssertionError as issue:
        print(str(issue) or what_was_raised(issue), file=sys.stderr)
    except Exception as error:
        if __name__ != "__main__":  # in grading, the feedback reports it
            raise
        print(what_was_raised(error), file=sys.stderr)


def steps_of(error):
    """Return the steps from the call of an answer to an error, in functions of the notebook."""
    steps, here = [], steps_of.__code__.co_filename
    found = traceback.extract_tb(error.__traceback__)
    for (frame, _), step in zip(traceback.walk_tb(error.__traceback__), found, strict=True):
        if frame.f_code.co_filename == here:  # a check, which calls the answer
            steps = []
        elif frame.f_globals is globals() and frame.f_code.co_name != "<module>":
            steps.append(step)
    return steps


def unanswered(error):
    """Return the name of the function that has no answer yet; if none is known, the error."""
    steps = steps_of(error)
    return steps[-1].name if steps else error


def what_was_raised(error):
    """Describe an error: the function that was called, and the last line in the notebook."""
    steps, place = steps_of(error), ""
    answer = steps[0].name if steps else "Your answer"
    if steps:
        place = f"\nin {steps[-1].name}, line {steps[-1].lineno}: {steps[-1].line}".removesuffix(
            ": "
        )
    more = "To see all of it, call your function in a cell of your own."
    if isinstance(error, TimeoutError):
        more = "In a cell of your own it would run until you press the button ■."
    return f"{answer} raises {type(error).__name__}: {str(error)[:500]}{place}\n{more}"


def preview_defined(name, kind, names):
    """Check that an answer is defined. kind: for example "dict"."""
    try:
        value = names[name]  # in grading, this looks in the student's process; `in` would not
    except KeyError:
        raise NotImplementedError(f"define the {kind} `{name}` above.") from None
    if kind == "dict":
        assert isinstance(value, dict), f"{name}: expected a dict, not {type(value).__name__}"


def check_each(cases, check):
    """Call check(*case) for cases, or outputs, of one answer: name -> arguments.

    An issue in some of them is a warning. An issue in all of them is an error.
    """
    issues = {}
    for name, case in cases.items():
        try:
            check(*case)
        except NotImplementedError:
            raise
        except Exception as issue:
            issues[name] = issue
    if len(issues) == len(cases):
        raise next(iter(issues.values()))
    for name, issue in issues.items():
        reason = issue if isinstance(issue, AssertionError) else what_was_raised(issue)
        warn(reason if str(issue).startswith(name) else f"{name}: {reason}")


def name_of(function):
    """Return the name of an answer; one that isn't defined by `def` may have none."""
    return getattr(function, "__name__", "your function")


@sanity_check()
def preview_count(function, **sizes):
    """Check that a counting function takes these sizes and returns a whole number."""
    check_count(function, sizes)


def check_count(function, sizes):
    """Check a count as `preview_count` does, in a check of several calls."""
    count = function(*sizes.values())
    issue = issue_of_count(count)
    assert real_number(count) is not None, f"{name_of(function)}: {issue}"
    print("At", ", ".join(f"{name}={size}" for name, size in sizes.items()))
    if issue:
        warn(f"{name_of(function)}: {issue}")
    elif (whole_number(count) or 0) < 0:
        warn(f"{name_of(function)} returns {count}, and a count can't be negative.")
    else:
        whole = "a whole number" if count == whole_number(count) else "one up to rounding"
        print(f"it returns {count}. That is {whole}; this check doesn't know the right count.")
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
    called = f"{name_of(function)}, called with its arguments by name,"
    keep = "Keep the names and the order of the arguments."
    try:
        by_name = function(**arguments)
    except Exception as error:
        warn(f"{called} raises {type(error).__name__}: {error}. {keep}")
    else:
        if not same_numbers(by_name, answer) and repr(by_name) != repr(answer):
            warn(f"{called} returns something else. {keep}")


def same_numbers(one, other):
    """Check quickly whether two answers are the same array of numbers, or the same dict of them."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(map(same_numbers, one.values(), other.values()))
    arrays = isinstance(one, np.ndarray) and isinstance(other, np.ndarray)
    return arrays and one.dtype.kind in "biuf" and np.array_equal(one, other)


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
            warn(f"{name_of(function)} changes its argument {name}: work on a copy.")
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
    kind = f"shape {shape}" if shape else "a number"
    assert value is not None, f"{what}: nothing is returned; is a return missing?"
    number = real_number(value) if np.ndim(value) == 0 else None
    array = np.asarray(value if number is None else float(number))
    assert array.dtype.kind in "iuf", f"{what}: expected real numbers, not {array.dtype}"
    assert array.shape == shape, f"{what}: the shape is {array.shape}, expected {shape}"
    print(f"{what}: {kind}, as asked. This check doesn't compare the values.")
    if shape and not isinstance(value, np.ndarray):
        warn(f"{what}: a {type(value).__name__}; return a numpy array.")
    if not np.isfinite(array).all():
        warn(f"{what}: some entries are infinite or not a number.")


def preview_choice(entry, chosen, options):
    """Check that the choice for an entry, a string or a set of strings, is on the list."""
    chosen = chosen if isinstance(chosen, (set, frozenset, list, tuple)) else [chosen]
    if any(option is None for option in chosen):
        warn(f"{entry}: nothing chosen yet")
    elif strange := [c for c in chosen if not (isinstance(c, str) and c in options)]:
        listed = ", ".join(f'"{option}"' for option in options)
        warn(f"{entry}: {strange[0]!r:.40} is no option; choose from {listed}")
    else:
        print(f"{entry}: {', '.join(sorted(chosen)) or 'no option at all'}")
