"""The functions of the runtime that are translated, in one module with the memory that units and Python share."""

from basic.native import memory
from basic.native.encoder import Module
from basic.native.translator import WASM, Function, Signature, Translator
from basic.values import real_functions, reals, weighing

FUNCTIONS: tuple[Function, ...] = (
    reals.add, reals.sub, reals.mul, reals.div,
    real_functions.sqr, real_functions.exp, real_functions.log, real_functions.log10, real_functions.sin, real_functions.cos,
    real_functions.tan, real_functions.atn, real_functions.power, real_functions.power_1_0,
    real_functions.next_seed,
    weighing.heavy_factor, weighing.quick_argument, weighing.broken_exponent,
)


class Imported:
    """A function of the library as a unit sees it."""

    def __init__(self, name: str, signature: Signature, fails: bool):
        self.name = name
        self.parameters = [type for _, type in signature.parameters]
        self.results = signature.results
        self.fails = fails

    @property
    def types(self) -> tuple[list[str], list[str]]:
        return [WASM[type] for type in self.parameters], [WASM[type] for type in self.results]


class Library:
    """`wasm` is the module, `functions` says what can be called."""

    def __init__(self, more: tuple[Function, ...] = ()) -> None:
        functions = (*FUNCTIONS, *more)
        module = Module(memory.PAGES, own_memory=True)
        translator = Translator(module, memory.TABLES)
        for function in functions:
            translator.add(function)
        if translator.tables > memory.STATE:
            raise MemoryError("the library's tables do not fit")
        self.wasm = module.encoded()
        self.functions: dict[Function, Imported] = {
            function: Imported(f"{function.__module__}.{function.__name__}", translator.signature(function),
                               translator.fails(function))
            for function in functions}
