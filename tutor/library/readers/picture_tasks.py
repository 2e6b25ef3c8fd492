"""What the worker does with a picture file: each of its pictures as a plain one for recognition."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from PIL import Image, ImageOps, ImageSequence

from tutor.library.readers.errors import ReadingError
from tutor.library.readers.limits import Limits

FORMATS = ("PNG", "JPEG", "TIFF", "WEBP", "BMP", "GIF")
USUAL_DPI = 300
SMALLEST = 40


def picture_replies(request: dict[str, Any], path: Path, limits: Limits) -> Iterator[dict[str, Any]]:
    """First how many pictures the file holds, then each one as a file in `folder`. Raises ReadingError."""
    Image.MAX_IMAGE_PIXELS = None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            picture = Image.open(path, formats=FORMATS)
        except OSError as error:
            raise ReadingError("book-damaged", file=path.name) from error
        with picture:
            count = int(getattr(picture, "n_frames", 1)) if picture.format == "TIFF" else 1
            if count > limits.pages:
                raise ReadingError("book-too-many-pages", file=path.name, size=count, most=limits.pages)
            # The size stands in the head of the file: nothing was unpacked yet.
            if picture.width * picture.height > limits.pixels:
                size, most = picture.width * picture.height // 1_000_000, limits.pixels // 1_000_000
                raise ReadingError("book-too-many-pixels", file=path.name, size=size, most=most)
            yield {"pages": count, "title": "", "restricted": False}
            for number, frame in enumerate(ImageSequence.Iterator(picture), start=1):
                if number > count:
                    return
                yield {"number": number, **_plain(frame, Path(request["folder"]) / f"{number}.png", limits)}


def _plain(frame: Image.Image, file: Path, limits: Limits) -> dict[str, Any]:
    if frame.width * frame.height > limits.pixels:
        return {"unread": "too-many-pixels"}
    if min(frame.size) < SMALLEST:
        return {"unread": "no-words"}
    try:
        upright = ImageOps.exif_transpose(frame)
        if upright.mode in {"RGBA", "LA", "P"}:
            # Letters on nothing would become letters on black.
            upright = upright.convert("RGBA")
            upright = Image.alpha_composite(Image.new("RGBA", upright.size, "white"), upright)
        upright.convert("L").save(file, dpi=(USUAL_DPI, USUAL_DPI), compress_level=1)
    except (OSError, ValueError, SyntaxError):
        return {"unread": "damaged"}
    return {"file": str(file), "dpi": USUAL_DPI}
