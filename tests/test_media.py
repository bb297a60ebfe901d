"""Looking at pictures and PDFs, and making pictures fit: the bytes, without a conversation around them."""

import subprocess
import sys
import warnings
from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from msgfix.media import look as looking
from msgfix.media.encoding import decode, encode, sniff
from msgfix.media.fit import converted, fitted
from msgfix.media.look import Facts, look
from msgfix.media.pdf import pages_of

FORMATS = {"image/png": "PNG", "image/jpeg": "JPEG", "image/gif": "GIF", "image/webp": "WEBP"}


def picture(kind: str = "PNG", size: tuple[int, int] = (60, 40), mode: str = "RGB") -> bytes:
    """A picture with something in it, the same at every call."""
    out = BytesIO()
    Image.radial_gradient("L").resize(size).convert(mode).save(out, kind)
    return out.getvalue()


def pdf(kids: str, extra: str = "") -> bytes:
    return (
        "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n"
        f"2 0 obj<</Type/Pages/Count 1/Kids[{kids}]>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R>>endobj\n"
        f"trailer<</Root 1 0 R{extra}>>\nstartxref\n0\n%%EOF\n"
    ).encode()


@pytest.mark.parametrize("media_type", FORMATS)
def test_what_a_picture_is(media_type: str) -> None:
    raw = picture(FORMATS[media_type])
    assert look(encode(raw)) == Facts(media_type, len(raw), 60, 40)


@pytest.mark.parametrize("media_type", FORMATS)
def test_a_picture_that_is_cut_short_cannot_be_decoded(media_type: str) -> None:
    raw = picture(FORMATS[media_type])
    for length in (20, len(raw) // 2, len(raw) - 10):
        facts = look(encode(raw[:length]))
        assert (facts.media_type, facts.fault) == (media_type, "it cannot be decoded"), length


def test_a_png_needs_its_end_and_its_checksums() -> None:
    raw = picture()
    middle = raw.index(b"IDAT") + 8
    damaged = raw[:middle] + bytes([raw[middle] ^ 1]) + raw[middle + 1 :]
    for bad in (raw[:-1], raw[:-12], damaged):
        assert look(encode(bad)).fault == "it cannot be decoded"


def test_a_decompression_bomb_is_not_opened_and_nothing_is_warned_of() -> None:
    raw = picture("BMP")
    for side in (10_000, 60_000):  # over the limit at which Pillow warns, and over the one at which it stops
        bomb = raw[:18] + side.to_bytes(4, "little") * 2 + raw[26:]
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            assert look(encode(bomb)).fault == "it has too many pixels to be opened safely"


def test_each_picture_is_decoded_once(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[str] = []

    def counted(raw: bytes, media_type: str) -> tuple[int, int]:
        calls.append(media_type)
        return 1, 1

    monkeypatch.setattr(looking, "size_of", counted)
    data = encode(picture(size=(61, 41)))
    assert look(data) == look(data)
    assert calls == ["image/png"]


@given(st.binary(max_size=60), st.integers(0, 200), st.sampled_from([*FORMATS.values(), "BMP", "TIFF"]))
def test_no_bytes_make_it_raise(noise: bytes, at: int, kind: str) -> None:
    raw = picture(kind)
    for data in (encode(raw[:at] + noise + raw[at + len(noise) :]), encode(noise), noise.decode("latin-1"), "\ud800"):
        assert isinstance(look(data), Facts)


@pytest.mark.parametrize(
    ("text", "raw", "clean"),
    [
        ("aGk+Pw==", b"hi>?", True),
        ("aGk-Pw", b"hi>?", False),
        ("aGk+\r\n Pw==", b"hi>?", False),
        ("data:image/png;base64,aGk+Pw==", b"hi>?", False),
        ("aGk+Pw===", b"hi>?", False),
        ("", b"", True),
        ("data:image/png,%89PNG", None, False),
        ("hello!", None, False),
        ("é", None, False),
        ("\ud800", None, False),
    ],
)
def test_base64(text: str, raw: bytes | None, clean: bool) -> None:
    assert decode(text) == (raw, clean)


@pytest.mark.parametrize(
    ("raw", "media_type"),
    [
        (b"BMW is a car", "text/plain"),
        (b"\xef\xbb\xbfwith a mark", "text/plain"),
        (b"\0\1\2", ""),
        (b" \n", ""),
        (b"%PDF-1.7", "application/pdf"),
        (b"RIFF\0\0\0\0WAVE", ""),
    ],
)
def test_sniff(raw: bytes, media_type: str) -> None:
    assert sniff(raw) == media_type


@pytest.mark.parametrize(
    ("raw", "fault"),
    [
        (pdf("3 0 R 3 0 R"), ""),
        (pdf("3 0 R", "/Encrypt 9 0 R"), "it is password protected"),
        (pdf(""), "it is no valid PDF"),
        (b"%PDF-1.4 and nothing", "it is no valid PDF"),
        (b"%PDF-1.4 trailer startxref 5 %%EOF" + bytes(range(256)) * 20, "it is no valid PDF"),
        (b"%PDF-1.4 trailer<</Root" + b"[" * 5000, "it is no valid PDF"),
    ],
)
def test_pdf(raw: bytes, fault: str, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]) -> None:
    facts = look(encode(raw))
    assert (facts.fault, facts.pages) == (fault, 0 if fault else 2)
    assert caplog.records == []
    assert capsys.readouterr() == ("", "")


def test_pages_that_go_in_circles_come_to_an_end() -> None:
    assert pages_of(pdf("2 0 R 2 0 R 3 0 R")) > 600


@pytest.mark.parametrize("media_type", FORMATS)
@pytest.mark.parametrize("mode", ["1", "L", "P", "RGB", "RGBA", "CMYK", "I;16"])
def test_a_scaled_picture_fits(media_type: str, mode: str) -> None:
    try:
        raw = picture(FORMATS[media_type], (300, 200), mode)
    except (OSError, ValueError):
        pytest.skip(f"no {media_type} in {mode}")
    small = fitted(raw, media_type, 100, 12_000)
    facts = look(encode(small))
    assert (facts.media_type, facts.fault) == (media_type, "")
    assert max(facts.width, facts.height) <= 100
    assert abs(facts.width / facts.height - 1.5) < 0.05
    assert len(encode(small)) <= 12_000
    assert small == fitted(raw, media_type, 100, 12_000)


def test_a_picture_with_too_many_bytes_shrinks_until_it_fits() -> None:
    out = BytesIO()
    Image.frombytes("L", (200, 200), bytes(i * i * 7919 % 251 for i in range(40_000))).save(out, "PNG")
    raw = out.getvalue()
    for length in (20_000, 2_000, 200):
        small = fitted(raw, "image/png", 8000, length)
        assert len(encode(small)) <= length
        assert not look(encode(small)).fault


def test_a_strip_keeps_a_pixel_of_height() -> None:
    facts = look(encode(fitted(picture(size=(9000, 1)), "image/png", 8000, 10**6)))
    assert (facts.width, facts.height) == (8000, 1)


def test_the_first_frame_of_an_animation_is_left() -> None:
    out = BytesIO()
    red, blue = (Image.new("RGB", (300, 200), color) for color in ("red", "blue"))
    red.save(out, "GIF", save_all=True, append_images=[blue])
    small = Image.open(BytesIO(fitted(out.getvalue(), "image/gif", 100, 10**6)))
    assert getattr(small, "n_frames", 1) == 1
    red_now, _, blue_now = small.convert("RGB").resize((1, 1)).tobytes()
    assert red_now > 4 * blue_now


@pytest.mark.parametrize("kind", ["BMP", "TIFF"])
def test_other_formats_become_png(kind: str) -> None:
    facts = look(encode(converted(picture(kind))))
    assert (facts.media_type, facts.width, facts.height, facts.fault) == ("image/png", 60, 40, "")


def test_nothing_heavy_is_imported_without_media() -> None:
    code = "import sys, msgfix.passes.media.lineup; sys.exit(any(name in sys.modules for name in ('PIL', 'pypdf')))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
