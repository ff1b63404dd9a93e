"""Random games of gardner chess by Pgx, many side by side on one core, as a program for an
environment that has Pgx. `bench.environments` runs it. For every line with a number of seconds it
plays for so long on the processor at least and answers how many steps it made in one."""

import os
import sys
import time

os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
os.environ["JAX_PLATFORMS"] = "cpu"
os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})

import jax  # type: ignore[import-not-found, unused-ignore]  # noqa: E402
import jax.numpy as jnp  # type: ignore[import-not-found, unused-ignore]  # noqa: E402
import pgx  # type: ignore[import-not-found, unused-ignore]  # noqa: E402
from pgx.experimental import (  # type: ignore[import-not-found, unused-ignore]  # noqa: E402
    auto_reset,
)

GAMES = 512


def main() -> None:
    env = pgx.make("gardner_chess")
    step = jax.jit(jax.vmap(auto_reset(env.step, env.init)))
    choose = jax.jit(
        lambda key, mask: jax.random.categorical(key, jnp.where(mask, 0.0, -jnp.inf), axis=-1)
    )
    key = jax.random.PRNGKey(1)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(key, GAMES))
    for line in sys.stdin:
        took, done = 0.0, 0
        while took < float(line):
            key, first, second = jax.random.split(key, 3)
            chosen = choose(first, state.legal_action_mask)
            keys = jax.random.split(second, GAMES)
            jax.block_until_ready((chosen, keys))
            began = time.process_time()
            state = jax.block_until_ready(step(state, chosen, keys))
            took += time.process_time() - began
            done += GAMES
        print(done / took, flush=True)


if __name__ == "__main__":
    main()
