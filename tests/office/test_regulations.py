"""The catalogue of regulations, who cites it, and what the check catches."""

import re
from datetime import date
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import SimpleTestCase

from office.clockwork import Clock
from office.kinds import CaseKind, Duty, Item, Law, Lifecycle, Step, registry
from office.law import Facts, Finding, holds, rule
from office.management.commands import regulations as command
from office.regulations import (
    BOOKS,
    BadCatalogue,
    Book,
    Catalogue,
    Citation,
    Section,
    catalogue,
    check,
    citations,
    enforcers,
    read_book,
    resolve,
)

ENTRY = """
- section: "1.1"
  title: Lids
  summary: Lids stay closed.
  operative: true
"""


def section(number: str, **more: object) -> Section:
    given = {"title": f"Title of {number}", "summary": f"About {number}.", "operative": True, **more}
    return Section(book="Atown", number=number, **given)  # type: ignore[arg-type]


def one_book(*sections: Section, complete: bool = True) -> Catalogue:
    return Catalogue((Book("atown", "Atown", "Code of Atown", complete, sections),))


def by_rule(cite: str) -> Citation:
    return Citation(cite, "dumpster", "rule lids")


class ShippedBooks(SimpleTestCase):
    """The five books of the repository."""

    def test_every_book_is_read(self) -> None:
        assert [book.slug for book in catalogue().books] == list(BOOKS)
        assert [book.name for book in catalogue().books if book.complete] == ["Tisbury", "Barnstable"]

    def test_each_section_stands_once_with_a_summary_of_its_own(self) -> None:
        for book in catalogue().books:
            numbers = [each.number for each in book.sections]
            summaries = [each.summary for each in book.sections]
            titles = [each.title for each in book.sections]
            for values in (numbers, summaries, titles):
                twice = sorted({value for value in values if values.count(value) > 1})
                assert twice == [], book.name
            assert all(each.summary.endswith((".", ")")) for each in book.sections), book.name

    def test_no_part_stands_without_its_section(self) -> None:
        for book in catalogue().books:
            if book.name not in ("Tisbury", "Barnstable", "Jamestown"):
                continue
            numbers = {each.number for each in book.sections}
            orphans = [n for n in numbers if n.endswith(")") and re.sub(r"\([^()]*\)$", "", n) not in numbers]
            assert orphans == [], book.name

    def test_the_tisbury_book_is_whole(self) -> None:
        runs = {
            "09.0.{}": 8, "09.0.8({})": 14, "09.1.{}": 4, "09.1.3({})": 7, "09.2.{}": 9, "09.2.3({})": 3,
            "09.2.4({})": 3, "09.2.5({})": 4, "09.2.6({})": 3, "09.2.9({})": 4, "09.3.1({})": 4,
            "09.4.{}": 10, "09.5.{}": 5, "09.6.{}": 5, "09.7.{}": 3, "09.8.{}": 5, "09.8.2({})": 8,
            "09.8.3({})": 3, "09.8.4({})": 3, "09.8.5({})": 3, "09.9.{}": 17, "09.9.5({})": 6,
            "09.9.6({})": 3, "09.9.7({})": 8, "09.10.{}": 9, "09.11.{}": 17, "09.12.{}": 14, "09.{}": 12,
        }  # fmt: skip
        for form, last in runs.items():
            for n in range(1, last + 1):
                resolve("Tisbury " + form.format(n))
        for number in ("09.0", "09.0.7(B)", "09.1.2(B)", "09.5 policy", "09.9.6(3)(e)", "09.11.6(E)"):
            assert resolve(f"Tisbury {number}").number == number

    def test_sections_without_text_are_not_operative(self) -> None:
        for number in ("09.2.8", "09.9.7(8)", "09.9.17", "09.10.8", "09.11.5", "09.12.4"):
            found = resolve(f"Tisbury {number}")
            assert not found.operative
            assert "heading only" in found.why_not

    def test_dates_printed_with_a_section(self) -> None:
        found = resolve("Tisbury 09.1.3(5)")
        assert [f"{day:%m/%d/%y}" for day in found.dated] == ["02/28/89", "11/28/89", "03/31/95"]

    def test_the_number_of_the_body_wins_over_one_printed_elsewhere(self) -> None:
        assert resolve("Tisbury 90.4.6").title == "Lead"
        assert resolve("Tisbury 09.9.6(3)e").number == "09.9.6(3)(e)"
        # The contents count subdivisions as 09.4.2 and document fees as 09.0.6; the body does not.
        assert resolve("Tisbury 09.4.2").title == "Disposal works permits in subdivisions"
        assert resolve("Tisbury 09.0.6").title == "Non-criminal disposition, schedule of fines"

    def test_citations_of_every_book_resolve(self) -> None:
        for citation in (
            "Tisbury 09.2.5(1)",
            "Tisbury 09.2.5",
            "Barnstable 703-4(H)",
            "Barnstable 703-4(J)(1)",
            "Jamestown 22-228(a)",
            "Massachusetts c.40 §21D",
            "Massachusetts 310 CMR 15.301",
            "Rhode Island G.L. §25-1-1",
        ):
            assert resolve(citation).cite == citation
        assert resolve("Rhode Island §43-3-13").number == "G.L. §43-3-13"

    def test_an_unknown_citation_is_named(self) -> None:
        for citation in ("Tisbury 09.2.5(5)", "Chilmark 1", "09.2.5(1)", ""):
            with self.assertRaisesMessage(LookupError, f'"{citation}"'):
                resolve(citation)


class TheProgramAndTheBooks(SimpleTestCase):
    def test_every_operative_section_is_enforced_or_pending(self) -> None:
        assert check(catalogue(), citations()) == []


def lids(facts: Facts, on: date) -> Finding:
    """Lids are closed."""
    return holds(True)


def a_kind() -> CaseKind:
    return CaseKind(
        slug="dumpster",
        label="Dumpster permit",
        series="DU",
        boards=("health",),
        lifecycle=Lifecycle(
            "filed", (Step("closed", "Close", "Closed", cite="Atown 5"), Step("a", "A", "A")), ()
        ),
        section="Atown 1",
        about="One dumpster.",
        details=SimpleNamespace(CITES={"size_cy": "Atown 6"}),
        law=Law(Facts, (rule("lids", cite="Atown 2")(lids),)),
        clocks=(Clock(slug="renew", says="Renew", cite="Atown 3", starts="filed", days=30),),
        checklist=(Item("sketch", "Sketch", "Atown 4"),),
        duties=(Duty("Keep the lids closed.", "Atown 7"), Duty("Lock it.", "Atown 7")),
    )


class WhatSortOfLaw(SimpleTestCase):
    def read(self, head: str, entry: str = ENTRY) -> Book:
        with TemporaryDirectory() as folder:
            path = Path(folder) / "atown.yaml"
            text = f"book: Atown\ntitle: Code\ncomplete: true\n{head}sections:\n{entry}"
            path.write_text(text, encoding="utf-8")
            return read_book(path)

    def test_a_section_is_of_the_sort_of_its_book_unless_it_says_its_own(self) -> None:
        assert [each.force for each in self.read("").sections] == [""]
        assert [each.force for each in self.read("force: by-law\n").sections] == ["by-law"]
        own = f"{ENTRY}  force: state code\n"
        assert [each.force for each in self.read("force: statute\n", own).sections] == ["state code"]

    def test_another_sort_is_refused_with_those_there_are(self) -> None:
        for head, entry in (("force: custom\n", ENTRY), ("", f"{ENTRY}  force: custom\n")):
            with pytest.raises(BadCatalogue, match="one of statute, state code, by-law, regulation"):
                self.read(head, entry)


class WhoCitesWhat(SimpleTestCase):
    def test_each_part_of_a_kind_is_listed_once(self) -> None:
        found = citations([a_kind()], {"enforcement": {"Atown 8": "time of day of a complaint"}})
        assert [(each.cite, each.by, each.how) for each in found] == [
            ("Atown 1", "dumpster", "kind"),
            ("Atown 2", "dumpster", "rule lids"),
            ("Atown 3", "dumpster", "clock renew"),
            ("Atown 4", "dumpster", "checklist sketch"),
            ("Atown 5", "dumpster", "step closed"),
            ("Atown 6", "dumpster", "field size_cy"),
            ("Atown 7", "dumpster", "duty on the permit"),
            ("Atown 8", "enforcement", "time of day of a complaint"),
        ]


class Check(SimpleTestCase):
    def test_nothing_wrong(self) -> None:
        books = one_book(
            section("1"), section("2", pending="docks"), section("3", operative=False, why_not="purpose")
        )
        assert check(books, [by_rule("Atown 1")]) == []

    def test_a_bad_citation(self) -> None:
        problems = check(one_book(section("1", pending="docks")), [by_rule("Atown 9")])
        assert len(problems) == 1
        assert problems[0].startswith('dumpster, rule lids: No section "Atown 9"'), problems

    def test_an_operative_section_that_nothing_enforces(self) -> None:
        problems = check(one_book(section("1")), [])
        assert len(problems) == 1
        assert problems[0].startswith("Atown 1 (Title of 1) is operative, but nothing enforces it.")

    def test_a_part_does_not_stand_for_its_section_nor_the_section_for_its_part(self) -> None:
        books = one_book(section("1"), section("1(a)"))
        assert check(books, [by_rule("Atown 1(a)")])[0].startswith("Atown 1 ")
        assert check(books, [by_rule("Atown 1")])[0].startswith("Atown 1(a) ")

    def test_a_stale_pending(self) -> None:
        problems = check(one_book(section("1", pending="docks")), [by_rule("Atown 1")])
        assert len(problems) == 1
        assert "is marked pending, but dumpster enforces it (rule lids)" in problems[0]

    def test_pending_also_goes_with_a_part_in_force(self) -> None:
        books = one_book(section("1", pending_also="enforcement"))
        assert check(books, [by_rule("Atown 1")]) == []
        assert check(books, []) == []

    def test_a_section_that_is_not_operative_may_be_cited(self) -> None:
        books = one_book(section("1", operative=False, why_not="purpose"))
        assert check(books, [by_rule("Atown 1")]) == []

    def test_a_book_that_is_not_complete_may_leave_sections_open(self) -> None:
        books = one_book(section("1"), section("2", pending="docks"), complete=False)
        assert check(books, []) == []
        assert len(check(books, [by_rule("Atown 2")])) == 1

    def test_a_number_printed_elsewhere_enforces_its_section(self) -> None:
        books = one_book(section("1", also_printed=("1bis",)))
        assert check(books, [by_rule("Atown 1bis")]) == []
        assert list(enforcers(books, [by_rule("Atown  1bis")])) == ["Atown 1"]


HEAD = "book: Atown\ntitle: Code of Atown\ncomplete: true\nsections:\n"


def written(folder: Path, text: str) -> Path:
    path = folder / "atown.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_good_file_is_read(tmp_path: Path) -> None:
    book = read_book(written(tmp_path, HEAD + ENTRY + "  dated: [1984-12-03]\n"))
    assert (book.slug, book.name, book.complete) == ("atown", "Atown", True)
    assert book.sections[0].cite == "Atown 1.1"
    assert book.sections[0].dated[0].year == 1984


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (
            HEAD + ENTRY.replace('"1.1"', "1.1"),
            "atown.yaml, section 1.1: `section` must be a number in quotes, not 1.1.",
        ),
        (HEAD + ENTRY.replace("Lids stay closed.", "''"), "section 1.1: `summary` must be a text"),
        (HEAD + ENTRY.replace("  title: Lids\n", ""), "section 1.1: `title` is missing."),
        (HEAD + ENTRY.replace("true", "sometimes"), "section 1.1: `operative` must be true or false"),
        (HEAD + ENTRY.replace("true", "false"), "section 1.1: `why_not` is missing"),
        (HEAD + ENTRY + "  why_not: purpose\n", "section 1.1: an operative section has no `why_not`."),
        (HEAD + ENTRY + "  pendig: docks\n", "section 1.1: `pendig` is no key of a section"),
        (
            HEAD + ENTRY + "  pending: docks\n  pending_also: docks\n",
            "section 1.1: use `pending` or `pending_also`",
        ),
        (
            HEAD + ENTRY.replace("true", "false") + "  why_not: x\n  pending: docks\n",
            "only an operative section",
        ),
        (HEAD + ENTRY + "  dated: [12/3/84]\n", "section 1.1: `dated` must be a list of dates"),
        (HEAD + ENTRY + "  also_printed: ['1.1']\n", "section 1.1: `also_printed` 1.1 is used already."),
        (HEAD + ENTRY + ENTRY, "section 1.1: is listed twice."),
        (HEAD + "- lids\n", "atown.yaml, entry 1: must be a section with its keys."),
        (
            HEAD.replace("complete: true\n", "") + ENTRY,
            "atown.yaml: must have book, title, complete and sections",
        ),
        (HEAD.replace("true", "maybe") + ENTRY, "atown.yaml: book and title are texts"),
        (HEAD, "atown.yaml: sections must be a list."),
        (HEAD + "- [", "atown.yaml: not readable as YAML"),
    ],
)
def test_a_bad_file_is_refused_by_name(tmp_path: Path, text: str, says: str) -> None:
    with pytest.raises(BadCatalogue) as wrong:
        read_book(written(tmp_path, text))
    assert says in str(wrong.value)


class TheCommand(SimpleTestCase):
    """SimpleTestCase allows no database: the command must do without one."""

    def run_it(self, *args: str) -> list[str]:
        out = StringIO()
        call_command("regulations", *args, stdout=out)
        return out.getvalue().splitlines()

    def test_every_section_is_printed_within_100_columns(self) -> None:
        lines = self.run_it()
        assert [line for line in lines if len(line) > 100] == []
        for book in catalogue().books:
            for each in book.sections:
                assert any(line.startswith(f"  {each.number} ") for line in lines), each.cite

    def test_one_book(self) -> None:
        lines = self.run_it("--book", "tisbury")
        assert any(line.startswith("Tisbury: ") for line in lines)
        assert not any(line.startswith("Barnstable: ") for line in lines)
        assert "  09.2.8           Garbage collection and landfill rules" in lines

    def test_pending_only(self) -> None:
        lines = self.run_it("--book", "tisbury", "--pending")
        assert "Pending: permits.wells (7)" in lines
        assert not any(line.startswith(("Enforced", "Not")) for line in lines)

    def test_check_says_that_all_is_well(self) -> None:
        lines = self.run_it("--check")
        assert lines[-1].startswith("Every citation resolves"), lines

    def test_check_ends_with_1_and_names_the_problems(self) -> None:
        registry["of-atown"] = a_kind()
        self.addCleanup(registry.pop, "of-atown")
        err = StringIO()
        with pytest.raises(CommandError) as ended:
            call_command("regulations", "--check", stdout=StringIO(), stderr=err)
        assert ended.value.returncode == 1
        assert 'dumpster, rule lids: No section "Atown 2" is in the catalogue.' in err.getvalue()

    def test_a_listing_says_who_enforces_a_section_and_what_is_to_come(self) -> None:
        books = one_book(
            section("1"),
            section("2", pending_also="enforcement"),
            section("3", pending="docks"),
            section("4", verified=False),
            section("5", operative=False, why_not="purpose"),
        )
        cited = [by_rule("Atown 1"), Citation("Atown 1", "dumpster", "field lid"), by_rule("Atown 2")]
        enforced = enforcers(books, cited)
        assert command.summary(books.books[0], enforced)[1:] == [
            "Atown: Code of Atown",
            "5 sections: 1 enforced, 1 partly enforced, 1 pending, 1 not enforced, 1 not operative.",
        ]
        assert command.listing(books.books[0], enforced) == [
            "",
            "Enforced (2)",
            "  1  Title of 1",
            "       dumpster: rule lids, field lid",
            "  2  Title of 2",
            "       dumpster: rule lids",
            "",
            "Pending: docks (1)",
            "  3  Title of 3",
            "",
            "Pending: enforcement (1)",
            "  2  Title of 2 (the rest of it)",
            "",
            "Not enforced (1)",
            "  4  Title of 4 (text not read)",
            "",
            "Not operative: purpose (1)",
            "  5  Title of 5",
        ]
