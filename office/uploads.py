"""What the office takes in as a file, and how it hands one out again.

A file is what its content says. The browser's word for it is never read, and the ending of its name may
only contradict the content; then the file is refused.

How strict:
- A PDF begins with "%PDF-" (white space or a byte order mark may come first) and nothing but white space
  follows its last "%%EOF". Readers allow 1,024 bytes of anything at both ends; a file that is a PDF and a
  web page, a program or an archive at once lives in that slack.
- A PDF is opened and its first page read. One that opens only with a password is refused; one merely
  locked against editing is taken, for engineers seal their plans so.
- A picture is read to its last byte, once its size in pixels was found small enough to be safe to open.
- An ending of another family than the content ("plan.pdf" that is a photo, "plan.exe" that is a PDF) is
  refused. Among pictures any ending will do: phones and scanners often write the wrong one.
"""

from __future__ import annotations

import hashlib
import io
import mimetypes
import unicodedata
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any

import puremagic
from django.core.files.base import ContentFile
from django.http import FileResponse, HttpResponse
from PIL import Image, ImageFile, ImageOps, UnidentifiedImageError
from pillow_heif import register_heif_opener
from pypdf import PdfReader, PdfWriter
from pypdf.errors import DependencyError

register_heif_opener()

MEGABYTE = 1024 * 1024
MAX_PIXELS = 80_000_000  # a 50-megapixel phone passes; decoding much more would exhaust a small server
PAGE_PIXELS = 2200  # the longer side of a photographed page in a PDF: 200 dots per inch on letter paper
JOINED = ("image/jpeg", "image/png", "image/heic")  # what becomes a page; a TIFF may hold several itself
NAME_LENGTH = 120  # of a stored name, with its ending
SHOWN_LENGTH = 255

TAKEN = "PDF, JPEG, PNG, HEIC and TIFF"
KINDS = {  # content type: (kind, ending)
    "application/pdf": ("PDF", ".pdf"),
    "image/jpeg": ("JPEG", ".jpg"),
    "image/png": ("PNG", ".png"),
    "image/heic": ("HEIC", ".heic"),
    "image/tiff": ("TIFF", ".tif"),
}
READERS = ("JPEG", "PNG", "HEIF", "TIFF")  # Pillow's readers that a picture may be given to
FORMATS = {  # what they call a format: content type; MPO is a JPEG with a second picture, as phones make
    "JPEG": "image/jpeg",
    "MPO": "image/jpeg",
    "PNG": "image/png",
    "HEIF": "image/heic",
    "TIFF": "image/tiff",
}
STRANGERS = {  # other content by puremagic's ending for it, in the words of the counter
    ".html": "a web page",
    ".svg": "a drawing made of code (SVG)",
    ".exe": "a program",
    ".docx": "a Word, Excel or zip file",
    ".zip": "a Word, Excel or zip file",
    ".doc": "a Word or Excel file",
    ".rtf": "a text document",
    ".mp4": "a video",
    ".gif": "a GIF picture",
    ".webp": "a WebP picture",
}
PROGRAMS = frozenset(
    {".app", ".apk", ".bat", ".cmd", ".com", ".exe", ".hta", ".jar", ".js", ".lnk", ".msi", ".ps1"}
    | {".scr", ".sh", ".vbs"}
)
RESERVED = frozenset('<>:"/\\|?*')

SANDBOX = "sandbox; default-src 'none'; frame-ancestors 'self'"
# Chrome and Safari start no PDF reader in a sandbox, and Chrome's lays itself out by inline style.
PDF_POLICY = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'"

_endings = mimetypes.MimeTypes()  # Python's own table, whatever a machine adds to it
_endings.add_type("image/heic", ".heic")
_endings.add_type("image/heic", ".heif")


class UploadRefused(Exception):
    """The file cannot be taken; the message says why and what to do, in the words of the screen."""


@dataclass(frozen=True)
class Upload:
    """What a file was found to be. `size` in bytes; `safe_name` to store and send, `shown_name` to show."""

    content_type: str
    kind: str
    size: int
    sha256: str
    safe_name: str
    shown_name: str


def inspect(file: Any, limit_bytes: int) -> Upload:
    """What this file is, by its content. `file` is seekable, binary, with a name; it is left at its start.

    UploadRefused when it is empty, larger than `limit_bytes`, not one of the kinds the office takes, cannot
    be opened, or has a name that contradicts its content.
    """
    shown = shown_name(file.name or "")
    called = f"“{_short(shown)}”" if shown else "This file"
    size = _size(file)
    if size == 0:
        raise UploadRefused(f"{called} is empty (0 bytes). Save or scan it again, then attach the new file.")
    if size > limit_bytes:
        has, limit = _sizes(size, limit_bytes)
        raise UploadRefused(
            f"{called} is {has}; the limit is {limit}. Scan it at 200 dots per inch or split it into parts, "
            "then attach each part."
        )
    content_type = _opened(file, called, shown)
    kind, ending = KINDS[content_type]
    _check_ending(shown, content_type, called)
    file.seek(0)
    digest = hashlib.sha256()
    while piece := file.read(MEGABYTE):
        digest.update(piece)
    file.seek(0)
    safe = safe_name(shown, ending)
    return Upload(content_type, kind, size, digest.hexdigest(), safe, shown or safe)


def shown_name(name: str) -> str:
    """The uploader's name as shown: each control or direction mark as "�", at most 255 characters."""
    return _short("".join("�" if _hidden(c) else c for c in name), SHOWN_LENGTH)


def safe_name(name: str, ending: str) -> str:
    """A name fit for any disk: the last path part, nothing hidden or reserved, 120 characters, this ending.

    "../../etc/passwd" with ".pdf" gives "passwd.pdf"; "" gives "document.pdf".
    """
    last = name.replace("\\", "/").rsplit("/", 1)[-1]
    kept = "".join(c for c in last if not _hidden(c) and c not in RESERVED and c != "�")
    path = PurePosixPath(unicodedata.normalize("NFC", kept))
    stem = path.stem if _family(path.suffix) == _family(ending) else path.name
    stem = " ".join(stem.split()).strip(". ")[: NAME_LENGTH - len(ending)].rstrip(". ")
    return (stem or "document") + ending


def serve(document: Any, *, inline: bool = False) -> FileResponse:
    """Send a stored document as the type it was found to be. Whoever calls has checked the right to it.

    `inline` shows it in the browser; anything but a PDF or a picture that we know is sent as a download.
    The browser may not guess another type, run anything in it, frame it elsewhere or keep a copy.
    """
    known = document.content_type in KINDS
    response = FileResponse(
        document.file.open("rb"),
        as_attachment=not (inline and known),
        filename=document.safe_name,
        content_type=document.content_type if known else "application/octet-stream",
    )
    response["X-Content-Type-Options"] = "nosniff"
    shows_pdf = inline and document.content_type == "application/pdf"
    response["Content-Security-Policy"] = PDF_POLICY if shows_pdf else SANDBOX
    response["Cache-Control"] = "private, no-store"
    return response


def show_pdf(pdf: bytes, name: str) -> HttpResponse:
    """A paper made just now, shown in the browser under `name`; nobody's cache keeps it."""
    response = HttpResponse(pdf, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{name}"'
    response["Content-Security-Policy"] = PDF_POLICY
    response["Cache-Control"] = "private, no-store"
    return response


# ------------------------------------------------------------------------------------------- opening
def _opened(file: Any, called: str, shown: str) -> str:
    """The content type of a file that really opens as one the office takes; UploadRefused otherwise."""
    file.seek(0)
    if file.read(1024).lstrip(b"\xef\xbb\xbf\0 \t\r\n").startswith(b"%PDF-"):
        _open_pdf(file, called)
        return "application/pdf"
    guesses = _guesses(file)
    if any(guess.mime_type.startswith("image/") for guess in guesses):
        found = _open_picture(file, called)
        if found:
            return found
    what = next((STRANGERS[g.extension] for g in guesses if g.extension in STRANGERS), "something else")
    if PurePosixPath(shown).suffix.lower() == ".pdf":
        raise UploadRefused(f"{called} is named as a PDF but is {what}. Print it to PDF and attach that.")
    fix = "Attach one of these" if what == "a program" else "Print it to PDF and attach that"
    raise UploadRefused(f"{called} is {what}; the office takes {TAKEN} files. {fix}.")


def _guesses(file: Any) -> list[Any]:
    """What puremagic takes the content for, likeliest first."""
    file.seek(0)
    try:
        return list(puremagic.magic_stream(file))
    except (puremagic.PureError, ValueError):  # nothing that it knows, or too short to tell
        return []


@contextmanager
def _parsing(refusal: str) -> Iterator[None]:
    """Turn whatever a parser says about a broken or hostile file into a refusal that a person can read."""
    try:
        yield
    except UploadRefused:
        raise
    except Exception as problem:  # on hostile bytes the parsers raise errors of every sort
        raise UploadRefused(refusal) from problem


def _open_pdf(file: Any, called: str) -> None:
    again = "Save or scan it again, then attach the new file."
    broken = f"{called} begins like a PDF but cannot be opened; it may have been cut short. {again}"
    file.seek(max(0, _size(file) - 64 * 1024))
    _, end, after = file.read().rpartition(b"%%EOF")
    if not end:
        raise UploadRefused(broken)
    if after.strip(b"\0 \t\r\n\f\x1a"):
        raise UploadRefused(f"{called} goes on after the end of its PDF. Print it to PDF and attach that.")
    with _parsing(broken):
        file.seek(0)
        reader = PdfReader(file)
        if reader.is_encrypted and not _opens_without_password(reader):
            raise UploadRefused(
                f"{called} is locked with a password. Save it without the password, then attach that."
            )
        if reader.pages[0].mediabox.width <= 0:
            raise UploadRefused(broken)


def _opens_without_password(reader: PdfReader) -> bool:
    try:
        return bool(reader.decrypt(""))
    except DependencyError:  # a cipher that cannot be read here, so nobody can tell what is inside
        return False


def _open_picture(file: Any, called: str) -> str:
    """The content type of a picture that decodes to its last byte, or "" when it is none that we take."""
    again = "Save or take it again, then attach the new file."
    with _parsing(f"{called} is a picture that cannot be opened; it may have been cut short. {again}"):
        file.seek(0)
        try:
            picture = Image.open(file, formats=READERS)
        except UnidentifiedImageError:
            return ""
        except (Image.DecompressionBombError, Image.DecompressionBombWarning):
            raise UploadRefused(_too_large(called)) from None
        if picture.width * picture.height > MAX_PIXELS:
            raise UploadRefused(_too_large(called))
        content_type = FORMATS[picture.format or ""]
        if content_type == "image/jpeg":
            picture.draft("L", (picture.width // 8, picture.height // 8))  # reads all bytes, keeps few
        # WeasyPrint, once imported, has Pillow fill up what is missing; here what is missing is refused.
        ImageFile.LOAD_TRUNCATED_IMAGES = False
        picture.load()
    return content_type


def _too_large(called: str) -> str:
    most = f"{MAX_PIXELS // 1_000_000} megapixels"
    return f"{called} is a picture of more than {most}. Save it smaller or as a PDF, then attach that."


# ------------------------------------------------------------------------------- photographs as one PDF
def one_pdf(pictures: Iterable[Any], name: str) -> ContentFile[bytes]:
    """Pictures as one PDF called like `name`, a page each, upright, without what the camera noted of a place.

    Each must have been inspected and be one of JOINED. The same pictures give the same bytes.
    """
    merged = PdfWriter()
    for picture in pictures:
        picture.seek(0)
        with Image.open(picture, formats=READERS) as opened:
            page = ImageOps.exif_transpose(opened).convert("RGB")
        page.thumbnail((PAGE_PIXELS, PAGE_PIXELS))
        out = io.BytesIO()
        page.save(out, "PDF", resolution=200, quality=85, creationDate=None, modDate=None)
        merged.append(out)
    out = io.BytesIO()
    merged.write(out)
    return ContentFile(out.getvalue(), name=safe_name(PurePosixPath(shown_name(name)).stem, ".pdf"))


def as_handed_in(files: Iterable[Any], limit_bytes: int) -> tuple[list[Any], list[str]]:
    """The files to keep, of which photographs are one PDF, and why each of the others is not taken."""
    kept: list[Any] = []
    photographs: list[Any] = []
    wrong: list[str] = []
    phone = False
    for file in files:
        try:
            found = inspect(file, limit_bytes)
        except UploadRefused as refused:
            wrong.append(str(refused))
            continue
        (photographs if found.content_type in JOINED else kept).append(file)
        phone |= found.content_type == "image/heic"
    if phone or len(photographs) > 1:
        joined = one_pdf(photographs, photographs[0].name)
        if joined.size <= limit_bytes:
            return [*kept, joined], wrong
    return [*kept, *photographs], wrong


# --------------------------------------------------------------------------------------------- names
def _check_ending(shown: str, content_type: str, called: str) -> None:
    """UploadRefused when the name's ending belongs to another family of files than the content."""
    ending = PurePosixPath(shown).suffix
    if _family(ending) in ("", content_type.partition("/")[0]):
        return
    kind, right = KINDS[content_type]
    raise UploadRefused(
        f"{called} holds a {kind} but its name ends in {_short(ending)}. "
        f"Look whether it is the right file, end its name in {right}, then attach it."
    )


def _family(ending: str) -> str:
    """What an ending promises: "application" (as a PDF), "image", "other", or "" when nothing we know."""
    ending = ending.lower()
    guessed = _endings.guess_type(f"x{ending}")[0] if ending else None
    if guessed == "application/pdf" or (guessed or "").startswith("image/"):
        return str(guessed).partition("/")[0]
    return "other" if guessed or ending in PROGRAMS else ""


def _hidden(character: str) -> bool:
    """Whether it draws nothing or lies about the order: controls, direction marks, unassigned characters."""
    return unicodedata.category(character) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


def _short(name: str, most: int = 60) -> str:
    """A long name with its middle left out, so that its ending still shows."""
    return name if len(name) <= most else f"{name[: most - 11]}…{name[-10:]}"


def _size(file: Any) -> int:
    """Its length in bytes, measured."""
    file.seek(0, 2)
    return int(file.tell())


def _sizes(size: int, limit: int) -> tuple[str, str]:
    """A size and its limit in megabytes, or in bytes where rounding would make them look the same."""
    has, most = (f"{n / MEGABYTE:,.1f}".removesuffix(".0") for n in (size, limit))
    if has != most:
        return f"{has} MB", f"{most} MB"
    return f"{size:,} bytes", f"{limit:,} bytes ({most} MB)"
