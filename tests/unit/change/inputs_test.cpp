// SPDX-License-Identifier: Apache-2.0
#include "change/inputs.hpp"

#include <filesystem>

#include "base/error.hpp"
#include "change/requests.hpp"
#include "io/files.hpp"
#include "support/catch.hpp"

using namespace kenv;
using namespace kenv::change;

namespace {

const std::string kDigest(64, 'a'), kOtherDigest(64, 'b');

/// Files in a folder of the test's own, and addresses.
class World {
 public:
  std::string file(const std::string& name, const std::string& text) {
    const auto path = folder_.path() / name;
    io::make_directories(path.parent_path());
    io::write_text(path, text);
    return path.string();
  }
  std::string path(const std::string& name) const { return (folder_.path() / name).string(); }
  std::map<std::string, std::string> addresses;
  std::string standard_input;

  Inputs load(const InputOptions& options) const {
    return load_inputs(
        options,
        {[](std::string_view name) { return name == "NAME" ? std::optional<std::string>("numpy") : std::nullopt; },
         [this](const std::string& url) { return addresses.at(url); }, [this] { return standard_input; }});
  }
  /// The message of the error that loading ends with; paths without the folder.
  std::string refused(const InputOptions& options) const {
    try {
      load(options);
    } catch (const Error& error) {
      CHECK(error.exit_code() == ExitCode::Usage);
      std::string text = error.what();
      for (auto at = text.find(folder_.path().string() + "/"); at != std::string::npos;
           at = text.find(folder_.path().string() + "/"))
        text.erase(at, folder_.path().string().size() + 1);
      return text;
    }
    return "was not refused";
  }

 private:
  io::TemporaryDirectory folder_;
};

std::vector<std::string> shown(const std::vector<python::PlacedRequirement>& requirements) {
  std::vector<std::string> out;
  for (const auto& placed : requirements) out.push_back(placed.requirement.to_text());
  return out;
}

resolvers::Request request() {
  resolvers::Request out;
  out.python_version = python::Version::parse("3.12.3").value();
  out.markers.fields = {
      {"sys_platform", "linux"}, {"python_version", "3.12"}, {"python_full_version", "3.12.3"}, {"os_name", "posix"}};
  return out;
}

std::string not_added(const Inputs& inputs) {
  auto to = request();
  try {
    add_inputs(to, inputs, {});
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("files that requirements files name are found beside them") {
  World world;
  const auto main = world.file("r/main.txt", "a\n-r base/b.txt\n-c ../bounds.txt\n${NAME}>=2\n");
  world.file("r/base/b.txt", "b\n-r ../c.txt\n");
  world.file("r/c.txt", "c # twice is not a circle\n");
  world.file("bounds.txt", "a<2\n-c bounds2.txt\n");
  world.file("bounds2.txt", "b<2\n");
  const auto inputs = world.load({.requirements = {"z>1"},
                                  .requirement_files = {main, world.path("r/c.txt")},
                                  .constraint_files = {world.path("bounds2.txt")}});
  CHECK(shown(inputs.requirements) == Lines{"z>1", "a", "numpy>=2", "b", "c", "c"});
  CHECK(shown(inputs.constraints) == Lines{"a<2", "b<2", "b<2"});
  CHECK(inputs.requirements[1].where.file == main);
}

TEST_CASE("a circle of files, a missing one and every bad line are told with their places") {
  World world;
  const auto main = world.file("main.txt", "-r other.txt\nx ==\n-r absent.txt\n-e .\n");
  world.file("other.txt", "\n-r ./main.txt\n");
  const auto text = world.refused({.requirement_files = {main}});
  INFO(text);
  CHECK(text.find("main.txt:2:") != std::string::npos);
  CHECK(text.find("main.txt:4:1: -e \".\" is an editable installation") != std::string::npos);
  CHECK(text.find("other.txt:2:1: main.txt includes itself by way of other files") != std::string::npos);
  CHECK(text.find("main.txt:3:1: there is no file absent.txt") != std::string::npos);
  CHECK(world.refused({.requirement_files = {world.path("absent.txt")}}) == "there is no file absent.txt");
  CHECK(world.refused({.requirements = {"mini gpu >>= 1"}}).starts_with("`mini gpu >>= 1` is not a requirement"));
}

TEST_CASE("files that include each other without end are ended") {
  World world;
  std::string text;
  for (int i = 0; i < 12; ++i)
    world.file("f" + std::to_string(i), "-r f" + std::to_string(i + 1) + "\n-r f" + std::to_string(i + 1) + "\n");
  world.file("f12", "a\n");
  CHECK(world.refused({.requirement_files = {world.path("f0")}}).find("more than a thousand files") !=
        std::string::npos);
}

TEST_CASE("requirements come from addresses and from standard input too") {
  World world;
  world.addresses = {{"https://h/x/r.txt", "a\n-r sub/s.txt\n./w/b_c-1.0-py3-none-any.whl\n"},
                     {"https://h/x/sub/s.txt", "s\n-c /bounds.txt\n"},
                     {"https://h/bounds.txt", "a<2\n"}};
  world.standard_input = "from-input\n";
  const auto inputs = world.load({.requirement_files = {"https://h/x/r.txt", "-"}});
  CHECK(shown(inputs.requirements) == Lines{"a", "b-c @ https://h/x/w/b_c-1.0-py3-none-any.whl", "s", "from-input"});
  CHECK(shown(inputs.constraints) == Lines{"a<2"});
}

TEST_CASE("wheels are named from the current folder or beside the file, and passwords are taken out of addresses") {
  World world;
  const std::string wheel = "b-1.0-py3-none-any.whl";
  world.file("w/" + wheel, "");
  const auto file = world.file(
      "r.txt", "w/" + wheel + "\n--find-links w\nc @ https://u:p%40@h/c-1.0-py3-none-any.whl#sha256=" + kDigest + "\n");
  const auto inputs = world.load({.requirement_files = {file}});
  CHECK(shown(inputs.requirements) ==
        Lines{"b @ file://" + world.path("w/" + wheel), "c @ https://h/c-1.0-py3-none-any.whl"});
  CHECK(inputs.credentials.at("https://h/c-1.0-py3-none-any.whl").credentials.password == "p@");
  REQUIRE(inputs.sources.size() == 1);
  CHECK(inputs.sources[0] == index::SourceOption{index::SourceOption::Kind::FindLinks, world.path("w"), file + ":2"});
}

TEST_CASE("a project, its groups and a script are read as what they are") {
  World world;
  const auto project = world.file(
      "pyproject.toml",
      "[project]\nname='x'\nrequires-python='>=3.9'\ndependencies=['a']\n[project.optional-dependencies]\nmore=['b']\n"
      "[dependency-groups]\ntest=['c']\n");
  auto to = request();
  add_inputs(to, world.load({.requirement_files = {project}, .groups = {project + ":test"}, .extras = {"more"}}), {});
  CHECK(to.roots.size() == 3);
  // A group can be used where there is no [project].
  const auto groups = world.file("g/pyproject.toml", "[dependency-groups]\ntest=['c']\n");
  CHECK(shown(world.load({.groups = {groups + ":test"}}).requirements) == Lines{"c"});
  CHECK(world.refused({.requirement_files = {groups}}).starts_with("g/pyproject.toml: there is no [project] table"));
  const auto script = world.file("s.py", "# /// script\n# dependencies = ['d']\n# requires-python = '>=3.13'\n# ///\n");
  const auto inputs = world.load({.requirement_files = {script}});
  CHECK(shown(inputs.requirements) == Lines{"d"});
  CHECK(not_added(inputs).find("s.py:3:21: this needs Python >=3.13, the one chosen is 3.12.3") != std::string::npos);
  CHECK(world.refused({.requirement_files = {world.file("t.py", "print()\n")}}).find("states no requirements") !=
        std::string::npos);
  CHECK(world.refused({.requirement_files = {world.file("uv.lock", "")}}).find("kenv does not read uv.lock") !=
        std::string::npos);
  CHECK(world.refused({.extras = {"more"}}).find("none is named") != std::string::npos);
}

TEST_CASE("constraints and overrides ask for nothing; both may name the file of a package") {
  World world;
  const auto bounds = world.file("c.txt", "a[x]<2\n");
  CHECK(world.refused({.constraint_files = {bounds}}).find("c.txt:1:1: a constraint may not ask for extras") !=
        std::string::npos);
  const std::string address = "b @ https://h/b-1.0-py3-none-any.whl";
  const auto named = world.file("named.txt", address + "\n");
  auto with_file = request();
  add_inputs(with_file, world.load({.constraint_files = {named}, .override_files = {named}}), {});
  CHECK(with_file.roots.empty());
  REQUIRE(with_file.constraints.size() == 1);
  CHECK(with_file.constraints[0].to_text() == address);
  REQUIRE(with_file.overrides.size() == 1);
  CHECK(with_file.overrides[0].to_text() == address);
  const auto overrides = world.file("o.txt", "a[x]>=2\n");
  auto to = request();
  add_inputs(to, world.load({.requirements = {"b"}, .override_files = {overrides}}), {});
  REQUIRE(to.overrides.size() == 1);
  CHECK(to.overrides[0].to_text() == "a[x]>=2");
}

TEST_CASE("what cannot both be true of one file is told before anything is looked for") {
  World world;
  const std::string file = "a @ https://h/a-1.0-py3-none-any.whl#sha256=";
  const auto bounds = world.file("c.txt", file + kOtherDigest + "\n");
  auto to = request();
  CHECK_THROWS_WITH(add_inputs(to, world.load({.requirements = {file + kDigest}, .constraint_files = {bounds}}), {}),
                    Catch::Contains("c.txt:1:1: a @ https://h/a-1.0-py3-none-any.whl has other digests"));
  for (const char* address : {"a @ file://elsewhere/a-1.0-py3-none-any.whl", "a @ ftp://h/a-1.0-py3-none-any.whl"}) {
    CAPTURE(address);
    auto other = request();
    CHECK_THROWS_WITH(add_inputs(other, world.load({.requirements = {address}}), {}),
                      Catch::Contains("that is no address which kenv can read"));
  }
}

TEST_CASE("a digest on one line makes all of them needed, and lines that do not apply do not count") {
  World world;
  const std::string hash = " --hash=sha256:" + kDigest, other = " --hash=sha256:" + kOtherDigest;
  auto to = request();
  add_inputs(to,
             world.load({.requirement_files = {world.file("r.txt", "a==1; sys_platform == 'linux'" + hash + other +
                                                                       "\na==2; sys_platform == 'win32'" + other +
                                                                       "\n"
                                                                       "b @ https://h/b-1.0-py3-none-any.whl#sha256=" +
                                                                       kDigest + "\n")}}),
             {});
  CHECK(to.require_hashes);
  CHECK(to.hashes.at(python::PackageName::from_normal("a")).size() == 2);
  CHECK(to.hashes.at(python::PackageName::from_normal("b")).size() == 1);

  const std::vector<std::pair<std::string, std::string>> table = {
      {"a==1" + hash + "\nb==1\n", ":2:1: b==1 has no --hash, and one --hash makes all of them needed"},
      {"a>=1" + hash + "\n", ":1:1: a>=1 has a --hash and is not pinned to one version with =="},
      {"--require-hashes\na==1\n", ":2:1: a==1 has no --hash, and --require-hashes asks for one everywhere"},
      {"a==1" + hash + "\nb==1\n--no-require-hashes\n", ""},
      {"a==1" + hash + "\nb==1; sys_platform == 'win32'\n", ""},
      {"b @ https://h/b-1.0-py3-none-any.whl#sha256=" + kDigest + "\na\n",
       ""},  // an address's own digest asks for no others
  };
  for (const auto& [text, expected] : table) {
    INFO(text);
    const auto found = not_added(world.load({.requirement_files = {world.file("t.txt", text)}}));
    INFO(found);
    CHECK((expected.empty() ? found.empty() : found.find(expected) != std::string::npos));
  }
  // Two lines about one package leave what both name.
  auto both = request();
  add_inputs(both,
             world.load({.requirement_files = {world.file("u.txt", "a==1" + hash + other + "\na==1" + other + "\n")}}),
             {});
  CHECK(both.hashes.at(python::PackageName::from_normal("a")) ==
        std::set<Digest>{*Sha256Digest::from_hex(kOtherDigest)});
}

TEST_CASE("a line whose marker does not hold here asks for nothing, and is checked like any other") {
  World world;
  const auto file = world.file("r.txt", "a<2; python_version < '3'\nb; sys_platform == 'linux'\n");
  auto to = request();
  add_inputs(to, world.load({.requirements = {"c[x]; os_name == 'nt'"}, .requirement_files = {file}}), {});
  REQUIRE(to.roots.size() == 1);
  CHECK(to.roots[0].name.text() == "b");
  // An override counts all the same: it says that nothing is required.
  auto overridden = request();
  add_inputs(overridden, world.load({.override_files = {world.file("o.txt", "a<2; python_version < '3'\n")}}), {});
  CHECK(overridden.overrides.size() == 1);
  const auto bad = world.file("bad.txt", "a; python_version < '3'\nb; extra == 'x' and 'y' in extras\n");
  CHECK(not_added(world.load({.requirement_files = {bad}})).find("bad.txt:2:1: ") != std::string::npos);
}

TEST_CASE("options of requirements files reach the settings with their place") {
  World world;
  const auto file = world.file("r.txt",
                               "-i https://h/simple\n--extra-index-url https://e/simple\n--no-index\n--trusted-host "
                               "h\n--pre\n--all-releases a,B_c\n--use-feature x\n");
  const auto inputs = world.load({.requirement_files = {file}});
  using Kind = index::SourceOption::Kind;
  CHECK(inputs.sources == std::vector<index::SourceOption>{{Kind::Index, "https://h/simple", file + ":1"},
                                                           {Kind::ExtraIndex, "https://e/simple", file + ":2"},
                                                           {Kind::NoIndex, "", file + ":3"},
                                                           {Kind::TrustedHost, "h", file + ":4"}});
  CHECK(inputs.prereleases);
  CHECK(inputs.prereleases_of.size() == 2);
  CHECK(inputs.notes == Lines{file + ":7:1: --use-feature x has no effect: it concerns pip itself"});
}

TEST_CASE("a lock becomes the wheels that it names, and nothing can be asked for beside it") {
  World world;
  const std::string head = "lock-version = '1.0'\ncreated-by = 'x'\n";
  world.file("w/a-1.0-py3-none-any.whl", "");
  const auto lock = world.file("pylock.gpu.toml", head +
                                                      "[[packages]]\nname='a'\nversion='1.0'\nindex='https://i/simple/"
                                                      "'\n[[packages.wheels]]\nurl='https://h/a-1.0-py3-none-any.whl'\n"
                                                      "path='w/a-1.0-py3-none-any.whl'\nsize=3\nhashes={sha256='" +
                                                      kDigest +
                                                      "'}\n[[packages]]\nname='b'\n[[packages.wheels]]\n"
                                                      "url='https://h/b-2.0-py3-none-any.whl'\nhashes={sha256='" +
                                                      kOtherDigest + "'}\n");
  index::IndexSettings settings;
  settings.default_index.value = "https://i/simple";
  auto to = request();
  add_inputs(to, world.load({.requirement_files = {lock}}), settings);
  REQUIRE(to.locked.size() == 2);
  CHECK(to.locked[0].file.url == "file://" + world.path("w/a-1.0-py3-none-any.whl"));
  CHECK(to.locked[0].file.sha256->hex() == kDigest);
  CHECK(to.locked[0].index == "pypi");
  CHECK(to.locked[1].version.text() == "2.0");
  CHECK(to.locked[1].file.url == "https://h/b-2.0-py3-none-any.whl");
  CHECK(to.locked[1].index == resolvers::kLockIndex);
  CHECK(world.refused({.requirements = {"c"}, .requirement_files = {lock}})
            .find("nothing else can be asked for with it") != std::string::npos);
  CHECK(world.refused({.requirement_files = {world.file("pylock.toml", head)}}) ==
        "pylock.toml:1:1: `packages` is missing");
  CHECK(not_added(world.load(
                      {.requirement_files = {world.file("pylock.x.toml", head + "requires-python='<3'\npackages=[]")}}))
            .find("this lock needs Python <3") != std::string::npos);
}

TEST_CASE("a group that names its project means what that needs, and asks no index for it") {
  World world;
  const auto project = world.file("pyproject.toml",
                                  "[project]\nname='demo'\ndependencies=['a', "
                                  "'demo[base]']\n[project.optional-dependencies]\nbase=['b']\nmore=['c']\n"
                                  "[dependency-groups]\ndev=['d', 'demo[more]']\nlint=['e']\n");
  const auto roots = [&](const std::string& group) {
    auto to = request();
    add_inputs(to, world.load({.groups = {project + ":" + group}}), {});
    std::set<std::string> names;
    for (const auto& root : to.roots) names.insert(root.to_text());
    return names;
  };
  CHECK(roots("dev") == std::set<std::string>{"a", "b", "c", "d"});
  CHECK(roots("lint") == std::set<std::string>{"e"});
}

TEST_CASE("constraints, overrides, pre-releases and digests that pip and uv are told to heed count, and are told") {
  World world;
  const auto bounds = world.file("bounds.txt", "a<2\n"), overrides = world.file("overrides.txt", "b>=3\n");
  index::InputSettings settings;
  settings.constraints = {{bounds, "PIP_CONSTRAINT"}};
  settings.overrides = {{overrides, "UV_OVERRIDE"}};
  settings.prereleases = {true, "PIP_PRE"};
  const auto inputs =
      world.load({.requirements = {"a"}, .constraint_files = {world.file("own.txt", "a>1\n")}, .settings = settings});
  CHECK(shown(inputs.constraints) == Lines{"a<2", "a>1"});
  CHECK(shown(inputs.overrides) == Lines{"b>=3"});
  CHECK(inputs.prereleases);
  REQUIRE(inputs.heeded.size() == 3);
  CHECK(inputs.heeded[0] == "PIP_CONSTRAINT: the bounds of " + bounds + " count");

  settings = {};
  settings.require_hashes = {true, "PIP_REQUIRE_HASHES"};
  CHECK(not_added(world.load({.requirements = {"a==1"}, .settings = settings}))
            .find("a==1 has no --hash, and PIP_REQUIRE_HASHES asks for one everywhere") != std::string::npos);
  settings.constraints = {{world.path("absent.txt"), "PIP_CONSTRAINT"}};
  CHECK(world.refused({.requirements = {"a"}, .settings = settings}) == "PIP_CONSTRAINT: there is no file absent.txt");
}

TEST_CASE("what is set for all commands has no say in a lock, and is no fault beside it") {
  World world;
  const auto lock = world.file("pylock.toml", "lock-version = '1.0'\ncreated-by = 'x'\npackages = []\n");
  index::InputSettings settings;
  settings.constraints = {{world.path("absent.txt"), "PIP_CONSTRAINT"}};
  settings.require_hashes = {true, "PIP_REQUIRE_HASHES"};
  const auto inputs = world.load({.requirement_files = {lock}, .settings = settings});
  CHECK(inputs.constraints.empty());
  CHECK(inputs.heeded == Lines{"PIP_CONSTRAINT: " + world.path("absent.txt") + " has no say in a lock"});
}
