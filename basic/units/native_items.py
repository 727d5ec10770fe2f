"""Items of DATA in the linear memory: those that READ has met, each by the place where it stands."""

from itertools import islice
from struct import Struct
from typing import TYPE_CHECKING

from basic.native import memory
from basic.runtime.data_pointer import Item
from basic.units.native_texts import NativeTexts

if TYPE_CHECKING:
    from basic.runtime.executor import Executor

NUMBER, TEXT = Struct("<dqq"), Struct("<qqq")


class NativeItems:
    def __init__(self, executor: "Executor", view: memoryview, texts: NativeTexts):
        self.data = executor.data
        self.memory = view
        self.texts = texts
        self.numbers_in = self.texts_in = 0         # how many are in the memory
        self.version = 0                            # of the places; the memory may be another machine's at first

    def forget(self) -> None:
        self.version = 0

    def begin(self) -> None:
        """Takes in those that are new."""
        data = self.data
        if data.version != self.version:
            self.memory[memory.ITEMS:memory.ITEMS_END] = bytes(memory.ITEMS_END - memory.ITEMS)
            self.numbers_in, self.texts_in, self.version = 0, 0, data.version
        if len(data.numbers) != self.numbers_in:
            for place, item in islice(data.numbers.items(), self.numbers_in, None):
                self._put(place, item, False)
            self.numbers_in = len(data.numbers)
        if len(data.texts) != self.texts_in:
            for place, item in islice(data.texts.items(), self.texts_in, None):
                self._put(place, item, True)
            self.texts_in = len(data.texts)

    def _put(self, place: int, item: Item, as_text: bool) -> None:
        here = memory.ITEMS + memory.ITEM_SIZE * place
        if here >= memory.ITEMS_END:
            return
        us, after = item.found_us + item.us, item.place + 1
        if not as_text:
            NUMBER.pack_into(self.memory, here, item.value, us, after)
            return
        assert isinstance(item.value, bytes)
        number = self.texts.item(item.value, item.address)
        if number is not None:
            TEXT.pack_into(self.memory, here + memory.ITEM_AS_TEXT, number, us, after)
