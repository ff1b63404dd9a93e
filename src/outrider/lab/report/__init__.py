"""What an experiment came to, as one page that anybody can read: numbers, plots, words.

from outrider.lab.report import findings, write_report

found = findings(lab.open("fair"))       numbers, with their intervals
found.frames()                           the same as Polars frames
write_report(Path("fair"))               report.html, and plots and tables beside it
"""

from outrider.lab.report.findings import Findings, findings
from outrider.lab.report.making import write_report

__all__ = ["Findings", "findings", "write_report"]
