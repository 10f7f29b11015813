"""Games at the speed of compiled code, by the extra `cardrules[fast]`."""
