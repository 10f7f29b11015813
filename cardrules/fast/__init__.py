"""Games at the speed of compiled code, by the extra `cardrules[fast]`."""

from cardrules.fast.answers import Answers
from cardrules.fast.batch import Batch
from cardrules.fast.playing import Playouts, playouts

__all__ = ["Answers", "Batch", "Playouts", "playouts"]
