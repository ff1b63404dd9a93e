"""The contract every game keeps, as checks that any game can be put through.

    import pytest
    from outrider.testing import CONTRACT, Check

    @pytest.mark.parametrize("check", CONTRACT, ids=lambda check: check.__name__)
    def test_contract(check: Check) -> None:
        check(MyGame())

Each check plays games at random from fixed seeds, so it fails the same way every time.
"""

import copy
import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any

from rich.text import Text

from outrider.core.course import replay
from outrider.core.game import FACES, Game, Terms
from outrider.core.options import schema_of
from outrider.core.pending import Decide, Over, Roll
from outrider.core.record import record_from_text
from outrider.core.refusal import Refusal
from outrider.core.seats import SEATS
from outrider.core.variant import examined
from outrider.core.wire import Action, dumps, parse
from outrider.dice import SeededDice
from outrider.play.match import Match

SEEDS = range(3)
LOOKED_AT = 160
"""How many positions of all random games together the slower checks look at."""
LONGEST = 20_000
"""Steps after which a game that has not ended counts as one that never will."""

Check = Callable[[Game[Any, Any]], None]


@dataclass(frozen=True)
class Passage:
    """A position on the way through a random game."""

    state: Any
    pending: Decide | Roll
    seat: str | None
    action: Action | None


def terms_of(game: Game[Any, Any]) -> Iterator[Terms]:
    """The default terms for the smallest tables, one in the middle and the largest."""
    counts = sorted(game.seat_counts)
    for seats in sorted({*counts[:2], counts[len(counts) // 2], counts[-1]}):
        yield game.terms(seats=seats)


def unusual_terms(game: Game[Any, Any]) -> Iterator[Terms]:
    """Every option once at each of its other values, or at its bounds."""
    for spec in game.options:
        for value in spec.others():
            yield game.terms({spec.name: value})


def walk(game: Game[Any, Any], terms: Terms, seed: int) -> Iterator[Passage]:
    """A random game, position by position, up to its end."""
    source = random.Random(seed)
    state = game.new(terms).state
    for _ in range(LONGEST):
        pending = game.pending(state)
        if isinstance(pending, Over):
            return
        if isinstance(pending, Roll):
            yield Passage(state, pending, None, None)
            faces = [source.randrange(FACES) + 1 for _ in range(pending.dice)]
            state = game.roll(state, faces).state
            continue
        seat = source.choice(pending.seats)
        action = game.choices(state, seat).sample(source)
        yield Passage(state, pending, seat, action)
        state = game.apply(state, seat, action).state
    raise AssertionError(f"a game of {game.id} did not end in {LONGEST} steps")


@lru_cache(maxsize=8)
def passages(game: Game[Any, Any]) -> tuple[Passage, ...]:
    """Some positions of random games with several numbers of players, all through them."""
    walks = [list(walk(game, terms, seed)) for terms in terms_of(game) for seed in SEEDS]
    each = LOOKED_AT // len(walks)
    return tuple(passage for met in walks for passage in met[:: max(1, len(met) // each)])


def games_end(game: Game[Any, Any]) -> None:
    """Every random game ends, with winners who sat at the table and a reason."""
    assert game.id and game.title and game.rules_version
    for terms in (*terms_of(game), *unusual_terms(game)):
        match = finished(game, terms, 1)
        outcome = match.result
        assert outcome is not None
        assert set(outcome.winners) <= set(terms.seats)
        assert outcome.reason
        assert game.dump(match.state)["phase"] == "over"
        for seat in terms.seats:
            assert list(game.choices(match.state, seat)) == []


def finished(game: Game[Any, Any], terms: Terms, seed: int) -> Match:
    """A random match, played to its end with seeded dice."""
    source = random.Random(seed)
    match = Match(game, terms, SeededDice(seed))
    while match.result is None:
        seat = source.choice(match.deciders())
        match.play(seat, game.choices(match.state, seat).sample(source))
        assert match.version < LONGEST, f"a game of {game.id} does not end"
    return match


def states_are_frozen(game: Game[Any, Any]) -> None:
    """Playing leaves the state it was given as it was, and states can be hashed."""
    for passage in passages(game):
        before = copy.deepcopy(passage.state)
        if passage.action is not None:
            one = game.apply(passage.state, passage.seat, passage.action)
            two = game.apply(passage.state, passage.seat, passage.action)
            assert one.state == two.state
            assert one.events == two.events
        elif isinstance(passage.pending, Roll):
            faces = [FACES] * passage.pending.dice
            assert game.roll(passage.state, faces) == game.roll(passage.state, tuple(faces))
        assert passage.state == before
        assert hash(passage.state) == hash(before)


def states_round_trip(game: Game[Any, Any]) -> None:
    """JSON gives the same state back, and so does the JSON of the end."""
    for passage in passages(game):
        text = dumps(game.dump(passage.state))
        again = game.load(parse(text))
        assert again == passage.state, text
        assert dumps(game.dump(again)) == text
    for terms in terms_of(game):
        end = finished(game, terms, 2).state
        assert game.load(parse(dumps(game.dump(end)))) == end


def states_say_what_they_are(game: Game[Any, Any]) -> None:
    """Every state names its game, options, phase, what it waits for and the result."""
    for passage in passages(game):
        data = game.dump(passage.state)
        assert data["game"] == game.id
        assert data["pending"] == passage.pending.to_json()
        assert data["result"] is None
        assert {"options", "phase"} <= set(data)
        assert game.question(passage.state)
        assert Text.from_markup(game.picture(passage.state)).plain.strip()
        assert set(game.seats_of(passage.state)) <= set(SEATS)
        line = game.write(passage.state)
        assert line and "\n" not in line
        assert game.write(game.read(line, data["options"])) == line


def legal_actions_are_legal(game: Game[Any, Any]) -> None:
    """The listed actions are unique, always in the same order, and all are accepted."""
    for passage in passages(game):
        for seat in passage.pending.seats if isinstance(passage.pending, Decide) else ():
            choices = game.choices(passage.state, seat)
            actions = list(choices)
            assert actions == list(game.choices(passage.state, seat))
            assert len(actions) == len(set(actions)), "an action is listed twice"
            for action in actions:
                assert choices.why_not(action) is None
                assert action in choices
                game.apply(passage.state, seat, action)


def actions_round_trip(game: Game[Any, Any]) -> None:
    """Actions are the same again after a way through JSON and through text."""
    for passage in passages(game):
        if passage.action is not None:
            data = passage.action.to_json()
            assert game.action_from_json(parse(dumps(data))) == passage.action
            assert game.read_action(game.write_action(passage.action)) == passage.action
            assert game.action(game.write_action(passage.action)) == passage.action


def strangers_are_refused(game: Game[Any, Any]) -> None:
    """A seat that is not asked has no choices, is refused, and nothing changes."""
    for passage in passages(game):
        asked = passage.pending.seats if isinstance(passage.pending, Decide) else ()
        for seat in game.terms(seats=max(game.seat_counts)).seats:
            if seat in asked:
                continue
            assert list(game.choices(passage.state, seat)) == []
            if passage.action is not None:
                refused(game, passage, seat, "not-your-turn")


def refusal_of(call: Callable[[], object]) -> Refusal:
    """The refusal a call ends with; that it is accepted is the failure."""
    try:
        call()
    except Refusal as refusal:
        return refusal
    raise AssertionError("this was accepted, but has to be refused")


def refused(game: Game[Any, Any], passage: Passage, seat: str, kind: str) -> None:
    before = dumps(game.dump(passage.state))
    assert passage.action is not None
    refusal = refusal_of(partial(game.apply, passage.state, seat, passage.action))
    assert refusal.kind == kind
    assert refusal.message
    assert dumps(game.dump(passage.state)) == before


def refusals_cite_rules(game: Game[Any, Any]) -> None:
    """An action of another position is legal here too, or is refused by a rule of the rulebook."""
    met = [passage for passage in passages(game) if passage.action is not None]
    source = random.Random(7)
    rules = {rule.id for rule in game.rulebook()}
    for passage in met:
        for other in source.sample(met, min(10, len(met))):
            assert other.action is not None
            refusal = game.choices(passage.state, passage.seat).why_not(other.action)
            if refusal is not None:
                assert refusal.kind == "illegal"
                assert refusal.rule in rules, refusal
                assert refusal.message


def dice_are_asked_for(game: Game[Any, Any]) -> None:
    """Wrong faces are refused, and so is rolling when no dice have to fall."""
    for passage in passages(game):
        if isinstance(passage.pending, Decide):
            wrong: list[Any] = [[1], [], [6, 6]]
        else:
            count = passage.pending.dice
            wrong = [[1] * (count + 1), [0] * count, [7] * count, [True] * count, ["1"] * count]
        kind = "not-your-turn" if isinstance(passage.pending, Decide) else "malformed"
        for faces in wrong:
            assert refusal_of(partial(game.roll, passage.state, faces)).kind == kind


def records_replay(game: Game[Any, Any]) -> None:
    """The same choices give the same record, and replaying it gives every state again."""
    for terms in terms_of(game):
        match = finished(game, terms, 3)
        text = match.record().to_text()
        assert finished(game, terms, 3).record().to_text() == text
        moments = list(replay(game, record_from_text(text)))
        states = [entry.state for entry in match.entries]
        assert [moment.state for moment in moments[1:]] == states
        assert Match.from_record(game, record_from_text(text)).record().to_text() == text


def odds_are_chances(game: Game[Any, Any]) -> None:
    """Odds are fractions from 0 to 1; those of what is not legal are refused."""
    met = [passage for passage in passages(game) if passage.action is not None]
    for passage, other in zip(met, reversed(met), strict=True):
        if passage.action is not None and other.action is not None:
            if game.choices(passage.state, passage.seat).why_not(other.action) is not None:
                refusal_of(partial(game.odds, passage.state, passage.seat, other.action))
            odds = game.odds(passage.state, passage.seat, passage.action)
            assert all(0 <= chance <= 1 for chance in odds.chances.values())
            dumps(odds.to_json())


def options_are_checked(game: Game[Any, Any]) -> None:
    """Defaults are legal, strange options are refused, and a JSON Schema describes them."""
    assert schema_of(game.options, "x")["properties"].keys() == {o.name for o in game.options}
    for spec in game.options:
        assert spec.check(spec.default) == spec.default
    for wrong in ({"no such option": 1}, [], "x", *({spec.name: None} for spec in game.options)):
        assert refusal_of(partial(game.terms, wrong)).kind in ("malformed", "unknown")


def variants_are_checked(game: Game[Any, Any]) -> None:
    """Every number that may change has a name of its own, a rule, a sentence and bounds; at a bound
    a game is played, and its state and record carry it; anything else is refused whole."""
    plain = {"outrider_variant": 1, "game": game.id, "name": "x", "set": {}}
    if not game.figures:
        assert refusal_of(partial(game.terms, variant=plain)).kind == "unknown"
        return
    assert game.terms(variant=plain) == game.terms(), "nothing is changed, so it is the game itself"
    names = [figure.name for figure in game.figures]
    assert len({*names, *(option.name for option in game.options)}) == len(names) + len(
        game.options
    )
    assert sorted(figure.place for figure in game.figures) == list(range(len(names)))
    assert list(game.variant_schema()["properties"]["set"]["properties"]) == names
    for figure in game.figures:
        assert figure.low <= figure.default <= figure.high and figure.low < figure.high
        assert game.rulebook().find(figure.rule) is not None and figure.sentence.endswith(".")
        for bound, by in ((figure.low, -1), (figure.high, 1)):
            beyond = {**plain, "set": {figure.name: figure.number(bound + by)}}
            refusal = refusal_of(partial(game.terms, variant=beyond))
            assert refusal.kind == "malformed" and figure.name in refusal.message
            if bound != figure.default:
                _plays_with(game, {**plain, "set": {figure.name: figure.number(bound)}})
    strange: tuple[Any, ...] = ({**plain, "set": {"no such number": 1}}, {**plain, "game": "x"})
    for wrong in (*strange, [], {}, "x"):
        refusal_of(partial(game.terms, variant=wrong))


def _plays_with(game: Game[Any, Any], variant: dict[str, Any]) -> None:
    """Begin with changed numbers, and get them back from the state and the record. Where a bound
    does not fit the other numbers, that is said with the place."""
    _, faults = examined(game.id, game.figures, game.fit, variant)
    if faults:
        assert all(fault.message.startswith("set.") for fault in faults)
        return
    terms = game.terms(variant=variant)
    state = game.new(terms).state
    data = game.dump(state)
    assert data["variant"] == variant
    assert game.load(parse(dumps(data))) == state
    assert game.terms_of(state) == terms
    record = Match(game, terms, SeededDice(1)).record()
    assert record.header.variant == variant
    assert Match.from_record(game, record_from_text(record.to_text())).terms == terms


JUNK: tuple[Any, ...] = (
    None, True, 0, -1, 10**30, 1.5, "", " ", "x", "\0", "a1-a1-a1", [], [[]], {}, {"do": None},
    {"do": []}, {"game": 1}, "9" * 500, "\u0661", {"": {"": {}}},
)  # fmt: skip


def junk_is_refused(game: Game[Any, Any]) -> None:
    """Whatever is read, it is read or refused: nothing else is ever raised."""
    for junk in JUNK:
        refusal_of(partial(game.action, junk))
        refusal_of(partial(game.load, junk))
        if isinstance(junk, str):
            refusal_of(partial(game.read, junk))
    for passage in passages(game):
        data = game.dump(passage.state)
        actions = [] if passage.action is None else [passage.action.to_json()]
        for junk in JUNK:
            for name in data:
                _read_or_refused(partial(game.load, {**data, name: junk}))
            for action in actions:
                for name in action:
                    _read_or_refused(partial(game.action, {**action, name: junk}))
        for name in data:
            _read_or_refused(partial(game.load, {n: v for n, v in data.items() if n != name}))


def _read_or_refused(call: Callable[[], object]) -> None:
    with suppress(Refusal):
        call()


def views_are_json(game: Game[Any, Any]) -> None:
    """Every seat, and somebody who only watches, sees something that can be sent."""
    for passage in passages(game):
        for seat in (None, *game.terms(seats=max(game.seat_counts)).seats):
            assert dumps(game.view(passage.state, seat))


def goals_are_told(game: Game[Any, Any]) -> None:
    """What is said about goals can be sent, is about who plays, and counts no further than it
    goes."""
    for passage in passages(game):
        standing = game.standing(passage.state, None)
        if standing is None:
            continue
        assert dumps(standing.to_json())
        seats = game.seats_of(passage.state)
        assert standing.goals and {goal.seat for goal in standing.goals} <= set(seats)
        for goal in standing.goals:
            assert goal.text and 0 <= goal.done <= goal.most
        for seat, (left, of) in standing.left.items():
            assert seat in seats and 0 <= left <= of
        track = standing.track
        assert track is None or (track.name and (not track.most or 0 <= track.now <= track.most))


CONTRACT: tuple[Check, ...] = (
    games_end,
    states_are_frozen,
    states_round_trip,
    states_say_what_they_are,
    legal_actions_are_legal,
    actions_round_trip,
    strangers_are_refused,
    refusals_cite_rules,
    dice_are_asked_for,
    records_replay,
    odds_are_chances,
    options_are_checked,
    variants_are_checked,
    junk_is_refused,
    views_are_json,
    goals_are_told,
)
