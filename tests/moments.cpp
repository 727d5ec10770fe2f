// What the firmware does when: compiled around the machine of realcpc, whose folder must be on the include path.
#include "machine.cpp"

namespace {
const int ACCEPTED = 16;        // ticks of accepting an interrupt
bool inside = false;            // an interrupt's routine
fast_u16 stack_then = 0;
uint64_t entered = 0, in_interrupts = 0;
}

struct Moment { uint64_t ticks, interrupts; uint32_t address; };

// Runs `ticks` of the machine, or until it waits for a key. Keeps each moment at which the instruction at `pc` of the upper ROM
// is reached: the ticks so far, those of them in interrupts, and HL.
extern "C" int cpc_moments(Cpc *c, uint64_t ticks, int pc, Moment *out, int room) {
    int found = 0;
    const uint64_t end = c->ticks + ticks;
    inside = false; in_interrupts = 0;
    while (c->ticks < end && found < room) {
        const fast_u16 here = c->on_get_pc();
        if (!inside && c->upper_on && here == pc) out[found++] = {c->ticks, in_interrupts, (uint32_t)c->on_get_hl()};
        const bool waits = c->run(1, true);
        if (!inside && c->on_get_pc() == 0x38 && here != 0x38) {
            inside = true; stack_then = c->on_get_sp(); entered = c->ticks - ACCEPTED;
        } else if (inside && c->on_get_sp() == (fast_u16)(stack_then + 2)) {
            inside = false; in_interrupts += c->ticks - entered;
        }
        if (waits) break;
    }
    return found;
}
