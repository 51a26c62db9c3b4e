"""The wire: values arrive as their exact builtin types, and all other bytes are a WireError.

On any answer of a student's process, the examiner ends with a value or an expected error.
"""

from __future__ import annotations

import array
import contextlib
import enum
import math
import os
import socket
import struct
import threading
import types
from collections import OrderedDict, deque, namedtuple
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction

import nbformat
import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from examiner.student import CellRun, Limits, Sandbox, WireError, sandbox
from examiner.student.inside import wire
from examiner.student.inside.wire import Channel
from tests.any_text import any_text

scalars = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(min_value=-(2**900), max_value=2**900)
    | st.floats()
    | st.complex_numbers()
    | st.text(st.characters())
    | st.binary()
    | st.just(wire.FunctionRef("f", 1))
    | st.builds(wire.Raised, *[any_text(9)] * 3)
    | st.sampled_from([wire.Raised(n, n, "x") for n in ("OSError", "SystemExit", "Odd")])
    | st.builds(wire.Unsent, any_text(9))
)
hashables = st.recursive(
    scalars, lambda inner: st.tuples(inner, inner) | st.frozensets(inner, max_size=4), max_leaves=5
)
arrays = hnp.arrays(
    hnp.boolean_dtypes()
    | hnp.integer_dtypes(endianness="?")
    | hnp.unsigned_integer_dtypes(endianness="?")
    | hnp.floating_dtypes(endianness="?", sizes=(16, 32, 64))
    | hnp.complex_number_dtypes(endianness="?", sizes=(64, 128)),
    hnp.array_shapes(min_dims=0, min_side=0, max_side=4),
)
values = st.recursive(
    scalars | arrays,
    lambda inner: (
        st.lists(inner)
        | st.tuples(inner)
        | st.dictionaries(hashables, inner, max_size=4)
        | st.sets(hashables, max_size=4)
    ),
    max_leaves=20,
)


def written(value) -> object:
    """A form in which values are equal if they are equal, of the same exact types, bit for bit."""
    name = type(value).__name__
    if type(value) is np.ndarray:
        native = value.astype(value.dtype.newbyteorder("="))
        return name, native.dtype.str, native.shape, native.tobytes()
    if type(value) is float:
        return name, struct.pack("d", value)
    if type(value) is complex:
        return name, written(value.real), written(value.imag)
    if type(value) in (set, frozenset):
        return name, sorted(repr(written(member)) for member in value)
    if type(value) in (list, tuple):
        return name, [written(member) for member in value]
    if type(value) is dict:
        return name, [(written(key), written(member)) for key, member in value.items()]
    return name, value


@pytest.mark.slow
@settings(max_examples=50)
@given(values)
@example("\ud800")
@example(float("-nan"))
@example(-(2**63) - 1)
@example(np.array(3.0))
@example(np.arange(24.0).reshape(2, 3, 4).T[::-1])
@example(np.zeros((0, 3)))
def test_what_is_sent_arrives(value):
    assert written(wire.decode(wire.encode(value))) == written(value)


def test_arrays_arrive_writable_and_contiguous_and_booleans_are_true_or_false():
    came = wire.decode(wire.encode(np.broadcast_to(np.arange(3, dtype=">i4"), (2, 3))))
    came[0, 0] = 7
    assert (came.flags.c_contiguous, came.dtype, came[1, 0]) == (True, np.int32, 0)
    body = bytearray(wire.encode(np.array([True, False])))
    body[-2:] = b"\x07\x02"
    assert wire.decode(bytes(body)).tobytes() == b"\x01\x01"


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (np.int64(-3), -3),
        (np.uint64(2**64 - 1), 2**64 - 1),
        (np.float64(0.1), 0.1),
        (np.longdouble(0.5), 0.5),
        (np.clongdouble(0.5j), 0.5j),
        (np.str_("x"), "x"),
        (namedtuple("P", "x y")(1, 2), (1, 2)),
        (OrderedDict(a=1), {"a": 1}),
        (enum.IntEnum("E", "A").A, 1),
        # The rounding errors of these are those of their type; a check that knows it finds no wrong
        # answer.
        (np.float16(0.1), np.float16(0.1)),
        (np.float32(0.1), np.float32(0.1)),
        (np.complex64(0.1j), np.complex64(0.1j)),
    ],
)
def test_relatives_arrive_as_the_builtin_type_and_numbers_of_less_precision_as_that(
    value, expected
):
    (came,) = wire.decode(wire.encode([value]))
    assert type(came) is type(expected)
    assert came == expected


def lie(*_, **__):
    raise AssertionError("a method of the subclass was called")


LIES = """
    __int__ __index__ __float__ __complex__ __str__ __repr__ __iter__ __len__ __getitem__ __eq__
    items keys encode tolist tobytes astype view __array__ __array_function__ __array_ufunc__
    __reduce_ex__ __bool__ bit_length to_bytes item
"""


@pytest.mark.parametrize(
    "value",
    [5, 2**80, 1.5, 2j, "text", b"bytes", [1, 2], (1,), {1}, frozenset({1}), {1: 2}, np.arange(3)],
)
def test_a_lying_subclass_is_sent_as_what_it_holds(value):
    kind = type("Liar", (type(value),), dict.fromkeys(LIES.split(), lie) | {"__hash__": lie})
    liar = value.view(kind) if isinstance(value, np.ndarray) else kind(value)
    assert written(wire.decode(wire.encode(liar))) == written(value)


loop: list = []
loop.append(loop)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("value", "named"),
    [
        (object(), "'object'"),
        (loop, "nested"),
        ((i for i in "a"), "'generator'"),
        (np.array([object()]), "'object'"),
        (np.array([10**400, 1], object), "too large"),
        ({range(3)}, "'range'"),
        ({Fraction(1, 3): 1}, "'Fraction'"),
        (np.zeros(2, "i4,f8"), "dtype"),
        (np.datetime64("2020-01-01"), "'datetime64'"),
        (np.ma.masked_array([1, 2], [True, False]), "1 masked entry"),
        (np.ma.masked, "masked"),
        ([1, {"k": (object(),)}], "'object'"),
        (ValueError("x"), "'ValueError'"),
        (math, "'module'"),
        (np.broadcast_to(1.0, (10**6, 10**6)), "larger"),
        (1 << wire.MAX_INTEGER * 8, "bits"),
        ("x" * (wire.MAX_MESSAGE + 1), "bytes"),
    ],
    ids=lambda parameter: parameter if type(parameter) is str and len(parameter) < 20 else "of",
)
def test_what_cannot_be_sent_is_named(value, named):
    with pytest.raises(wire.NotSerializable, match=named):
        wire.encode(value)


class Unreadable:
    def __array__(self, *_, **__):
        raise RuntimeError


class Half:
    def __index__(self):
        return 7


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (Fraction(8, 2), 4),
        (Fraction(7, 2), 3.5),
        (Fraction(2**4096 * 3, 2), 2**4095 * 3),
        (Fraction(2**4096 + 1, 3), (2**4096 + 1) // 3),
        (Decimal(12), 12),
        (Decimal("0.5"), 0.5),
        (Decimal("1e30"), 10**30),
        (Decimal("inf"), math.inf),
        (Decimal("1e999999999"), math.inf),
        (np.array(3, object), 3),
        (np.array(Fraction(6, 4), object), 1.5),
        (np.array([[1, Fraction(1, 2)]], object), np.array([[1.0, 0.5]])),
        (np.array([Decimal(1), np.float32(0.5), True], object), np.array([1.0, 0.5, 1.0])),
        (np.array([1, 2**80], object), np.array([1.0, 2.0**80])),
        (np.array([True, False], object), np.array([True, False])),
        (np.array([2, 3], object), np.array([2, 3])),
        (np.array(["a", "b"]), ["a", "b"]),
        (np.array([1, None], object), [1, None]),
        (np.ma.array([1.0, 2.0]), np.array([1.0, 2.0])),
        (np.ma.array([1.0, 2.0], mask=[False, False]), np.array([1.0, 2.0])),
        (range(3), [0, 1, 2]),
        (deque([1, 2]), [1, 2]),
        ({"a": 1}.values(), [1]),
        ({"a": 1}.keys(), {"a"}),
        (types.MappingProxyType({"a": 1}), {"a": 1}),
        (array.array("d", [1, 2]), np.array([1.0, 2.0])),
        (memoryview(b"\x01\x02"), np.array([1, 2], np.uint8)),
        (Half(), 7),
    ],
)
def test_other_types_arrive_by_their_value(value, expected):
    (came,) = wire.decode(wire.encode((value,)))
    assert written(came) == written(expected)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (object(), wire.Unsent("a value of type 'object'")),
        (
            (1.5, np.ma.masked_array([1, 2], [True, False]), {"a": object(), "b": 2}),
            (
                1.5,
                wire.Unsent("a masked array with 1 masked entry"),
                {"a": wire.Unsent("a value of type 'object'"), "b": 2},
            ),
        ),
        ([Unreadable(), 3], [wire.Unsent("a value of type 'Unreadable'"), 3]),
        ([{object(): 1, 2: 3}, 4], [wire.Unsent("a value of type 'object'"), 4]),
        ([{(1, range(2))}, 4], [wire.Unsent("a value of type 'range'"), 4]),
        (
            (np.ones(2), np.broadcast_to(1.0, (10**6, 10**6))),
            (
                np.ones(2),
                wire.Unsent("an array of shape (1000000, 1000000), larger than 67108864 bytes"),
            ),
        ),
    ],
    ids=["whole", "members", "unreadable", "key", "part of a key", "bytes"],
)
@pytest.mark.slow
def test_what_cannot_be_sent_costs_its_own_place_only(value, expected):
    with pytest.raises(wire.NotSerializable):
        wire.encode(value)
    assert written(wire.decode(wire.encode(value, partly=True))) == written(expected)


def test_large_arrays_are_sent_from_their_own_memory():
    array = np.arange(30_000.0).reshape(300, 100)
    value = [array, "x", array.T, array.astype(">f8"), array > 5, (1 + array).astype("F"), array]
    pieces = wire.encode_pieces(value)
    assert len(pieces) == 2 * 5 + 1, "all but the booleans, which are smaller"
    assert [i for i, p in enumerate(pieces) if np.shares_memory(p, array)] == [1, 9]
    assert written(wire.decode(b"".join(pieces))) == written(value)


def test_a_large_array_beside_what_cannot_be_sent_is_sent_once():
    array = np.arange(30_000.0)
    value = [array, {1: array, 2: np.ma.masked_array([1], [True])}, {object(): array}, array]
    came = wire.decode(wire.encode(value, partly=True))
    masked = wire.Unsent("a masked array with 1 masked entry")
    unsent = wire.Unsent("a value of type 'object'")
    assert written(came) == written([array, {1: array, 2: masked}, unsent, array])
    limit = 2 * array.nbytes
    with pytest.raises(wire.NotSerializable, match=f"larger than {limit} bytes"):
        wire.encode([array, array], limit=limit)


twice: list = []
twice += [twice, twice]


@pytest.fixture
def few_items(monkeypatch):
    """A message may have few items: the number makes no difference but in time."""
    monkeypatch.setattr(wire, "MAX_ITEMS", 2**13)
    monkeypatch.setattr(wire, "MAX_KEYS", 2**10)


def test_a_message_has_at_most_so_many_items_and_keys(few_items):
    many = [0] * (wire.MAX_ITEMS + 1)
    with pytest.raises(wire.NotSerializable, match="items"):
        wire.encode(many)
    named = wire.Unsent(f"a value with more than 67108864 bytes or {wire.MAX_ITEMS} items")
    assert wire.decode(wire.encode([1, many], partly=True)) == [1, named]
    assert wire.decode(wire.encode([0] * (wire.MAX_ITEMS - 1))) == many[2:]
    for count in (wire.MAX_ITEMS, 2 * wire.MAX_ITEMS):  # beside the list itself
        with pytest.raises(wire.WireError, match="too many items"):
            wire.decode(b"l" + u32(count) + (b"S" + u32(0)) * count)
    assert wire.decode(wire.encode({*range(wire.MAX_KEYS)})) == {*range(wire.MAX_KEYS)}
    with pytest.raises(wire.WireError, match="too many keys"):
        wire.decode(b"S" + u32(2 * wire.MAX_KEYS) + b"".join(map(wire.encode, range(2**11))))


@pytest.mark.parametrize("value", [loop, twice], ids=["once", "twice"])
def test_what_contains_itself_ends(value, few_items):
    with contextlib.suppress(wire.NotSerializable):
        assert type(wire.decode(wire.encode(value, partly=True))) in (list, wire.Unsent)


def test_references_and_exceptions_cross_as_names_and_text():
    def refer(value):
        return wire.FunctionRef("f", 3) if value is lie else None

    sent = [lie, wire.FunctionRef("g")]
    came = [wire.FunctionRef("f", 3), wire.FunctionRef("g")]
    assert wire.decode(wire.encode(sent, refer)) == came
    assert wire.decode(wire.encode([lie], refer), lambda name, number: (name, number)) == [("f", 3)]

    class Odd(KeyError):
        def __str__(self):
            raise RuntimeError("no")

    try:
        raise Odd("a", "b")
    except Odd as error:
        raised = wire.decode(wire.encode(wire.Raised.of(error)))
    assert (raised.type_name, raised.builtin) == ("Odd", "KeyError")
    assert raised.message == "(its message cannot be shown)"


# ------------------------------------------------------------------------------- hostile messages


def ends_well(data: bytes) -> None:
    """Decoding gives a value of known types or a WireError."""
    try:
        value = wire.decode(data)
    except wire.WireError:
        return
    wire.encode(value)


@given(st.binary(max_size=200))
@pytest.mark.slow
def test_any_bytes_end_in_a_value_or_a_wire_error(data):
    ends_well(data)


@pytest.mark.slow(5)
@settings(max_examples=100)
@given(values, st.data())
def test_any_change_to_a_message_ends_in_a_value_or_a_wire_error(value, data):
    body = bytearray(wire.encode(value))
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(body) - 1))
        if data.draw(st.booleans()):
            body[at] = data.draw(st.sampled_from(b"NTFifnsbltSZdarmeu\x00\x01\x7f\xff"))
        else:
            del body[at]
            body = body or bytearray(b"N")
    ends_well(bytes(body))


def u32(number: int) -> bytes:
    return struct.pack("<I", number)


# Different integers that all have the same hash.
COLLIDING = b"S" + u32(4999) + b"".join(wire.encode(i * (2**61 - 1)) for i in range(1, 5000))


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"N" + b"N",
        b"?",
        b"l" + u32(2**32 - 1),
        b"s" + u32(2**31),
        b"s" + u32(1) + b"\xff",
        b"i" + u32(wire.MAX_INTEGER + 1) + b"\1" * (wire.MAX_INTEGER + 1),
        (b"l" + u32(1)) * 10_000 + b"N",
        b"t" + u32(2**21) + b"N" * 2**21,
        b"S" + u32(1) + b"l" + u32(0),
        b"S" + u32(2) + b"NN",
        b"d" + u32(4) + b"NTNF",
        b"d" + u32(3) + b"NTF",
        b"d" + u32(2) + b"S" + u32(0) + b"N",
        COLLIDING,
        b"a" + bytes((99, 0)),
        b"a" + bytes((0, 200)),
        b"a" + bytes((11, 2)) + struct.pack("<QQ", 2**63, 2**63),
        b"a" + bytes((11, 2)) + struct.pack("<QQ", 0, 2**63),
        b"a" + bytes((11, 1)) + struct.pack("<Q", 10**9),
        b"n" + bytes((99,)),
        b"n" + bytes((11, 0)) + b"\0" * 8,  # a double, which is a Python number
        b"n" + bytes((10, 1)) + struct.pack("<Q", 1) + b"\0" * 4,  # no number but an array
        b"n" + bytes((10, 0)) + b"\0",
        b"r" + u32(2) + b"NN",
        b"r" + u32(1) + wire.encode("f"),
        b"m" + u32(1) + wire.encode("f"),  # modules don't cross
        b"e" + u32(4) + b"NNNN",
        b"u" + u32(1) + b"N",
    ],
    ids=lambda data: data[:12].hex() or "nothing",
)
def test_a_hostile_message_is_a_wire_error(data):
    with pytest.raises(wire.WireError):
        wire.decode(data)


# ---------------------------------------------------------------------------------------- framing


@pytest.fixture(params=[Channel, sandbox.HostChannel])
def channels(request):
    ours, theirs = socket.socketpair()
    ours.settimeout(1)
    with ours, theirs:
        yield request.param(ours, limit=2**20), Channel(theirs)


def test_messages_arrive_one_by_one(channels):
    ours, theirs = channels
    bodies = [b"", b"x", bytes(500_000), b"y" * 70_000]
    sending = threading.Thread(
        target=lambda: [theirs.send(i, body) for i, body in enumerate(bodies)]
    )
    sending.start()
    assert [ours.receive() for _ in bodies] == list(enumerate(bodies))
    sending.join()


def test_a_message_in_many_pieces_arrives_as_one(channels):
    ours, theirs = channels
    pieces = [bytes([number]) * number**2 for number in range(150)]
    theirs.limit = 2**21
    sending = threading.Thread(target=ours.send, args=(7, *pieces))
    sending.start()
    assert theirs.receive() == (7, b"".join(pieces))
    sending.join()


def test_an_oversized_message_is_refused_before_it_is_read(channels):
    ours, theirs = channels
    theirs.sock.sendall(wire.HEADER.pack(2**32 - 1, 1))
    with pytest.raises(wire.WireError, match="4294967295"):
        ours.receive()


def test_a_closed_connection_ends_a_message(channels):
    ours, theirs = channels
    theirs.sock.sendall(wire.HEADER.pack(10, 1) + b"half")
    theirs.sock.close()
    with pytest.raises(EOFError):
        ours.receive()


def test_small_messages_are_read_at_once_and_what_is_left_over_is_seen():
    ours, theirs = socket.socketpair()
    with ours, theirs:
        channel, reads = sandbox.HostChannel(ours), []
        assert not channel.has_unsolicited_data()
        for number in range(51):
            Channel(theirs).send(number, b"x" * number)
        channel.wait = reads.append
        for number in range(50):
            assert channel.receive() == (number, b"x" * number)
        assert len(reads) == 1
        assert channel.has_unsolicited_data()


def test_messages_that_share_a_room_share_its_limits(few_items):
    half = wire.encode([set()] * (wire.MAX_ITEMS // 2))
    room = wire.MessageBudget()
    assert len(wire.decode(half, budget=room)) == wire.MAX_ITEMS // 2
    with pytest.raises(wire.WireError, match="too many items"):
        wire.decode(half, budget=room)
    keys = wire.encode(set(range(wire.MAX_KEYS - 1)))
    room = wire.MessageBudget()
    wire.decode(keys, budget=room)
    with pytest.raises(wire.WireError, match="too many keys"):
        wire.decode(keys, budget=room)


def test_one_long_text_among_many_would_be_a_huge_array():
    long = "x" * 10**5
    for value in ([long] + [""] * 700, [[long] * 30, ([""] * 700,)], {"a": [long] + [b""] * 700}):
        assert wire.too_large_as_array(value)
    for value in (long, [long] * 5, ["x" * 80] * 10**4, {"a": long, "b": [1] * 10**5}, [[1.0]]):
        assert not wire.too_large_as_array(value)


def test_a_ledger_at_all_points_that_no_polynomial_may_need_arrives():
    lines = [{"scores": n, "sums": n, "maps": n, "norms": n} for n in range(8_800)]
    assert wire.decode(wire.encode(lines)) == lines


# ------------------------------------------------------------- a process that answers anything

LIMITS = Limits(cell_seconds=0.3, notebook_seconds=1e9, output=1000, message=10**6)
EXPECTED = (WireError, TypeError, NameError, TimeoutError, ChildProcessError)

WORDS = """output_type stream name stdout text error ename evalue traceback display_data data
    metadata execute_result execution_count text/plain text/html image/png application/json"""
words = st.sampled_from(WORDS.split())
odd_values = values | words
texts = st.lists(any_text(5), max_size=3) | any_text(5) | odd_values
outputs = st.lists(
    st.fixed_dictionaries(
        {"output_type": st.sampled_from(["stream", "error", "display_data", "execute_result"])},
        optional={
            "name": st.sampled_from(["stdout", "stderr"]) | odd_values,
            "data": st.dictionaries(words, any_text(5), max_size=2) | odd_values,
            **dict.fromkeys(["text", "ename", "evalue", "traceback", "metadata"], texts),
        },
    ),
    max_size=3,
)
tags = st.sampled_from(
    ["ran", "hung", "value", "missing", "done", "raised", "failed", "unsendable", "ready"]
)
replies = (
    st.tuples(tags, odd_values | outputs)
    | st.tuples(tags | odd_values, odd_values, odd_values)
    | odd_values
)
bodies = replies.map(wire.encode) | st.binary(max_size=30)


class Impostor:
    """In place of a host: a process that answers every request with the bytes it was given."""

    alive, is_set_up, cgroups, limits = True, True, None, LIMITS

    def __init__(self, body: bytes, raw: bytes | None) -> None:
        self.body, self.raw = body, raw

    def ask(self, operation: str, *_: object, descriptors: Sequence[int] = ()) -> object:
        if operation == "start":
            theirs = socket.socket(fileno=os.dup(descriptors[0]))
            threading.Thread(target=self.answer, args=(theirs,), daemon=True).start()
        return {"start": 139, "end": (139, 0.0), "look": (0.0, False, 0.0)}.get(operation)

    def answer(self, sock: socket.socket) -> None:
        channel = Channel(sock)
        with sock, contextlib.suppress(EOFError, OSError):
            channel.send(0, wire.encode(("ready",)))
            while True:
                number, _ = channel.receive()
                if self.raw is not None:
                    sock.sendall(self.raw)
                    return
                channel.send(number, self.body)

    def close(self) -> None:
        pass


def examine(body: bytes, raw: bytes | None = None) -> None:
    """Everything an examiner may ask; each ends in a value or one of the expected errors."""
    sandbox = Sandbox(LIMITS)
    sandbox._host = Impostor(body, raw)
    student = sandbox.student()
    run = student.run("1")
    assert isinstance(run, CellRun)
    assert run.status in ("ok", "error", "timeout", "died")
    cell = nbformat.v4.new_code_cell(outputs=run.outputs)
    notebook = nbformat.v4.new_notebook(cells=[cell])
    nbformat.validate(notebook)
    nbformat.writes(notebook).encode()
    student._cells.clear()  # its replays would end as the cell did
    for ask in (
        lambda: student.look_up("f"),
        lambda: student.look_up("f")(1),
    ):
        try:
            ask()
        except EXPECTED:
            continue
        except Exception as error:  # raised by the student's code
            if not hasattr(error, "is_students"):
                raise


@pytest.mark.slow(5)
@settings(max_examples=100)
@given(bodies)
@example(wire.encode(("hung", np.ones(2))))
@example(wire.encode((np.ones(2), 1)))
@example(wire.encode(("ran", True, [{"output_type": "x"}])))
def test_any_answer_is_survived(body):
    examine(body)


@pytest.mark.slow
@settings(max_examples=30)
@given(
    st.binary(max_size=40) | st.builds(struct.Struct("<IQ").pack, st.integers(0, 99), st.just(1))
)
@example(struct.pack("<IQ", 2**32 - 1, 1))
def test_any_bytes_are_survived(raw):
    examine(b"", raw)
