# SPDX-License-Identifier: Apache-2.0
"""Writes a simple index (PEP 503 as HTML, PEP 691 as JSON) with core metadata (PEP 658, PEP 714) for written wheels."""
import hashlib
import html
import json
import urllib.parse

from wheel import REQUIRES_PYTHON


def _url(wheel):
    # "+" means a blank to some servers, so it is always written as %2B.
    return "../../wheels/" + urllib.parse.quote(wheel.file_name)


def _metadata_digest(wheel):
    return hashlib.sha256(wheel.metadata()).hexdigest()


def _file(wheel):
    return {"filename": wheel.file_name, "url": _url(wheel), "hashes": {"sha256": wheel.sha256}, "size": wheel.size,
            "requires-python": REQUIRES_PYTHON, "yanked": False, "core-metadata": {"sha256": _metadata_digest(wheel)}}


def _link(wheel):
    digest = _metadata_digest(wheel)
    return (f'    <a href="{_url(wheel)}#sha256={wheel.sha256}" data-requires-python="{html.escape(REQUIRES_PYTHON)}"'
            f' data-dist-info-metadata="sha256={digest}" data-core-metadata="sha256={digest}">{html.escape(wheel.file_name)}</a><br>')


def _page(title, lines):
    return "\n".join(["<!DOCTYPE html>", "<html>", "  <head>", '    <meta name="pypi:repository-version" content="1.1">',
                      f"    <title>{title}</title>", "  </head>", "  <body>", *lines, "  </body>", "</html>", ""])


def _write_folder(folder, page, document):
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "index.html").write_text(page)
    (folder / "index.json").write_text(json.dumps(document, indent=1) + "\n")


def write(folder, wheels):
    """simple/index.* and simple/NAME/index.* for these wheels, in the order given."""
    meta = {"api-version": "1.1"}
    names = sorted({wheel.name for wheel in wheels})
    for name in names:
        files = [wheel for wheel in wheels if wheel.name == name]
        versions = list(dict.fromkeys(wheel.version for wheel in files))
        document = {"meta": meta, "name": name, "versions": versions, "files": [_file(wheel) for wheel in files]}
        _write_folder(folder / name, _page(f"Links for {name}", [_link(wheel) for wheel in files]), document)
    projects = [f'    <a href="{name}/">{name}</a><br>' for name in names]
    _write_folder(folder, _page("Projects", projects), {"meta": meta, "projects": [{"name": name} for name in names]})
