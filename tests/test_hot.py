"""Hot paths change nothing: random programs run with and without them end in the same state, to the microsecond."""

import random

import pytest

from basic import hot
from basic.session import Session

SEEDS = 60


def expression(rng: random.Random, depth: int = 0) -> str:
    """A number, of mixed kinds and now and then out of range."""
    if depth > 2 or rng.random() < 0.3:
        return rng.choice(["a%", "b%", "x", "y", "i%", "j", "1", "2", "7", "0.5", "-3", "1000", "f%(a% AND 7)", "g(b% AND 7)",
                           "h%(a% AND 3,b% AND 3)", "LEN(t$)", "ABS(b%)", "SGN(x)", "INT(y)"])
    sign = rng.choice(["+", "-", "*", "+", "-", " AND ", " OR ", " XOR ", " MOD ", "\\", "/", "=", "<", ">", "<>", "<=", ">="])
    left, right = expression(rng, depth + 1), expression(rng, depth + 1)
    return f"({left}{sign}{right})"


def simple(rng: random.Random) -> str:
    kind = rng.randrange(9)
    value = expression(rng)
    if kind < 3:
        return f"{rng.choice(['a%', 'b%'])}=({value}) MOD 100"
    if kind < 5:
        return f"{rng.choice(['x', 'y'])}={value}"
    if kind == 5:
        return f"f%({expression(rng)} AND 7)=({value}) AND 255"
    if kind == 6:
        return f"g({rng.choice(['a%', 'i%', 'j'])} AND 7)={value}:h%(i% AND 3,{rng.choice(['1', 'b% AND 3'])})=a%"
    if kind == 7:
        return f"t$={rng.choice(['LEFT$(t$,20)+CHR$(65+(i% AND 7))', 'MID$(t$,2)', chr(34) + 'abc' + chr(34)])}"
    return f"IF {value} THEN {rng.choice(['a%=a%+1', 'x=x+0.5', 'GOSUB 900'])} ELSE {rng.choice(['b%=b%-1', 'y=y*2'])}"


def program(seed: int) -> list[str]:
    """Loops of all kinds around statements that the hot paths hold and some that they do not."""
    rng = random.Random(seed)
    lines = ["10 DIM f%(7),g(7),h%(3,3):t$=\"start\":ON ERROR GOTO 950", "20 a%=3:b%=5:x=1.5:y=-2"]
    number = 30
    for _ in range(rng.randint(2, 4)):
        loop = rng.randrange(4)
        body = [simple(rng) for _ in range(rng.randint(1, 4))]
        if loop == 0:
            lines.append(f"{number} FOR i%=1 TO {rng.randint(20, 60)}:" + ":".join(body[:1]))
            lines += [f"{number + 1 + at} {one}" for at, one in enumerate(body[1:])]
            lines.append(f"{number + 8} NEXT")
        elif loop == 1:
            lines.append(f"{number} FOR j={rng.choice(['0', '9'])} TO 20 STEP {rng.choice(['0.5', '1', '3'])}")
            lines.append(f"{number + 1} FOR i%=5 TO 1 STEP -{rng.randint(1, 2)}")
            lines += [f"{number + 2 + at} {one}" for at, one in enumerate(body)]
            lines.append(f"{number + 8} NEXT i%,j")
        elif loop == 2:
            lines.append(f"{number} c%=0:WHILE c%<{rng.randint(20, 50)}:c%=c%+1")
            lines += [f"{number + 1 + at} {one}" for at, one in enumerate(body)]
            lines.append(f"{number + 8} WEND")
        else:
            lines.append(f"{number} c%=0")
            lines += [f"{number + 1 + at} {one}" for at, one in enumerate(body)]
            lines.append(f"{number + 8} c%=c%+1:IF c%<{rng.randint(20, 50)} GOTO {number + 1}")
        lines.append(f"{number + 9} PRINT a%;b%;x;y;t$;i%;j")
        number += 10
    lines += ["890 END", "900 z%=z%+1:IF z% AND 1 THEN RETURN", "910 z%=z% AND 127:RETURN",
              "950 e%=e%+1:IF e%>200 THEN PRINT \"enough\":END", "960 s=s+ERR+ERL/1000:RESUME NEXT"]
    return lines


def outcome(lines: list[str], fusing: bool) -> tuple:
    session = Session()
    session.executor.set_fusing(fusing)
    session.type(("\n".join(lines) + "\nRUN\nPRINT s;e%;z%\n").encode())
    session.run_until_idle(40_000_000)
    executor, variables = session.executor, session.variables
    values = {name: value for name, value in zip(variables.names, variables.values, strict=True)}
    return (bytes(session.machine.text.printed), executor.clock.us, values, variables.data, len(executor.stack),
            variables.heap.used, executor.pc)


@pytest.mark.parametrize("seed", range(SEEDS))
def test_units_change_nothing(seed, monkeypatch):
    monkeypatch.setattr(hot, "RUNS", 3)
    lines = program(seed)
    assert outcome(lines, True) == outcome(lines, False)


def test_a_loop_becomes_a_unit(monkeypatch):
    """The comparison above would be empty if nothing ever got hot."""
    monkeypatch.setattr(hot, "RUNS", 3)
    session = Session()
    session.type(b"10 FOR i%=1 TO 50:a%=a%+i% MOD 7:NEXT\nRUN\n")
    session.run_until_idle(40_000_000)
    assert any(unit.loops for unit in session.executor.hot.units.values())
