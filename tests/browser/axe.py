"""What axe-core says of a page."""

from pathlib import Path

from browser.browsing import Person

AXE = Path(__file__).resolve().parents[2] / "node_modules" / "axe-core" / "axe.min.js"


def faults(person: Person) -> list[str]:
    """What axe calls serious or critical on the page as it stands."""
    if not person.page.evaluate("() => Boolean(window.axe)"):
        person.page.evaluate(AXE.read_text("utf-8"))
    found = person.page.evaluate("""async () => {
      const said = await axe.run(document, { resultTypes: ["violations"] });
      return said.violations
        .filter((each) => ["serious", "critical"].includes(each.impact))
        .flatMap((each) => each.nodes.map((node) =>
          `${location.pathname}: ${each.id}: ${node.html.slice(0, 160)} (${node.failureSummary})`));
    }""")
    return [str(each) for each in found]
