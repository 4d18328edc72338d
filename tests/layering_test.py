#!/usr/bin/env python3
"""Holds the layers of docs/architecture.md: who may include whom, and what pure code may not touch.

The order below is the design; a folder may include what stands before it, never what stands after it or beside it
in the same group. Reads the sources as text, so it sees includes that a compiler configuration would hide.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent

# Bottom to top. Folders of one group do not know each other, except where ALSO says so.
GROUPS = [
    ["base"],
    ["document"],
    ["python", "gpu"],
    ["manifest", "snapshot"],
    ["plan"],
    ["diagnose"],
    ["resolvers"],
    ["report"],
    ["io"],
    ["http", "archive", "detect"],
    ["index", "store", "probe"],
    ["venv"],
    ["transaction", "ui"],
    ["change"],
    ["commands"],
]
PURE = {"base", "document", "python", "gpu", "manifest", "snapshot", "plan", "diagnose", "resolvers"}
FORBIDDEN_IN_PURE = [
    (r"#include <(fstream|filesystem|iostream|thread|mutex|chrono|cstdio|unistd\.h|fcntl\.h)>", "touches the outside world"),
    (r"\bgetenv\s*\(", "reads the environment"),
    (r"\bthrow\b(?!\s+std::bad_alloc)", "throws"),
    (r"\bstd::cout\b|\bprintf\s*\(", "prints"),
]
FORBIDDEN_ABOVE = [(r"\bstd::cout\b", "prints"), (r"\bstatic\s+std::(map|vector|string)\s+\w+\s*;", "keeps global state")]
LINE_LIMIT = 400

level = {folder: number for number, group in enumerate(GROUPS) for folder in group}


def folder_of(path):
    relative = path.relative_to(ROOT)
    return relative.parts[1] if relative.parts[0] == "src" else relative.parts[0]


def without_comments(text):
    return re.sub(r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"(?=\s*[;,)])", "", text, flags=re.S)


def problems_of(path):
    folder = folder_of(path)
    text = path.read_text(encoding="utf-8")
    if folder not in level:
        yield f"{folder} has no place in the layers"
        return
    for number, line in enumerate(text.splitlines(), 1):
        found = re.match(r'#include "([^/"]+)/', line)
        if found and found[1] in level and found[1] != folder and level[found[1]] >= level[folder]:
            yield f"line {number}: {folder} must not include {found[1]}"
    rules = FORBIDDEN_IN_PURE if folder in PURE else FORBIDDEN_ABOVE
    code = without_comments(text)
    for pattern, why in rules:
        if re.search(pattern, code):
            yield f"{folder} {'is pure but ' if folder in PURE else ''}{why}: /{pattern}/"
    if text.count("\n") > LINE_LIMIT:
        yield f"{text.count(chr(10))} lines: is this still one idea? (limit {LINE_LIMIT})"


def main():
    sources = sorted(p for top in ("src", "resolvers") for p in (ROOT / top).rglob("*") if p.suffix in (".cpp", ".hpp"))
    sources = [p for p in sources if p != ROOT / "src/main.cpp"]
    if len(sources) < 50:
        sys.exit(f"only {len(sources)} sources found below {ROOT}: the test looks in the wrong place")
    failures = [f"{p.relative_to(ROOT)}: {problem}" for p in sources for problem in problems_of(p)]
    print("\n".join(failures) or f"{len(sources)} files keep the layers")
    sys.exit(bool(failures))


if __name__ == "__main__":
    main()
