"""What lies in RAM where the firmware can be called: the restarts below &40, and the jump block from &BB00 on.

Each entry of the jump block is a restart with the address of its routine in the ROM: RST 1 (bit 15: the upper ROM is off; bit
14: the lower ROM is off), or RST 5 for the arithmetic, which is in the lower ROM; the indirections behind are plain jumps.
PEEK shows them, listings copy an entry to elsewhere or put a jump of their own over it, and machine code that has copied an
entry finds the way back by the address in it. The routines themselves are not here.
"""

JUMP, LOW_JUMP, FIRM_JUMP = 0xC3, 0xCF, 0xEF
FIRST = 0xBB00

Block = tuple[int, int, str]        # where it begins, the opcode of its entries, their addresses in hex

BLOCKS: dict[str, tuple[Block, ...]] = {
    "464": (
        (0xBB00, LOW_JUMP,
         "99E0 9A1E 9A3C 9A42 9A77 9ABD 9B2E 9A7B 9B56 9B5C 9CBD 9BB3 9C5C 9D52 9D3E 9D57 9D43 9D5C 9D48 9CAB 9CA6 9C6D "
         "9C69 9C71 9C82 9C90 9078 9088 9451 944B 9400 9334 93AB 93A7 920C 9256 9540 915E 9169 9174 9180 9289 929A 9279 "
         "9281 91CE 9268 9268 92A9 92BD 92AE 92C3 92C9 937A 9387 92D3 92F1 92FD 932A 94CB 90E8 9107 95B0 95DF 95F4 95F1 "
         "95FC 9604 9612 9734 9779 97A6 97BC 97C5 97F6 9804 97FD 980A 9813 9810 9827 9824 9839 9836 9945 8AA0 8AB1 8B3C "
         "8B45 8B50 8ACA 8AEC 8AF7 8B57 8B64 8BA9 8BF9 8C05 8C13 8C2D 8C86 8CA0 8CEC 8D14 8CF1 8D19 8CE4 8CE8 8DB3 8DB7 "
         "8DDF 8DFA 8E3E 8EF3 8F49 8C49 8C6B 8FC4 902F A370 A37F A38E AA4B AA4F AA51 A392 A3FC A401 A435 A4AB A49A A496 "
         "A3AB A415 A42E A45B A4EA A528 A83F A836 A851 9E68 9F9F A06C A089 A04A 9ECB 9EE6 A338 A33D A349 A34E 805C 8329 "
         "8332 82A1 82B2 8163 816A 8170 8176 817D 8183 81B3 81C5 81D2 81E2 8228 8285 8256 821A 8277 8295 829B 828E 8099 "
         "80A3 85DC 860B 87BA 8776 87C6 8786 8799 87E6 87F2 881B 8807 8826 8888 AA98"),
        (0xBD3D, FIRM_JUMP,
         "2E18 2E29 2E55 2E66 2E8E 2EA1 2EAC 2EB6 2F1D 333F 3337 333B 3415 349E 3578 359A 35F8 35E8 31AE 31A3 310A 310D "
         "3014 300F 3090 31BC 31B2 3231 3241 2E5E 2F94 2FA1 2FB7 2FE6 3708 370E 3715 3728 3731 3730 3739 377A 3781 3750 "
         "378C 37E9 37D4 37E0"),
        (0xBDCD, JUMP,
         "1263 1263 134A 13C0 140C 1816 182A 183C 0C82 0C68 0AF7 1C2F 07F8"),
    ),
    "664": (
        (0xBB00, LOW_JUMP,
         "9B5C 9B98 9BBF 9BC5 9BFA 9C46 9CB3 9C04 9CDB 9CE1 9E45 9D38 9DE5 9ED8 9EC4 9EDD 9EC9 9EE2 9ECE 9E34 9E2F 9DF6 9DF2 "
         "9DFA 9E0B 9E19 9070 9080 9455 944E 93FA 9331 93A8 93A4 9204 924E 954B 9156 9161 916C 9178 9282 9293 9272 927A 91C6 "
         "9261 9261 92A2 92B6 92A7 92BC 92C2 9377 9384 92D0 92EE 92FA 9327 94D0 90E0 90FF 95A4 95D3 95FA 95F7 9602 960A 9618 "
         "96A1 96E6 9713 9729 9732 9763 9771 976A 9776 977F 977C 9793 9790 97A5 97A2 993C 8ABB 8ACC 8B33 8B38 8B52 8AE5 8B08 "
         "8B13 8B59 8B66 8BAB 8C01 8C0D 8C1B 8C35 8C8A 8CA3 8CEE 8D16 8CF3 8D1B 8CE6 8CEA 8DB5 8DB9 8DE1 8DFC 8E40 8EF5 8F26 "
         "8C51 8C70 8F8F 8F97 A4BC A4CE A4E1 ABBB ABBF ABC1 A4E5 A550 A557 A5A0 A618 A607 A603 A4FE A57F A599 A5C6 A653 A692 "
         "A9AF A9A6 A9C1 9FE9 A114 A1CE A1EB A1AC A050 A06B A495 A49A A4A6 A4AB 805C 8326 8330 82A0 82B1 8163 816A 8170 8176 "
         "817D 8183 81B3 81C5 81D2 81E2 8227 8284 8255 8219 8276 8294 829A 828D 8099 80A3 85D7 8606 87A4 8766 87B0 8776 877C "
         "87D0 880B 8848 8834 8853 88BB 9D3C 9BFE 945C 95E8 99D1 97AC 97A8 9626 99D5 8B41 87FC AC02"),
        (0xBD5E, FIRM_JUMP,
         "2F91 2F9F 2FC8 2FD9 3001 3014 3055 305F 30C6 34A2 3159 349E 3577 3604 3188 36DF 3731 3727 3345 2F73 32AC 32AF 31B6 "
         "31B1 322F 3353 3349 33C8 33D8 2FD1 3136 3143"),
        (0xBDCD, JUMP,
         "125B 125B 1347 13BA 1406 1782 1796 17B0 0C86 0C6D 0B13 1DB8 0825 1D40"),
    ),
    "6128": (
        (0xBB00, LOW_JUMP,
         "9B5C 9B98 9BBF 9BC5 9BFA 9C46 9CB3 9C04 9CDB 9CE1 9E45 9D38 9DE5 9ED8 9EC4 9EDD 9EC9 9EE2 9ECE 9E34 9E2F 9DF6 "
         "9DF2 9DFA 9E0B 9E19 9074 9084 9459 9452 93FE 9335 93AC 93A8 9208 9252 954F 915A 9165 9170 917C 9286 9297 9276 "
         "927E 91CA 9265 9265 92A6 92BA 92AB 92C0 92C6 937B 9388 92D4 92F2 92FE 932B 94D4 90E4 9103 95A8 95D7 95FE 95FB "
         "9606 960E 961C 96A5 96EA 9717 972D 9736 9767 9775 976E 977A 9783 9780 9797 9794 97A9 97A6 9940 8ABF 8AD0 8B37 "
         "8B3C 8B56 8AE9 8B0C 8B17 8B5D 8B6A 8BAF 8C05 8C11 8C1F 8C39 8C8E 8CA7 8CF2 8D1A 8CF7 8D1F 8CEA 8CEE 8DB9 8DBD "
         "8DE5 8E00 8E44 8EF9 8F2A 8C55 8C74 8F93 8F9B A4BC A4CE A4E1 ABBB ABBF ABC1 A4E5 A550 A557 A5A0 A618 A607 A603 "
         "A4FE A57F A599 A5C6 A653 A692 A9AF A9A6 A9C1 9FE9 A114 A1CE A1EB A1AC A050 A06B A495 A49A A4A6 A4AB 805C 8326 "
         "8330 82A0 82B1 8163 816A 8170 8176 817D 8183 81B3 81C5 81D2 81E2 8227 8284 8255 8219 8276 8294 829A 828D 8099 "
         "80A3 85ED 861C 87B4 8776 87C0 8786 878C 87E0 881B 8858 8844 8863 88BD 9D3C 9BFE 9460 95EC 99D5 97B0 97AC 962A "
         "99D9 8B45 880C 8397 AC02"),
        (0xBD61, FIRM_JUMP,
         "2F91 2F9F 2FC8 2FD9 3001 3014 3055 305F 30C6 34A2 3159 349E 3577 3604 3188 36DF 3731 3727 3345 2F73 32AC 32AF "
         "31B6 31B1 322F 3353 3349 33C8 33D8 2FD1 3136 3143"),
        (0xBDCD, JUMP,
         "125F 125F 134B 13BE 140A 1786 179A 17B4 0C8A 0C71 0B17 1DB8 0835 1D40"),
    ),
}

# The restarts: where each of the jumps among them leads, from &0005 on (the start, the ROM calls, the interrupt).
RESTARTS: dict[str, str] = {
    "464": "0580 B982 B97C BA16 BA10 B9BF B9B1 BACB B9B9 BA2E B939",
    "664": "057B B98A B984 BA1D BA17 B9C7 B9B9 BAC6 B9C1 BA35 B941",
    "6128": "0591 B98A B984 BA1D BA17 B9C7 B9B9 BAC6 B9C1 BA35 B941",
}
RESTART_JUMPS = (0x05, 0x08, 0x0B, 0x10, 0x13, 0x18, 0x1B, 0x20, 0x23, 0x28, 0x38)
# What else is in the 64 bytes: RST 0 switches the ROMs on; a byte or two push or use a register pair and return; RST 6 is the
# user's, and goes back to it by way of RST 0 with the ROMs off.
BESIDE_THE_JUMPS = {
    0x00: bytes((0x01, 0x89, 0x7F, 0xED, 0x49)),                    # LD BC,&7F89: OUT (C),C
    0x0E: bytes((0xC5, 0xC9)),                                      # PUSH BC: RET
    0x16: bytes((0xD5, 0xC9)),                                      # PUSH DE: RET
    0x1E: bytes((0xE9,)),                                           # JP (HL)
    0x2C: bytes((0xED, 0x49, 0xD9, 0xFB)),                          # OUT (C),C: EXX: EI
    0x30: bytes((0xC7, 0xD9, 0x21, 0x2B, 0x00, 0x71, 0x18, 0x08)),  # RST 0: EXX: LD HL,&002B: LD (HL),C: JR &0040
    0x3B: bytes((0xC9,)),                                           # RET
}
LOW_SIZE = 0x40


def words(text: str) -> list[int]:
    return [int(word, 16) for word in text.split()]


def restarts(model: str) -> bytes:
    """The bytes from 0 to &3F."""
    image = bytearray(LOW_SIZE)
    for place, code in BESIDE_THE_JUMPS.items():
        image[place:place + len(code)] = code
    for place, target in zip(RESTART_JUMPS, words(RESTARTS[model]), strict=True):
        image[place:place + 3] = bytes((JUMP, target & 255, target >> 8))
    return bytes(image)


def entries(model: str) -> dict[int, bytes]:
    """The three bytes of each entry of the jump block."""
    found: dict[int, bytes] = {}
    for first, opcode, targets in BLOCKS[model]:
        for number, target in enumerate(words(targets)):
            found[first + 3 * number] = bytes((opcode, target & 255, target >> 8))
    return found


def put_into(ram: bytearray, model: str) -> None:
    """As after power on."""
    ram[:LOW_SIZE] = restarts(model)
    put_entries_into(ram, model)


def put_entries_into(ram: bytearray, model: str) -> None:
    """The jump block alone, as JUMP RESTORE leaves it."""
    for address, code in entries(model).items():
        ram[address:address + 3] = code
