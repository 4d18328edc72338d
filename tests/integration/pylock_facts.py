# SPDX-License-Identifier: Apache-2.0
"""What a pylock.toml of version 1.0 may hold (packaging specifications, "pylock.toml Specification"), told as facts."""
import datetime
import json
import os
import pathlib
import re
import subprocess
import tomllib

STRONG = {"sha224", "sha256", "sha384", "sha512", "sha3_224", "sha3_256", "sha3_384", "sha3_512", "blake2b", "blake2s"}
FILE = {"url": str, "path": str, "size": int, "upload-time": datetime.datetime, "hashes": dict}
TABLES = {  # key: type, and whether it must be there
    "": {"lock-version": (str, True), "environments": (list, False), "requires-python": (str, False), "extras": (list, False), "dependency-groups": (list, False),
         "default-groups": (list, False), "created-by": (str, True), "packages": (list, True), "tool": (dict, False)},
    "package": {"name": (str, True), "version": (str, False), "marker": (str, False), "requires-python": (str, False), "dependencies": (list, False),
                "vcs": (dict, False), "directory": (dict, False), "archive": (dict, False), "index": (str, False), "sdist": (dict, False), "wheels": (list, False),
                "attestation-identities": (list, False), "tool": (dict, False)},
    "wheel": {key: (kind, key == "hashes") for key, kind in (FILE | {"name": str}).items()},
    "archive": {key: (kind, key == "hashes") for key, kind in (FILE | {"subdirectory": str}).items()},
}


def _table(where, kind, table):
    known = TABLES[kind]
    yield from (f"{where}: unknown key {key}" for key in table if key not in known)
    yield from (f"{where}: {key} is no {known[key][0].__name__}" for key, value in table.items() if key in known and type(value) is not known[key][0])
    yield from (f"{where}: {key} is missing" for key, (_, needed) in known.items() if needed and key not in table)


def _file(where, kind, file):
    yield from _table(where, kind, file)
    if not {"url", "path"} & file.keys():
        yield f"{where}: neither url nor path"
    if not STRONG & file.get("hashes", {}).keys():
        yield f"{where}: no digest that vouches for it"
    if "upload-time" in file and file["upload-time"].utcoffset() != datetime.timedelta(0):
        yield f"{where}: the upload time is not in UTC"
    if "@" in file.get("url", "").removeprefix("file://").split("//")[-1].split("/")[0]:
        yield f"{where}: credentials"


def problems(text):
    """What is wrong with a lock, as sentences; empty if nothing is."""
    lock = tomllib.loads(text)
    found = list(_table("lock", "", lock))
    if lock.get("lock-version") != "1.0":
        found.append(f"lock-version {lock.get('lock-version')}")
    for number, package in enumerate(lock.get("packages", [])):
        where = f"packages[{number}] ({package.get('name')})"
        found += _table(where, "package", package)
        if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", package.get("name", "")):
            found.append(f"{where}: its name is not in the normal form")
        sources = [key for key in ("vcs", "directory", "archive", "wheels") if key in package]
        if len(sources) != 1:
            found.append(f"{where}: sources {sources}")
        for wheel in package.get("wheels", []):
            found += _file(where, "wheel", wheel)
        if "archive" in package:
            found += _file(where, "archive", package["archive"])
        if "@" in package.get("index", "").split("//")[-1].split("/")[0]:
            found.append(f"{where}: credentials in its index")
    return found


VALIDATE = """
import json, sys, jsonschema
schema = json.load(open(sys.argv[1]))
del schema["additionalProperties"]
for error in jsonschema.Draft7Validator(schema).iter_errors(json.load(sys.stdin)):
    print(error.json_path, error.message)
"""


def schema_problems(text, tools):
    """The same by the published JSON schema, if KENV_PYLOCK_SCHEMA names a copy of it; nothing otherwise.

    Its topmost `additionalProperties: false` stands beside no `properties`, so that by draft 7 it refuses every lock, the
    standard's own example too. It is left out; the facts above know the keys.
    """
    schema = os.environ.get("KENV_PYLOCK_SCHEMA")
    if not schema:
        return []
    lock = json.dumps(tomllib.loads(text), default=str)
    done = subprocess.run([pathlib.Path(tools) / "bin/python", "-c", VALIDATE, schema], input=lock, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()
