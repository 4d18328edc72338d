#!/usr/bin/env python3
"""Prints a binary file as fixture text (see make_fixtures.sh), with payloads and code overwritten by zeros."""
import re
import struct
import sys

MAGIC = bytes.fromhex("50ed55ba01001000")


def blank_payloads(data):
    at = data.find(MAGIC)
    while at >= 0:
        end = at + 16 + struct.unpack_from("<Q", data, at + 8)[0]
        entry = at + 16
        while entry < end:
            header, payload = struct.unpack_from("<IQ", data, entry + 4)
            data[entry + header:entry + header + payload] = bytes(payload)
            entry += header + payload
        at = data.find(MAGIC, end)


def blank_code(data):
    if data[:4] != b"\x7fELF":
        return
    table, = struct.unpack_from("<Q", data, 40)
    size, count = struct.unpack_from("<HH", data, 58)
    for i in range(count):
        kind, flags, _, offset, length = struct.unpack_from("<IQQQQ", data, table + i * size + 4)
        if kind == 1 and flags & 4 or kind == 2:  # executable, or the symbols of an object file
            data[offset:offset + length] = bytes(length)


data = bytearray(open(sys.argv[1], "rb").read())
blank_payloads(data)
blank_code(data)
print("size", len(data))
for run in re.finditer(rb"(?:[^\0]|\0{1,7}(?=[^\0]))+", bytes(data), re.DOTALL):
    for at in range(run.start(), run.end(), 64):
        print(at, data[at:min(at + 64, run.end())].hex())
