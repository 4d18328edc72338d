# SPDX-License-Identifier: Apache-2.0
"""Wheels of a few hundred bytes and the simple index around them: for tests and measurements of the resolver."""
import base64
import hashlib
import html
import io
import json
import re
import tarfile
import zipfile


def normal(name):
    return re.sub(r"[-_.]+", "-", name).lower()


def metadata_text(name, version, requires=(), requires_python=None, extras=()):
    lines = ["Metadata-Version: 2.1", f"Name: {name}", f"Version: {version}"]
    lines += [f"Requires-Python: {requires_python}"] if requires_python else []
    lines += [f"Provides-Extra: {extra}" for extra in extras]
    lines += [f"Requires-Dist: {requirement}" for requirement in requires]
    return "\n".join(lines) + "\n"


def _archive(members):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as wheel:
        for path, content in members.items():
            wheel.writestr(zipfile.ZipInfo(path, (2020, 1, 1, 0, 0, 0)), content)
    return out.getvalue()


def wheel_bytes(name, version, tag, metadata):
    file_name = normal(name).replace("-", "_")
    dist_info = f"{file_name}-{version}.dist-info"
    members = {
        f"{file_name}/__init__.py": f"__version__ = {str(version)!r}\n",
        f"{dist_info}/METADATA": metadata,
        f"{dist_info}/WHEEL": f"Wheel-Version: 1.0\nGenerator: tiny\nRoot-Is-Purelib: true\nTag: {tag}\n",
    }
    record = ""
    for path, content in members.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content.encode()).digest()).rstrip(b"=").decode()
        record += f"{path},sha256={digest},{len(content.encode())}\n"
    members[f"{dist_info}/RECORD"] = record + f"{dist_info}/RECORD,,\n"
    return _archive(members)


def sdist_bytes(name, version, metadata):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz") as archive:
        info = tarfile.TarInfo(f"{normal(name)}-{version}/PKG-INFO")
        info.size = len(metadata.encode())
        archive.addfile(info, io.BytesIO(metadata.encode()))
    return out.getvalue()


class TinyIndex:
    """Collects files, then writes them below FOLDER: files/ and the pages in simple/."""

    def __init__(self, folder):
        self.folder, self.projects = folder, {}
        (folder / "files").mkdir(parents=True)

    def add(self, name, version, requires=(), requires_python=None, extras=None, tags=("py3-none-any",), sdist=False,
            yanked=False, metadata=None):
        """`extras`: {extra: [requirements]}. `metadata`: in place of the text made from the rest."""
        extras = extras or {}
        requires = list(requires) + [_with_extra(need, extra) for extra, needs in extras.items() for need in needs]
        metadata = metadata or metadata_text(name, version, requires, requires_python, extras)
        stem = normal(name).replace("-", "_")
        for tag in tags:
            self._file(name, f"{stem}-{version}-{tag}.whl", wheel_bytes(name, version, tag, metadata), metadata,
                       requires_python, yanked)
        if sdist:
            self._file(name, f"{stem}-{version}.tar.gz", sdist_bytes(name, version, metadata), None, requires_python, yanked)
        return self

    def _file(self, name, filename, content, metadata, requires_python, yanked):
        (self.folder / "files" / filename).write_bytes(content)
        entry = {"filename": filename, "url": "../../files/" + filename.replace("+", "%2B"), "size": len(content),
                 "hashes": {"sha256": hashlib.sha256(content).hexdigest()}, "yanked": yanked}
        if requires_python:
            entry["requires-python"] = requires_python
        if metadata is not None:
            (self.folder / "files" / (filename + ".metadata")).write_bytes(metadata.encode())
            entry["core-metadata"] = {"sha256": hashlib.sha256(metadata.encode()).hexdigest()}
        self.projects.setdefault(normal(name), []).append(entry)

    def write_json(self):
        for name, files in self.projects.items():
            page = {"meta": {"api-version": "1.1"}, "name": name, "versions": [], "files": files}
            self._page(name, "index.json").write_text(json.dumps(page))
        return self

    def write_html(self, metadata=False):
        """`metadata`: whether the page tells of the METADATA beside the files (PEP 658)."""
        for name, files in self.projects.items():
            links = "\n".join(_link(entry, metadata) for entry in files)
            self._page(name, "index.html").write_text(f"<!DOCTYPE html><html><body>\n{links}\n</body></html>\n")
        return self

    def _page(self, name, file):
        folder = self.folder / "simple" / name
        folder.mkdir(parents=True, exist_ok=True)
        return folder / file


def _with_extra(need, extra):
    specifier, _, marker = need.partition(";")
    marker = f"({marker.strip()}) and " if marker else ""
    return f'{specifier.strip()} ; {marker}extra == "{extra}"'


def _link(entry, metadata):
    attributes = ""
    if "requires-python" in entry:
        attributes += f' data-requires-python="{html.escape(entry["requires-python"])}"'
    if entry["yanked"]:
        reason = entry["yanked"] if isinstance(entry["yanked"], str) else ""
        attributes += f' data-yanked="{html.escape(reason)}"'
    if metadata and "core-metadata" in entry:
        attributes += f' data-core-metadata="sha256={entry["core-metadata"]["sha256"]}"'
    return f'<a href="{entry["url"]}#sha256={entry["hashes"]["sha256"]}"{attributes}>{entry["filename"]}</a><br>'
