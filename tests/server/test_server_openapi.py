"""The description of the interface, and whether the server keeps to it."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from outrider.server.app import create_app
from outrider.server.settings import Settings
from server.driving import DEADLINE, Json, Sat, Server, inner, inside, seated

EXAMPLES = 60
"""For each operation."""
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
OPERATIONS = [
    (method.upper(), path)
    for path, methods in inner(create_app(Settings("never-opened.db"))).openapi()["paths"].items()
    for method in methods
]


@pytest.fixture(scope="module")
def described(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Sat, Any]]:
    with inside(tmp_path_factory.mktemp("described")) as server:
        sat = seated(server, "skirmishers", listed=True)
        schema = schemathesis.openapi.from_url(f"{server.url}/openapi.json")
        schema.config.base_url = server.url
        yield sat, schema


def paths(server: Server) -> Json:
    found: Json = httpx.get(f"{server.url}/openapi.json").json()["paths"]
    return found


def test_every_operation_is_described(described: tuple[Sat, Any]) -> None:
    for operation in (
        ("PUT", "/api/me"),
        ("POST", "/api/matches"),
        ("GET", "/api/matches/mine"),
        ("DELETE", "/api/matches/{id}"),
        ("POST", "/api/matches/{id}/join"),
        ("POST", "/api/matches/{id}/reveal"),
        ("GET", "/api/matches/{id}/record"),
        ("POST", "/api/records"),
        ("GET", "/healthz"),
        ("GET", "/metrics"),
    ):
        assert operation in OPERATIONS
    assert len(paths(described[0].server)) == len({path for _, path in OPERATIONS})


def test_every_operation_says_what_may_go_wrong(described: tuple[Sat, Any]) -> None:
    for path, methods in paths(described[0].server).items():
        for method, operation in methods.items():
            assert operation.get("description") or operation.get("summary"), (method, path)
            assert "422" not in operation["responses"], "a malformed request is a 400"
            assert {"400", "429"} <= set(operation["responses"])


@pytest.mark.parametrize(("method", "path"), OPERATIONS, ids=lambda text: text.strip("/"))
def test_the_server_keeps_to_its_description(
    described: tuple[Sat, Any], method: str, path: str
) -> None:
    sat, schema = described
    operation = schema[path][method]

    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        derandomize=True,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(), real=st.booleans())
    def each(case: Any, real: bool) -> None:
        if real and "id" in (case.path_parameters or {}) and method != "DELETE":
            case.path_parameters["id"] = sat.match
        answer = case.call(timeout=DEADLINE)
        case.validate_response(answer, checks=CHECKS)

    each()


def test_what_does_not_fit_the_description_is_refused(described: tuple[Sat, Any]) -> None:
    """Wrong types and missing fields, made from the description."""
    _, schema = described
    for method, path in (("POST", "/api/matches"), ("PUT", "/api/me")):
        operation = schema[path][method]
        mode = schemathesis.GenerationMode.NEGATIVE

        @settings(
            max_examples=60,
            deadline=None,
            database=None,
            derandomize=True,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy(generation_mode=mode))
        def each(case: Any) -> None:
            answer = case.call(timeout=DEADLINE)
            case.validate_response(answer, checks=CHECKS)

        each()


def test_real_answers_are_as_described(described: tuple[Sat, Any]) -> None:
    """What random requests seldom reach: a match that is made, joined, looked at, brought back."""
    sat, schema = described
    url = sat.server.url
    seats = [{"kind": "me"}, {"kind": "link"}]
    for method, path, body in (
        ("POST", "/api/matches", {"game": "basic", "seats": seats}),
        ("GET", "/api/matches/{id}", None),
        ("GET", "/api/matches/{id}/record", None),
    ):
        case = schema[path][method].Case(
            path_parameters={"id": sat.match} if "{id}" in path else {},
            **({"body": body, "media_type": "application/json"} if body else {}),
        )
        answer = case.call(base_url=url, timeout=DEADLINE)
        assert answer.status_code < 300, answer.text
        case.validate_response(answer, checks=CHECKS)
