"""Environments keep the interfaces of other projects, by those projects' own tests."""

import warnings
from typing import Any

import numpy as np
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, VectorEnv
from open_spiel.python.algorithms import mcts
from pettingzoo.test import api_test, parallel_api_test
from pettingzoo.test import seed_test as aec_seed_test

import outrider
from outrider import Refusal, rl
from outrider.rl.skirminion import spiel
from rl.arenas import BASIC, FIRST_EDITION, SKIRMINION, SKIRMISH, SKIRMISHERS, Kind, name

ALL = (SKIRMINION, BASIC, SKIRMISH, FIRST_EDITION, SKIRMISHERS)
kinds = pytest.mark.parametrize("kind", ALL, ids=name)


@kinds
def test_pettingzoo_s_test_of_turns(kind: Kind, capfd: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings():
        # It is said of every environment whose observations are no pictures.
        warnings.simplefilter("ignore")
        api_test(rl.aec(kind.id, **kind.terms), num_cycles=400)
        aec_seed_test(lambda: rl.aec(kind.id, **kind.terms), num_cycles=30)


@pytest.mark.parametrize("kind", [SKIRMISH, FIRST_EDITION], ids=name)
def test_pettingzoo_s_test_of_the_minute(kind: Kind, capfd: pytest.CaptureFixture[str]) -> None:
    parallel_api_test(rl.parallel(kind.id, **kind.terms), num_cycles=300)


@kinds
def test_gymnasium_s_test_of_a_seat(kind: Kind) -> None:
    env = rl.against(kind.id, "random", illegal="lose", **kind.terms)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(env, skip_render_check=True)


def test_a_vector_is_gymnasium_s() -> None:
    vector = outrider.vector("skirminion", games=3)
    assert isinstance(vector, VectorEnv)
    assert vector.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    seen, _ = vector.reset(seed=1)
    assert seen in vector.observation_space and seen[0] in vector.single_observation_space
    for _ in range(40):
        chosen = vector.sample()
        assert chosen in vector.action_space and chosen[0] in vector.single_action_space
        assert vector.step(chosen)[0] in vector.observation_space


def test_open_spiel_s_test_of_skirminion() -> None:
    game = pyspiel.load_game(f"{spiel.NAME}(quiet_limit=12,length_limit=40)")
    pyspiel.random_sim_test(game, num_sims=3, serialize=False, verbose=False)


def test_open_spiel_searches_skirminion() -> None:
    game = pyspiel.load_game(f"{spiel.NAME}(quiet_limit=8,length_limit=20)")
    state = game.new_initial_state()
    source = np.random.RandomState(3)
    while state.is_chance_node():
        state.apply_action(source.choice([outcome for outcome, _ in state.chance_outcomes()]))
    bot = mcts.MCTSBot(game, 2.0, 8, mcts.RandomRolloutEvaluator(1, source), random_state=source)
    assert bot.step(state) in state.legal_actions()
    assert state.action_to_string(state.current_player(), state.legal_actions()[0]) == "forts 0"


def played(env: Any, most: int = 2000) -> float:
    """Play random legal actions to the end; the last reward."""
    _, infos = env.reset(seed=5)
    source = np.random.default_rng(1)
    for _ in range(most):
        choice = source.choice(np.flatnonzero(infos["action_mask"]))
        _, reward, over, cut, infos = env.step(int(choice))
        assert not cut
        if over:
            return float(reward)
    raise AssertionError("it does not end")


@pytest.mark.parametrize("bot", ["random", "recruit", "soldier"])
def test_bots_play_against_a_seat(bot: str) -> None:
    kind = SKIRMINION
    for seat in ("red", "blue"):
        env = rl.against(kind.id, bot, seat=seat, render_mode="ansi", **kind.terms)
        assert played(env) in (-1.0, 0.0, 1.0)
        assert env.render()


def test_what_is_illegal_is_refused_or_lost() -> None:
    env = rl.against("skirminion", "random")
    _, infos = env.reset(seed=1)
    wrong = int(np.flatnonzero(infos["action_mask"] == 0)[0])
    for action in (wrong, -1, 10**6, 1.5, None):
        with pytest.raises(Refusal):
            env.step(action)  # type: ignore[arg-type]
    env = rl.against("skirminion", "random", illegal="lose")
    env.reset(seed=1)
    _, reward, over, _, infos = env.step(wrong)
    assert (reward, over) == (-1.0, True) and "game 0" in infos["refused"]
    with pytest.raises(Refusal, match="lost already"):
        env.step(wrong)


def test_what_there_is_not_is_refused() -> None:
    wrong: list[tuple[Any, dict[str, Any], str]] = [
        (rl.parallel, {"game": "basic"}, "nobody decides at the same time"),
        (rl.against, {"game": "basic", "bot": "admiral"}, "there is no bot"),
        (rl.against, {"game": "basic", "seat": "green"}, "nobody sits at"),
        (rl.against, {"game": "basic", "illegal": "ignore"}, "what is illegal"),
        (rl.aec, {"game": "chess"}, "no game is called"),
    ]
    for made, given, said in wrong:
        with pytest.raises(Refusal) as caught:
            made(**given)
        assert said in caught.value.message


def test_turns_refuse_and_nothing_has_changed() -> None:
    env = rl.aec("basic", render_mode="ansi", **BASIC.terms)
    env.reset(seed=2)
    before, _, _, _, _ = env.last()
    wrong = int(np.flatnonzero(before["action_mask"] == 0)[0])
    for action in (wrong, -1, 10**6, "end"):
        with pytest.raises(Refusal):
            env.step(action)  # type: ignore[arg-type]
        now, _, _, _, _ = env.last()
        assert all((now[part] == before[part]).all() for part in before)
    other = next(agent for agent in env.agents if agent != env.agent_selection)
    assert not env.observe(other)["action_mask"].any() and env.render()


def random_step(env: Any, seen: dict[str, Any], source: np.random.Generator) -> Any:
    masks = {agent: seen[agent]["action_mask"] for agent in env.agents}
    chosen = {agent: int(source.choice(np.flatnonzero(masks[agent]))) for agent in env.agents}
    return env.step(chosen)


def test_in_the_minute_all_move_at_once() -> None:
    env = rl.parallel("skirmish", options={"round_limit": 3})
    seen, _ = env.reset(seed=1)
    source, together = np.random.default_rng(4), 0
    while env.agents:
        together += sum(not seen[agent]["action_mask"][-1] for agent in env.agents) > 1
        seen, _, ended, _, _ = random_step(env, seen, source)
    assert together > 3 and all(ended.values())
    with pytest.raises(Refusal, match="have to act"):
        env.step({"red": 0})
    seen, _ = env.reset(seed=1)
    masks = {agent: seen[agent]["action_mask"] for agent in env.agents}
    wrong = {agent: int(np.flatnonzero(masks[agent] == 0)[0]) for agent in env.agents}
    with pytest.raises(Refusal, match="is not legal for"):
        env.step(wrong)


def test_who_comes_too_late_in_the_minute_is_told() -> None:
    """SKM-M2: two figures cannot end in the same place; who is first has it."""
    env = rl.parallel("skirmish", options={"round_limit": 3})
    seen, _ = env.reset(seed=1)
    source = np.random.default_rng(4)
    while any(seen[agent]["action_mask"][-1] for agent in env.agents):
        seen, *_ = random_step(env, seen, source)
    game, one = outrider.game("skirmish"), env._one
    data = game.dump(one.state)
    for unit in data["units"]:
        if unit["id"] in ("R1", "B1"):
            unit["at"] = [14, 18] if unit["id"] == "R1" else [22, 18]
    one.batch.put([game.load(data)])
    one.look()
    first = sum(block.size for block in one.arena.blocks[:4])
    towards = first + 2 * 16 + 2  # figure 0, after the directions and the edges: enemy 0
    _, _, _, _, infos = env.step(dict.fromkeys(env.agents, towards))
    assert sorted(info["came_too_late"] for info in infos.values()) == [False, True]
    places = {unit["id"]: unit["at"] for unit in game.dump(one.state)["units"]}
    assert [18, 18] in (places["R1"], places["B1"])
