"""What is heard: SOUND, ENV, ENT, RELEASE."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from basic.errors import IMPROPER, OPERAND_MISSING, SYNTAX, BasicError
from basic.runtime.control import Step, Waiting
from basic.statements.screen import failing_after
from basic.syntax.nodes import Expression
from basic.syntax.statement import ALWAYS, Cost, Statement, part, statement

if TYPE_CHECKING:
    from basic.runtime.compiler import Compiler, GetInteger, GetString

SECTIONS = 5


@part('"," [expr]')
class SoundOption:
    value: Expression | None


@statement('"SOUND" expr "," expr ["," expr sound_option*]', token=0xCC)
class Sound(Statement):
    """SOUND channels, period [, duration [, volume [, ENV [, ENT [, noise]]]]]: a tone"""
    cost = Cost(480, 490)
    ends_first = ALWAYS

    OPTIONS = ((12, 15), (0, 15), (0, 15), (0, 31))     # without it, and at most

    channels: Expression
    period: Expression
    duration: Expression | None
    options: list[Expression | None]

    def __init__(self, channels: Expression, period: Expression, duration: Expression | None = None,
                 *options: SoundOption | None):
        self.channels = channels
        self.period = period
        self.duration = duration
        self.options = [option.value for option in options if option is not None]

    def commas_missed(self, basic_1_1: bool) -> int:
        return (self.duration is None) + len(self.OPTIONS) - len(self.options)

    def compile(self, c: Compiler) -> Step:
        c.charge(c.costs.sound_option * len(self.options))
        values = [c.byte(self.channels), c.byte(self.period, 0, 4095),
                  c.integer(self.duration) if self.duration is not None else lambda: 20]
        for value, (default, highest) in zip(self.options, self.OPTIONS, strict=False):
            values.append(c.byte(value, 0, highest) if value is not None else _constant(default))
        defaults = [default for default, _ in self.OPTIONS[len(self.options):]]
        if len(self.options) > len(self.OPTIONS):
            return failing_after(values, SYNTAX)
        if self.options and self.options[-1] is None:
            return failing_after(values, OPERAND_MISSING)
        queue, after, executor = c.machine.sound.queue, c.after, c.executor

        def step() -> int:
            if not queue(*[value() for value in values], *defaults):
                raise Waiting("sound")
            return executor.runner.look_again(after)
        return step


@statement('"RELEASE" expr', token=0xC4)
class Release(Statement):
    """RELEASE channels: their held sounds begin"""
    cost = Cost(184, 195)
    channels: Expression

    def compile(self, c: Compiler) -> Step:
        channels, release, after, executor = c.byte(self.channels, 0, 7), c.machine.sound.release, c.after, c.executor

        def step() -> int:
            release(channels())
            return executor.runner.look_again(after)
        return step


def _constant(value: int) -> GetInteger:
    return lambda: value


# Envelopes: a section compiles to a closure that gives its three bytes.

@part('expr "," expr "," expr')
class StepsSection:
    steps: Expression
    size: Expression
    pause: Expression

    def compile(self, c: Compiler, most_steps: int) -> GetString:
        steps, size, pause = c.byte(self.steps, 0, most_steps), c.byte(self.size, -128, 127), c.byte(self.pause)
        c.charge(c.costs.section)
        return lambda: bytes((steps(), size() & 255, pause()))


@part('"=" expr "," expr')
class ValueSection:
    """=shape, period of the chip's own envelope in ENV; =tone period, pause in ENT"""
    value: Expression
    length: Expression

    def compile_shape(self, c: Compiler) -> GetString:
        shape, period = c.byte(self.value, 0, 15), c.address(self.length)
        c.charge(c.costs.short_section)
        return lambda: bytes((128 + shape(), *period().to_bytes(2, "little")))

    def compile_period(self, c: Compiler) -> GetString:
        period, pause = c.byte(self.value, 0, 4095), c.byte(self.length)
        c.charge(c.costs.short_section)

        def section() -> bytes:
            high, low = divmod(period(), 256)
            return bytes((240 + high, low, pause()))
        return section


@part('("," (steps_section | value_section))*')
class EnvelopeSections:
    sections: tuple[StepsSection | ValueSection, ...]

    def __init__(self, *sections: StepsSection | ValueSection):
        self.sections = sections


def envelope(c: Compiler, number: GetInteger, sections: list[GetString], define: Callable[[int, bytes], object]) -> Step:
    after = c.after
    if len(sections) > SECTIONS:
        return failing_after([number, *sections[:SECTIONS]], SYNTAX)

    def step() -> int:
        define(number(), b"".join([section() for section in sections]))
        return after
    return step


@statement('"ENV" expr envelope_sections', token=0x9A)
class Env(Statement):
    """ENV number, sections of a volume envelope: steps, size, pause or =shape, period; up to five"""
    cost = Cost(253, 253)
    number: Expression
    sections: EnvelopeSections

    def commas_missed(self, basic_1_1: bool) -> int:
        return int(len(self.sections.sections) < SECTIONS)

    def compile(self, c: Compiler) -> Step:
        number = c.byte(self.number, 1, 15)
        sections = [section.compile_shape(c) if isinstance(section, ValueSection) else section.compile(c, 127)
                    for section in self.sections.sections]
        return envelope(c, number, sections, c.machine.sound.set_volume_envelope)


@statement('"ENT" expr envelope_sections', token=0x99)
class Ent(Statement):
    """ENT number, sections of a tone envelope: steps, size, pause or =period, pause; a negative number repeats"""
    cost = Cost(253, 253)
    ends_first = ALWAYS
    number: Expression
    sections: EnvelopeSections

    def commas_missed(self, basic_1_1: bool) -> int:
        return int(len(self.sections.sections) < SECTIONS)

    def compile(self, c: Compiler) -> Step:
        number, set_tone_envelope = self._number(c, self.number), c.machine.sound.set_tone_envelope
        sections = [section.compile_period(c) if isinstance(section, ValueSection) else section.compile(c, 239)
                    for section in self.sections.sections]
        return envelope(c, number, sections, lambda value, found: set_tone_envelope(abs(value), value < 0, found))

    def _number(self, c: Compiler, node: Expression) -> GetInteger:
        if fail := c.before_error(node, lambda before: self._number(c, before)):
            return fail
        signed = c.byte(node, -15, 15)

        def number() -> int:
            value = signed()
            if value == 0:
                raise BasicError(IMPROPER)
            return value
        return number
