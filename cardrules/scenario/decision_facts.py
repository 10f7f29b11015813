"""Facts about a decision: who is asked for what, what is allowed, and what is refused by what."""

from __future__ import annotations

from collections.abc import Mapping

from cardrules.diagnostics.suggest import did_you_mean
from cardrules.engine.positions.named import brief, seat_of, within, wrong
from cardrules.engine.positions.position import every_purpose, purposes
from cardrules.engine.showing.explain import explain
from cardrules.errors import PositionError
from cardrules.model.action import Action
from cardrules.scenario.compare import differ, list_of, told
from cardrules.scenario.model import Difference, Fact
from cardrules.scenario.table import Table
from cardrules.scenario.wanted import (
    MOST_LOOKED_AT,
    Wanted,
    complete,
    fitting,
    is_asked,
    read_wanted,
    told_actions,
)
from cardrules.source import Span

# How many actions the details of a difference name.
_SHOWN = 10
# So many are named in short.
_FEW = 3


def compare_asked(table: Table, fact: Fact) -> list[Difference]:
    decision = table.game.decision(table.state)
    found = "nobody"
    names = purposes(table.game, table.state)
    if decision is not None:
        found = f"seat {decision.player + 1} for {', '.join(names)}"
    if fact.value == "nobody":
        return differ(fact, "nobody", found)
    wanted = fact.value if isinstance(fact.value, Mapping) else {"seat": fact.value}
    _check_asked(table, wanted)
    expected = ", ".join(f"{key} {told(value)}" for key, value in wanted.items())
    if decision is None:
        return differ(fact, expected, found)
    is_asked = (
        wanted.get("seat", decision.player + 1) == decision.player + 1
        and wanted.get("for", decision.asks_for) in names
        and wanted.get("sealed", decision.sealed) is decision.sealed
        and set(list_of(wanted.get("rules", []))) <= set(decision.ids)
    )
    if is_asked:
        return []
    sealed = ", sealed" if decision.sealed else ""
    ids = f" [{', '.join(decision.ids)}]" if decision.ids else ""
    return differ(fact, expected, f"{found}{sealed}{ids}")


def _check_asked(table: Table, wanted: Mapping[str, object]) -> None:
    """Whether there is this seat, and anything that is asked for by this name."""
    with within(*(["seat"] if "for" in wanted else [])):
        if "seat" in wanted:
            seat_of(table.game.tables, wanted["seat"])
    if "for" not in wanted:
        return
    known = every_purpose(table.game)
    if wanted["for"] not in known:
        message = f"Nobody is ever asked for `{brief(wanted['for'])}`."
        raise wrong(message, "for", help=did_you_mean(str(wanted["for"]), known))


def _actions(table: Table, fact: Fact) -> list[tuple[Wanted, Span]]:
    found = []
    for index, item in enumerate(list_of(fact.value)):
        with within(index):
            found.append((read_wanted(table.game, table.state, item), fact.place([index])))
    return found


def compare_allowed(table: Table, fact: Fact) -> list[Difference]:
    found = []
    for wanted, span in _actions(table, fact):
        if next(fitting(table.game, table.state, wanted), None) is None:
            reason = refusal_in_words(table, wanted)
            found.append(
                Difference(
                    span=span, what="allowed", expected=str(wanted), found=f"refused: {reason}"
                )
            )
    return found


def compare_only(table: Table, fact: Fact) -> list[Difference]:
    found = compare_allowed(table, fact)
    legal = table.game.legal_actions(table.state)
    if len(legal) > MOST_LOOKED_AT:
        message = f"There are {len(legal)} legal actions, which is too many for `only`."
        raise wrong(message, help="Say with `allowed` and `refused` what matters.")
    meant: set[Action] = set()
    for wanted, _ in _actions(table, fact):
        meant.update(fitting(table.game, table.state, wanted))
    others = [str(action) for action in legal if action not in meant]
    if others:
        wishes = [wanted for wanted, _ in _actions(table, fact)]
        expected = "; ".join(map(str, wishes)) or "nothing"
        known = {wanted.name for wanted in wishes}
        names = [
            action.name for action in legal if action not in meant and action.name not in known
        ]
        found.append(
            Difference(
                span=fact.span,
                what="only",
                expected=expected,
                found=told_actions(table.game, table.state),
                details=tuple(f"allowed as well: {action}" for action in others[:_SHOWN]),
                in_short=f"also possible: {_few(list(dict.fromkeys(names)) or others)}",
            )
        )
    return found


def _few(names: list[str]) -> str:
    """Some of several things, and how many more there are."""
    more = f" and {len(names) - _FEW} more" if len(names) > _FEW else ""
    return "; ".join(names[:_FEW]) + more


def compare_refused(table: Table, fact: Fact) -> list[Difference]:
    found = []
    items = list_of(fact.value)
    for index, (wanted, span) in enumerate(_actions(table, fact)):
        item = items[index]
        with within(index):
            complete(table.game, table.state, wanted)  # what there is not cannot be refused
        action = next(fitting(table.game, table.state, wanted), None)
        if action is not None:
            found.append(
                Difference(
                    span=span, what="refused", expected=f"refused: {wanted}",
                    found=f"allowed: {action}",
                )
            )  # fmt: skip
        elif isinstance(item, Mapping):
            found += _reasons(table, wanted, item, span)
    return found


def _reasons(
    table: Table, wanted: Wanted, item: Mapping[str, object], span: Span
) -> list[Difference]:
    ids, sentences = reasons_of(table, wanted)
    by, because = list_of(item.get("by", [])), str(item.get("because", ""))
    expected = ", ".join(map(str, by)) + (f" ({because})" if because else "")
    if set(by) <= set(ids) and because in "; ".join(sentences):
        return []
    return [
        Difference(
            span=span,
            what="refused",
            expected=f"{wanted} is refused by {expected}",
            found=f"refused by {', '.join(ids) or 'no rule by name'}",
            details=tuple(sentences),
        )
    ]


def reasons_of(table: Table, wanted: Wanted) -> tuple[list[str], list[str]]:
    """The IDs and sentences by which an action is refused."""
    asked = table.game.asked(table.state)
    if asked is None:
        return [], ["the game is over"]
    if not is_asked(table.game, table.state, wanted):
        return [], [f"seat {asked + 1} is asked"]
    refusal = explain(table.game, table.state, complete(table.game, table.state, wanted))
    if refusal is None:
        return [], []
    return list(refusal.ids), [reason.sentence for reason in refusal.reasons]


def refusal_in_words(table: Table, wanted: Wanted) -> str:
    """Why an action is refused, with the IDs of the rules."""
    try:
        ids, sentences = reasons_of(table, wanted)
    except PositionError as error:
        return str(error)
    cited = f" [{', '.join(ids)}]" if ids else ""
    return "; ".join(sentences) + cited
