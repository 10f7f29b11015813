"""Statements at which somebody is asked: `one of`, `choose`, `together` and windows."""

from __future__ import annotations

from cardrules.engine.lowering.context import (
    Block,
    Common,
    Lower,
    Lowering,
    compare,
    lies_in,
    number,
    one_more,
)
from cardrules.engine.lowering.flow import ME
from cardrules.engine.lowering.laid import within_answers
from cardrules.engine.lowering.passes import repeat_around
from cardrules.machine import code
from cardrules.machine.program import Question
from cardrules.machine.search import Search
from cardrules.model import ir
from cardrules.model.types import CARD, CARDS, INTEGER, PLAYER, PLAYERS
from cardrules.plain import replaced

ME_HERE = ir.Role(type=PLAYER, role="me")


def search_of_action(common: Common, action: ir.DeclaredAction) -> int:
    """The search for an action or interrupt, which is the same wherever it can be taken."""
    key = f"{'action' if action.window is None else 'interrupt'} {action.name}"
    if key not in common.by_action:
        given = 0
        if action.window is not None:
            given = len(common.rules.windows[action.window].parameters)
        common.by_action[key] = len(common.searches)
        common.searches.append(
            Search(
                index=len(common.searches),
                name=action.name,
                label=action.label,
                plan=common.plans.of(action.premises),
                stated=common.plans.of(common.stated(action).premises),
                given=given,
                in_frame=False,
                secret=False,
                is_told=action.telling is not None,
                procedure=common.numbers[key],
                origin=action.origin,
            )
        )
    return common.by_action[key]


def _search_of_premises(
    w: Lowering,
    premises: tuple[ir.Premise, ...],
    stated: tuple[ir.Premise, ...],
    at: ir.Origin,
    *,
    is_told: bool,
) -> int:
    """The search of a choice within effects."""
    searches = w.common.searches
    searches.append(
        Search(
            index=len(searches),
            name="choose",
            label="Choose",
            plan=w.common.plans.of(premises),
            stated=w.common.plans.of(stated),
            given=0,
            in_frame=True,
            secret=True,
            is_told=is_told,
            procedure=-1,
            origin=at,
        )
    )
    return len(searches) - 1


def _add(w: Lowering, question: Question) -> int:
    """Note a question, and give its number."""
    questions = w.common.questions
    procedure = w.common.numbers[w.key]
    last = () if question.last is None else (question.last,)
    searches = [w.common.searches[number] for number in (*question.searches, *last)]
    needs = w.common.knowing.needs(question, searches)
    questions.append(replaced(question, index=len(questions), procedure=procedure, needs=needs))
    return len(questions) - 1


def _settled(w: Lowering, at: ir.Origin) -> Block:
    return [code.Settle(wait=w.wait("settle"), origin=at)] if w.common.has_standing else []


def _one_of(w: Lowering, x: ir.OneOf) -> Block:
    actions = w.common.rules.actions
    searches = tuple(search_of_action(w.common, actions[name]) for name in x.actions)
    last = None if x.otherwise is None else search_of_action(w.common, actions[x.otherwise])
    question = _add(
        w,
        Question(
            form="action",
            player=ME_HERE,
            searches=searches,
            last=last,
            asking=x.asking,
            origin=x.origin,
        ),
    )
    forget: Block = [code.Forget(origin=x.origin)] if w.common.shows else []
    return [
        *forget,
        code.Ask(question=question, wait=w.wait("answer"), origin=x.origin),
        *_settled(w, x.origin),
        *forget,
    ]


def _candidates(premises: tuple[ir.Premise, ...]) -> ir.Expr | None:
    """The cards of which a choice takes those that fit, if it does."""
    first = premises[0]
    if not isinstance(first, ir.Choice) or first.type not in (CARD, CARDS):
        return None
    root = ir.root_of(first.domain)
    is_filtered = root is not first.domain or first.condition is not None
    return root if is_filtered and root.type == CARDS else None


def _choose(w: Lowering, x: ir.Choose) -> Block:
    repeat = repeat_around(x, w.source)
    question = _add(
        w,
        Question(
            form="choose",
            player=ME_HERE,
            searches=(
                _search_of_premises(
                    w, (x.choice,), (w.common.stated(x.choice),), x.origin, is_told=False
                ),
            ),
            slots=(x.choice.slot,),
            candidates=_candidates((x.choice,)),
            repeated=repeat.slots if repeat is not None else None,
            origin=x.origin,
        ),
    )
    return [code.Ask(question=question, wait=w.wait("answer"), origin=x.origin)]


def _together(w: Lowering, x: ir.Together) -> Block:
    (players, position, answers, saved), at = x.slots, x.origin
    asking, answering = w.new_label(), w.new_label()
    names = tuple(p.slot for p in x.premises if isinstance(p, ir.Choice | ir.Naming))
    question = _add(
        w,
        Question(
            form="sealed",
            player=ME_HERE,
            searches=(
                _search_of_premises(
                    w,
                    x.premises,
                    w.common.stated(x).premises,
                    at,
                    is_told=x.telling is not None,
                ),
            ),
            slots=names,
            answers=answers,
            among=(players, position),
            candidates=_candidates(x.premises),
            telling=x.telling,
            origin=at,
        ),
    )
    player = code.Element(type=PLAYER, slot=players, index=lies_in(position))
    there_is_one = compare(lies_in(position), "<", code.Size(type=INTEGER, slot=players))
    next_one = code.Put(slot=position, value=one_more(position), origin=at)
    begin = code.Put(slot=position, value=number(0), origin=at)
    become = code.SetRegister(register="me", value=player, origin=at)
    wait = w.wait("answer")
    outer, w.constructs = w.constructs, []
    w.lay(within_answers(x))
    body = w.body(x.body)
    w.constructs = outer

    def loop(label: int, inside: Block) -> code.Loop:
        leave = code.Leave(label=label, origin=at)
        more = code.Branch(branches=((there_is_one, ()),), otherwise=(leave,), origin=at)
        return code.Loop(label=label, body=(more, *inside), of="together", origin=at)

    return [
        code.Keep(slot=saved, registers=ME, origin=at),
        code.PutAll(slot=players, value=code.InOrder(type=PLAYERS, order=x.order), origin=at),
        begin,
        code.PutTuple(slot=answers, values=(), origin=at),
        loop(asking, [become, code.Ask(question=question, wait=wait, origin=at), next_one]),
        begin,
        loop(
            answering,
            [
                become,
                code.Unpack(slots=names, answers=answers, position=position, label=answering,
                            origin=at),
                *body,
            ],
        ),
        code.Restore(slot=saved, registers=ME, origin=at),
    ]  # fmt: skip


def _open(w: Lowering, x: ir.OpenWindow) -> Block:
    (arguments, players, position), at, label = x.slots, x.origin, w.new_label()
    ruleset = w.common.rules
    window = ruleset.windows[x.window]
    interrupts = [item for item in ruleset.interrupts.values() if item.window == x.window]
    player = code.Element(type=PLAYER, slot=players, index=lies_in(position))
    question = _add(
        w,
        Question(
            form="window",
            window=x.window,
            searches=tuple(search_of_action(w.common, item) for item in interrupts),
            player=player,
            arguments=arguments,
            types=tuple(item.type for item in x.arguments),
            among=(players, position),
            grounds=_grounds(w, interrupts),
            asking=window.asking,
            telling=window.passing,
            origin=at,
        ),
    )
    more = compare(lies_in(position), "<", code.Size(type=INTEGER, slot=players))
    leave = code.Leave(label=label, origin=at)
    opened: Block = [
        code.PutTuple(slot=arguments, values=x.arguments, origin=at),
        code.PutAll(slot=players, value=x.asked, origin=at),
        code.Put(slot=position, value=number(0), origin=at),
        code.Loop(
            label=label,
            body=(
                code.Branch(branches=((more, ()),), otherwise=(leave,), origin=at),
                code.Ask(
                    question=question,
                    wait=w.wait("answer"),
                    position=position,
                    uninterrupted=label,
                    origin=at,
                ),
                *_settled(w, at),
            ),
            of="window",
            origin=at,
        ),
    ]
    if window.deep == 1:
        return opened
    # Within as many interrupts of it as may be, nobody is asked.
    numbers = tuple(w.common.numbers[f"interrupt {item.name}"] for item in interrupts)
    depth = code.Running(type=INTEGER, procedures=numbers)
    branches = ((compare(depth, "<", number(window.deep)), tuple(opened)),)
    return [code.Branch(branches=branches, otherwise=(), origin=at)]


def _grounds(
    w: Lowering, interrupts: list[ir.DeclaredAction]
) -> tuple[tuple[int, ...], ...] | None:
    """Per seat the zones from which every interrupt takes its first card, if that is so.

    How many cards lie in a zone is public, so whoever has none there need not be asked.
    """
    layout = w.common.layout
    bases: set[int] = set()
    for item in interrupts:
        first = next(iter(item.choices), None)
        zone = first.domain.zone if first and isinstance(first.domain, ir.Contents) else None
        holder = zone.holder if isinstance(zone, ir.ZoneOf) else None
        if not (isinstance(holder, ir.Role) and holder.role == "me"):
            return None
        assert isinstance(zone, ir.ZoneOf)
        bases.add(layout.zone_base[zone.zone])
    return tuple(tuple(base + seat for base in sorted(bases)) for seat in range(layout.players))


def _stop(w: Lowering, x: ir.Stop) -> Block:
    return [code.StopAction(origin=x.origin)]


LOWERERS: dict[type[ir.Statement], Lower] = {
    ir.OneOf: _one_of,
    ir.Choose: _choose,
    ir.Together: _together,
    ir.OpenWindow: _open,
    ir.Stop: _stop,
}
