"""All the state of a machine and its BASIC, found by looking into every object, to compare two moments."""

from types import BuiltinMethodType, FunctionType, MethodType, ModuleType

from basic.debug.heat_map import HeatMap
from cpc.picture import dots

# Made from the rest of the state, or not part of the machine.
LEFT_OUT = {"code", "cost", "where", "layouts", "jit", "waits", "nexts", "whiles", "end_keys", "openers", "observer",
            "host_log", "log", "psg", "literals", "waited", "watched", "waiting", "built", "version", "in_file", "slots",
            "slot_codes", "values",
            "array_slots", "kinds", "names", "data", "sizes", "array_kinds", "array_names", "condition", "notices",
            "traps", "glyphs", "reached", "shape", "polls", "polled_at", "_cells", "_tables", "due", "known", "ahead",
            "_sized", "_size", "stubs", "kept", "compiled", "_for_names", "line_stubs", "line_starts", "untouched", "ram_copy",
            "_codes", "_addressed", "_addresses", "_passed", "_passed_kinds", "_figures", "_shared", "items_read", "_symbols",
            "image", "image_made_of", "_dots", "unset_reads", "outlines", "_alike"}
PLAIN = (int, float, bytes, str, bool, type(None))


def everything(session) -> dict[str, object]:
    """Path -> value, of the machine and the session."""
    found: dict[str, object] = {}
    seen: set[int] = set()
    session.machine.sound.catch_up()            # as a copy of the state does: it catches up only when it is asked something
    _look(session.machine, "machine", found, seen)
    _look(session, "session", found, seen)
    variables = session.variables
    for slot in variables.created:
        found[f"variable {variables.names[slot]} {variables.kinds[slot]}"] = repr(variables.values[slot])
    for array in variables.array_order:
        name = f"array {variables.array_names[array]} {variables.array_kinds[array]}"
        found[name] = variables.sizes[array], repr(list(variables.data[array]))      # a zero has a sign
    executor = session.executor
    found["pc"] = executor.runner.pc if executor.runner.pc < 5 else executor.table.where[executor.runner.pc]
    found["data"] = executor.data.at
    where = executor.table.where
    for depth, frame in enumerate(executor.stack.frames):
        found[f"frame {depth}"] = frame.size, where[frame.pc], where[frame.opener], frame.limit, frame.step
    return found


def _look(thing, path: str, found: dict, seen: set[int]) -> None:
    if isinstance(thing, PLAIN):
        found[path] = thing
    elif isinstance(thing, bytearray):
        found[path] = bytes(thing)
    elif isinstance(thing, HeatMap):            # by lines: its counts by places in the code table wait to be booked there
        found[path] = thing.table()
    elif isinstance(thing, ModuleType | FunctionType | MethodType | BuiltinMethodType | type):
        return
    elif isinstance(thing, list | tuple):
        if path.endswith((".frames", ".direct")):
            return
        kept = dots.LINE_X if path.endswith((".g", ".quick.cells")) else len(thing)       # the rest is only of a line under way
        found[path] = kept
        for at, one in enumerate(thing[:kept]):
            _look(one, f"{path}[{at}]", found, seen)
    elif isinstance(thing, dict):
        for key, one in thing.items():
            _look(one, f"{path}[{key!r}]", found, seen)
    elif id(thing) not in seen:
        seen.add(id(thing))
        for name in _attributes(thing):
            _look(getattr(thing, name), f"{path}.{name}", found, seen)


def _attributes(thing) -> list[str]:
    names = list(getattr(thing, "__dict__", ()))
    for kind in type(thing).__mro__:
        names += getattr(kind, "__slots__", ())
    return [name for name in names if name not in LEFT_OUT and hasattr(thing, name)]


def differences(before: dict, after: dict) -> list[str]:
    return [f"{key}: {before.get(key)!r:.80} / {after.get(key)!r:.80}" for key in sorted(before.keys() | after.keys())
            if before.get(key) != after.get(key) and not key.endswith((".pc", "_pc"))]
