#!/usr/bin/env python3
"""Makes a simple index (PEP 503 and 691 pages, PEP 658 metadata files) around a folder of wheels, for a static server.

usage: make_index.py WHEELS OUTPUT
The wheels are hard-linked (or copied) into OUTPUT/wheels; pages go to OUTPUT/simple/NAME/index.json and index.html.
"""
import hashlib
import html
import json
import os
import pathlib
import re
import shutil
import sys
import zipfile


def normal(name):
    return re.sub(r"[-_.]+", "-", name).lower()


def digest_of(path):
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        while piece := file.read(1 << 20):
            digest.update(piece)
    return digest.hexdigest()


def metadata_of(path):
    with zipfile.ZipFile(path) as archive:
        name = next(n for n in archive.namelist() if re.fullmatch(r"[^/]+\.dist-info/METADATA", n))
        return archive.read(name)


def place(source, target):
    target.parent.mkdir(parents=True, exist_ok=True)
    if target.exists():
        return
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)


def add(wheel, output, projects):
    place(wheel, output / "wheels" / wheel.name)
    metadata = metadata_of(wheel)
    (output / "wheels" / (wheel.name + ".metadata")).write_bytes(metadata)
    python = re.search(rb"^Requires-Python: *(.+)$", metadata, re.M)
    entry = {
        "filename": wheel.name,
        "url": f"../../wheels/{wheel.name.replace('+', '%2B')}",
        "hashes": {"sha256": digest_of(wheel)},
        "size": wheel.stat().st_size,
        "core-metadata": {"sha256": hashlib.sha256(metadata).hexdigest()},
        "yanked": False,
    }
    if python:
        entry["requires-python"] = python[1].decode().strip()
    projects.setdefault(normal(wheel.name.split("-")[0]), []).append(entry)


def link(entry):
    attributes = f' data-core-metadata="sha256={entry["core-metadata"]["sha256"]}"'
    if "requires-python" in entry:
        attributes += f' data-requires-python="{html.escape(entry["requires-python"])}"'
    return f'<a href="{entry["url"]}#sha256={entry["hashes"]["sha256"]}"{attributes}>{entry["filename"]}</a><br/>'


def main():
    wheels, output = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    projects = {}
    for wheel in sorted(wheels.glob("*.whl")):
        add(wheel, output, projects)
    for name, files in projects.items():
        folder = output / "simple" / name
        folder.mkdir(parents=True, exist_ok=True)
        versions = sorted({file["filename"].split("-")[1] for file in files})
        document = {"meta": {"api-version": "1.1"}, "name": name, "versions": versions, "files": files}
        (folder / "index.json").write_text(json.dumps(document))
        (folder / "index.html").write_text("<!DOCTYPE html><html><body>" + "\n".join(map(link, files)) + "</body></html>")
    print(f"{sum(map(len, projects.values()))} wheels of {len(projects)} projects in {output}")


if __name__ == "__main__":
    main()
