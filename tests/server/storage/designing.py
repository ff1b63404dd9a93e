"""Shared tables and scenarios for tests of storages."""

from dataclasses import replace

from outrider.server.storage.designs import DesignRow


def a_design(id: str = "aaaaaaaaaaaa", **more: object) -> DesignRow:
    made = DesignRow(
        id, "basic", "table", "A <b>table</b>", "Änne", "anna", "here", 17, True, body='{"a":1}'
    )
    return replace(made, **more)  # type: ignore[arg-type]
