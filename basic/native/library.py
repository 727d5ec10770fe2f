"""The functions of the runtime that are translated, in one module with the memory that units and Python share."""

import base64
import hashlib
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from basic import cache_files
from basic.native import integers, memory
from basic.native.functions import Function, Imported, Template, name_of
from basic.values import columns, numerals, packed_numbers, packed_texts, packed_using, real_functions, reals, weighing

if TYPE_CHECKING:
    from basic.native.encoder import Module

UNITS = 0x4000              # places in the table of units; no unit is at the first
FUNCTIONS: tuple[Function, ...] = (
    reals.add, reals.sub, reals.mul, reals.div,
    *real_functions.OF_ONE_NUMBER, real_functions.power, real_functions.power_1_0,
    real_functions.next_seed,
    weighing.rounded, weighing.made_real, weighing.number_made_real, weighing.real_sum, weighing.real_product,
    weighing.reals_compared, weighing.reals_compared_apart, weighing.whole_sum, weighing.number_sum, weighing.bounds_compared,
    weighing.wholes_compared, weighing.real_counted, weighing.below_0, weighing.ticks_read, weighing.real_quotient,
    weighing.quotient, weighing.division, weighing.whole_product, weighing.number_product, weighing.subscript,
    weighing.compared_characters, weighing.characters, weighing.whole_shown, weighing.whole_read, weighing.real_read,
    weighing.zeros_read, weighing.whole_printed, weighing.real_shown, weighing.real_printed,
    packed_texts.kept, packed_texts.set_element, packed_texts.joined, packed_texts.compared, packed_texts.characters_compared,
    packed_texts.left_part, packed_texts.right_part,
    packed_texts.middle_part, packed_texts.found_in, packed_texts.places_searched,
    packed_texts.repeated, packed_texts.in_capitals, packed_texts.in_small_letters,
    packed_texts.with_blank, packed_numbers.of_whole, packed_numbers.of_real, packed_numbers.number_in,
    packed_numbers.leading_zeros,
    packed_using.whole_in_field, packed_using.real_in_field, packed_using.part_in_field,
    numerals.nine_digits, columns.blanks_of, columns.blanks_to_column, columns.blanks_to_zone,
)


# Calls of these would take longer than what they do.
INLINED: frozenset[Function] = frozenset((
    real_functions.nearest, real_functions.series_taken, real_functions.logarithm, real_functions.polynomial,
    integers.absolute, integers.floor_quotient, integers.floor_remainder,
    reals.add, reals.sub, reals.mul, reals.div,
    weighing.rounded, weighing.made_real, weighing.real_sum, weighing.summed, weighing.real_product,
    weighing.factor, weighing.reals_compared, weighing.compared,
    weighing.compared_apart, weighing.reals_compared_apart, weighing.wholes_compared, weighing.real_counted, weighing.below_0,
    weighing.real_quotient, weighing.divided, weighing.quotient, weighing.division, weighing.subscript,
))
OWN_SOURCES = ("calls", "encoder", "expressions", "functions", "integers", "library", "memory", "remembering", "signatures",
               "translator")


class Library:
    """`wasm` is the module, `functions` says what can be called. What has been translated is kept in the user's cache folder,
    and is taken from there as long as no source has changed. `own_memory`: or else the engine gives one."""

    def __init__(self, more: tuple[Function, ...] = (), own_memory: bool = True) -> None:
        functions = (*FUNCTIONS, *more)
        self.name = name = _name(functions, own_memory)        # of its file
        found = _read(cache_files.kept(name)) if name is not None else None
        if found is None:
            found = _translated(functions, own_memory)
            if name is not None:
                cache_files.keep(name, _written(*found))
        self.wasm, described = found
        self.functions: dict[Function, Imported] = {function: described[name_of(function)] for function in functions}


def kept_file(more: tuple[Function, ...], own_memory: bool) -> Path | None:
    """The file in which it is kept, made if it is missing; None: there is no place for it."""
    name = Library(more, own_memory).name
    path = None if name is None else cache_files.folder() / name
    return path if path is not None and path.is_file() else None


def _translated(functions: tuple[Function, ...], own_memory: bool) -> tuple[bytes, dict[str, Imported]]:
    from basic.native.encoder import Module  # here, since most processes find the library in its file
    from basic.native.translator import Translator
    module = Module(memory.PAGES, own_memory)
    work = Translator(module, memory.TABLES, INLINED, real_functions.OF_ONE_NUMBER)
    described = {}
    for function in functions:
        imported = work.imported(function)
        if function in INLINED:
            imported = imported._replace(template=work.template(function))
        described[imported.name] = imported
    _add_dispatcher(module)
    if work.tables > memory.STATE:
        raise MemoryError("the library's tables do not fit")
    return module.encoded(), described


def _add_dispatcher(module: "Module") -> None:
    """The function `run`: runs units from the one that begins at PC on, until one does not run on or there is none."""
    from basic.native.encoder import Body
    module.table = UNITS
    body = Body()
    place = body.local("i64")
    again = body.open("loop")
    body.truth(0)
    body.memory("i64.load", memory.PC)
    body.put("i32.wrap")
    body.truth(1)
    body.put("i32.shl")
    body.memory("i64.load16", memory.UNITS)
    body.at("local.tee", place)
    body.put("i64.eqz")
    body.open("if")
    body.put("return", "end")
    body.at("local.get", place)
    body.put("i32.wrap")
    body.call_of_table(module.type([], ["i64"]))
    body.put("i64.eqz")
    body.branch(again, "br_if")
    body.put("end")
    module.add_function([], [], body, "run")


def _name(functions: tuple[Function, ...], own_memory: bool) -> str | None:
    """Of the file in which the library is kept: it tells the sources. None: they are not there."""
    modules = {sys.modules[function.__module__] for function in functions}
    here = Path(__file__).parent
    sources = {Path(module.__file__ or "") for module in modules} | {here / f"{name}.py" for name in OWN_SOURCES}
    try:
        digest = hashlib.sha256(b"".join(source.read_bytes() for source in sorted(sources))).hexdigest()[:16]
    except OSError:
        return None
    return f"library-{digest}{'' if own_memory else '-moved'}.json"


def _read(content: bytes | None) -> tuple[bytes, dict[str, Imported]] | None:
    """None: it is missing, or of another format."""
    try:
        if content is None:
            return None
        found = json.loads(content)
        return base64.b64decode(found["wasm"]), {name: _imported(*parts) for name, parts in found["functions"].items()}
    except (ValueError, TypeError, KeyError, AttributeError):
        return None


def _imported(name: str, parameters: list[str], results: list[str], fails: bool, template: list[Any] | None) -> Imported:
    if template is None:
        return Imported(name, parameters, results, fails)
    code, types, places, called = template
    made = Template(base64.b64decode(code), types, [(place, what) for place, what in places],
                    [_imported(*parts) for parts in called])
    return Imported(name, parameters, results, fails, made)


def _written(wasm: bytes, described: dict[str, Imported]) -> bytes:
    found = {"functions": described, "wasm": wasm}
    return json.dumps(found, default=lambda data: base64.b64encode(data).decode()).encode()
