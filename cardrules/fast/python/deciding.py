"""How somebody decides by chance in a game as plain Python, as statements: so it stands where it is
wanted, without a call.
"""

from __future__ import annotations

from collections.abc import Callable

from cardrules.fast.python import statements as of
from cardrules.fast.python.called import DRAWS, LOG, STREAMS
from cardrules.fast.python.names import name_of
from cardrules.fast.python.statements import Value
from cardrules.fast.python.streams import TABLE, UPPER
from cardrules.fast.python.writing import PythonCode
from cardrules.fast.state.memory import MOST_WORK

LINES = (f"{DRAWS} = {STREAMS}.draws[{TABLE + 1}:]", f"{LOG} = []", "\n")
_DRAWN, _LOGGED = frozenset([of.ARRAY + DRAWS]), frozenset([of.ARRAY + LOG])
# Of each decision is noted who decides, how many answers there are, and which one it is.
_NOTED = 3


def write_decide(
    code: PythonCode, get: Callable[[str], str], put: Callable[[str, str], None]
) -> None:
    """The function that decides; `get` and `put` are for registers."""
    parameters = [("%player", "i64"), ("%total", "i64")]
    player, total = name_of("%player"), name_of("%total")
    with code.function("decide", parameters, "i64"):
        stream = (code.plus("%player", str(TABLE + 1)), "i64")
        draws = code.work_out(Value(f"{DRAWS}[{{}}]", [player], of.CALL, [of.ONE_OF_TWO]))
        with code.when(code.work_out(Value("not {}", [draws], of.NOT, [of.NOT], _DRAWN))):
            decided = code.work_out(Value(f"len({LOG})", reads=_LOGGED))
            most = code.times(get("limit"), str(_NOTED))
            with code.when(code.compare(">", decided, most)):
                code.stop()
            code.call(f"{STREAMS}.more", [stream])
        product = code.work_out(Value(
            "{}.pop() * {}", [draws, total], of.PRODUCT, [of.CALL, of.SIGN], _DRAWN,
            is_call=True, changes=_DRAWN,
        ))  # fmt: skip
        found = code.local("i", code.shifted(product, UPPER))
        # As `streams.is_sure` has it.
        with code.when(code.compare("<=", code.lower_bits(product, UPPER), "%total")):
            code.write(found, code.call(f"{STREAMS}.again", [stream, ("%total", "i64")], "i64"))
        answer = code.read(found)
        code.do(Value(
            f"{LOG} += {{}}, {{}}, {{}}", [player, total, answer], of.ONE_OF_TWO,
            [of.ONE_OF_TWO] * _NOTED, _LOGGED, is_call=True, changes=_LOGGED,
        ))  # fmt: skip
        put("work_left", str(MOST_WORK))
        code.give("i", answer)
