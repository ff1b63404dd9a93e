"""The OpenAPI description, put right where the framework's own says what is not so."""

from typing import Any

from fastapi import FastAPI

REFUSAL = {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}
UNUSED = ("HTTPValidationError", "ValidationError")
NEVER = "422"
"""What does not fit is a 400 here, like everything else that is malformed."""


class Described(FastAPI):
    """Refusals are JSON, also where the answer itself is text."""

    def openapi(self) -> dict[str, Any]:
        if self.openapi_schema is None:
            made = super().openapi()
            for methods in made["paths"].values():
                for operation in methods.values():
                    _put_right(operation["responses"])
            for name in UNUSED:
                made["components"]["schemas"].pop(name, None)
        assert self.openapi_schema is not None
        return self.openapi_schema


def _put_right(responses: dict[str, Any]) -> None:
    responses.pop(NEVER, None)
    for status, response in responses.items():
        if status.startswith("4"):
            response["content"] = REFUSAL
