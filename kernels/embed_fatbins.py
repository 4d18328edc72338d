# SPDX-License-Identifier: Apache-2.0
"""Turns checked-in fatbin texts into one C++ file that puts them where compilers put theirs.

Each container goes to the ELF section .nv_fatbin, with a descriptor in .nvFatBinSegment, as nvcc does it: so tools that
read GPU code out of libraries (cuobjdump, kenv) find it. Usage:
embed_fatbins.py OUTPUT NAMESPACE NAME=TEXT_FILE...  (an empty TEXT_FILE: a build without code for this container)
"""
import base64
import hashlib
import pathlib
import re
import struct
import sys
import zlib


def decode(path):
    text = path.read_text()
    container = zlib.decompress(base64.b64decode("".join(l for l in text.splitlines() if not l.startswith("#"))))
    promised = re.search(r"^# sha256: (\w+)$", text, re.M).group(1)
    if hashlib.sha256(container).hexdigest() != promised:
        raise SystemExit(f"{path}: the content does not have the sha256 that its head promises")
    return container


def words(container):
    """The bytes as 64-bit numbers; containers are padded to eight bytes."""
    numbers = struct.unpack(f"<{len(container) // 8}Q", container)
    lines = (", ".join(f"{number:#x}" for number in numbers[i:i + 6]) for i in range(0, len(numbers), 6))
    return ",\n    ".join(lines)


def main():
    output, namespace, *pairs = sys.argv[1:]
    out = ["#include \"driver/container.hpp\"", "", f"namespace {namespace} {{", "namespace {"]
    table, descriptors = [], []
    for name, _, path in (pair.partition("=") for pair in pairs):
        if path:
            container = decode(pathlib.Path(path))
            out.append(f"[[gnu::section(\".nv_fatbin\"), gnu::aligned(8), gnu::used]] const unsigned long long {name}_data[] = {{\n"
                       f"    {words(container)}}};")
            descriptors.append(f"    {{0x466243b1, 1, {name}_data, nullptr}}")
        table.append(f"extern const Container {name}{{\"{name}\", {name + '_data' if path else 'nullptr'}}};")
    if descriptors:
        out.append("[[gnu::section(\".nvFatBinSegment\"), gnu::used]] Descriptor descriptors[] = {")
        out += [",\n".join(descriptors) + "};"]
    out += ["}  // namespace", ""] + table + ["", f"}}  // namespace {namespace}", ""]
    pathlib.Path(output).write_text("\n".join(out))


main()
