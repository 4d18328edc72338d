# SPDX-License-Identifier: Apache-2.0
"""Writes wheels (PyPA binary distribution format) whose bytes depend on their content alone."""
import base64
import hashlib
import io
import zipfile

REQUIRES_PYTHON = ">=3.8"
EPOCH = (1980, 1, 1, 0, 0, 0)  # the first moment that a zip archive can name


class Wheel:
    def __init__(self, name, version, tag, summary, requires=(), extras=()):
        self.name, self.version, self.tag, self.summary = name, version, tag, summary
        self.requires, self.extras = list(requires), list(extras)
        self.console_scripts = []
        self._members = {}  # path -> (bytes, mode)

    @property
    def file_name(self):
        return f"{self.name}-{self.version}-{self.tag}.whl"

    def add(self, path, content, mode=0o644):
        self._members[path] = (content, mode)

    def add_data(self, path, content, mode=0o644):
        """A file for another scheme than purelib: "scripts/NAME", "data/share/..."."""
        self.add(f"{self.name}-{self.version}.data/{path}", content, mode)

    def metadata(self):
        lines = ["Metadata-Version: 2.1", f"Name: {self.name}", f"Version: {self.version}", f"Summary: {self.summary}",
                 "License: Apache-2.0", f"Requires-Python: {REQUIRES_PYTHON}"]
        lines += [f"Requires-Dist: {requirement}" for requirement in self.requires]
        lines += [f"Provides-Extra: {extra}" for extra in self.extras]
        return ("\n".join(lines) + "\n").encode()

    def _information(self):
        """The dist-info files, RECORD not among them."""
        pure = str(self.tag.endswith("-any")).lower()
        yield "METADATA", self.metadata()
        yield "WHEEL", f"Wheel-Version: 1.0\nGenerator: minigpu build_index.py\nRoot-Is-Purelib: {pure}\nTag: {self.tag}\n".encode()
        if self.console_scripts:
            yield "entry_points.txt", ("[console_scripts]\n" + "\n".join(self.console_scripts) + "\n").encode()
        yield "top_level.txt", f"{self.name}\n".encode()

    def _all_members(self):
        folder = f"{self.name}-{self.version}.dist-info"
        members = sorted(self._members.items())
        members += [(f"{folder}/{name}", (content, 0o644)) for name, content in self._information()]
        record = "".join(f"{path},sha256={_digest(content)},{len(content)}\n" for path, (content, _) in members)
        return members + [(f"{folder}/RECORD", (f"{record}{folder}/RECORD,,\n".encode(), 0o644))]

    def content(self):
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
            for path, (content, mode) in self._all_members():
                entry = zipfile.ZipInfo(path, EPOCH)
                entry.create_system = 3  # Unix: the mode in the upper half of the attributes counts
                entry.external_attr = (0o100000 | mode) << 16
                entry.compress_type = zipfile.ZIP_DEFLATED
                archive.writestr(entry, content)
        return out.getvalue()

    def write(self, folder):
        """Writes the wheel and, beside it, its METADATA as indexes serve it (PEP 658)."""
        content = self.content()
        (folder / self.file_name).write_bytes(content)
        (folder / f"{self.file_name}.metadata").write_bytes(self.metadata())
        self.sha256, self.size = hashlib.sha256(content).hexdigest(), len(content)


def _digest(content):
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
