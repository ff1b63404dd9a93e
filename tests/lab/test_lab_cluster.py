"""On a cluster of two nodes, one of which is killed in the middle, the same is found."""

import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from outrider import lab
from outrider.core.refusal import Refusal

pytest.importorskip("ray")
ASKED: dict[str, Any] = {"bots": ["recruit"], "games": 160, "vary": {"zone": [3, 4]}}


@pytest.fixture
def cluster() -> Iterator[Any]:
    """A head that only keeps order, and two nodes of one core each."""
    import ray
    from ray.cluster_utils import Cluster

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        made = Cluster(initialize_head=True, head_node_args={"num_cpus": 0})
        nodes = [made.add_node(num_cpus=1) for _ in range(2)]
        ray.init(made.address, log_to_driver=False)
        try:
            yield made, nodes
        finally:
            ray.shutdown()
            made.shutdown()


@pytest.mark.waiting
@pytest.mark.filterwarnings("ignore")
def test_a_node_that_dies_costs_nothing_but_time(cluster: Any, tmp_path: Path) -> None:
    made, nodes = cluster
    running = lab.study("basic", folder=tmp_path / "far", on="ray", **ASKED)
    killed = False
    for progress in running:
        if progress.played and not killed:
            made.remove_node(nodes[0], allow_graceful=False)
            killed = True
    assert killed and progress.over and progress.played == 320
    for _ in lab.study("basic", folder=tmp_path / "near", workers=1, **ASKED):
        pass
    far, near = lab.open(tmp_path / "far"), lab.open(tmp_path / "near")
    assert far.games().equals(near.games())
    assert [*far.records()] == [*near.records()]


def test_a_cluster_that_is_none_is_refused() -> None:
    with pytest.raises(Refusal, match="on: ray, or ray://HOST:PORT"):
        list(lab.study("basic", on="slurm", games=8))
