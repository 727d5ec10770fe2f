"""The tape deck, as the language sees it: `Press PLAY then any key:`, `Loading NAME block 1`, and what comes off the tape.

A statement that waits is done again from its start, so what has been read so far is kept in a `Job`. Each block takes its time
on the tape. A whole file is read when it is opened, and a file is recorded when it is closed.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from basic.errors import ALREADY_OPEN, BROKEN_IN, FILE_TYPE, MEMORY_FULL, NOT_OPEN, BasicError, Break
from basic.host_log import HostLog
from basic.ports import FRAME_US, Clock
from basic.records import record, replace
from basic.runtime.control import Waiting
from cpc.disc.amsdos import ASCII, LARGEST
from cpc.host_files import save_file
from cpc.tape import cassette, cdt
from cpc.tape.blocks import NAME, Block, Header, blocks_of, recording_us
from cpc.tape.messages import Keys, Messages, TextOutput
from cpc.tape.stretches import TICKS_PER_SECOND

ESC = 252
READ_ERROR = b"Read error b"
MOTOR_US = 2_578_600            # until the motor runs and the tape is listened to
MOTOR_WITHOUT_TIMERS_US = 2_550_600     # the same where no timers of BASIC are counted meanwhile
UNASKED_US, ASKED_US = 2_900, -4_500    # more than that where the name asks for silence, and behind the question
# The first block of a file is written so much later than that, less behind the question, since its message comes before it.
WRITES_ASKED_US, WRITES_UNASKED_US = -12_900, 16_000
LEAD_IN_US = 3_870_000          # from the message to the first sound that is recorded
BLOCK_ENDS_US = 12_000          # from the last sound of a block until keys are looked at again
LATER_LEAD_IN_US = 2_000        # and of a later block
LEAD_OUT_US = 3_858_000         # from then on to the end of the file
STRIDE_US = 100_000             # of the wait for a block: a long SAVE takes its bytes together each time
BUFFER_ADDRESS = 41856          # what a text file's header says
US_PER_TICK = 1e6 / TICKS_PER_SECOND


@record(frozen=True)
class Job:
    """What a statement that waits has done so far."""
    what: str                   # "in", "out" or "catalogue"
    name: bytes
    pressed: bool = False       # a key, behind `Press PLAY`
    passed: int = 0             # blocks that went by since a block of the file was found, or since the start
    header: Header | None = None        # the file's first block
    contents: bytes = b""
    number: int = 0             # the block that was read last
    whole: bool = False         # it was the last one
    until: int = 0              # the moment up to which a block passes; 0: none does


class Interrupts(Protocol):
    """Of the picture: the tape is read with interrupts off, so nothing flashes."""
    def stop_interrupts(self, microseconds: int) -> None: ...
    def allow_interrupts(self) -> None: ...


class Deck:
    """The tape that is in, and the two files that a program can have open on it."""

    def __init__(self, clock: Clock, keys: Keys, text: TextOutput, interrupts: Interrupts, basic_1_1: bool,
                 host_log: HostLog, asked_until: Callable[[], int]) -> None:
        self.interrupts = interrupts
        self.asked_until = asked_until          # the moment that the run was asked to reach
        self.clock, self.keys, self.basic_1_1, self.host_log = clock, keys, basic_1_1, host_log
        self.messages = Messages(text)
        self.label = ""                         # for people
        self.path: Path | None = None           # None: no tape, or one that is only read
        self.blocks: tuple[Block, ...] | None = None    # None: no tape
        self.recording = b""                    # the tape file's bytes
        self.position = 0                       # the block that comes next
        self.speed = 0                          # of SPEED WRITE
        self.begin()
        self.input: bytes | None = None
        self.at = 0
        self.output: bytes | None = None
        self.output_name = b""

    def begin(self, without_timers: bool = False) -> None:
        """The machine has been switched on, or a program of machine code began, to which BASIC's timers mean nothing."""
        self.motor = False                      # machine code has switched it on
        self.motor_us = MOTOR_WITHOUT_TIMERS_US if without_timers else MOTOR_US
        self.motor_ready = 0                    # when it has its speed, while machine code waits for that
        self.deaf_from: int | None = None       # the moment from which interrupts are off; None: they are on
        self.job: Job | None = None

    # the tape

    def insert(self, data: bytes, path: Path, protected: bool = False) -> None:
        """Puts a tape in, wound to its start. It is recorded on if it is a .cdt file and not `protected`."""
        self.blocks = cassette.read(data)
        self.label = path.name
        self.path = path if cdt.is_cdt(data) and not protected else None
        self.recording = data if self.path else b""
        self.position, self.job = 0, None

    def eject(self) -> None:
        self.blocks, self.path, self.recording, self.job = None, None, b"", None

    def rewind(self) -> None:
        self.position = 0

    @property
    def running(self) -> bool:
        """The tape turns."""
        return self.motor or self.job is not None and (self.job.pressed or self.messages.silent)

    def switch_motor(self, on: bool) -> bool:
        """For machine code: tells whether the motor was on before. One that is switched on comes up to speed first."""
        if on and not self.motor:
            self.motor_ready = self.motor_ready or self.clock.us + self.motor_us
            if self.motor_ready - self.clock.us > FRAME_US:
                raise Waiting("frame")
            self.clock.us = max(self.clock.us, self.motor_ready)
        before, self.motor, self.motor_ready = self.motor, on, 0
        return before

    def listen(self) -> None:
        """For machine code that reads the tape past its files."""
        self._wait_for_tape()

    def deaf(self) -> bool:
        """A block passes, or is waited for: the machine does not look at its keys and counts no time."""
        return self.deaf_from is not None and self.deaf_from <= self.clock.us

    def _stop_interrupts(self, microseconds: int) -> None:
        """After that time, until `_allow_interrupts`."""
        if self.deaf_from is None:
            self.deaf_from = self.clock.us + microseconds
        self.interrupts.stop_interrupts(microseconds)

    def _allow_interrupts(self) -> None:
        if self.deaf():
            assert self.deaf_from is not None
            self.clock.ahead -= self.clock.interrupts() - self.clock.interrupts_at(self.deaf_from)
        self.deaf_from = None
        self.interrupts.allow_interrupts()

    @property
    def used(self) -> bool:
        """A tape is in."""
        return self.blocks is not None

    # whole files

    def load(self, name: bytes) -> tuple[int, int, int, bytes]:
        header, contents = self._read("in", name)
        return cassette.kind_of(header.kind), header.address, header.entry, contents

    def loaded_listing(self) -> bool:
        return False

    def save(self, name: bytes, kind: int, address: int, entry: int, contents: bytes) -> None:
        if kind == ASCII:
            address = BUFFER_ADDRESS
        if contents:
            self._record(name, kind, address, entry, contents)

    def open_in(self, name: bytes) -> None:
        if self.input is not None:
            raise BasicError(ALREADY_OPEN)
        header, contents = self._read("in", name)
        if cassette.kind_of(header.kind) != ASCII:
            raise BasicError(FILE_TYPE)
        self.input, self.at = contents, 0

    def open_out(self, name: bytes) -> None:
        if self.output is not None:
            raise BasicError(ALREADY_OPEN)
        self.output, self.output_name = b"", name

    def close_in(self) -> None:
        self.input = None

    def close_out(self) -> None:
        if self.output:
            self._record(self.output_name, ASCII, BUFFER_ADDRESS, 0, self.output)
        self.output = None

    def abandon(self) -> None:
        self.input = self.output = None

    def is_open_in(self) -> bool:
        return self.input is not None

    def is_open_out(self) -> bool:
        return self.output is not None

    def read(self) -> int | None:
        if self.input is None:
            if self.basic_1_1:
                raise BasicError(NOT_OPEN)
            return None
        if self.at >= len(self.input):
            return None
        self.at += 1
        return self.input[self.at - 1]

    def unread(self, byte: int) -> None:
        self.at = max(0, self.at - 1)

    def at_end(self) -> bool:
        return self.input is None or self.at >= len(self.input)

    def write(self, data: bytes) -> None:
        if self.output is None:
            raise BasicError(NOT_OPEN) if self.basic_1_1 else Break
        if len(self.output) + len(data) > LARGEST:
            raise BasicError(MEMORY_FULL)
        self.output += data

    def catalogue(self) -> list[bytes]:
        """CAT: prints each block as it comes. It ends with ESC, or here when the tape is over."""
        try:
            return self._catalogue()
        except (BasicError, Break):
            return []

    def _catalogue(self) -> list[bytes]:
        job = self._begin("catalogue", b"", b"Press PLAY then any key:")
        if job.passed >= len(self.blocks or ()):
            self._end()
            return []
        self.job, block = self._next(job)
        if block.header is not None:
            self.messages.list_block(block.header, block.data is not None)
        if block.data is None:
            self.messages.line(READ_ERROR, always=True)
        raise Waiting("tape")

    # reading

    def _read(self, what: str, name: bytes) -> tuple[Header, bytes]:
        """The file of that name, or the next one: block by block, until it is whole."""
        wanted = name.removeprefix(b"!").strip(b" ").upper()[:NAME]
        job = self._begin(what, name, b"Press PLAY then any key:")
        if job.whole and job.header is not None:
            self._end()
            return job.header, job.contents
        if job.passed > len(self.blocks or ()):
            self._wait_for_tape()
        job, block = self._next(job)
        job = self._taken(job, block, wanted)
        whole = job.passed == 0 and block.header is not None and block.header.last
        self.job = replace(job, whole=whole)
        raise Waiting("tape")                   # until this block has passed

    def _taken(self, job: Job, block: Block, wanted: bytes) -> Job:
        """What a block adds to the job."""
        header = block.header
        if header is None:
            self.messages.line(READ_ERROR, always=True)
            return job
        known = job.header
        if known is None:
            mine = header.first and (not wanted or header.name.upper() == wanted)
        else:
            mine = header.name == known.name and header.number == (job.number + 1) & 255
        self.messages.found(b"Loading " if mine else b"Found   ", header)
        if not mine:
            if known is not None and header.name == known.name and header.number > job.number + 1:
                self.messages.line(b"Rewind tape")
            return job
        if block.data is None:
            self.messages.line(READ_ERROR, always=True)
            return job
        return replace(job, header=known or header, contents=job.contents + block.data, number=header.number, passed=0)

    def _next(self, job: Job) -> tuple[Job, Block]:
        """The block that comes next; at the end of the tape it is wound back. It takes its time."""
        blocks = self.blocks
        if not blocks:
            self._wait_for_tape()
        assert blocks is not None
        block = blocks[self.position % len(blocks)]
        if not job.until:
            begins = job.header is None and job.passed == 0
            self._pass_block(job, int(block.ticks * US_PER_TICK), heard_from=self._hears_after() if begins else 0)
            raise Waiting("tape")
        job = self._wait_for_block(job)
        self.position = self.position % len(blocks) + 1
        return replace(job, passed=job.passed + 1), block

    def _pass_block(self, job: Job, us: int, heard_from: int = 0) -> None:
        """A block begins to pass. Its first `heard_from` microseconds are with interrupts: the motor comes up to speed."""
        self._look_for_escape()
        self.job = replace(job, until=self.clock.us + us)
        self._stop_interrupts(heard_from)

    def _wait_for_block(self, job: Job) -> Job:
        """Waits until the block has passed."""
        if job.until - self.clock.us > FRAME_US:
            assert self.deaf_from is not None
            end = job.until if self.deaf() else min(self.deaf_from, self.asked_until())     # before it keys may come
            self.clock.us += max(min(STRIDE_US, end - self.clock.us) - FRAME_US, 0)
            raise Waiting("tape")
        self.clock.us = max(self.clock.us, job.until)
        self._allow_interrupts()
        return replace(job, until=0)

    # recording

    def _record(self, name: bytes, kind: int, address: int, entry: int, contents: bytes) -> None:
        job = self._begin("out", name, b"Press REC and PLAY then any key:")
        if job.until:
            job = self.job = replace(self._wait_for_block(job), number=job.number + 1)
        shown = name.removeprefix(b"!").strip(b" ").upper()[:NAME]
        made = list(blocks_of(shown, kind, address, entry, contents))
        if self.path is None:
            self._end()
            self.messages.line(b"The tape cannot be recorded on" if self.used else b"There is no tape")
            raise self._broken()
        count, block_comes = divmod(job.number, 2)      # silence and a block in turn
        if block_comes and count < len(made):
            header, data = made[count]
            self.messages.found(b"Saving ", header)
            silence = LEAD_IN_US if header.first else LATER_LEAD_IN_US
            self._pass_block(job, silence + recording_us(header, data, self.speed) + BLOCK_ENDS_US, heard_from=silence)
            raise Waiting("tape")
        if not block_comes:
            later = WRITES_UNASKED_US if self.messages.silent else WRITES_ASKED_US
            silence = self.motor_us + later if count < len(made) else LEAD_OUT_US
            self._pass_block(job, silence, heard_from=silence)
            raise Waiting("tape")
        self._add(made)
        self._end()

    def _add(self, made: list[tuple[Header, bytes]]) -> None:
        """Puts a file at the end of the tape, and the tape into its file."""
        recording = cassette.recording_of(made, self.speed)
        self.recording = cdt.appended(self.recording, recording)
        self.blocks = (*(self.blocks or ()), *cassette.read(cdt.written(recording)))
        self.position = len(self.blocks)
        assert self.path is not None
        try:
            self.host_log(save_file, self.path, self.recording)
        except OSError as error:
            self.messages.line((error.strerror or "The tape cannot be written").encode("ascii", "replace"))
            self._end()
            raise self._broken() from None

    # waiting

    def _begin(self, what: str, name: bytes, question: bytes) -> Job:
        """The job of this statement: the one that waits, or a new one, which asks for a key first."""
        job = self.job
        if job is None or (job.what, job.name) != (what, name):
            job = self.job = Job(what, name)
            self.messages.begin(silent=name.startswith(b"!"))
            if not self.messages.silent:
                self.keys.clear()               # what was typed ahead is no answer
                self.messages.ask(question)
        if not (job.pressed or self.messages.silent):
            key = self.keys.read_char()
            if key is None:
                raise Waiting("key")
            self.messages.answered()
            if key == ESC:
                self._give_up()
            self.messages.new_line()
            job = self.job = replace(job, pressed=True)
        return job

    def _wait_for_tape(self) -> None:
        """Nothing more comes from the tape: the machine waits until ESC is pressed."""
        self._stop_interrupts(self._hears_after())
        while not self.keys.escape_is_down():
            if self.keys.read_char() is None:
                raise Waiting("key")
        self._give_up()

    def _hears_after(self) -> int:
        return self.motor_us + (UNASKED_US if self.messages.silent else ASKED_US)

    def _look_for_escape(self) -> None:
        if self.keys.escape_is_down():
            self._give_up()

    def _give_up(self) -> None:
        """ESC. At the question, BASIC 1.1 begins the new line itself."""
        if self.basic_1_1 and self.job is not None and not self.job.pressed:
            self.job = None
        self._end()
        raise self._broken()

    def _broken(self) -> Exception:
        return BasicError(BROKEN_IN) if self.basic_1_1 else Break()

    def _end(self) -> None:
        self._allow_interrupts()
        if self.job is not None:
            self.messages.end()
        self.job = None

    def forget_question(self) -> None:
        """The statement that waits will not be done again."""
        if self.job is not None and not self.job.pressed:
            self.messages.answered()
        self._allow_interrupts()
        self.job = None

    # the machine's state

    STATE = ("label", "path", "blocks", "recording", "position", "speed", "motor", "motor_us", "motor_ready", "deaf_from",
             "job", "input", "at", "output", "output_name")

    def snapshot(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.STATE} | {"messages": self.messages.snapshot()}

    def restore(self, state: dict[str, Any]) -> None:
        for name in self.STATE:
            setattr(self, name, state[name])
        self.messages.restore(state["messages"])

