"""What many random texts and games came to, in numbers."""

from __future__ import annotations

from collections import Counter
from typing import Any

import attrs

from tests.fuzz.coverage import every_feature
from tests.fuzz.trying import Trial

# A construct is in at least this share of the random rulesets that lint clean.
LEAST_SHARE = 0.01
# At least this share of their games reaches the declared end.
LEAST_ENDED = 0.5
# Below so many texts a construct may be missing by chance.
_ENOUGH = 2_000
_SHOWN = 12


@attrs.define
class OfSource:
    """The numbers of the texts of one source."""

    texts: int = 0
    clean: int = 0
    games: int = 0
    actions: int = 0
    codes: Counter[str] = attrs.field(factory=Counter)
    outcomes: Counter[str] = attrs.field(factory=Counter)
    features: Counter[str] = attrs.field(factory=Counter)


@attrs.define
class Figures:
    """The numbers, and everything that broke: signature, which text, details."""

    sources: dict[str, OfSource] = attrs.field(factory=dict)
    broken: list[tuple[str, str, str]] = attrs.field(factory=list)
    slowest: tuple[float, str] = (0.0, "")

    def add(self, source: str, seed: int, trial: Trial) -> None:
        """Count what became of a text."""
        item = self.sources.setdefault(source, OfSource())
        item.texts += 1
        item.clean += trial.clean
        item.games += len(trial.outcomes)
        item.actions += trial.actions
        item.codes.update(trial.codes)
        item.outcomes.update(trial.outcomes)
        item.features.update(trial.features)
        self.broken += [(sign, f"{source} {seed}", text) for sign, text in trial.broken]
        self.slowest = max(self.slowest, (round(trial.seconds, 1), f"{source} {seed}"))

    def lost(self, what: str) -> None:
        """A worker that died or stood still."""
        self.broken.append(("a lost worker", what, ""))

    @property
    def texts(self) -> int:
        """How many texts there were."""
        return sum(item.texts for item in self.sources.values())

    @property
    def games(self) -> int:
        """How many games were played."""
        return sum(item.games for item in self.sources.values())

    def rare(self) -> list[tuple[float, str]]:
        """The constructs by their shares of the random rulesets that lint clean, rarest first."""
        item = self.sources.get("random", OfSource())
        clean = max(1, item.clean)
        return sorted((item.features[name] / clean, name) for name in every_feature())

    @property
    def ended(self) -> float:
        """The share of the games of random rulesets that reached their declared end."""
        item = self.sources.get("random", OfSource())
        return item.outcomes["ended"] / max(1, item.games)

    def is_good(self, texts: int) -> bool:
        """Whether nothing broke and, of many texts, everything was there."""
        if self.broken:
            return False
        return texts < _ENOUGH or (self.rare()[0][0] >= LEAST_SHARE and self.ended >= LEAST_ENDED)

    def data(self) -> dict[str, Any]:
        """Everything, for JSON."""
        return {
            "sources": {name: attrs.asdict(item) for name, item in self.sources.items()},
            "shares": {name: round(share, 4) for share, name in self.rare()},
            "ended": round(self.ended, 4),
            "slowest": self.slowest,
            "broken": self.broken,
        }

    def table(self) -> str:
        """The figures as they stand in a note."""
        heads = ("texts", "clean", "games", "ended", "left", "stopped", "actions")
        lines = [" " * 10 + "".join(f"{head:>9}" for head in heads)]
        for name, item in self.sources.items():
            out = item.outcomes
            stopped = sum(out.values()) - out["ended"] - out["left"] - out["broken"]
            numbers = (item.texts, item.clean, item.games, out["ended"], out["left"], stopped)
            row = "".join(f"{number:>9}" for number in (*numbers, item.actions))
            lines.append(f"{name:<10}{row}")
        for name, item in self.sources.items():
            lines.append(f"{name}: games {_counts(item.outcomes)}; codes {_counts(item.codes)}")
        rare = ", ".join(f"{name} {share:.1%}" for share, name in self.rare()[:_SHOWN])
        lines.append(f"random: {len(every_feature())} constructs, the rarest: {rare}")
        lines.append(f"random: {self.ended:.1%} of the games reach their declared end")
        seconds, text = self.slowest
        lines.append(f"slowest: {text}, {seconds} s of processor time with its game")
        lines += self._broken_lines()
        return "\n".join(lines)

    def _broken_lines(self) -> list[str]:
        signs = Counter(sign for sign, _, _ in self.broken)
        lines = [f"{len(self.broken)} broken"]
        for sign, number in signs.most_common():
            where = [text for other, text, _ in self.broken if other == sign][:_SHOWN]
            details = next(text for other, _, text in self.broken if other == sign)
            lines += [f"{number:>5} {sign}: {', '.join(where)}", details]
        return lines


def _counts(found: Counter[str]) -> str:
    return ", ".join(f"{name} {number}" for name, number in found.most_common()) or "none"
