"""Skirminion as a game of OpenSpiel's, written in Python: importing this registers it.

    import pyspiel
    import outrider.rl.skirminion.spiel

    game = pyspiel.load_game("python_outrider_skirminion(quiet_limit=50)")

The dice for the initiative are chance's; actions are those of `outrider.vector`.
"""

from functools import lru_cache
from typing import Any

import numpy as np
import pyspiel

from outrider.games import game as game_by_id
from outrider.play.many import batch
from outrider.rl.kernel.out import Bytes
from outrider.rl.one import One

NAME = "python_outrider_skirminion"
FACES = 6
A_TURN = 3
"""An activation has no more actions: a move, an attack and who takes the blow, or an end."""
SET_UP = 64
"""More than dice, declarations and forts take, unless the dice tie for ever."""
DEFAULTS = {option.name: option.default for option in game_by_id("skirminion").options}

TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="Skirminion",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=DEFAULTS,
)


@lru_cache(maxsize=8)
def standing(quiet_limit: int, length_limit: int) -> One:
    """Where positions are set up to be asked about: one for all states on the same terms."""
    options = {"quiet_limit": quiet_limit, "length_limit": length_limit}
    return One(batch("skirminion", 1, options=options))


class SkirminionGame(pyspiel.Game):  # type: ignore[misc]
    """The game on its terms."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = DEFAULTS | (params or {})
        self.terms = given["quiet_limit"], given["length_limit"]
        one = standing(*self.terms)
        info = pyspiel.GameInfo(
            num_distinct_actions=one.arena.actions,
            max_chance_outcomes=FACES,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=A_TURN * (given["length_limit"] or 2**20) + SET_UP,
        )
        super().__init__(TYPE, info, params or {})

    def new_initial_state(self, state: Any = None) -> "SkirminionState":
        return SkirminionState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Seen":
        return Seen(self.terms, params)


class SkirminionState(pyspiel.State):  # type: ignore[misc]
    """A position: the kernel's row of words."""

    def __init__(self, game: SkirminionGame) -> None:
        super().__init__(game)
        self.terms = game.terms
        self.row = standing(*game.terms).batch.begins.copy()

    def set_up(self) -> One:
        """The position, to be asked about."""
        one = standing(*self.terms)
        one.batch.rows[0] = self.row
        return one

    def looked(self) -> One:
        """The same where somebody decides or it is over, with masks."""
        one = self.set_up()
        one.look()
        return one

    def current_player(self) -> Any:
        kinds, seats = self.set_up().batch.pending()
        kind = int(kinds[0])
        if kind == standing(*self.terms).batch.NOTHING:
            return pyspiel.PlayerId.TERMINAL
        if kind == standing(*self.terms).batch.ROLL:
            return pyspiel.PlayerId.CHANCE
        return int(seats[0])

    def _legal_actions(self, player: int) -> list[int]:
        found: list[int] = np.flatnonzero(self.looked().mask).tolist()
        return found

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """A die for the initiative: an outcome is one less than its face."""
        return [(outcome, 1 / FACES) for outcome in range(FACES)]

    def _apply_action(self, action: int) -> None:
        if self.is_chance_node():
            one = self.set_up()
            one.batch.roll([action + 1])
        else:
            one = self.looked()
            one.batch.play(one.arena.codes(np.array([action], np.int64)))
        self.row = one.batch.rows[0].copy()

    def _action_to_string(self, player: Any, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"a {action + 1} is rolled"
        one = self.looked()
        return str(one.game.write_action(one.action(action)))

    def is_terminal(self) -> bool:
        return bool(self.set_up().batch.endings()[0])

    def returns(self) -> list[float]:
        if not self.is_terminal():
            return [0.0, 0.0]
        return list(self.looked().rewards().values())

    def __str__(self) -> str:
        one = self.set_up()
        return str(one.game.write(one.state))


class Seen:
    """What a player sees, as numbers and as text."""

    def __init__(self, terms: tuple[int, int], params: Any) -> None:
        if params:
            raise ValueError(f"observations have no parameters; passed {params}")
        one = standing(*terms)
        self._highest = np.maximum(one.arena.highest(), 1).astype(np.float32)
        self.tensor = np.zeros(one.arena.observation, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SkirminionState, player: int) -> None:
        """Every byte as a share of the most it may be."""
        one = state.set_up()
        seen: Bytes = one.view(one.seats[player])
        self.tensor[:] = seen / self._highest

    def string_from(self, state: SkirminionState, player: int) -> str:
        return str(state)


pyspiel.register_game(TYPE, SkirminionGame)
