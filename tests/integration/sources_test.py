# SPDX-License-Identifier: Apache-2.0
"""Where packages come from: folders, mirrors, the cache, an index behind a password."""
import base64
import hashlib
import http.server
import shutil
import threading

from indexes import closed_port_url
from support import NEW, KenvTest, main


class PasswordServer:
    """Serves a folder to who knows the password."""

    def __init__(self, folder, user_password):
        wanted = "Basic " + base64.b64encode(user_password.encode()).decode()

        class Handler(http.server.SimpleHTTPRequestHandler):
            extensions_map = {"": "application/octet-stream", ".json": "application/vnd.pypi.simple.v1+json"}
            index_pages = ("index.json",)

            def __init__(self, *words, **options):
                super().__init__(*words, directory=folder, **options)

            def do_GET(self):
                if self.headers.get("Authorization") != wanted:
                    self.send_response(401)
                    self.send_header("WWW-Authenticate", "Basic realm=index")
                    self.send_header("Content-Length", "0")
                    return self.end_headers()
                if self.path.endswith("/"):
                    self.path += "index.json"
                super().do_GET()

            def log_message(self, *_):
                pass

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        self.host = f"127.0.0.1:{self._server.server_port}"

    def stop(self):
        self._server.shutdown()
        self._server.server_close()


class SourcesTest(KenvTest):
    def wheels(self, *patterns):
        folder = self.folder / "wheels"
        folder.mkdir()
        for pattern in patterns:
            shutil.copy(self.index.wheel(pattern), folder)
        return folder

    def chosen(self, *words, **options):
        document = self.json("create", self.environment, *words, "--gpu", NEW, "--dry-run", **options)
        return {step["name"]: step for step in document["steps"] if step["action"] == "add"}

    def test_find_links_is_enough_when_the_indexes_are_left_out(self):
        wheels = self.wheels("minigpu-1.2.0+new-*", "minicore-2.0.0-*", "minicolor-1.1.0-*")
        requests = len(self.server.requests())
        self.text("create", self.environment, "minigpu", "--gpu", NEW, "--find-links", wheels,
                  "--without-index", "pypi", "--without-index", "minigpu")
        self.assertEqual(self.versions(self.environment)["minigpu"], "1.2.0+new")
        self.assertEqual(len(self.server.requests()), requests)

    def test_find_links_may_be_a_single_wheel(self):
        wheel = self.wheels("minicolor-1.1.0-*") / self.index.wheel("minicolor-1.1.0-*").name
        url = self.index.simple.replace("/simple", "/wheels/") + wheel.name
        digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
        for place in (wheel, wheel.as_uri(), url, f"{url}#sha256={digest}"):
            with self.subTest(place):
                step = self.chosen("minicolor==1.1.0", "--find-links", place, "--without-index", "pypi", "--without-index", "minigpu")["minicolor"]
                self.assertEqual((step["to"], step["wheel"]["index"], step["wheel"]["size"]), ("1.1.0", "find-links", wheel.stat().st_size))
        self.assertEqual(step["wheel"]["sha256"], digest)
        document = self.json("create", self.environment, "minicolor", "--gpu", NEW, "--find-links", f"{url}#sha256={'0' * 64}", "--without-index", "pypi", "--without-index", "minigpu", exit=6)
        self.assertEqual(document["error"]["code"], "hash-mismatch")

    def test_find_links_of_sources_is_refused(self):
        source = self.folder / "minicolor-1.1.0.tar.gz"
        source.write_bytes(b"")
        error = self.json("create", self.environment, "minicolor", "--gpu", NEW, "--find-links", source, exit=2)["error"]
        self.assertIn("source distribution", error["message"])

    def test_extra_indexes_are_not_asked_and_that_is_said_once(self):
        result = self.text("create", self.environment, "minicolor", "--gpu", NEW, "--dry-run",
                           variables={"PIP_EXTRA_INDEX_URL": closed_port_url() + "/extra"})
        self.assertEqual(result.errors.count("PIP_EXTRA_INDEX_URL: the extra index "), 1, result)
        self.assertIn("never merged", result.errors)

    def test_offline_answers_come_from_the_cache(self):
        cache = {"KENV_CACHE_DIR": str(self.folder / "cache")}
        self.text("create", self.environment, "minigpu", "--gpu", NEW, variables=cache)
        requests = len(self.server.requests())
        self.text("create", self.folder / "second", "minigpu", "--gpu", NEW, "--offline", variables=cache)
        self.assertEqual(len(self.server.requests()), requests)
        document = self.json("create", self.folder / "third", "minivision", "--gpu", NEW, "--offline", exit=5, variables=cache)
        self.assertIn("the page of minivision on", document["error"]["message"])
        self.assertIn("not in the cache", document["error"]["message"])

    def test_a_mirror_serves_in_place_of_what_cannot_be_reached(self):
        gone = closed_port_url()
        variables = {"KENV_INDEX": gone + "/default", "KENV_FRAMEWORK_INDEX_MINIGPU": gone + "/simple",
                     "KENV_MIRROR": f"{gone}={self.index.simple.removesuffix('/simple')}",
                     "KENV_CACHE_DIR": str(self.folder / "cache")}
        self.text("create", self.environment, "minigpu", "--gpu", NEW, variables=variables)
        self.assertEqual(self.versions(self.environment)["minigpu"], "1.2.0+new")

    def test_a_password_opens_the_index_and_is_written_nowhere(self):
        folder = self.index.folder
        server = PasswordServer(folder, "user:geheim-4711")
        self.addCleanup(server.stop)
        own = {name: str(self.folder / name) for name in ("KENV_CACHE_DIR", "KENV_STORE_DIR")}
        plain = own | {"KENV_INDEX": f"http://{server.host}/default", "KENV_FRAMEWORK_INDEX_MINIGPU": f"http://{server.host}/simple"}
        refused = self.json("create", self.environment, "minigpu", "--gpu", NEW, exit=5, variables=plain)
        self.assertIn("401", refused["error"]["message"])

        for name, variables in {
            "address": {"KENV_INDEX": f"http://user:geheim-4711@{server.host}/default"},
            "variables": {"KENV_INDEX_USERNAME": "user", "KENV_INDEX_PASSWORD": "geheim-4711"},
        }.items():
            with self.subTest(name):
                environment = self.folder / name
                result = self.text("create", environment, "minigpu", "--gpu", NEW, "-v", variables=plain | variables)
                self.assertNotIn("geheim", result.output + result.errors)
        for path in self.folder.rglob("*"):
            self.assertNotIn("geheim", path.name)
            if path.is_file() and not path.is_symlink():
                self.assertNotIn(b"geheim-4711", path.read_bytes(), path)


if __name__ == "__main__":
    main()
