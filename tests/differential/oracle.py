# SPDX-License-Identifier: Apache-2.0
"""The same questions, answered by the library `packaging`."""
import functools

from packaging import _manylinux, _musllinux, tags
from packaging.markers import Marker, UndefinedComparison, UndefinedEnvironmentName
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name, parse_wheel_filename
from packaging.version import Version


def version(question):
    parsed = Version(question["text"])
    return {"text": str(parsed), "public": parsed.public, "local": parsed.local or "", "prerelease": parsed.is_prerelease}


def order(question):
    a, b = Version(question["a"]), Version(question["b"])
    return (a > b) - (a < b)


def specifiers(question):
    parsed = SpecifierSet(question["text"])
    normal = [str(Version(text)) for text in question["versions"]]
    return {"contains": [parsed.contains(text, prereleases=True) for text in question["versions"]],
            "filter": list(parsed.filter(normal))}


def marker(question):
    parsed = Marker(question["text"])
    environment = dict(question["environment"])
    lock = "extras" in environment
    for field in ("extras", "dependency_groups"):
        if field in environment:
            environment[field] = frozenset(environment[field])
    environment["extra"] = frozenset(question["extras"])
    answer = {"text": str(parsed)}
    try:
        answer["holds"] = parsed.evaluate(environment, context="lock_file" if lock else "metadata")
    except (UndefinedComparison, UndefinedEnvironmentName) as problem:
        answer["undefined"] = str(problem)
    return answer


def requirement(question):
    parsed = Requirement(question["text"])
    return {"name": canonicalize_name(parsed.name), "extras": sorted({canonicalize_name(extra) for extra in parsed.extras}),
            "clauses": sorted(str(clause) for clause in parsed.specifier), "url": parsed.url or "",
            "marker": str(parsed.marker) if parsed.marker else ""}


def wheel(question):
    name, parsed, build, found = parse_wheel_filename(question["text"])
    return {"name": name, "version": str(parsed), "build": "%d%s" % build if build else "0", "tags": sorted(map(str, found))}


def tag_set(question):
    return {"tags": sorted(map(str, tags.parse_tag(question["text"])))}


def name(question):
    return {"text": canonicalize_name(question["text"], validate=True)}


def platforms(facts, native_first):
    """What platform_tags() would answer on that machine."""
    if facts["os"] == "windows":
        return [{"AMD64": "win_amd64", "ARM64": "win_arm64", "x86": "win32"}[facts["machine"]]]
    if facts["os"] == "macos":
        return list(tags.mac_platforms((facts["macos_major"], facts["macos_minor"]), facts["machine"]))
    libc_version = (facts["libc_major"], facts["libc_minor"])
    no_musl, no_glibc = None, _manylinux._GLibCVersion(-1, -1)
    glibc = _manylinux._GLibCVersion(*libc_version) if facts["libc"] == "glibc" else no_glibc
    musl = _musllinux._MuslVersion(*libc_version) if facts["libc"] == "musl" else no_musl
    _manylinux._get_glibc_version = lambda: glibc
    _manylinux._get_manylinux_module = lambda: None
    _manylinux._have_compatible_abi = lambda executable, machines: True
    _musllinux._get_musl_version = lambda executable: musl
    machines = [facts["machine"]]
    native = ["linux_" + facts["machine"]]
    compatible = [*_manylinux.platform_tags(machines), *_musllinux.platform_tags(machines)]
    return native + compatible if native_first else compatible + native


def supported(question):
    facts = question["facts"]
    python = (facts["major"], facts["minor"])
    here = platforms(facts, question.get("text") == "native platform first")
    own = "cp%d%d" % python
    abis = [own + ("t" if facts["free_threaded"] else "")]
    found = [*tags.cpython_tags(python, abis, here), *tags.compatible_tags(python, own, here)]
    return [str(tag) for tag in found]


@functools.cache
def kinds():
    return {"version": version, "order": order, "specifiers": specifiers, "marker": marker, "requirement": requirement,
            "wheel": wheel, "tag set": tag_set, "name": name, "supported": supported}


def answer(question):
    try:
        return kinds()[question["kind"]](question)
    except ValueError as problem:  # every refusal of the library is one
        return {"refused": str(problem).splitlines()[0]}
