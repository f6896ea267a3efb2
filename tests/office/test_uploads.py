"""What is taken in as a file and what is refused, on real bytes made here. And the codes of permits."""

from __future__ import annotations

import hashlib
import io
import struct
import zipfile
import zlib
from collections.abc import Callable
from types import SimpleNamespace

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image, ImageFile
from pypdf import PdfReader, PdfWriter

from office import codes, uploads
from office.uploads import MEGABYTE, UploadRefused, inspect

LIMIT = 25 * MEGABYTE
BANNED = ("please", "sorry", "invalid", "required")


def pdf(pages: int = 1, **encryption: str) -> bytes:
    writer = PdfWriter()
    for _ in range(pages):
        writer.add_blank_page(612, 792)
    if encryption:
        writer.encrypt(**encryption, algorithm="RC4-128")
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def picture(format: str, size: tuple[int, int] = (64, 48), **options: object) -> bytes:
    out = io.BytesIO()
    Image.linear_gradient("L").convert("RGB").resize(size).save(out, format, **options)
    return out.getvalue()


def huge_png(width: int, height: int) -> bytes:
    """A few bytes that claim to be a picture of width × height."""

    def chunk(name: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    body = chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(b"")) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + body


def archive() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as made:
        made.writestr("a.txt", "text")
    return out.getvalue()


def file(content: bytes, name: str = "plan.pdf") -> SimpleUploadedFile:
    """As a browser sends it; it always says the wrong type, for it is never to be believed."""
    return SimpleUploadedFile(name, content, content_type="text/x-wrong")


def raw(content: bytes, name: str | None) -> io.BytesIO:
    """A file whose name was not tidied by Django on the way in."""
    made = io.BytesIO(content)
    made.name = name  # type: ignore[attr-defined]
    return made


def refusal(content: bytes, name: str = "plan.pdf", limit: int = LIMIT) -> str:
    with pytest.raises(UploadRefused) as refused:
        inspect(file(content, name), limit)
    message = str(refused.value)
    assert not any(word in message.lower() for word in BANNED)
    return message


# ------------------------------------------------------------------------------------------- taken
@pytest.mark.parametrize(
    ("make", "name", "content_type", "kind"),
    [
        (pdf, "plan.pdf", "application/pdf", "PDF"),
        (lambda: picture("JPEG"), "IMG_1.jpg", "image/jpeg", "JPEG"),
        (lambda: picture("PNG"), "sketch.png", "image/png", "PNG"),
        (lambda: picture("HEIF"), "IMG_2.HEIC", "image/heic", "HEIC"),
        (lambda: picture("TIFF"), "scan.tif", "image/tiff", "TIFF"),
    ],
)
def test_each_kind_is_taken_for_what_its_content_is(
    make: Callable[[], bytes], name: str, content_type: str, kind: str
) -> None:
    content = make()
    sent = file(content, name)
    found = inspect(sent, LIMIT)
    assert (found.content_type, found.kind, found.size) == (content_type, kind, len(content))
    assert found.sha256 == hashlib.sha256(content).hexdigest()
    assert found.shown_name == name
    assert sent.read() == content, "left at its start"


def test_a_phone_photo_of_two_pictures_is_a_jpeg() -> None:
    first, second = (Image.new("RGB", (40, 30), color) for color in ("white", "black"))
    out = io.BytesIO()
    first.save(out, "MPO", save_all=True, append_images=[second])
    assert inspect(file(out.getvalue(), "photo.jpg"), LIMIT).content_type == "image/jpeg"


def test_a_picture_may_have_the_ending_of_another_and_is_stored_under_its_own() -> None:
    found = inspect(file(picture("PNG"), "photo.jpg"), LIMIT)
    assert (found.content_type, found.safe_name, found.shown_name) == ("image/png", "photo.png", "photo.jpg")


def test_a_pdf_may_begin_with_white_space_and_end_with_it() -> None:
    assert inspect(file(b"\xef\xbb\xbf\r\n" + pdf() + b"\r\n\0\0"), LIMIT).kind == "PDF"


def test_a_sealed_plan_that_opens_without_a_password_is_taken() -> None:
    assert inspect(file(pdf(user_password="", owner_password="engineer")), LIMIT).kind == "PDF"


# ----------------------------------------------------------------------------------------- refused
def test_an_empty_file_is_refused() -> None:
    assert refusal(b"") == "“plan.pdf” is empty (0 bytes). Save or scan it again, then attach the new file."


def test_exactly_the_limit_passes_and_one_byte_more_does_not() -> None:
    content = pdf()
    assert inspect(file(content), len(content)).size == len(content)
    assert f"is {len(content):,} bytes; the limit is {len(content) - 1:,} bytes" in refusal(
        content, limit=len(content) - 1
    )


def test_a_file_over_the_limit_names_its_size_and_the_limit_in_megabytes() -> None:
    content = pdf() + b" " * (2 * MEGABYTE)
    says = "“plan.pdf” is 2 MB; the limit is 1 MB. Scan it at 200 dots per inch or split it into parts"
    assert refusal(content, limit=MEGABYTE).startswith(says)


def test_twenty_six_megabytes_against_twenty_five() -> None:
    """The size is measured on a sparse stream; nothing of it is read."""

    class Large(io.BytesIO):
        name = "plan.pdf"

        def tell(self) -> int:
            return 26 * MEGABYTE

        def read(self, *_: object) -> bytes:
            raise AssertionError("a file over the limit is not read")

    with pytest.raises(UploadRefused, match="is 26 MB; the limit is 25 MB"):
        inspect(Large(), LIMIT)


@pytest.mark.parametrize(
    ("content", "name", "says"),
    [
        (b"MZ\x90\0" + bytes(200), "setup.exe", "“setup.exe” is a program; the office takes PDF, JPEG, PNG"),
        (b"MZ\x90\0" + bytes(200), "plan.pdf", "“plan.pdf” is named as a PDF but is a program."),
        (b"<!DOCTYPE html><html><body>plan</body></html>", "plan.pdf", "named as a PDF but is a web page."),
        (b"<html><script>1</script></html>", "photo.jpg", "“photo.jpg” is a web page;"),
        (b'<svg xmlns="http://www.w3.org/2000/svg"></svg>', "plan.svg", "is a drawing made of code (SVG);"),
        (archive(), "plans.docx", "is a Word, Excel or zip file;"),
        (b"GIF89a" + bytes(40), "plan.gif", "is a GIF picture;"),
        (b"Just some words.", "notes.txt", "“notes.txt” is something else; the office takes"),
        (b"Just some words.", "plan.pdf", "“plan.pdf” is named as a PDF but is something else."),
        (b"x", "x", "“x” is something else;"),
    ],
)
def test_other_content_is_refused_by_what_it_is(content: bytes, name: str, says: str) -> None:
    assert says in refusal(content, name)


def test_a_pdf_cut_short_is_refused() -> None:
    half = pdf(3)[:400]
    assert "begins like a PDF but cannot be opened; it may have been cut short" in refusal(half)


def test_a_pdf_that_is_only_a_beginning_and_an_end_is_refused() -> None:
    assert "cannot be opened" in refusal(b"%PDF-1.7\n" + b"\xff\x00rubbish" * 500 + b"\n%%EOF\n")


def test_a_pdf_without_pages_is_refused() -> None:
    assert "cannot be opened" in refusal(pdf(0))


def test_a_pdf_behind_a_password_is_refused() -> None:
    message = refusal(pdf(user_password="secret"))
    assert message == "“plan.pdf” is locked with a password. Save it without the password, then attach that."


@pytest.mark.parametrize(
    "content",
    [
        b"GIF89a" + bytes(100) + pdf(),
        b"<html><script>alert(1)</script></html>" + pdf(),
        b"MZ" + bytes(60) + pdf(),
    ],
)
def test_a_pdf_that_begins_as_something_else_is_refused(content: bytes) -> None:
    assert b"%PDF-" in content[:1024], "many readers would open it"
    assert "is named as a PDF but is" in refusal(content)


def test_a_pdf_with_an_archive_behind_it_is_refused() -> None:
    assert PdfReader(io.BytesIO(pdf() + archive())).pages, "many readers would open it"
    assert "“plan.pdf” goes on after the end of its PDF." in refusal(pdf() + archive())


@pytest.mark.parametrize("format", ["JPEG", "PNG", "HEIF", "TIFF"])
def test_a_picture_cut_short_is_refused(format: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ImageFile, "LOAD_TRUNCATED_IMAGES", True)  # as importing WeasyPrint sets it
    whole = picture(format, (640, 480))
    assert "is a picture that cannot be opened" in refusal(whole[: len(whole) * 2 // 3], "photo.jpg")


@pytest.mark.filterwarnings("ignore::PIL.Image.DecompressionBombWarning")
def test_a_picture_too_large_to_open_safely_is_refused_on_both_sides_of_pillows_own_limits() -> None:
    for side in (9_000, 10_000, 30_000):  # 81, 100 and 900 megapixels
        message = refusal(huge_png(side, side), "photo.png")
        assert message.startswith("“photo.png” is a picture of more than 80 megapixels. Save it smaller")


def test_a_picture_of_exactly_the_limit_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uploads, "MAX_PIXELS", 64 * 48)
    assert inspect(file(picture("PNG", (64, 48)), "a.png"), LIMIT).kind == "PNG"
    assert "more than" in refusal(picture("PNG", (65, 48)), "a.png")


@pytest.mark.parametrize(
    ("content", "name", "says"),
    [
        (pdf(), "plan.exe", "“plan.exe” holds a PDF but its name ends in .exe."),
        (pdf(), "plan.jpg", "“plan.jpg” holds a PDF but its name ends in .jpg."),
        (pdf(), "plan.html", "“plan.html” holds a PDF but its name ends in .html."),
        (picture("PNG"), "plan.pdf", "“plan.pdf” holds a PNG but its name ends in .pdf."),
        (picture("JPEG"), "photo.scr", "“photo.scr” holds a JPEG but its name ends in .scr."),
    ],
)
def test_a_name_that_contradicts_the_content_is_refused(content: bytes, name: str, says: str) -> None:
    assert says in refusal(content, name)


# ------------------------------------------------------------------------------------------- names
@pytest.mark.parametrize(
    ("name", "safe", "shown"),
    [
        ("plan (1).pdf", "plan (1).pdf", "plan (1).pdf"),
        ("PLAN.PDF", "PLAN.pdf", "PLAN.PDF"),
        ("plan v1.2", "plan v1.2.pdf", "plan v1.2"),
        ("../../etc/passwd", "passwd.pdf", "../../etc/passwd"),
        ("C:\\Users\\Ann\\plan.pdf", "plan.pdf", "C:\\Users\\Ann\\plan.pdf"),
        ("пл ан.pdf", "пл ан.pdf", "пл ан.pdf"),
        ("plan\u202efdp.pdf", "planfdp.pdf", "plan�fdp.pdf"),
        ("plan\x00\r\nSet-Cookie: a.pdf", "planSet-Cookie a.pdf", "plan���Set-Cookie: a.pdf"),
        ("<b>plan</b>.pdf", "b.pdf", "<b>plan</b>.pdf"),
        (".pdf", "pdf.pdf", ".pdf"),
        ("..", "document.pdf", ".."),
        ("", "document.pdf", "document.pdf"),
        (None, "document.pdf", "document.pdf"),
    ],
)
def test_an_odd_name_is_cleaned_to_store_and_shown_as_it_was(name: str | None, safe: str, shown: str) -> None:
    found = inspect(raw(pdf(), name), LIMIT)
    assert (found.safe_name, found.shown_name) == (safe, shown)


def test_a_name_of_400_characters_is_cut_and_keeps_its_ending() -> None:
    found = inspect(raw(pdf(), "x" * 396 + ".pdf"), LIMIT)
    assert found.safe_name == "x" * 116 + ".pdf"
    assert found.shown_name == "x" * 244 + "…" + "x" * 6 + ".pdf"


def test_a_long_name_cannot_hide_an_ending_that_contradicts_the_content() -> None:
    with pytest.raises(UploadRefused, match=r"its name ends in \.exe"):
        inspect(raw(pdf(), "x" * 396 + ".exe"), LIMIT)


def test_a_refusal_of_a_long_name_stays_readable() -> None:
    with pytest.raises(UploadRefused) as refused:
        inspect(raw(b"", "y" * 396 + ".pdf"), LIMIT)
    assert len(str(refused.value)) < 200
    assert "yyy.pdf” is empty" in str(refused.value)


# -------------------------------------------------------------------------------------- handed out
def stored(content_type: str, name: str) -> SimpleNamespace:
    holder = SimpleNamespace(open=lambda mode: io.BytesIO(b"content"))
    return SimpleNamespace(content_type=content_type, safe_name=name, file=holder)


def test_a_download_carries_its_name_in_any_script() -> None:
    response = uploads.serve(stored("application/pdf", "пл ан.pdf"))
    assert response["Content-Disposition"] == ("attachment; filename*=utf-8''%D0%BF%D0%BB%20%D0%B0%D0%BD.pdf")
    assert response["Content-Type"] == "application/pdf"
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["Content-Security-Policy"].startswith("sandbox;")
    assert response["Cache-Control"] == "private, no-store"
    assert b"".join(response) == b"content"


def test_pdfs_and_pictures_may_be_shown_in_the_browser() -> None:
    shown = uploads.serve(stored("image/png", 'a"b.png'), inline=True)
    assert shown["Content-Disposition"] == 'inline; filename="a\\"b.png"'
    assert shown["Content-Security-Policy"].startswith("sandbox;")
    page = uploads.serve(stored("application/pdf", "permit.pdf"), inline=True)
    assert "sandbox" not in page["Content-Security-Policy"], "browsers start no PDF reader in a sandbox"
    assert page["Content-Security-Policy"].startswith("default-src 'none'")


def test_anything_else_is_only_ever_a_download_of_bytes() -> None:
    response = uploads.serve(stored("text/html", "page.html"), inline=True)
    assert response["Content-Type"] == "application/octet-stream"
    assert response["Content-Disposition"].startswith("attachment")


# ------------------------------------------------------------------------------------------- codes
def test_a_code_has_eight_characters_without_look_alikes_or_words() -> None:
    made = {codes.new_code() for _ in range(500)}
    assert len(made) == 500
    assert all(len(code) == 8 and not set(code) & set("AEIOULSZB") for code in made)


def test_a_printed_code_reads_back() -> None:
    for _ in range(100):
        code = codes.new_code()
        assert codes.clean(codes.grouped(code)) == code
    assert codes.grouped("K7QM2XPD") == "K7QM-2XPD"


@pytest.mark.parametrize(
    "typed",
    [
        "k7qm-2xpd",
        " K7QM 2XPD ",
        "K7QM2XPD",
        "k7qm–zxpd",
        "K 7 Q M 2 X P D",
        "Ｋ７ＱＭ-２ＸＰＤ",
        "k7qm\u200b2xpd",
    ],
)
def test_a_code_is_read_however_it_is_typed(typed: str) -> None:
    assert codes.clean(typed) == "K7QM2XPD"


def test_look_alikes_are_read_as_what_was_printed() -> None:
    assert codes.clean("oil5-8z1v") == codes.clean("OLIS-BZIU") == "0115821V"


@pytest.mark.parametrize("typed", ["", "K7QM-2XP", "K7QM-2XPDD", "K7QM-2XPA", "K7QM/2XPD", "💙7QM-2XPD"])
def test_what_cannot_be_a_code_is_none(typed: str) -> None:
    assert codes.clean(typed) == ""
