"""Making a report: the page, and beside it every plot and every table."""

from collections.abc import Callable
from pathlib import Path

from outrider.core.refusal import malformed
from outrider.lab.opened import Experiment
from outrider.lab.report import page, sections, words
from outrider.lab.report.findings import Findings, findings
from outrider.lab.report.luck import GAMES, keep_luck, kept_luck, luck_of

REPORT = "report.html"
BESIDE = "report"
"""The folder beside the page: plots, tables."""


def write_report(
    folder: Path,
    out: Path | None = None,
    luck_games: int = GAMES,
    told: Callable[[str], None] = lambda said: None,
) -> Path:
    """The report of an experiment: where its page is. Nothing is there before all of it is."""
    experiment = Experiment(folder)
    if not experiment.files("games"):
        raise malformed(f"{folder}: no game was played there yet")
    told("reading the games")
    found = findings(experiment)
    place = out or folder / REPORT
    beside = place.parent / BESIDE
    try:
        beside.mkdir(parents=True, exist_ok=True)
        if luck_games:
            found.luck = kept_luck(beside, luck_games, found.games)
            if found.luck is None:
                found.luck = luck_of(
                    experiment, luck_games, lambda done, of: told(f"judging dice: {done} of {of}")
                )
                if found.luck is not None:
                    keep_luck(beside, found.luck, luck_games, found.games)
        told("drawing")
        drawn = sections.Drawn()
        text = text_of(found, drawn, str(folder))
        _write_tables(found, beside)
        for name, svg in drawn.svgs.items():
            (beside / f"{name}.svg").write_text(svg, "utf-8")
        for name, png in drawn.pngs.items():
            (beside / f"{name}.png").write_bytes(png)
        draft = place.with_name(f".{place.name}.draft")
        draft.write_text(text, "utf-8")
        draft.replace(place)
    except OSError as error:
        raise malformed(f"{place} cannot be written: {error.strerror or error}") from None
    return place


def text_of(found: Findings, drawn: sections.Drawn, folder: str) -> str:
    """The page."""
    links = [("Scores, CSV", f"{BESIDE}/scores.csv"), ("Parquet", f"{BESIDE}/scores.parquet"),
             ("Plots", f"{BESIDE}/scores.svg")]  # fmt: skip
    fell = sections.maps(found, drawn, "fell", "Where they fall", "dead")
    went = sections.maps(found, drawn, "went", "Where they go", "ways")
    units, actions = sections.units(found), sections.actions(found)
    row, short = _row(found, drawn)
    if found.effects or len(found.seats) > 2:
        right = page.stack("c6", [actions, *short])
        order = [sections.effects(found, drawn), fell, went, *row, units, right]
        grid = "".join([sections.scores(found, drawn), *order])
    else:
        beside = page.stack("c5", [sections.scores(found, drawn), actions])
        right = page.stack("c6", [went, *short]) if units and short else "".join([went, *short])
        grid = "".join([beside, fell, *row, units, right])
    command = words.command_of(found.experiment.plan, folder)
    parts = [page.mast(links), sections.hero(found), f'<div class="grid">{grid}</div>',
             page.foot(words.how(found), command)]  # fmt: skip
    return page.page(words.what_is_played(found), parts)


def _row(found: Findings, drawn: sections.Drawn) -> tuple[list[str], list[str]]:
    """What stands side by side, as wide as there is room; and what has only a word to say, for
    which there is another place. One that is left alone has the short ones beside it."""

    def three(kind: str) -> list[str]:
        return [sections.lengths(found, drawn, kind), sections.drama(found, drawn, kind),
                sections.luck(found)]  # fmt: skip

    made = three("c4")
    short = [each for each in made if page.is_short(each)]
    if not short:
        return made, []
    full = [each for each in three("c6") if each and not page.is_short(each)]
    return (full, short) if len(full) > 1 else ([*full, page.stack("c6", short)], [])


def _write_tables(found: Findings, beside: Path) -> None:
    """Every table as CSV and as Parquet."""
    for name, frame in found.frames().items():
        if frame.width:
            frame.write_csv(beside / f"{name}.csv")
            frame.write_parquet(beside / f"{name}.parquet")
