# SPDX-License-Identifier: Apache-2.0
"""Package indexes on loopback: nginx with the minigpu index and variants of it, and a server that stops halfway."""
import base64
import csv
import hashlib
import http.server
import io
import json
import shutil
import socket
import subprocess
import threading
import time
import urllib.parse
import zipfile


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Index:
    """A copy of the minigpu index: folders simple/ (every build), nightly/, default/ (no variant in versions) and wheels/."""

    def __init__(self, folder, url):
        self.folder, self._url = folder, url

    @property
    def simple(self):
        return self._url + "/simple"

    @property
    def nightly(self):
        return self._url + "/nightly"

    @property
    def default(self):
        return self._url + "/default"

    def wheel(self, pattern):
        (path,) = (self.folder / "wheels").glob(pattern + ".whl")
        return path

    def change_files(self, project, change):
        """Lets `change` edit each file's entry on the project's JSON pages; the HTML pages go away with that."""
        for part in ("simple", "default"):
            page = self.folder / part / project / "index.json"
            document = json.loads(page.read_text())
            for entry in document["files"]:
                change(entry)
            page.write_text(json.dumps(document))
            page.with_name("index.html").unlink(missing_ok=True)

    def restate(self, wheel):
        """Makes the pages tell the digest and size that a changed wheel has now."""
        content = wheel.read_bytes()

        def change(entry):
            if entry["filename"] == wheel.name:
                entry["hashes"], entry["size"] = {"sha256": hashlib.sha256(content).hexdigest()}, len(content)
        self.change_files(wheel.name.split("-")[0], change)

    def replace_member(self, pattern, member, content):
        """Another content for one file of a wheel: RECORD and the pages follow."""
        path = self.wheel(pattern)
        with zipfile.ZipFile(path) as wheel:
            members = {entry: wheel.read(entry) for entry in wheel.infolist()}
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as wheel:
            for entry, old in members.items():
                new = content if entry.filename == member else old
                if entry.filename.endswith("/RECORD"):
                    new = _record(old, member, content)
                wheel.writestr(entry, new)
        path.write_bytes(out.getvalue())
        self.restate(path)


def _record(text, member, content):
    digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
    rows = [[row[0], "sha256=" + digest, len(content)] if row[0] == member else row
            for row in csv.reader(io.StringIO(text.decode()))]
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue().encode()


class Server:
    """nginx (tests/support/serve_index.sh) over a folder that holds any number of indexes."""

    def __init__(self, source_folder, original, state):
        self._original, self._root, self._log = original, state / "www", state / "nginx" / "access.log"
        self._root.mkdir(parents=True)
        self.port = free_port()
        script = source_folder / "tests/support/serve_index.sh"
        self._process = subprocess.Popen([script, self._root, str(self.port), state / "nginx"])
        self._wait()

    def _wait(self):
        for _ in range(400):
            if self._process.poll() is not None:
                raise RuntimeError("nginx does not start; is it installed (scripts/setup.sh)?")
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.025)
        raise RuntimeError("nginx does not answer")

    def add(self, name, change=None):
        """A new index NAME; `change(index)` may spoil it before it is served."""
        folder = self._root / name
        shutil.copytree(self._original, folder)
        index = Index(folder, f"http://127.0.0.1:{self.port}/{name}")
        if change:
            change(index)
        return index

    def requests(self):
        """The lines of nginx's access log so far."""
        return self._log.read_text().splitlines() if self._log.exists() else []

    def stop(self):
        self._process.terminate()
        self._process.wait()


class StallingServer:
    """Serves an index, but stops in the middle of the first answer whose path matches, until the client is gone."""

    def __init__(self, folder, stalls):
        self.reached = threading.Event()
        self._released = threading.Event()
        server = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                path = folder / urllib.parse.unquote(urllib.parse.urlsplit(self.path).path).lstrip("/")
                path = path / "index.json" if path.is_dir() else path
                if not path.is_file():
                    return self.send_error(404)
                content = path.read_bytes()
                self.send_response(200)
                kind = "application/vnd.pypi.simple.v1+json" if path.suffix == ".json" else "application/octet-stream"
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                if not stalls(self.path):
                    return self.wfile.write(content)
                self.wfile.write(content[:len(content) // 2])
                server.reached.set()
                server._released.wait()
                self.close_connection = True

            def log_message(self, *_):
                pass

        class Threads(http.server.ThreadingHTTPServer):
            daemon_threads = True

            def handle_error(self, *_):  # a client that went away is what this server is for
                pass

        self._server = Threads(("127.0.0.1", 0), Handler)
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self._server.server_port}"

    def stop(self):
        self._released.set()
        self._server.shutdown()
        self._server.server_close()


def closed_port_url():
    """An address of loopback on which nobody listens."""
    return f"http://127.0.0.1:{free_port()}"
