# SPDX-License-Identifier: Apache-2.0
"""Makes the wheels of minigpu and its friends and the indexes that serve them.

Output: wheels/*.whl with *.whl.metadata beside them, simple/ (every build, its variant in the version, as on a framework's
own index), nightly/ (what was built last night, apart from the releases) and default/ (one build of each release, without
a variant in its version, as on the index that pip asks).
The same inputs give the same bytes.
"""
import argparse
import json
import pathlib
import shutil

import project_pages
from wheel import Wheel

HERE = pathlib.Path(__file__).resolve().parent
PACKAGES = HERE / "packages"
PLATFORM = "manylinux_2_28"


def sources(package):
    """The package's Python files, as (path in the wheel, bytes)."""
    return [(f"{package}/{path.name}", path.read_bytes()) for path in sorted((PACKAGES / package).glob("*.py"))]


def version_file(version, variant=None, targets=None):
    text = f"# SPDX-License-Identifier: Apache-2.0\n__version__ = '{version}'\n"
    if variant:
        text += f"variant = '{variant}'\ntargets = {targets!r}\n"
    return text.encode()


def compiled(name, version, release, variant, facts, arguments, summary, requires, scripts=()):
    """A wheel with a library. The version file names the variant even where the version does not, as torch's does."""
    wheel = Wheel(name, version, f"py3-none-{PLATFORM}_{arguments.machine}", summary, requires)
    for path, content in sources(name):
        wheel.add(path, content)
    wheel.add(f"{name}/version.py", version_file(f"{release}+{variant}", variant, facts["targets"]))
    library = arguments.libraries / f"{name}-{release}-{variant}" / f"lib{name}.so"
    wheel.add(f"{name}/lib/lib{name}.so", library.read_bytes(), mode=0o755)
    wheel.console_scripts = list(scripts)
    return wheel


def pure(name, version, summary, requires=(), extras=()):
    wheel = Wheel(name, version, "py3-none-any", summary, requires, extras)
    for path, content in sources(name):
        wheel.add(path, content)
    wheel.add(f"{name}/version.py", version_file(version))
    return wheel


def pure_wheels():
    """Several releases with extras, markers and bounds: work for a dependency solver."""
    for version, colors in (("1.0.0", ">=1.0,<2"), ("1.1.0", ">=1.0,<2"), ("2.0.0", ">=1.1")):
        requires = [f"minicolor{colors}; extra == 'color' and python_version >= '3.8'",
                    "colorama>=0.4; extra == 'color' and sys_platform == 'win32'"]
        yield pure("minicore", version, "What minigpu prints with", requires, ["color"])
    for version in ("1.0.0", "1.1.0"):
        wheel = pure("minicolor", version, "Bold text")
        wheel.add_data("scripts/minicolor-show", (PACKAGES / "minicolor/minicolor-show").read_bytes(), mode=0o755)
        wheel.add_data("data/share/minicolor/palette.txt", (PACKAGES / "minicolor/palette.txt").read_bytes())
        yield wheel


def release_wheels(release, variant, facts, with_variant, arguments):
    def version(number):
        return f"{number}+{variant}" if with_variant else number
    core = release["minicore"]
    yield compiled("minigpu", version(release["minigpu"]), release["minigpu"], variant, facts, arguments,
                   "Arrays of floats on GPUs: a small framework",
                   [f"minicore{core}", f"minicore[color]{core}; sys_platform == 'linux'"], ["minigpu-info = minigpu.info:main"])
    yield compiled("minivision", version(release["minivision"]), release["minivision"], variant, facts, arguments,
                   "Image operations on minigpu's tensors", [f"minigpu=={release['minigpu']}"])


def extension_wheels(builds, arguments):
    """As with many extensions of the large frameworks, the metadata does not say for which release they were compiled."""
    for extension in builds["extensions"]:
        for variant in extension["variants"]:
            yield compiled("minifast", f"{extension['minifast']}+{variant}", extension["minifast"], variant,
                           builds["variants"][variant], arguments, "Fused operations on minigpu's tensors", ["minigpu"])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--libraries", type=pathlib.Path, required=True, help="NAME-RELEASE-VARIANT/libNAME.so of every build")
    parser.add_argument("--machine", required=True, help="x86_64 or aarch64")
    parser.add_argument("--output", type=pathlib.Path, required=True)
    arguments = parser.parse_args()
    builds = json.loads((HERE / "builds.json").read_text())

    common = list(pure_wheels())
    named, plain, nightly = list(common), list(common), []
    for release in builds["releases"]:
        for variant in release["variants"]:
            named += release_wheels(release, variant, builds["variants"][variant], True, arguments)
        variant = release["default"]
        plain += release_wheels(release, variant, builds["variants"][variant], False, arguments)
    for release in builds["nightlies"]:
        for variant in release["variants"]:
            nightly += release_wheels(release, variant, builds["variants"][variant], True, arguments)
    named += extension_wheels(builds, arguments)

    shutil.rmtree(arguments.output, ignore_errors=True)
    wheels = arguments.output / "wheels"
    wheels.mkdir(parents=True)
    for wheel in {id(wheel): wheel for wheel in named + plain + nightly}.values():
        wheel.write(wheels)
    project_pages.write(arguments.output / "simple", named)
    project_pages.write(arguments.output / "default", plain)
    project_pages.write(arguments.output / "nightly", nightly)
    print(f"minigpu index: {len(list(wheels.glob('*.whl')))} wheels in {arguments.output}")


if __name__ == "__main__":
    main()
