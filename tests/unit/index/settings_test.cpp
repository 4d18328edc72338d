// SPDX-License-Identifier: Apache-2.0
#include "index/settings.hpp"

#include <algorithm>

#include "index/pip_configuration.hpp"
#include "support/catch.hpp"

using namespace kenv;
using namespace kenv::index;

namespace {

/// A machine of variables and files.
struct Machine {
  Variables variables;
  std::map<std::string, std::string> files;
  SettingsOverrides overrides;

  IndexSettings read() const {
    return read_settings(
        variables,
        [this](const std::filesystem::path& path) {
          const auto found = files.find(path.string());
          return found == files.end() ? std::nullopt : std::optional(found->second);
        },
        overrides);
  }
  Setting<std::string> index() const { return read().default_index; }
};

using Text = Setting<std::string>;

}  // namespace

TEST_CASE("the default index comes from the strongest source, which is named") {
  Machine machine;
  machine.variables["HOME"] = "/home/u";
  CHECK(machine.index().origin == "built in");
  machine.variables["UV_INDEX_URL"] = "https://uv-old/simple";
  CHECK(machine.index() == Text{"https://uv-old/simple", "UV_INDEX_URL"});
  machine.variables["UV_DEFAULT_INDEX"] = "mine=https://uv/simple/";
  CHECK(machine.index() == Text{"https://uv/simple", "UV_DEFAULT_INDEX"});
  machine.files["/etc/pip.conf"] = "[global]\nindex-url = https://global/simple\n";
  CHECK(machine.index() == Text{"https://global/simple", "/etc/pip.conf:2"});
  machine.files["/home/u/.pip/pip.conf"] = "[global]\nindex_url: https://legacy/simple\n";
  CHECK(machine.index() == Text{"https://legacy/simple", "/home/u/.pip/pip.conf:2"});
  machine.files["/home/u/.config/pip/pip.conf"] =
      "[install]\nindex-url=https://install/simple\n[global]\nindex-url=https://user/simple\n";
  CHECK(machine.index() == Text{"https://install/simple", "/home/u/.config/pip/pip.conf:2"});
  machine.variables["VIRTUAL_ENV"] = "/venv";
  machine.files["/venv/pip.conf"] = "[global]\nindex-url=https://site/simple\n";
  CHECK(machine.index().value == "https://site/simple");
  machine.variables["PIP_CONFIG_FILE"] = "/chosen";
  machine.files["/chosen"] = "[global]\nindex-url=https://chosen/simple\n";
  CHECK(machine.index().value == "https://chosen/simple");
  machine.variables["PIP_INDEX_URL"] = "https://variable/simple";
  CHECK(machine.index() == Text{"https://variable/simple", "PIP_INDEX_URL"});
  machine.variables["KENV_INDEX"] = "https://kenv/simple";
  CHECK(machine.index() == Text{"https://kenv/simple", "KENV_INDEX"});
  machine.overrides.index = "https://line/simple/";
  CHECK(machine.index() == Text{"https://line/simple", "--index"});
}

TEST_CASE("pip's files can be switched off, and an existing PIP_CONFIG_FILE replaces the user's") {
  Machine machine;
  machine.variables = {{"HOME", "/home/u"}, {"PIP_CONFIG_FILE", "/dev/null"}};
  machine.files["/home/u/.config/pip/pip.conf"] = "[global]\nindex-url=https://user/simple\n";
  CHECK(machine.index().origin == "built in");
  machine.variables["PIP_CONFIG_FILE"] = "/chosen";
  CHECK(machine.index().value == "https://user/simple");  // it does not exist
  machine.files["/chosen"] = "[global]\ntimeout=5\n";
  CHECK(machine.index().origin == "built in");
}

TEST_CASE("without any index, pip's no-index is heeded unless kenv is told one") {
  Machine machine;
  machine.variables = {{"PIP_NO_INDEX", "1"}, {"PIP_FIND_LINKS", "/wheels https://h/flat.html"}};
  CHECK(machine.index() == Text{"", "PIP_NO_INDEX"});
  CHECK(machine.read().find_links ==
        std::vector<Text>{{"/wheels", "PIP_FIND_LINKS"}, {"https://h/flat.html", "PIP_FIND_LINKS"}});
  machine.overrides.index = "https://line/simple";
  CHECK(machine.index().value == "https://line/simple");
}

TEST_CASE("framework indexes have names") {
  Machine machine;
  CHECK(machine.read().framework_indexes.at("pytorch").origin == "built in");
  machine.variables["KENV_FRAMEWORK_INDEX_PYTORCH_NIGHTLY"] = "https://mirror/nightly/";
  machine.overrides.framework_indexes = {"minigpu=file:///srv/minigpu", "pytorch=https://user:word@mirror/whl"};
  const auto settings = machine.read();
  CHECK(settings.framework_indexes.at("pytorch-nightly") ==
        Text{"https://mirror/nightly", "KENV_FRAMEWORK_INDEX_PYTORCH_NIGHTLY"});
  CHECK(settings.framework_indexes.at("minigpu") == Text{"file:///srv/minigpu", "--framework-index"});
  CHECK(settings.framework_indexes.at("pytorch").value == "https://mirror/whl");
  CHECK(settings.credentials.at("https://mirror/whl").credentials == http::Credentials{"user", "word"});
}

TEST_CASE("values that cannot be meant are refused with what to write") {
  for (const auto& [name, value] : {std::pair{"KENV_HTTP_TIMEOUT", "soon"}, std::pair{"KENV_HTTP_RETRIES", "-1"},
                                    std::pair{"KENV_KEYRING_PROVIDER", "magic"}, std::pair{"KENV_OFFLINE", "maybe"}}) {
    Machine machine;
    machine.variables[name] = value;
    CHECK_THROWS_WITH(machine.read(), Catch::StartsWith(name + std::string(" is not ")) && Catch::EndsWith(value));
  }
  for (const auto& overrides :
       {SettingsOverrides{"ftp://h/simple", {}, {}, false}, SettingsOverrides{"h/simple", {}, {}, false},
        SettingsOverrides{"", {"pytorch"}, {}, false}, SettingsOverrides{"", {"=https://h"}, {}, false}}) {
    Machine machine;
    machine.overrides = overrides;
    try {
      machine.read();
      FAIL("it was accepted");
    } catch (const Error& error) {
      CHECK(error.exit_code() == ExitCode::Usage);
      CHECK_FALSE(error.hint().empty());
    }
  }
}

TEST_CASE("trust, proxy, timeout and extra indexes are taken over") {
  Machine machine;
  machine.variables = {{"SSL_CERT_FILE", "/ssl"},
                       {"HTTP_PROXY", "http://proxy:1"},
                       {"PIP_TRUSTED_HOST", "A.example b.example:8080"},
                       {"PIP_EXTRA_INDEX_URL", "https://u:geheim@extra/simple"},
                       {"PIP_DEFAULT_TIMEOUT", "7"},
                       {"SSL_CERT_DIR", "/certs"}};
  auto settings = machine.read();
  CHECK(settings.ca_file.value == "/ssl");
  CHECK(settings.ca_file.origin == "SSL_CERT_FILE");
  CHECK(settings.http_proxy.value == "http://proxy:1");
  CHECK(settings.trusted_hosts ==
        std::vector<Text>{{"a.example", "PIP_TRUSTED_HOST"}, {"b.example:8080", "PIP_TRUSTED_HOST"}});
  CHECK(settings.timeout.value == std::chrono::seconds(7));
  REQUIRE(settings.unused.size() == 1);
  CHECK(settings.unused[0].value == "https://extra/simple");
  CHECK(settings.unused[0].origin == "PIP_EXTRA_INDEX_URL");
  const auto options = settings.client_options();
  CHECK(options.ca_file == "/ssl");
  CHECK(options.ca_path == "/certs");
  CHECK(options.ca_origin == "SSL_CERT_FILE");

  const std::pair<const char*, const char*> stronger[] = {
      {"CURL_CA_BUNDLE", "/curl"}, {"REQUESTS_CA_BUNDLE", "/requests"}, {"PIP_CERT", "/pip"}};
  for (const auto& [name, value] : stronger) {
    machine.variables[name] = value;
    CHECK(machine.read().ca_file.value == value);
    CHECK(machine.read().ca_file.origin == name);
  }
  machine.variables["REQUEST_METHOD"] = "GET";  // a web server's child: HTTP_PROXY may be a visitor's header
  CHECK(machine.read().http_proxy.value.empty());
}

TEST_CASE("what is shown of the settings holds no password") {
  Machine machine;
  machine.variables = {{"PIP_INDEX_URL", "https://user:geheim@h/simple"}, {"PIP_PROXY", "http://user:geheim@proxy:1"}};
  machine.overrides.find_links = {"https://user:geheim@h/flat/"};
  const auto rows = shown_settings(machine.read());
  CHECK(std::none_of(rows.begin(), rows.end(),
                     [](const auto& row) { return row.value.find("geheim") != std::string::npos; }));
  CHECK(std::any_of(rows.begin(), rows.end(), [](const auto& row) {
    return row.name == "index" && row.value == "https://h/simple" && row.origin == "PIP_INDEX_URL";
  }));
}

TEST_CASE("the slash at the end of a page of wheels stays: its links begin there") {
  Machine machine;
  machine.overrides.find_links = {"https://h/flat/", "https://user:geheim@h/more/", "https://h/page"};
  const std::string option = "--find-links";
  CHECK(machine.read().find_links ==
        std::vector<Text>{{"https://h/flat/", option}, {"https://h/more/", option}, {"https://h/page", option}});
  CHECK(http::credentials_for(machine.read().credentials, "https://h/more/") != nullptr);
}

TEST_CASE("settings of pip that let other versions in are told not to be heeded") {
  Machine machine;
  machine.variables = {{"PIP_IGNORE_REQUIRES_PYTHON", "1"}, {"PIP_ALL_RELEASES", ":all:"}, {"PIP_ONLY_FINAL", ":all:"}};
  const auto unused = machine.read().unused;
  REQUIRE(unused.size() == 3);
  CHECK(unused[0].decides);
  CHECK(unused[1].decides);
  CHECK_FALSE(unused[2].decides);
}

TEST_CASE("uv's files count after its variables, the user's before the system's") {
  Machine machine;
  machine.variables = {{"HOME", "/home/u"}};
  machine.files["/etc/uv/uv.toml"] = "index-url = \"https://system/simple\"\n";
  CHECK(machine.index() == Text{"https://system/simple", "/etc/uv/uv.toml:1"});
  machine.files["/home/u/.config/uv/uv.toml"] =
      "find-links = [\"/a\", \"https://u:geheim@h/b\"]\n[pip]\nindex-url = \"https://user/simple\"\n";
  CHECK(machine.index() == Text{"https://user/simple", "/home/u/.config/uv/uv.toml:3"});
  CHECK(machine.read().find_links ==
        std::vector<Text>{{"/a", "/home/u/.config/uv/uv.toml:1"}, {"https://h/b", "/home/u/.config/uv/uv.toml:1"}});
  machine.files["/home/u/.config/uv/uv.toml"] =
      "[[index]]\nname = \"more\"\nurl = \"https://more/simple\"\n[[index]]\nurl = "
      "\"https://main/simple\"\ndefault = true\n";
  CHECK(machine.index() == Text{"https://main/simple", "/home/u/.config/uv/uv.toml:5"});
  REQUIRE(machine.read().unused.size() == 1);
  CHECK(machine.read().unused[0].value == "https://more/simple");
  machine.variables["UV_NO_CONFIG"] = "1";
  CHECK(machine.index().origin == "built in");
  machine.variables["UV_CONFIG_FILE"] = "/chosen.toml";
  machine.files["/chosen.toml"] = "index-url = https://h\n";
  CHECK(machine.index().origin == "built in");
  REQUIRE(machine.read().unused.size() == 1);  // a file that cannot be read does not stop anybody, and is shown
  CHECK_THAT(machine.read().unused[0].origin, Catch::StartsWith("/chosen.toml:1:"));
  machine.variables["UV_DEFAULT_INDEX"] = "https://variable/simple";
  CHECK(machine.index().value == "https://variable/simple");
}

TEST_CASE("credentials come from variables too, and a name may stand in the address") {
  Machine machine;
  machine.variables = {{"KENV_INDEX", "https://user@h/simple"},
                       {"KENV_INDEX_PASSWORD", "geheim"},
                       {"KENV_FRAMEWORK_INDEX_MY_TORCH", "https://t/whl"},
                       {"KENV_FRAMEWORK_INDEX_MY_TORCH_USERNAME", "tuser"},
                       {"KENV_FRAMEWORK_INDEX_MY_TORCH_PASSWORD", "tgeheim"}};
  const auto settings = machine.read();
  CHECK(settings.credentials.at("https://h/simple").credentials == http::Credentials{"user", "geheim"});
  CHECK(settings.credentials.at("https://h/simple").origin == "KENV_INDEX_PASSWORD");
  CHECK(settings.credentials.at("https://t/whl").credentials == http::Credentials{"tuser", "tgeheim"});
  CHECK(settings.framework_indexes.size() == 3);  // the credentials are no indexes

  Machine of_uv;
  of_uv.variables = {{"UV_DEFAULT_INDEX", "my-index=https://h/simple"},
                     {"UV_INDEX_MY_INDEX_USERNAME", "u"},
                     {"UV_INDEX_MY_INDEX_PASSWORD", "p"}};
  CHECK(of_uv.read().credentials.at("https://h/simple").credentials == http::Credentials{"u", "p"});
}

TEST_CASE("a proxy that cannot be meant is refused without its password") {
  for (const char* value :
       {"http://user:geh#eim@proxy:1", "http://user:geh/eim@proxy:1", "http://user:geh?eim@proxy:1",
        "http://user:geh eim@proxy:1", "user:geh#eim@proxy:1", "socks9://user:geheim@proxy:1",
        "http://user:geheim@proxy:99999", "http://user:geheim@proxy:port", "http://user:geheim@", "http://"}) {
    INFO(value);
    for (const char* name : {"http_proxy", "HTTPS_PROXY", "PIP_PROXY"}) {
      Machine machine;
      machine.variables = {{name, value}};
      try {
        machine.read();
        FAIL("it was taken");
      } catch (const Error& error) {
        CHECK(error.exit_code() == ExitCode::Usage);
        CHECK_THAT(error.what(), Catch::Contains(name) && !Catch::Contains("user") && !Catch::Contains("eim"));
      }
    }
  }
  for (const char* value :
       {"http://user:p%23@proxy:1/", "https://[::1]:3128", "socks5h://proxy", "SOCKS4://proxy:1", "proxy"}) {
    Machine machine;
    machine.variables = {{"http_proxy", value}};
    CHECK_NOTHROW(machine.read());
  }
}

TEST_CASE("proxies, certificates, patience and keyring have their places") {
  Machine machine;
  machine.variables = {{"https_proxy", "user:geheim@proxy:8080"},
                       {"ALL_PROXY", "socks5://all:1080"},
                       {"NO_PROXY", "localhost,.corp"},
                       {"PIP_CLIENT_CERT", "/client.pem"},
                       {"PIP_RETRIES", "2"},
                       {"UV_HTTP_TIMEOUT", "90"},
                       {"UV_KEYRING_PROVIDER", "subprocess"}};
  auto settings = machine.read();
  CHECK(settings.https_proxy == Text{"http://user:geheim@proxy:8080", "https_proxy"});
  CHECK(settings.http_proxy == Text{"socks5://all:1080", "ALL_PROXY"});
  CHECK(settings.no_proxy == Text{"localhost,.corp", "NO_PROXY"});
  CHECK(settings.client_certificate.origin == "PIP_CLIENT_CERT");
  CHECK(settings.retries == Setting<unsigned>{2, "PIP_RETRIES"});
  CHECK(settings.timeout.value == std::chrono::seconds(90));
  CHECK(settings.keyring == Setting<bool>{true, "UV_KEYRING_PROVIDER"});
  CHECK(settings.client_options().find_credentials);
  machine.variables["PIP_PROXY"] = "http://pip:1";
  CHECK(machine.read().https_proxy == Text{"http://pip:1", "PIP_PROXY"});
  machine.variables["KENV_KEYRING_PROVIDER"] = "disabled";
  CHECK_FALSE(machine.read().client_options().find_credentials);
  machine.variables["KENV_KEYRING_PROVIDER"] = "import";
  CHECK_FALSE(machine.read().keyring.value);
  CHECK(machine.read().unused.size() == 1);
}

TEST_CASE("mirrors are pairs of addresses, their credentials go where they belong") {
  Machine machine;
  machine.variables = {{"KENV_MIRROR", "https://files/packages=https://u:p@mirror/x/, https://a=https://b ,"}};
  const auto settings = machine.read();
  REQUIRE(settings.mirrors.size() == 2);
  CHECK(settings.mirrors[0].value == http::Mirror{"https://files/packages", "https://mirror/x"});
  CHECK(settings.mirrors[1].value == http::Mirror{"https://a", "https://b"});
  CHECK(settings.credentials.at("https://mirror/x").credentials.user == "u");
  for (const char* wrong :
       {"https://a", "=https://b", "https://a=", "a=b", "https://a=https://b=https://c", "https://a b=https://c"}) {
    machine.variables["KENV_MIRROR"] = wrong;
    CHECK_THROWS_AS(machine.read(), Error);
  }
}

TEST_CASE("a blank in an address is refused without showing who logs in") {
  Machine machine;
  machine.variables = {{"KENV_INDEX", "https://us er:secret@host/simple"}};
  try {
    machine.read();
    FAIL("it was taken");
  } catch (const Error& error) {
    CHECK_THAT(error.what(), Catch::Contains("holds a blank") && Catch::Contains("KENV_INDEX"));
    CHECK_THAT(error.what() + error.hint(), !Catch::Contains("secret"));
  }
}

TEST_CASE("who wants no index gets none that was not named") {
  Machine machine;
  machine.variables = {{"PIP_NO_INDEX", "1"}, {"KENV_FRAMEWORK_INDEX_MINIGPU", "/srv/minigpu"}};
  CHECK(machine.read().framework_indexes.size() == 1);
}

TEST_CASE("every setting that counts is shown with its origin, and those that do not with the reason") {
  Machine machine;
  machine.variables = {{"HOME", "/home/u"},
                       {"PIP_NO_BINARY", ":all:"},
                       {"UV_INDEX_STRATEGY", "x"},
                       {"UV_INDEX", "n=https://u:geheim@extra/simple"},
                       {"KENV_MIRROR", "https://a=https://b"},
                       {"PIP_KEYRING_PROVIDER", "subprocess"},
                       {"KENV_INDEX_PASSWORD", "geheim"},
                       {"UV_OFFLINE", "1"}};
  machine.files["/etc/pip.conf"] = "[global]\n# note\nno-cache-dir = true\ncert = /ca.pem\n";
  const auto rows = shown_settings(machine.read());
  const auto row = [&](const std::string& name) {
    const auto found = std::find_if(rows.begin(), rows.end(), [&](const auto& one) { return one.name == name; });
    REQUIRE(found != rows.end());
    return *found;
  };
  CHECK(row("ca-file").value == "/ca.pem");
  CHECK(row("ca-file").origin == "/etc/pip.conf:4");
  CHECK(row("mirror").value == "https://a from https://b");
  CHECK(row("keyring").origin == "PIP_KEYRING_PROVIDER");
  CHECK(row("offline").value == "true");
  CHECK(row("offline").origin == "UV_OFFLINE");
  CHECK(row("credentials").origin == "KENV_INDEX_PASSWORD");
  CHECK(row("timeout").origin == "built in");
  CHECK(row("extra-index").value == "https://extra/simple");
  for (const char* name : {"extra-index", "no-binary", "index-strategy", "no-cache-dir"})
    CHECK_FALSE(row(name).not_used.empty());
  CHECK(row("no-cache-dir").origin == "/etc/pip.conf:3");
  for (const auto& one : rows) CHECK(one.value.find("geheim") == std::string::npos);
}

TEST_CASE("pip's files are read as Python's configparser reads them") {
  const auto entries = parse_pip_file(
      "# note\nlost = 1\n[global]\nIndex_URL = https://h/a=b\n; note\nfind-links =\n    /one\n\n    "
      "/two\nempty\n[install]\ntimeout: 5\n");
  CHECK(entries == std::vector<PipEntry>{{"global", "index-url", "https://h/a=b", 4},
                                         {"global", "find-links", "/one\n/two", 6},
                                         {"install", "timeout", "5", 12}});
  for (const char* text : {"", "[", "]", "[]\n=\n", "=", "[a]\n=\n =\n", "\n\n", " x"}) (void)parse_pip_file(text);
}

TEST_CASE("options of requirements files rank after the command line and before variables") {
  using Kind = SourceOption::Kind;
  Machine machine;
  machine.variables = {{"KENV_INDEX", "https://variable/simple"}, {"PIP_TRUSTED_HOST", "a"}};
  machine.overrides.from_files = {{Kind::Index, "https://u:p@file/simple/", "r.txt:1"},
                                  {Kind::FindLinks, "/wheels", "r.txt:2"},
                                  {Kind::ExtraIndex, "https://u:p@more/simple", "r.txt:3"},
                                  {Kind::TrustedHost, "B", "r.txt:4"}};
  const auto settings = machine.read();
  CHECK(settings.default_index == Text{"https://file/simple", "r.txt:1"});
  CHECK(settings.find_links == std::vector<Text>{{"/wheels", "r.txt:2"}});
  REQUIRE(settings.unused.size() == 1);
  CHECK(settings.unused[0].value == "https://more/simple");
  CHECK(settings.unused[0].origin == "r.txt:3");
  CHECK(settings.trusted_hosts == std::vector<Text>{{"b", "r.txt:4"}, {"a", "PIP_TRUSTED_HOST"}});
  CHECK(settings.credentials.at("https://file/simple").credentials.user == "u");

  machine.overrides.from_files.push_back({Kind::NoIndex, "", "r.txt:5"});
  CHECK(machine.index() == Text{"", "r.txt:5"});
  machine.overrides.index = "https://option/simple";
  CHECK(machine.index() == Text{"https://option/simple", "--index"});
}

TEST_CASE("what pip and uv would refuse is passed over for the next one that counts, and told") {
  struct Row {
    std::string name, value, setting;
  };
  for (const auto& [name, value, setting] :
       {Row{"PIP_TIMEOUT", "abc", "timeout"}, Row{"UV_HTTP_TIMEOUT", "x", "timeout"},
        Row{"PIP_RETRIES", "-1", "retries"}, Row{"UV_HTTP_RETRIES", "x", "retries"},
        Row{"PIP_NO_INDEX", "x", "no-index"}, Row{"UV_OFFLINE", "x", "offline"},
        Row{"PIP_KEYRING_PROVIDER", "x", "keyring-provider"}, Row{"PIP_PRE", "x", "pre"},
        Row{"UV_PRERELEASE", "x", "prerelease"}, Row{"UV_REQUIRE_HASHES", "x", "require-hashes"}}) {
    INFO(name);
    Machine machine;
    machine.variables[name] = value;
    const auto unused = machine.read().unused;
    REQUIRE(unused.size() == 1);
    CHECK(unused[0].name == setting);
    CHECK(unused[0].value == value);
    CHECK(unused[0].origin == name);
    CHECK_THAT(unused[0].reason, Catch::StartsWith("it is not "));
    CHECK(unused[0].decides);
  }
  Machine machine;
  machine.variables = {{"PIP_TIMEOUT", "abc"}, {"UV_HTTP_TIMEOUT", "90"}};
  CHECK(machine.read().timeout == Setting<std::chrono::milliseconds>{std::chrono::seconds(90), "UV_HTTP_TIMEOUT"});
  machine.variables = {{"PIP_TIMEOUT", "2.5"}};
  CHECK(machine.read().timeout.value == std::chrono::milliseconds(2500));
}

TEST_CASE("yes and no are the words that pip and uv take for them") {
  for (const char* yes : {"1", "true", "T", "yes", "Y", "on"}) {
    Machine machine;
    machine.variables = {{"PIP_NO_INDEX", yes}, {"UV_OFFLINE", yes}};
    INFO(yes);
    CHECK(machine.index().origin == "PIP_NO_INDEX");
    CHECK(machine.read().offline == Setting<bool>{true, "UV_OFFLINE"});
  }
  for (const char* no : {"0", "False", "f", "NO", "n", "off"}) {
    Machine machine;
    machine.variables = {{"PIP_NO_INDEX", no}, {"UV_OFFLINE", "1"}, {"KENV_OFFLINE", no}};
    INFO(no);
    CHECK(machine.index().origin == "built in");
    CHECK(machine.read().offline == Setting<bool>{false, "KENV_OFFLINE"});
    CHECK(machine.read().unused.empty());
  }
}

TEST_CASE("what pip and uv are told about inputs is heeded where kenv has an option of that meaning") {
  Machine machine;
  machine.variables = {{"HOME", "/home/u"},
                       {"PIP_CONSTRAINT", "/a.txt /b.txt"},
                       {"UV_CONSTRAINT", "c.txt"},
                       {"UV_OVERRIDE", "o.txt"},
                       {"UV_REQUIRE_HASHES", "1"}};
  machine.files["/home/u/.config/pip/pip.conf"] = "[install]\npre = yes\n";
  const auto settings = machine.read();
  CHECK(settings.unused.empty());
  CHECK(settings.inputs.constraints ==
        std::vector<Text>{{"/a.txt", "PIP_CONSTRAINT"}, {"/b.txt", "PIP_CONSTRAINT"}, {"c.txt", "UV_CONSTRAINT"}});
  CHECK(settings.inputs.overrides == std::vector<Text>{{"o.txt", "UV_OVERRIDE"}});
  CHECK(settings.inputs.prereleases == Setting<bool>{true, "/home/u/.config/pip/pip.conf:2"});
  CHECK(settings.inputs.require_hashes == Setting<bool>{true, "UV_REQUIRE_HASHES"});
  const auto rows = shown_settings(settings);
  for (const char* name : {"constraint", "override", "pre", "require-hashes"})
    CHECK(std::ranges::any_of(
        rows, [&](const auto& row) { return row.name == name && row.not_used.empty() && !row.origin.empty(); }));
}

TEST_CASE("uv's ways with pre-releases: what kenv does too counts, the others are told") {
  for (const auto& [mode, counts, told] : {std::tuple{"allow", true, false},
                                           {"if-necessary-or-explicit", false, false},
                                           {"disallow", false, true},
                                           {"explicit", false, true}}) {
    INFO(mode);
    Machine machine;
    machine.variables["UV_PRERELEASE"] = mode;
    const auto settings = machine.read();
    CHECK(settings.inputs.prereleases.value == counts);
    REQUIRE(settings.unused.size() == (told ? 1 : 0));
    if (told) CHECK(settings.unused[0].reason.find("--pre") != std::string::npos);
  }
}

TEST_CASE("a setting that would change what is installed is marked so, and one that is switched off is not") {
  for (const auto& [name, value, decides] : {std::tuple{"UV_EXCLUDE_NEWER", "2026-01-01", true},
                                             {"PIP_NO_BINARY", ":all:", true},
                                             {"PIP_NO_BINARY", ":none:", false},
                                             {"UV_RESOLUTION", "lowest", true},
                                             {"PIP_NO_DEPS", "1", true},
                                             {"PIP_NO_DEPS", "0", false},
                                             {"PIP_NO_CACHE_DIR", "1", false}}) {
    INFO(name << "=" << value);
    Machine machine;
    machine.variables[name] = value;
    REQUIRE(machine.read().unused.size() == 1);
    CHECK(machine.read().unused[0].decides == decides);
  }
}

TEST_CASE("no password is shown of an address that cannot be used, nor of one that is not") {
  const auto refused = [](const Machine& machine) -> std::string {
    try {
      machine.read();
    } catch (const Error& error) {
      return error.what();
    }
    return "nothing was refused";
  };
  Machine machine;
  machine.overrides.index = "u:s3cret@host/simple";
  CHECK_THAT(refused(machine), Catch::Contains("****@host/simple") && !Catch::Contains("s3cret"));
  machine.overrides.index = "";
  machine.overrides.framework_indexes = {"https://u:s3cret@host/x"};
  CHECK_THAT(refused(machine), Catch::Contains("NAME=URL") && !Catch::Contains("s3cret"));
  machine.overrides.framework_indexes.clear();
  machine.variables["KENV_MIRROR"] = "=https://u:s3cret@host/";
  CHECK_THAT(refused(machine), Catch::Contains("FROM=TO") && !Catch::Contains("s3cret"));
  machine.variables = {{"PIP_EXTRA_INDEX_URL", "u:s3cret@host"}, {"PIP_REQUIREMENT", "u:s3cret@host/r.txt"}};
  const auto unused = machine.read().unused;
  REQUIRE(unused.size() == 2);
  for (const auto& one : unused) CHECK_THAT(one.value, Catch::Contains("host") && !Catch::Contains("s3cret"));
}

TEST_CASE("--refresh and --offline contradict each other") {
  Machine machine;
  machine.overrides.refresh = true;
  CHECK(machine.read().refresh);
  machine.variables["KENV_OFFLINE"] = "1";
  CHECK_THROWS_WITH(machine.read(), Catch::Contains("KENV_OFFLINE"));
}
