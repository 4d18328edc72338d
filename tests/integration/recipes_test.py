# SPDX-License-Identifier: Apache-2.0
"""kenv resolve --as: what it prints is run by the newest pip and uv and gives the set that kenv chose."""
import json
import re
import shutil
import subprocess
import sys
import tomllib

from support import LIMIT, NEW, OLD, SOURCE_FOLDER, main
from tools import ToolsTest

sys.path.insert(0, str(SOURCE_FOLDER / "kernels/minigpu"))
from wheel import Wheel  # noqa: E402

FORMATS = ("pip", "uv", "requirements", "pyproject-uv", "dockerfile", "conda")


def sidecar(version, origin):
    wheel = Wheel("sidecar", version, "py3-none-any", "a package that tells where it came from")
    wheel.add("sidecar.py", f"origin = {origin!r}\n".encode())
    return wheel


def add_project(index, part, folder, wheels):
    """Puts wheels into FOLDER of the index and lists them in its part; the HTML pages are for those who want no JSON."""
    (index.folder / folder).mkdir(exist_ok=True)
    for wheel in wheels:
        wheel.write(index.folder / folder)
    page = index.folder / part / wheels[0].name
    page.mkdir()
    files = [{"filename": wheel.file_name, "url": f"../../{folder}/{wheel.file_name}", "hashes": {"sha256": wheel.sha256},
              "size": wheel.size, "yanked": False} for wheel in wheels]
    (page / "index.json").write_text(json.dumps({"meta": {"api-version": "1.1"}, "name": wheels[0].name, "files": files}))
    links = [f'<a href="{file["url"]}#sha256={file["hashes"]["sha256"]}">{file["filename"]}</a>' for file in files]
    (page / "index.html").write_text("<!DOCTYPE html><html><body>" + "\n".join(links) + "</body></html>")


class RecipesTest(ToolsTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()

        def mix(index):
            # The framework's index lists a namesake of an ordinary package, newer and under the same version too.
            add_project(index, "default", "default-wheels", [sidecar("1.0", "default")])
            add_project(index, "simple", "other-wheels", [sidecar("9.9", "framework"), sidecar("1.0", "framework")])
        cls.mixed = cls.server.add("mixed", mix)

    def sources(self, index):
        return {"KENV_INDEX": index.default, "KENV_FRAMEWORK_INDEX_MINIGPU": index.simple, "KENV_FRAMEWORK_INDEX_MINIGPU_NIGHTLY": index.nightly}

    def fresh(self, name):
        environment = self.folder / name
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", environment], check=True)
        return environment

    def recipe(self, format, *words, variables=None):
        document = self.json("resolve", *words, "--as", format, variables=variables)
        self.assertEqual(document["recipe"]["format"], format)
        return document

    # How each format is used.

    def follow(self, format, text, environment, variables=None):
        if format in ("pip", "uv"):
            self.shell(text, environment, variables)
        elif format == "requirements":
            (self.folder / "requirements.txt").write_text(text)
            self.shell("pip install -r requirements.txt", environment, variables)
        elif format == "conda":
            self.follow_pip_section(text, environment, variables)
        elif format == "dockerfile":
            self.follow_run_lines(text, environment, variables)
        else:
            self.follow_uv_project(text, environment, variables)

    def follow_pip_section(self, text, environment, variables=None):
        document = json.loads(self.load_yaml(text))
        version = f"{sys.version_info.major}.{sys.version_info.minor}"
        python, pip, section = document["dependencies"]
        self.assertEqual((python, pip, list(section), document["channels"]), (f"python={version}", "pip", ["pip"], ["conda-forge"]))
        (self.folder / "conda.txt").write_text("\n".join(section["pip"]) + "\n")
        self.shell("pip install -U -r conda.txt", environment, variables)

    def follow_run_lines(self, text, environment, variables=None):
        instructions = [line for line in re.sub(r"\\\n", " ", text).splitlines() if line and not line.startswith("#")]
        self.assertEqual(instructions[0], f"FROM python:{sys.version_info.major}.{sys.version_info.minor}-slim")
        self.assertTrue(all(line.startswith("RUN ") for line in instructions[1:]), text)
        self.shell("\n".join(line.removeprefix("RUN ") for line in instructions[1:]), environment, variables)

    def follow_uv_project(self, text, environment, variables=None):
        tomllib.loads(text)
        project = self.folder / f"project-{environment.name}"
        project.mkdir()
        (project / "pyproject.toml").write_text(text)
        uses = {"UV_PROJECT_ENVIRONMENT": str(environment), "UV_PYTHON": str(environment / "bin/python")}
        self.shell("uv lock && uv sync --locked", environment, uses | (variables or {}), folder=project)

    def assert_same_set(self, document, environment):
        listed = self.shell("pip list --format=freeze", environment)
        found = dict(line.split("==") for line in listed.splitlines())
        self.assertEqual(found, self.steps(document), document["recipe"]["text"])

    # What every format promises.

    def test_what_is_printed_gives_the_chosen_set(self):
        table = [("mixed", ["minivision", "sidecar", "--gpu", NEW], FORMATS),
                 ("nightly", ["minigpu", "--nightly", "--gpu", NEW], ("pip", "uv", "requirements", "pyproject-uv")),
                 ("old", ["minivision", "--gpu", OLD], ("pip", "uv", "pyproject-uv")),
                 ("plain", ["minicore[color]<2", "sidecar", "--gpu", NEW], ("pip", "requirements", "pyproject-uv"))]
        for name, words, formats in table:
            for format in formats:
                with self.subTest(name, format=format):
                    document = self.recipe(format, *words, variables=self.sources(self.mixed))
                    environment = self.fresh(f"{name}-{format}")
                    self.follow(format, document["recipe"]["text"], environment)
                    self.assert_same_set(document, environment)
                    if "sidecar" in words:
                        origin = self.run_in(environment, "python", "-c", "import sidecar; print(sidecar.origin)").strip()
                        self.assertEqual(origin, "default", "a package of the default index comes from no other")

    def test_uv_reads_the_requirements_file_too(self):
        document = self.recipe("requirements", "minivision", "sidecar", "--gpu", NEW, variables=self.sources(self.mixed))
        (self.folder / "requirements.txt").write_text(document["recipe"]["text"])
        for verb in ("install -r", "sync"):
            environment = self.fresh(verb.split()[0])
            self.shell(f"uv pip {verb} requirements.txt", environment)
            self.assert_same_set(document, environment)

    def test_a_variant_that_no_version_states_is_held_by_index_and_digest(self):
        plain = {"KENV_FRAMEWORK_INDEX_MINIGPU": self.index.default}
        for format in ("requirements", "uv", "pyproject-uv"):
            with self.subTest(format=format):
                document = self.recipe(format, "minigpu", "--gpu", NEW, variables=plain)
                self.assertIn("minigpu==1.2.0", document["recipe"]["text"])
                self.assertIn("no manifest knows what this build carries", document["recipe"]["text"])
                environment = self.fresh(format)
                self.follow(format, document["recipe"]["text"], environment)
                self.assert_same_set(document, environment)

    def test_another_file_of_the_same_name_is_refused_where_digests_are_held(self):
        index = self.server.add("swapped")
        variables = {"KENV_INDEX": index.default, "KENV_FRAMEWORK_INDEX_MINIGPU": index.default}
        text = self.recipe("requirements", "minigpu", "--gpu", NEW, variables=variables)["recipe"]["text"]
        index.replace_member("minigpu-1.2.0-*", "minigpu/lib/libminigpu.so", b"something else")
        (self.folder / "requirements.txt").write_text(text)
        for number, command in enumerate(("pip install -r requirements.txt", "uv pip install --no-cache -r requirements.txt")):
            environment = self.fresh(f"env{number}")
            self.shell(command + " && exit 1 || exit 0", environment)
            self.assertEqual(self.versions(environment), {})

    def test_wheels_of_a_folder(self):
        folder = self.folder / "my wheels"
        folder.mkdir()
        for pattern in ("minigpu-1.2.0+new-*", "minicore-2.0.0-*", "minicolor-1.1.0-*"):
            shutil.copy(self.index.wheel(pattern), folder)
        nowhere = {"KENV_INDEX": "", "PIP_NO_INDEX": "1", "KENV_FRAMEWORK_INDEX_MINIGPU": ""}
        for format in FORMATS:
            with self.subTest(format=format):
                document = self.recipe(format, "minigpu", "--gpu", NEW, "--find-links", folder, variables=nowhere)
                text = document["recipe"]["text"]
                if format in ("requirements", "conda"):
                    self.assertEqual(text.count("sha256:"), 3, "digests of local files are computed")
                if format == "dockerfile":
                    self.assertIn("COPY wheels/ /wheels/\n", text)
                    text = text.replace("COPY wheels/ /wheels/\n", "").replace("--find-links /wheels", f"--find-links '{folder}'")
                environment = self.fresh(format)
                self.follow(format, text, environment)
                self.assert_same_set(document, environment)

    def test_a_folder_that_serves_nothing_of_the_plan_is_left_out(self):
        (self.folder / "empty").mkdir()
        for format in FORMATS:
            text = self.recipe(format, "minigpu", "--gpu", NEW, "--find-links", self.folder / "empty")["recipe"]["text"]
            self.assertNotIn("empty", text)

    def test_a_wheel_that_was_asked_for_by_its_address(self):
        wheel = self.index.wheel("minicore-1.1.0-*")
        address = f"minicore @ {self.index.default.removesuffix('/default')}/wheels/{wheel.name}"
        for format in ("pip", "uv", "requirements", "pyproject-uv"):
            with self.subTest(format):
                document = self.recipe(format, address, "minicolor", "--gpu", NEW)
                environment = self.fresh(format)
                self.follow(format, document["recipe"]["text"], environment)
                self.assert_same_set(document, environment)

    def test_an_override_is_kept_to(self):
        (self.folder / "override.txt").write_text("minicore==1.1.0\n")
        words = ["minigpu==1.2.0", "--override", "override.txt", "--gpu", NEW]
        for format in ("pip", "uv", "pyproject-uv"):
            with self.subTest(format):
                document = self.recipe(format, *words)
                self.assertEqual(self.steps(document)["minicore"], "1.1.0")
                environment = self.fresh(format)
                text = document["recipe"]["text"].replace("\npip check", "").replace("\nuv pip check", "")
                self.follow(format, text, environment)
                self.assert_same_set(document, environment)
        self.assertIn("install with --no-deps", self.recipe("requirements", *words)["recipe"]["text"])

    # What is never printed, and what always is.

    def test_a_login_is_left_out_and_said_to_be_needed(self):
        place = self.index.default.replace("http://", "http://somebody:geheim@")
        framework = self.index.simple.replace("http://", "http://somebody:geheim@")
        for format in FORMATS:
            with self.subTest(format):
                said = self.text("resolve", "minivision", "--gpu", NEW, "--as", format,
                                 variables={"KENV_INDEX": place, "KENV_FRAMEWORK_INDEX_MINIGPU": framework})
                self.assertNotIn("geheim", said.output + said.errors)
                self.assertNotIn("somebody", said.output + said.errors)
                self.assertIn("asks for a login", said.output)

    def test_what_would_undo_the_choice_is_named(self):
        variables = {"PIP_EXTRA_INDEX_URL": "http://somebody:geheim@host.example/simple", "UV_TORCH_BACKEND": "auto"}
        text = self.recipe("uv", "minigpu", "--gpu", NEW, variables=variables)["recipe"]["text"]
        self.assertIn("PIP_EXTRA_INDEX_URL names the further index http://host.example/simple", text)
        self.assertIn("UV_TORCH_BACKEND=auto", text)
        self.assertNotIn("geheim", text)

    def test_a_script_takes_the_recipe_out_of_the_document(self):
        output = self.text("resolve", "minigpu", "--gpu", NEW, "--as", "requirements", "--json").output
        done = subprocess.run(["jq", "-r", ".recipe.text"], input=output, capture_output=True, text=True, timeout=LIMIT)
        plain = self.text("resolve", "minigpu", "--gpu", NEW, "--as", "requirements").output
        self.assertEqual(done.stdout.rstrip("\n"), plain.rstrip("\n"), "standard output holds the recipe and nothing else")

    def test_where_nothing_fits_there_is_no_recipe(self):
        for format in FORMATS:
            document = self.json("resolve", "minigpu", "--gpu", "3.5", "--as", format, exit=4)
            self.assertNotIn("recipe", document)
            said = self.text("resolve", "minigpu", "--gpu", "3.5", "--as", format, exit=4).output
            self.assertNotIn("pip install", said)

    def test_a_format_that_kenv_does_not_know(self):
        for word, said in (("requirement", "did you mean requirements?"), ("docker", "did you mean dockerfile?"),
                           ("piip", "did you mean pip?"), ("poetry", "pip, uv, requirements, pyproject-uv, dockerfile, conda")):
            error = self.json("resolve", "minigpu", "--gpu", NEW, "--as", word, exit=2)["error"]
            self.assertEqual(error["code"], "usage")
            self.assertIn(f"--as: `{word}` is none of ", error["message"])
            self.assertIn(said, error["message"])


if __name__ == "__main__":
    main()
