"""What all programs here can be asked for."""

import argparse
from collections.abc import Mapping


def parsed(parser: argparse.ArgumentParser, tiny: Mapping[str, object]) -> argparse.Namespace:
    """What was asked for. Every program has a tiny run, which goes through all of it in seconds and
    shows that it works, not how fast anything is; what else is asked for counts besides."""
    usual = " ".join(
        f"--{name.replace('_', '-')} {' '.join(value) if isinstance(value, list) else value}"
        for name, value in tiny.items()
    )
    parser.add_argument(
        "--tiny",
        action="store_true",
        help=f"go through all of it in seconds, to see that it works: {usual}",
    )
    if parser.parse_known_args()[0].tiny:
        parser.set_defaults(**tiny)
    return parser.parse_args()
