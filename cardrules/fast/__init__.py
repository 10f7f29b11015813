"""Games at the speed of compiled code, by the extra `cardrules[fast]`."""

from cardrules.fast.playing import Playouts, playouts

__all__ = ["Playouts", "playouts"]
