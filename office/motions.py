"""Draft motions: the words of what might be moved, from the step, the case and what the rules found.

The office words a motion so that the board need not; it decides nothing. What only people can say is left
open between brackets, and a motion with such a gap is not recorded.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any

from office.actions.events import rulings_of
from office.intake import Filing
from office.kinds import APPROVE, DENY, Step
from office.law import Finding, State
from office.models import AgendaItem, Case, SnapshotFinding
from office.schedules import named
from office.templatetags.office_tags import day

Found = Finding | SnapshotFinding
GAP = "[write the reason]"


def matter(case: Case) -> str:
    """ "the dumpster permit DU-2026-014, 10 Sample Street": how a motion names the case."""
    kind = case.casekind.label
    place = f", {case.place}" if case.place else ""
    return f"the {kind[:1].lower()}{kind[1:]} {case.number}{place}"


def drafted(step: Step, case: Case, findings: Sequence[Found]) -> str:
    """The draft of a motion that proposes this step, on what was found under the law of the day."""
    said = f"{step.label} {matter(case)}"
    if " " in step.label.strip():  # such as “Suspend after the hearing”
        said = f"{step.label}: {matter(case)}"
    if step.vote == APPROVE:
        return " ".join([f"{said}, as filed on {named(case.filed_on)}.", *_grounds(findings)])
    if step.vote == DENY:
        return f"{said}. The reason: {_against(findings) or GAP}"
    return f"{said}. The reason: {GAP}" if step.reason else f"{said}."


def has_gap(text: str) -> bool:
    """Whether the motion still waits for what only people can say."""
    return GAP in text


def _grounds(findings: Sequence[Found]) -> Iterable[str]:
    """What an approval rests on, and what keeps the permit from being issued all the same."""
    by_state = {state: [each for each in findings if each.state == state] for state in State}
    if met := by_state[State.MET]:
        yield f"The board finds that it meets {cites(met)}."
    if varied := by_state[State.VARIED]:
        yield f"A variance was granted from {cites(varied)}."
    if unmet := by_state[State.UNMET]:
        yield (
            f"It does not meet {cites(unmet)}: issuing waits until it does, or until the board has ruled on "
            "it by name."
        )
    if unknown := by_state[State.UNKNOWN]:
        yield f"Not known yet, and for the board to find: {cites(unknown)}."


def _against(findings: Sequence[Found]) -> str:
    unmet = [each for each in findings if each.state == State.UNMET]
    return " ".join(f"{each.says.strip().rstrip('.')} ({each.cite})." for each in unmet)


def cites(findings: Iterable[Found]) -> str:
    """ "Tisbury 09.2.3(1), 09.2.3(2) and Massachusetts c.111 §31": each once, the book named where it
    changes."""
    said: list[str] = []
    book = ""
    for cite in dict.fromkeys(each.cite for each in findings):
        of, _, section = cite.rpartition(" ")
        said.append(section if of and of == book else cite)
        book = of
    return f"{', '.join(said[:-1])} and {said[-1]}" if len(said) > 1 else "".join(said)


def steps_open(case: Case | None) -> list[Step]:
    """The steps a motion on the case may propose now; none of a topic in words."""
    return case.casekind.lifecycle.votable(case.status) if case is not None else []


# ------------------------------------------------------------------------------------- of an agenda item
def findings_of(case: Case, on: date) -> tuple[Sequence[Found], date | None]:
    """What the rules find today while the case is undecided; afterwards the last snapshot and its day."""
    if case.is_open and case.starts_on is None:
        return Filing.of_case(case).findings(on, rulings_of(case, on)), None
    last = case.snapshots.select_related("event").order_by("-pk").first()
    return (list(last.findings.all()), last.event.on) if last else ([], None)


def drafts_of(item: AgendaItem, found: Sequence[Found]) -> list[dict[str, Any]]:
    """Per step a motion may propose, its draft: as the clerk wrote it, or else in the office's own words."""
    kept = {draft.step: draft for draft in item.drafts.all()}
    if item.case is None:
        draft = kept.get("")
        if draft is None:
            return [{"step": "", "label": "Motion", "text": "", "written": "", "gap": False}]
        return [_draft("", "Motion", draft.text, draft)]
    said = []
    for step in steps_open(item.case):
        draft = kept.get(step.slug)
        text = draft.text if draft else drafted(step, item.case, found)
        said.append(_draft(step.slug, step.label, text, draft))
    return said


def drafts_now(item: AgendaItem, *, on: date) -> list[dict[str, Any]]:
    """The drafts of one item as they stand on the day `on`."""
    return drafts_of(item, findings_of(item.case, on)[0] if item.case is not None else ())


def _draft(step: str, label: str, text: str, kept: Any) -> dict[str, Any]:
    written = ""
    if kept is not None:
        who = (kept.by.get_full_name() or kept.by.get_username()) if kept.by else "the office"
        written = f"{who}, {day(kept.on)}"
    return {"step": step, "label": label, "text": text, "written": written, "gap": has_gap(text)}
