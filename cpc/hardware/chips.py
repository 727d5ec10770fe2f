"""All chips, and which of them a port address chooses: each looks at its own bits of the address."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cpc.hardware.crtc import Crtc
from cpc.hardware.gate_array import Banks, GateArray
from cpc.hardware.ppi import Ppi
from cpc.hardware.printer_port import PrinterPort

if TYPE_CHECKING:
    from cpc.machine import Machine

NO_CHIP = 255


class Chips:
    """OUT and INP."""

    def __init__(self, machine: Machine) -> None:
        self.banks = Banks(machine.ram) if machine.model == "6128" else None
        self.gate_array = GateArray(machine.palette, machine.screen, self.banks)
        self.crtc = Crtc(machine.screen)
        self.ppi = Ppi(machine.clock, machine.keyboard, machine.sound, machine.maker, lambda: True)
        self.printer_port = PrinterPort(machine.print_out)

    def write(self, port: int, value: int) -> None:
        if port & 0xC000 == 0x4000:
            self.gate_array.write(value)
        if not port & 0x4000:
            if port & 0x0300 == 0:
                self.crtc.select(value)
            elif port & 0x0300 == 0x0100:
                self.crtc.write(value)
        if not port & 0x1000:
            self.printer_port.write(value)
        if not port & 0x0800:
            self.ppi.write(port >> 8 & 3, value)

    def read(self, port: int) -> int:
        value = NO_CHIP
        if not port & 0x4000 and port & 0x0200:
            value &= self.crtc.read() if port & 0x0100 else 0
        if not port & 0x0800:
            value &= self.ppi.read(port >> 8 & 3)
        return value

    def snapshot(self) -> dict[str, Any]:
        return {"gate_array": self.gate_array.snapshot(), "crtc": self.crtc.snapshot(), "ppi": self.ppi.snapshot(),
                "printer_port": self.printer_port.snapshot()}

    def restore(self, state: dict[str, Any]) -> None:
        self.gate_array.restore(state["gate_array"])
        self.crtc.restore(state["crtc"])
        self.ppi.restore(state["ppi"])
        self.printer_port.restore(state["printer_port"])
