"""Sections I and S of the contract: images and PDFs. What the bytes are is a fact that media/look.py finds once."""

from typing import Any

from msgfix.contract.case import Case, Check
from msgfix.contract.turns import At, Turn
from msgfix.media.look import look
from msgfix.media.pdf import LOCKED
from msgfix.rules import Severity
from msgfix.targets import MB

_TYPES = frozenset({"image/jpeg", "image/png", "image/gif", "image/webp"})


class Media(Check):
    """Readable, of the type that they say, not too large, and not too many."""

    def __init__(self, case: Case) -> None:
        super().__init__(case)
        self._images = 0
        self._documents = 0
        self._pages = 0
        self._large: list[str] = []  # images that are too large once there are many
        self._over: str | None = None  # the PDF that went over the limit of pages

    def block(self, block: dict[str, Any], at: At) -> None:
        source = block.get("source")
        if not isinstance(source, dict):
            return
        kind, data = source.get("type"), source.get("data")
        if block.get("type") == "image":
            self._images += 1
            base = f"{at.path}.image.source"
            if kind == "base64" and isinstance(data, str):
                self._image(data, source.get("media_type"), f"{base}.base64")
            elif kind in ("url", "file"):
                self._remote(kind, source, base)
        elif block.get("type") == "document":
            self._documents += 1
            if kind == "base64" and source.get("media_type") == "application/pdf" and isinstance(data, str):
                self._pdf(data, f"{at.path}.pdf.source.base64.data")
            elif kind in ("url", "file") and not self.case.limits.remote_sources:
                self.case.say("document-shape", f"{at.path}.document.source", says="Input should be base64")

    def _image(self, data: str, claimed: Any, base: str) -> None:
        limits, path = self.case.limits, f"{base}.data"
        if len(data) > limits.image_base64:
            fill: dict[str, Any] = {
                "limit": limits.image_base64,
                "limit_mb": limits.image_base64 // MB,
                "found": len(data),
            }
            self.case.say("image-bytes", base, **fill)
        found = look(data)
        side = max(found.width, found.height)
        if found.fault or not found.clean or found.media_type not in _TYPES:
            self.case.say("image-base64", path)
            return
        if isinstance(claimed, str) and claimed in _TYPES and found.media_type != claimed:
            self.case.say("image-magic-match", path, kind=claimed, found=found.media_type)
        if side > limits.image_side:
            self.case.say("image-dim-8000", path, limit=limits.image_side)
        elif side > limits.many_side:
            self._large.append(path)

    def _remote(self, kind: str, source: dict[str, Any], base: str) -> None:
        url = source.get("url")
        if kind == "url" and isinstance(url, str) and not url.lower().startswith(("https://", "http://")):
            self.case.say("image-source", f"{base}.url.url")
        elif not self.case.limits.remote_sources:
            self.case.say("image-source", base, says="Input should be base64")
        elif self.case.options.target == "portable":
            self.case.say("image-source", base, says="not every platform downloads", severity=Severity.WARNING)

    def _pdf(self, data: str, path: str) -> None:
        found = look(data)
        if found.fault or not found.clean or not found.pages:
            self.case.say("pdf-valid", path, wording=int(found.fault == LOCKED))
        self._pages += found.pages
        if self._pages > self.case.limits.media and self._over is None:
            self._over = path

    def end(self, last: Turn | None) -> None:
        limits = self.case.limits
        if self._over:
            self.case.say("pdf-pages", self._over, limit=limits.media)
        elif self._images + self._pages > limits.media:
            self.case.say("image-count", "messages", pages=self._pages, images=self._images, limit=limits.media)
        if self._images + self._documents * limits.many_with_documents > limits.many_images:
            for path in self._large:
                self.case.say("image-dim-2000-many", path, limit=limits.many_side)
