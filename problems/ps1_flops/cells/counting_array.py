import sys

import numpy as np

# %%
# Arrays that count the operations done with them, by the rules P1 to P4.
TALLY = {}  # kind of operation -> how many were done
UNCOUNTED = {}  # the names of work that may not be counted, as keys
ARITHMETIC = (np.add, np.subtract, np.multiply, np.divide, np.square, np.reciprocal)
WITH_OPERATORS = {
    np.dot: lambda a, b: a @ b if np.ndim(a) and np.ndim(b) else a * b,
    np.inner: lambda a, b: a @ b.T if np.ndim(a) and np.ndim(b) else a * b,
    np.vdot: lambda a, b: np.ravel(a) @ np.ravel(b),
    np.outer: lambda a, b: np.ravel(a)[:, None] * np.ravel(b),
}
# Free (P5): comparisons, the maximum, the exponential. Signs and roundings have no rule.
FREE_UFUNCS = str.split("""
absolute bitwise_and bitwise_or bitwise_xor ceil clip conjugate copysign equal exp exp2 fabs floor
fmax fmin greater greater_equal heaviside invert isfinite isinf isnan less less_equal logical_and
logical_not logical_or logical_xor maximum minimum negative not_equal positive rint sign signbit
trunc
""")
# Functions that only copy, move or compare numbers, or that call the arithmetic above.
KNOWN_FUNCTIONS = str.split("""
all amax amin any append argmax argmin argsort argwhere array2string array_equal array_repr
array_split array_str atleast_1d atleast_2d atleast_3d average block broadcast_arrays broadcast_to
clip column_stack concatenate copy copyto count_nonzero cumprod cumsum delete diag diagflat
diagonal diff dsplit dstack empty_like expand_dims fill_diagonal flatnonzero flip fliplr flipud
full_like hsplit hstack insert iscomplexobj kron max mean min moveaxis ndim nonzero ones_like prod
ptp put put_along_axis ravel repeat reshape resize result_type roll rollaxis rot90 shape size sort
split squeeze stack std sum swapaxes take take_along_axis tile trace transpose tril triu unique var
vsplit vstack where zeros_like
""")
PLAIN = "work on plain numbers or arrays"


def note(kind, count):
    TALLY[kind] = TALLY.get(kind, 0) + count


def plain(value):
    """Return `value` as a plain array of numpy, also inside lists."""
    if isinstance(value, (list, tuple)):
        return [plain(entry) for entry in value]
    return value.view(np.ndarray) if isinstance(value, CountingArray) else value


def note_plain(value):
    """Note it if `value` contains an array of plain numbers: work with these is not counted."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, (list, tuple)):
        for entry in value:
            note_plain(entry)
    elif type(value) is np.ndarray and value.ndim > 0 and value.dtype.kind in "fc":
        UNCOUNTED[PLAIN] = None


def is_mask(value):
    return isinstance(value, np.ndarray) and value.dtype.kind == "b"


def leaving(method):
    """Wrap a method that returns plain numbers: note that these are not counted."""

    def noted(self, *args):
        if self.dtype.kind in "fc":
            UNCOUNTED[PLAIN] = None
        return method(plain(self), *args)

    return noted


class CountingArray(np.ndarray):
    """An array that adds each operation done with it to TALLY."""

    __array_priority__ = 1  # np.stack and np.concatenate give a CountingArray
    __float__ = leaving(np.ndarray.__float__)
    __int__ = leaving(np.ndarray.__int__)
    item = leaving(np.ndarray.item)
    tolist = leaving(np.ndarray.tolist)
    flat = property(leaving(np.ndarray.flat.__get__))

    def __array_ufunc__(self, ufunc, method, *inputs, **options):
        note_plain(inputs)
        inputs = [plain(value) for value in inputs]
        if "out" in options:
            options["out"] = tuple(plain(value) for value in options["out"])
        result = np.asanyarray(getattr(ufunc, method)(*inputs, **options))
        if result.dtype == object:  # np.vectorize calls a function with plain numbers
            UNCOUNTED[PLAIN] = None
        elif ufunc.signature and not {"axis", "axes"} & options.keys():
            length = np.shape(inputs[0])[-1]  # of the dot products in @ and its relatives
            if length == 1:  # a column times a row
                note("elementwise", result.size)  # P3
            else:
                note("products", 2 * result.size * length)  # P2
        elif ufunc in ARITHMETIC and method == "reduce":
            note("sums", np.size(inputs[0]))  # P4
        elif ufunc is np.multiply and any(map(is_mask, inputs)):
            pass  # a mask is free (P5)
        elif ufunc in ARITHMETIC:
            note("elementwise", result.size)  # P3
        elif ufunc.__name__ not in FREE_UFUNCS:
            UNCOUNTED[f"np.{ufunc.__name__}"] = None
        return result.view(CountingArray)

    def __array_function__(self, function, types, args, kwargs):
        name = function.__name__
        if function in WITH_OPERATORS and all(np.ndim(each) < 3 for each in args):
            return WITH_OPERATORS[function](*args, **kwargs)
        if function in (np.einsum, np.tensordot) or function.__module__ == "numpy.linalg":
            raise TypeError(f"np's {name} can't be counted here: use @, +, -, * and /")
        if name not in KNOWN_FUNCTIONS:
            UNCOUNTED[f"np.{name}"] = None
        result = super().__array_function__(function, types, args, kwargs)
        return result.view(CountingArray) if type(result) is np.ndarray else result

    def __getitem__(self, key):  # a single entry goes on counting
        return np.asanyarray(super().__getitem__(key)).view(CountingArray)

    def __setitem__(self, key, value):
        note_plain(value)
        super().__setitem__(key, plain(value))

    def dot(self, other, out=None):
        return np.dot(self, other) if out is None else np.dot(self, other, out)


MAKERS = ("array", "asarray", "zeros", "ones", "empty", "full", "eye")


def counting(make):
    """Wrap a function of numpy so that its array counts."""

    def made(*args, **options):
        note_plain(args)
        return make(*map(plain, args), **options).view(CountingArray)

    return made


def is_in_an_answer():
    """Return whether a function of this notebook is calling `count_operations`."""
    frame = sys._getframe(2)
    while frame is not None:
        name = frame.f_code.co_name
        if frame.f_globals is globals() and (name == "<lambda>" or not name.startswith("<")):
            return True
        frame = frame.f_back
    return False


def count_operations(function, *arrays):
    """Run `function(*arrays)` and return how many operations of each kind it did."""
    if is_in_an_answer():
        raise RuntimeError("answers may not use count_operations: call it outside of functions")
    TALLY.clear()
    UNCOUNTED.clear()
    arrays = [np.array(array).view(CountingArray) for array in arrays]
    # Arrays that `function` makes in the meantime, for example from a list of rows, count too.
    usual = {name: getattr(np, name) for name in MAKERS}
    try:
        for name, make in usual.items():
            setattr(np, name, counting(make))
        result = function(*arrays)
    finally:
        for name, make in usual.items():
            setattr(np, name, make)
    note_plain(result)
    if UNCOUNTED:
        print("Careful, the counts may leave out:", ", ".join(UNCOUNTED))
    return {kind: TALLY.get(kind, 0) for kind in ("products", "sums", "elementwise")}
