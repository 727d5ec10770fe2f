"""Runs a published suite of tests of single instructions over the processor: python3 -m tests.z80_suite FOLDER [OPCODE...]

The folder has files of JSON like those of SingleStepTests for the Z80: for each instruction 1,000 states before and after,
with memory, ports and cycles. All are run by the interpreter. What can be translated is also run translated: one state in
each TRANSLATED, as each has to be made.
"""

import json
import sys
from pathlib import Path

from cpc.firmware.ports import PlainBus
from cpc.firmware.z80 import Z80
from cpc.firmware.z80_regions import make_region
from cpc.firmware.z80_times import T_STATES

TRANSLATED = 20
SINGLE = "bcdehl"
NAMED = {"sp": "sp", "pc": "pc", "ix": "ix", "iy": "iy", "f": "f", "i": "i", "r": "refresh", "iff1": "iff1", "iff2": "iff2",
         "im": "im", "wz": "wz", "q": "q"}
OTHERS = {"bc_": 0, "de_": 2, "hl_": 4, "af_": 7}


def put(cpu, state):
    cpu.r[:] = [*(state[name] for name in SINGLE), 0, state["a"]]
    for name, ours in NAMED.items():
        setattr(cpu, ours, state[name])
    for name, at in OTHERS.items():
        cpu.others[at], cpu.others[at + 1] = state[name] >> 8, state[name] & 255
    for address, value in state["ram"]:
        cpu.ram[address] = value
    cpu.us, cpu.halted, cpu.shielded = 0, False, False


def get(cpu, state):
    """What differs from `state`, as words."""
    ours = {name: cpu.r[at] for at, name in enumerate(SINGLE)} | {"a": cpu.r[7]}
    ours |= {name: getattr(cpu, field) for name, field in NAMED.items()}
    ours |= {name: cpu.others[at] << 8 | cpu.others[at + 1] for name, at in OTHERS.items()}
    wrong = [f"{name} {value:x} not {state[name]:x}" for name, value in ours.items() if value != state[name]]
    return wrong + [f"({address:x}) {cpu.ram[address]:x} not {value:x}" for address, value in state["ram"]
                    if cpu.ram[address] != value]


class Suite:
    def __init__(self):
        self.answers, self.ports = [], []
        self.cpu = Z80(PlainBus(bytearray(0x10000), self.in_, self.out), T_STATES)

    def in_(self, port):
        value = self.answers.pop(0) if self.answers else 0
        self.ports.append([port, value, "r"])
        return value

    def out(self, port, value):
        self.ports.append([port, value, "w"])

    def wrong(self, test, translated=False):
        """What the processor does otherwise than the test says. None: it cannot be translated."""
        cpu = self.cpu
        put(cpu, test["initial"])
        ports = test.get("ports", [])
        self.answers = [value for _, value, kind in ports if kind == "r"]
        self.ports.clear()
        if translated:
            region = make_region(cpu.bus, cpu.pc, lambda address: address != test["initial"]["pc"], ())
            if region is not None:
                region.run(cpu, region.span + 1)
        else:
            region = None
            cpu.step()
        wrong = get(cpu, test["final"])
        if not translated and cpu.us != len(test["cycles"]):
            wrong.append(f"{cpu.us} T-states, not {len(test['cycles'])}")
        if self.ports != ports:
            wrong.append(f"ports {self.ports} not {ports}")
        for state in (test["initial"], test["final"]):
            for address, _ in state["ram"]:
                cpu.ram[address] = 0
        return None if translated and region is None else wrong


class Count:
    """How many pass of how many, and the first failure of each file."""

    def __init__(self, name):
        self.name, self.tried, self.passed = name, 0, 0

    def add(self, path, results):
        results = [(name, wrong) for name, wrong in results if wrong is not None]
        failed = [(name, wrong) for name, wrong in results if wrong]
        self.tried, self.passed = self.tried + len(results), self.passed + len(results) - len(failed)
        if failed:
            print(f"{path.stem}: {len(failed)} of {len(results)} fail {self.name}; {failed[0][0]}: {', '.join(failed[0][1])}")


def main(folder, names):
    suite, plain, translated = Suite(), Count("interpreted"), Count("translated")
    for path in sorted(Path(folder).glob("*.json")):
        if names and path.stem not in names:
            continue
        tests = json.loads(path.read_text())
        plain.add(path, [(test["name"], suite.wrong(test)) for test in tests])
        translated.add(path, [(test["name"], suite.wrong(test, True)) for test in tests[::TRANSLATED]])
        if any(suite.cpu.ram):
            plain.add(path, [("memory", ["something was written elsewhere"])])
    for count in (plain, translated):
        print(f"{count.passed} of {count.tried} pass {count.name}")
    return all(count.passed == count.tried for count in (plain, translated))


if __name__ == "__main__":
    sys.exit(not main(sys.argv[1], sys.argv[2:]))
