#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds the minigpu index against what installers rely on. usage: minigpu_index_test.py INDEX_FOLDER SOURCE_FOLDER

Wheels (RECORD, tags, metadata), both page formats, pip installing from it, and minigpu at work on the CPU, in every build.
"""
import base64
import csv
import hashlib
import html.parser
import io
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
import urllib.parse
import zipfile

INDEX, SOURCE = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
BUILDS = json.loads((SOURCE / "kernels/minigpu/builds.json").read_text())
WHEELS = sorted((INDEX / "wheels").glob("*.whl"))


def sha256(content):
    return hashlib.sha256(content).hexdigest()


def expected_builds(kind="releases"):
    """(minigpu version, minivision version, variant) of every build that simple/ serves (nightly/: of the nightlies)."""
    for release in BUILDS[kind]:
        for variant in release["variants"]:
            yield f"{release['minigpu']}+{variant}", f"{release['minivision']}+{variant}", variant


class Links(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.found = []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        if tag == "a":
            self.found.append(dict(attributes))


class WheelsTest(unittest.TestCase):
    def test_record_names_every_member_with_its_digest_and_size(self):
        self.assertGreater(len(WHEELS), 15)
        for path in WHEELS:
            with self.subTest(path.name), zipfile.ZipFile(path) as wheel:
                self.assertIsNone(wheel.testzip())
                record_name = next(name for name in wheel.namelist() if name.endswith(".dist-info/RECORD"))
                self.assertEqual(record_name, wheel.namelist()[-1])
                rows = list(csv.reader(io.StringIO(wheel.read(record_name).decode())))
                self.assertCountEqual([row[0] for row in rows], wheel.namelist())
                for name, digest, size in rows:
                    if name == record_name:
                        self.assertEqual((digest, size), ("", ""))
                        continue
                    content = wheel.read(name)
                    wanted = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
                    self.assertEqual((digest, int(size)), ("sha256=" + wanted, len(content)), name)

    def test_name_metadata_and_wheel_file_agree(self):
        for path in WHEELS:
            with self.subTest(path.name), zipfile.ZipFile(path) as wheel:
                name, version, tag = re.fullmatch(r"([^-]+)-([^-]+)-(.+)\.whl", path.name).groups()
                folder = f"{name}-{version}.dist-info"
                metadata = wheel.read(f"{folder}/METADATA").decode()
                self.assertIn(f"\nName: {name}\nVersion: {version}\n", metadata)
                self.assertIn(f"\nTag: {tag}\n", wheel.read(f"{folder}/WHEEL").decode())
                self.assertEqual(path.with_name(path.name + ".metadata").read_text(), metadata)

    def test_libraries_need_nothing_newer_than_their_tag_promises(self):
        for path in WHEELS:
            with zipfile.ZipFile(path) as wheel:
                for name in wheel.namelist():
                    if not name.endswith(".so"):
                        continue
                    content = wheel.read(name)
                    with self.subTest(f"{path.name} {name}"):
                        versions = re.findall(rb"GLIBC_2\.(\d+)", content)
                        self.assertTrue(versions or "libminigpu" not in name)  # the others need libminigpu.so alone
                        self.assertLessEqual(max(map(int, versions), default=0), 28)
                        self.assertNotIn(b"libstdc++", content)
                        self.assertEqual(wheel.getinfo(name).external_attr >> 16 & 0o777, 0o755)

    def test_gpu_code_is_there_in_the_builds_that_claim_it(self):
        magic = b"\x50\xed\x55\xba\x01\x00\x10\x00"
        for path in WHEELS:
            with zipfile.ZipFile(path) as wheel:
                for name, containers in (("minigpu/lib/libminigpu.so", 4), ("minivision/lib/libminivision.so", 2),
                                         ("minifast/lib/libminifast.so", 1)):
                    if name not in wheel.namelist():
                        continue
                    version = wheel.read(f"{name.split('/')[0]}/version.py").decode()
                    variant = re.search(r"variant = '(\w+)'", version).group(1)
                    with self.subTest(path.name):
                        self.assertEqual(wheel.read(name).count(magic), 0 if variant == "cpu" else containers)


class PagesTest(unittest.TestCase):
    def test_both_formats_list_the_same_files_and_every_figure_is_right(self):
        trees = {"simple": ["minicolor", "minicore", "minifast", "minigpu", "minivision"],
                 "default": ["minicolor", "minicore", "minigpu", "minivision"], "nightly": ["minigpu", "minivision"]}
        for tree, names in trees.items():
            projects = json.loads((INDEX / tree / "index.json").read_text())["projects"]
            self.assertEqual([project["name"] for project in projects], names)
            for folder in (INDEX / tree / project["name"] for project in projects):
                page = json.loads((folder / "index.json").read_text())
                links = Links((folder / "index.html").read_text()).found
                self.assertEqual(len(links), len(page["files"]))
                for entry, link in zip(page["files"], links):
                    with self.subTest(f"{tree} {entry['filename']}"):
                        path = (folder / urllib.parse.unquote(entry["url"])).resolve()
                        self.assertEqual(path.name, entry["filename"])
                        content = path.read_bytes()
                        self.assertEqual((entry["hashes"]["sha256"], entry["size"]), (sha256(content), len(content)))
                        metadata = sha256(path.with_name(path.name + ".metadata").read_bytes())
                        self.assertEqual(entry["core-metadata"], {"sha256": metadata})
                        self.assertEqual(link["href"], f"{entry['url']}#sha256={entry['hashes']['sha256']}")
                        self.assertEqual(link["data-core-metadata"], f"sha256={metadata}")
                        self.assertEqual(link["data-requires-python"], entry["requires-python"])

    def test_every_build_is_served_and_the_manifest_knows_it(self):
        manifest = (SOURCE / "manifests/frameworks/minigpu.toml").read_text()
        for tree, kind, index in (("simple", "releases", "minigpu"), ("nightly", "nightlies", "minigpu-nightly")):
            page = json.loads((INDEX / tree / "minigpu/index.json").read_text())
            self.assertEqual(page["versions"], [version for version, _, _ in expected_builds(kind)])
            rows = re.findall(rf'\[\[build\]\]\nversion = "(.+)"\n(?:.+\n)*?index = "{index}"\n', manifest)
            self.assertEqual(set(rows), set(page["versions"]))
        for variant, facts in BUILDS["variants"].items():
            for row in re.findall(rf'variant = "{variant}"\n(?:.+\n)*', manifest):
                self.assertEqual(re.findall(r'"(sm_\w+)"', row), facts["targets"])
                self.assertEqual(re.findall(r'"(compute_\w+)"', row), facts.get("ptx", []))

    def test_the_manifest_knows_for_which_release_each_extension_was_compiled(self):
        manifest = (SOURCE / "manifests/extensions.toml").read_text()
        pairs = re.findall(r'framework = "==(.+)"\nextension = "==(.+)"\n', manifest)
        self.assertEqual(set(pairs), {(one["minigpu"], one["minifast"]) for one in BUILDS["extensions"]})

    def test_default_index_has_no_variant_in_its_versions(self):
        page = json.loads((INDEX / "default/minigpu/index.json").read_text())
        self.assertEqual(page["versions"], [release["minigpu"] for release in BUILDS["releases"]])


class InstallTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.root = pathlib.Path(cls.folder.name) / "environment"
        subprocess.run([sys.executable, "-m", "venv", cls.root], check=True)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def run_in(self, program, *arguments):
        done = subprocess.run([self.root / "bin" / program, *arguments], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, f"{program} {arguments}: {done.stdout}{done.stderr}")
        return done.stdout

    def install(self, *arguments, tree="simple"):
        options = ["--isolated", "--disable-pip-version-check", "--no-cache-dir", "--index-url", (INDEX / tree).as_uri()]
        return self.run_in("pip", "install", "--quiet", *options, *arguments)

    def probe(self):
        harness, probe = SOURCE / "kernels/probes/harness.py", SOURCE / "kernels/probes/minigpu_probe.py"
        output = self.run_in("python", "-I", "-B", harness, "MARK", probe, "--cpu")
        return json.loads(output.splitlines()[-1].removeprefix("MARK document "))

    def test_1_pip_solves_the_family_with_its_needs(self):
        self.install("minivision==0.3.0+new")
        versions = {entry["name"]: entry["version"] for entry in json.loads(self.run_in("pip", "list", "--format=json"))}
        wanted = {"minigpu": "1.2.0+new", "minivision": "0.3.0+new", "minicore": "2.0.0", "minicolor": "1.1.0"}
        self.assertEqual({name: versions.get(name) for name in wanted}, wanted)
        self.run_in("pip", "check")
        self.assertIn("minigpu 1.2.0+new", self.run_in("minigpu-info"))
        self.assertIn("minicolor", self.run_in("minicolor-show"))
        self.assertTrue((self.root / "share/minicolor/palette.txt").is_file())

    def test_2_every_build_computes_right_on_the_cpu(self):
        for version, companion, variant in expected_builds():
            with self.subTest(version):
                self.install("--no-deps", f"minigpu=={version}", f"minivision=={companion}")
                document = self.probe()
                self.assertEqual(document["version"], version)
                self.assertEqual([check for check in document["checks"] if check["status"] != "passed"], [])
                self.assertEqual(len(document["checks"]), 10)

    def test_3_a_build_without_a_variant_in_its_version_names_it_in_its_files(self):
        self.install("--no-deps", "--force-reinstall", "minigpu==1.2.0", "minivision==0.3.0", tree="default")
        self.assertIn("1.2.0\n", self.run_in("pip", "show", "minigpu"))
        self.assertEqual(self.probe()["version"], "1.2.0+new")

    def test_4_a_companion_of_another_release_or_variant_is_refused(self):
        cases = [("1.1.0+new", "0.3.0+new", "undefined symbol: minigpu_abi_1_2_0"), ("1.2.0+new", "0.3.0+cpu", "variant")]
        for version, companion, message in cases:
            with self.subTest(f"{version} with {companion}"):
                self.install("--no-deps", f"minigpu=={version}", f"minivision=={companion}")
                failed = {check["check"]: check["error"] for check in self.probe()["checks"] if check["status"] == "failed"}
                self.assertEqual(set(failed), {"blur", "nms"})
                self.assertIn(message, failed["blur"])

    def test_5_a_nightly_computes_right_and_an_extension_fits_its_release_alone(self):
        for version, companion, _ in expected_builds("nightlies"):
            self.install("--no-deps", f"minigpu=={version}", f"minivision=={companion}", tree="nightly")
            self.assertEqual([check for check in self.probe()["checks"] if check["status"] != "passed"], [])
        self.install("--no-deps", "minifast==0.2.0+new")  # its metadata has nothing against it
        failed = {check["check"]: check["error"] for check in self.probe()["checks"] if check["status"] == "failed"}
        self.assertEqual(set(failed), {"scale_add"})
        self.install("--no-deps", "minigpu==1.2.0+new", "minivision==0.3.0+new")
        self.assertEqual([check["status"] for check in self.probe()["checks"] if check["check"] == "scale_add"], ["passed"])
        self.run_in("pip", "uninstall", "--quiet", "--yes", "minifast")

    def test_6_a_build_for_the_cpu_says_so_on_a_gpu(self):
        self.install("--no-deps", "minigpu==1.2.0+cpu")
        done = subprocess.run([self.root / "bin/python", "-c", "import minigpu; minigpu.full(1, 1.0, device='cuda')"],
                              capture_output=True, text=True)
        self.assertIn("GpuError: minigpu: allocate: MINIGPU_NO_GPU_CODE (-2)", done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
