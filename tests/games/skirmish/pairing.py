"""The game and the naive model of Skirmish side by side, through random games, step by step.

Everything goes through the public interface: states by `dump`, actions by their JSON.
"""

import random
from collections import Counter
from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest

import outrider
from games.rows import Rows
from games.skirmish import (
    borders,
    naive,
    naive_events,
    naive_json,
    naive_play,
    probing,
    scattering,
)
from games.skirmish import naive_table as table
from outrider import Refusal
from outrider.games.skirmish.kernel import layout
from outrider.games.skirmish.state import Fray, Melee, Throw

GAMES = {id: outrider.game(id) for id in ("skirmish", "skirmish-2012")}
GROUND = [
    {"shape": "disc", "at": [8, 8], "radius": 2, "cost": "impassable", "height": 2.4},
    {"shape": "polygon", "points": [[4, 6], [7, 6], [7, 9], [4, 9]], "height": 2,
     "blocks_sight": True, "cover": 1, "name": "hut"},
    {"shape": "disc", "at": [12, 2], "radius": 1.5, "cost": 2},
    {"shape": "polygon", "points": [[10, 9], [15, 10], [14, 14], [12.5, 10.75], [9.001, 13]],
     "height": 1.001},
    {"shape": "polygon", "points": [[2, 12], [8, 12], [8, 13], [3, 13], [3, 16], [2, 16]],
     "height": 3.5},
    {"shape": "disc", "at": [12, 11], "radius": 1.125, "height": 4},
    {"shape": "polygon", "points": [[12, 15], [16, 15], [16, 17], [12, 17]], "height": 0.6},
]  # fmt: skip
HALL = {"name": "Hall", "size": [18, 18], "terrain": GROUND}
LANE = {"size": [7.5, 18.25], "terrain": [GROUND[1]]}
Field = tuple[str, int, Mapping[str, Any], Mapping[str, Any] | None]
FIELDS: tuple[Field, ...] = (
    ("skirmish", 2, {"table": "breakfast"}, None),
    ("skirmish-2012", 2, {"table": "18x18", "melee": "alternate", "attack_turn": "figure"}, None),
    ("skirmish", 3, {}, None),
    ("skirmish", 2, {"report": "instant", "blast": "diameter"}, HALL),
    ("skirmish-2012", 2, {"table": "tins", "report": "instant", "minute": 0}, None),
    ("skirmish", 4, {"seating": "corners", "round_limit": 3}, HALL),
    ("skirmish-2012", 3, {"seating": "corners", "attack_turn": "figure"}, HALL),
    ("skirmish", 2, {"attack_turn": "figure", "round_limit": 2, "blast": "diameter"}, LANE),
    ("skirmish-2012", 4, {"table": "game-night", "blast": "diameter"}, None),
    ("skirmish", 5, {"table": "banquet", "seating": "corners"}, None),
    ("skirmish-2012", 2, {"sight": "open", "blast": "diameter"}, HALL),
    ("skirmish", 6, {"table": "tins", "attack_turn": "figure"}, None),
    ("skirmish-2012", 7, {"seating": "corners", "melee": "alternate"}, None),
    ("skirmish", 8, {"table": "breakfast", "round_limit": 4}, None),
    ("skirmish", 2, {"table": "game-night", "sight": "open", "attack_turn": "figure"}, None),
    ("skirmish-2012", 2, {"table": "banquet", "minute": 5, "blast": "diameter"}, None),
    ("skirmish", 3, {"seating": "corners", "report": "instant", "melee": "alternate"}, HALL),
    ("skirmish-2012", 8, {"seating": "corners", "table": "game-night", "round_limit": 1}, None),
    ("skirmish-2012", 5, {"report": "instant"}, None),
    ("skirmish", 2, {"table": "6x18", "minute": 0, "round_limit": 5}, None),
    ("skirmish", 7, {"table": "banquet"}, None),
    ("skirmish-2012", 6, {"seating": "corners", "table": "breakfast"}, None),
    ("skirmish", 4, {"table": "tins", "report": "instant"}, None),
    ("skirmish-2012", 2, {"blast": "diameter"}, HALL),
)
"""Editions, seats, options and tables; small ones, on which many meet, among them."""
LONGEST, SHORTEST = 150, 60
"""A game that begins with placing is left after so many steps, for the sake of others, and one that
is loaded after fewer."""
ASKED = 3
"""In one of so many positions actions are asked about, unless everything is."""


@cache
def agreed(number: int) -> tuple[Any, naive.Terms]:
    """The terms of a field, for the game and for the model. Tables that are ready, and the names of
    figures, are the game's."""
    id, seats, options, given = FIELDS[number]
    game = GAMES[id]
    terms = game.terms(dict(options), seats, given)
    data = game.dump(game.new(terms).state)
    ready = options.get("table") in game.further()["tables"]
    laid = {k: v for k, v in data["table"].items() if k in ("name", "size", "terrain")}
    names = {unit["id"]: unit["name"] for unit in data["units"]}
    return terms, naive.agree(id, seats, options, laid if ready else given, names)


def model_action(action: outrider.Action) -> dict[str, Any]:
    """An action of the game as the model writes it."""
    data = action.to_json()
    for name in ("at", "to", "toward"):
        if name in data:
            data[name] = table.point(data[name])
    return data


def loaded(game: Any, data: dict[str, Any]) -> Any:
    """A state of the model, which the game has to think possible."""
    try:
        return game.load(data)
    except Refusal as refused:
        raise AssertionError(data) from refused


class Pair:
    """The same game twice: as the game under test plays it, and as the naive model does."""

    def __init__(self, seed: int, number: int, met: Counter[str], thorough: bool) -> None:
        terms, model_terms = agreed(number % len(FIELDS))
        self.game: Any = GAMES[model_terms.game]
        self.source = random.Random(seed)
        self.met, self.thorough = met, thorough
        self.rows = Rows(layout.HEADER, layout.FIELDS)
        if number // len(FIELDS) % 3 == 2:
            self.longest = LONGEST
            self.model = naive.start(model_terms)
            self.state: Any = self.game.new(terms).state
        else:
            self.longest = SHORTEST
            self.model = scattering.scattered(self.source, model_terms)
            self.state = loaded(self.game, naive_json.state_json(self.model))

    def now_and_then(self, share: int) -> bool:
        """Once in so many times."""
        return self.source.randrange(share) == 0

    def compare(self) -> None:
        self.compare_record()
        again = self.now_and_then(20)
        if again or self.thorough:
            data, mine = self.game.dump(self.state), naive_json.state_json(self.model)
            assert data == mine
            assert self.game.pending(self.state).to_json() == mine["pending"]
            if again and (self.thorough or self.now_and_then(3)):
                self.state = loaded(self.game, data)
                assert self.game.dump(self.state) == mine
        self.met["positions"] += 1
        self.met[f"pending {naive.asked(self.model)[0]}"] += 1

    def compare_record(self) -> None:
        """All that a position holds, without the JSON; of a blast and of indirect fire not who has
        yet to resist."""
        state, model = self.state, self.model
        assert self.game.pending(state).to_json() == naive_json.pending_json(model)
        contest = state.contest and (state.contest.seats, state.contest.faces)
        told = (state.phase, state.round, state.first, state.acting, contest, under_way(state.fray))
        mine = model.contest and (model.contest.among, model.contest.faces)
        wanted = (model.phase, model.round, model.first, model.acting, mine, waits(model.attack))
        assert told == wanted
        figures = tuple(model.figures.values())
        for number in self.rows.changed(state.record, figures):
            figure = figures[number]
            assert fields(state.figure(figure.id)) == fields(figure)

    def somebody(self) -> str:
        """A seat that is asked, or any."""
        whom = naive.asked(self.model)[1]
        return self.source.choice(whom or self.model.terms.seats)

    def ask(self) -> tuple[str, list[naive.Action]]:
        """Compare the judgment of some actions; now and then those of another seat, or nobody's."""
        seat = self.somebody()
        tried = probing.probes(self.source, self.model, seat)
        for action in tried:
            by: str | None = seat
            if action["do"] == "time" or self.now_and_then(40):
                by = None if self.now_and_then(2) else seat
            elif self.now_and_then(25):
                by = self.source.choice(table.SEATS)
            self.judge(by, action)
        if self.now_and_then(60):
            self.look_at_the_list(seat)
        if self.now_and_then(15):
            self.dice_that_are_none()
        return seat, tried

    def judge(self, seat: str | None, action: naive.Action) -> outrider.Action:
        """Both have to say yes, or no for the same rule. Gives the action as the game has it."""
        given: outrider.Action = self.game.action_from_json(naive_json.action_json(action))
        refused = self.game.choices(self.state, seat).why_not(given)
        mine = naive.refusal(self.model, seat, action)
        told = None if refused is None else (refused.kind, refused.rule)
        wanted = None if mine is None else (mine[0], mine[1][0] if mine[1] else None)
        assert told == wanted, (naive_json.state_json(self.model), seat, action, mine, refused)
        self.met["asked"] += 1
        self.met[f"{action['do']} {'legal' if wanted is None else wanted[1] or wanted[0]}"] += 1
        if mine is None or mine[0] == "illegal":
            self.met.update(borders.limits(self.model, action))
        if mine is not None and self.now_and_then(30):
            with pytest.raises(Refusal) as caught:
                self.game.apply(self.state, seat, given)
            assert (caught.value.kind, caught.value.rule) == wanted
            assert self.game.dump(self.state) == naive_json.state_json(self.model)
        return given

    def look_at_the_list(self, seat: str) -> None:
        """What the game lists is legal, each once, and holds all that is no matter of places."""
        listed = [model_action(action) for action in self.game.choices(self.state, seat)]
        for action in listed:
            assert naive.refusal(self.model, seat, action) is None, action
        assert len({str(action) for action in listed}) == len(listed)
        asked = naive.asked(self.model)[0] == "decide" and self.model.attack is None
        if asked and self.model.phase == "attack":
            found = sorted(str(action) for action in listed if action["do"] != "throw")
            assert found == sorted(str(action) for action in probing.deeds(self.model, seat))
        elif asked and self.model.phase == "movement":
            assert {"do": "ready"} in listed
            clock = [{"do": "time"}] if self.model.terms.options["minute"] else []
            assert [a.to_json() for a in self.game.choices(self.state, None)] == clock
        else:
            assert bool(listed) == (naive.asked(self.model)[0] == "decide")
        self.met["lists"] += 1

    def dice_that_are_none(self) -> None:
        """Faces no die has, too many or too few of them, and dice that nobody asked for."""
        dice = naive.asked(self.model)[2]
        faces = self.source.choice(([0] * dice, [7] * dice, [3] * (dice + 1), [])) if dice else [3]
        with pytest.raises(Refusal) as caught:
            self.game.roll(self.state, faces)
        assert caught.value.kind == ("malformed" if dice else "not-your-turn")

    def step(self, seat: str, tried: list[naive.Action]) -> None:
        """Go on in both: dice, the clock, somebody leaves, or an action that one of the two has
        found."""
        what, _, dice = naive.asked(self.model)
        if what != "decide":
            faces = tuple(self.source.randint(1, 6) for _ in range(dice))
            after = naive_play.roll(self.model, faces)
            events = naive_events.of_dice(self.model, faces, after)
            self.follow(self.game.roll(self.state, list(faces)), events, after)
            return
        by: str | None = seat
        if self.now_and_then(10):
            own = random.Random(self.source.random())
            given = self.game.choices(self.state, seat).sample(own)
            action: naive.Action = model_action(given)
            assert naive.refusal(self.model, seat, action) is None, action
            assert self.game.action_from_json(naive_json.action_json(action)) == given
        elif self.now_and_then(40) and naive.refusal(self.model, None, {"do": "time"}) is None:
            by, action = None, {"do": "time"}
            given = self.judge(by, action)
        else:
            action = probing.choose(self.source, self.model, seat, tried)
            given = self.judge(seat, action)
        after = naive_play.play(self.model, by, action)
        events = naive_events.of_action(self.model, by, action, after)
        self.follow(self.game.apply(self.state, by, given), events, after)

    def leave(self) -> None:
        """Somebody leaves, be it the last one."""
        seat = self.source.choice(naive.playing(self.model))
        after, step = naive_play.withdraw(self.model, seat), self.game.withdraw(self.state, seat)
        assert (after is None) == (step is None)
        if after is not None:
            self.follow(step, naive_events.of_leaving(self.model, seat, after), after)
            self.met["left"] += 1

    def follow(
        self, step: outrider.Step[Any], events: naive_events.Told, after: naive.Position
    ) -> None:
        """Both are told alike what happened; what came of it is compared next."""
        assert [event.to_json() for event in step.events] == events
        self.state, self.model = step.state, after


def fields(figure: Any) -> tuple[Any, ...]:
    """What changes of a figure, which both call by the same names."""
    return (
        *(figure.id, figure.at, figure.health, figure.grenades),
        *(figure.actions, figure.seen, figure.fresh),
    )


def under_way(fray: Fray | None) -> tuple[Any, ...] | None:
    """What waits for dice or for a landing: what is done, by whom, to whom or where."""
    if fray is None:
        return None
    if isinstance(fray, Melee):
        return "strike", fray.unit, fray.target, None, fray.total
    if isinstance(fray, Throw):
        return "throw", fray.unit, None, fray.toward, fray.within
    do = {"attack": "shoot", "melee": "strike", "blast": "land"}.get(fray.purpose, "indirect")
    return do, fray.unit, fray.target, fray.at, fray.total


def waits(attack: naive.Attack | None) -> tuple[Any, ...] | None:
    """The same of the model."""
    if attack is None:
        return None
    at, rolled = attack.at, attack.total
    if attack.do == "throw":
        at, rolled = attack.toward, attack.far
    return attack.do, attack.unit or None, attack.target or None, at, rolled


def run(seed: int, positions: int, thorough: bool = True) -> Counter[str]:
    """Games side by side until so many positions were compared; what was met on the way."""
    met: Counter[str] = Counter()
    while met["positions"] < positions:
        pair = Pair(seed * 10_000 + met["games"], met["games"] + seed * 7, met, thorough)
        met["games"] += 1
        for number in range(pair.longest):
            pair.compare()
            asking = thorough or number % ASKED == 0
            seat, tried = pair.ask() if asking else (pair.somebody(), [])
            if pair.model.end is not None:
                met[f"ended {pair.model.end[1]}"] += 1
                break
            if pair.now_and_then(150):
                pair.leave()
            else:
                pair.step(seat, tried)
    return met
