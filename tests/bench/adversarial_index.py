# SPDX-License-Identifier: Apache-2.0
"""Makes an index that is hard to resolve, like boto3 and botocore: packages with many versions, each of which wants
exactly its own version of the next package, the last of which is held back by the request.

usage: adversarial_index.py FOLDER [PACKAGES] [VERSIONS]
"""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
from tiny_index import TinyIndex  # noqa: E402


def main():
    folder = pathlib.Path(sys.argv[1])
    packages, versions = (int(word) for word in (sys.argv[2:4] or ["30", "500"]))
    chain, windows = TinyIndex(folder / "chain"), TinyIndex(folder / "windows")
    for package in range(packages):
        last = package + 1 == packages
        for number in range(1, versions + 1):
            chain.add(f"p{package}", f"1.{number}", [] if last else [f"p{package + 1}==1.{number}"])
            needs = [] if last else [f"p{package + 1}>=1.{max(1, number - 2)},<1.{number + 1}"]
            windows.add(f"p{package}", f"1.{number}", needs + ([f"shared>=1.{number}"] if package % 3 == 2 else []))
    for number in range(1, versions + 1):
        windows.add("shared", f"1.{number}")
    for index in (chain, windows):
        index.write_json()


if __name__ == "__main__":
    main()
