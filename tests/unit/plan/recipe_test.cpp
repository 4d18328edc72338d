// SPDX-License-Identifier: Apache-2.0
#include "plan/recipes/recipe.hpp"

#include "plan/recipes/pins.hpp"
#include "plan/recipes/python_release.hpp"
#include "plan/recipes/shell_command.hpp"
#include "support/catch.hpp"

using namespace kenv;
using plan::RecipeFormat;

namespace {

constexpr RecipeFormat kAll[] = {RecipeFormat::Pip,         RecipeFormat::Uv,         RecipeFormat::Requirements,
                                 RecipeFormat::PyprojectUv, RecipeFormat::Dockerfile, RecipeFormat::Conda};

plan::Step step(const std::string& name, const std::string& version, const std::string& index,
                const std::string& part = "", bool digest = true) {
  plan::Step out{.action = plan::Step::Action::Add, .name = python::PackageName::from_normal(name), .to = version};
  plan::Wheel wheel{{}, index, part};
  wheel.file.filename = name + "-" + version + "-py3-none-any.whl";
  wheel.file.url = "https://files.example/" + name + "-" + version + "-py3-none-any.whl";
  if (digest) wheel.file.sha256 = sha256("content of " + name);
  out.wheel = wheel;
  return out;
}

plan::Plan torch_plan() {
  plan::Plan plan;
  plan::Choice choice{
      .framework = "torch", .version = "2.11.0+cu128", .variant = "cu128", .channel = "stable", .index = "pytorch"};
  choice.coverage = {{0, "GeForce RTX 5090", "native", "sm_120", {}}};
  choice.needs_driver = "570.26";
  plan.choices = {choice};
  plan.steps = {step("numpy", "2.4.6", "pypi"), step("torch", "2.11.0+cu128", "pytorch", "cu128")};
  plan.steps[1].requested = true;
  return plan;
}

plan::RecipeSources sources() {
  plan::RecipeSources out;
  out.framework_addresses["pytorch"] = "https://torch.example/whl";
  return out;
}

std::string render(RecipeFormat format, const plan::Plan& plan, const plan::RecipeSources& from = sources(),
                   const plan::RecipeTarget& target = {}) {
  return plan::render_recipe(format, {plan, from, target});
}

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("a recipe's format is known by the name that is printed", "[recipe]") {
  for (const auto format : kAll) CHECK(plan::recipe_format(plan::to_text(format)) == format);
  CHECK_FALSE(plan::recipe_format("poetry"));
  CHECK_FALSE(plan::recipe_format(""));
}

TEST_CASE("a command quotes what a shell would take apart", "[recipe]") {
  struct Row {
    std::string word, quoted;
  };
  const Row table[] = {
      {"torch==2.11.0+cu128", "torch==2.11.0+cu128"},
      {"torch==1!2.0", "'torch==1!2.0'"},
      {"minicore[color]==2.0", "'minicore[color]==2.0'"},
      {"a @ https://h/a-1%2Bb.whl#sha256=0", "'a @ https://h/a-1%2Bb.whl#sha256=0'"},
      {"https://h/simple?a=1&b=2", "'https://h/simple?a=1&b=2'"},
      {"/srv/it's here", "'/srv/it'\\''s here'"},
      {"$(reboot)", "'$(reboot)'"},
      {"`reboot`", "'`reboot`'"},
      {"~/wheels", "'~/wheels'"},
      {"", "''"},
  };
  for (const auto& row : table)
    CHECK(plan::shell_command("pip install", {}, {row.word}) == "pip install " + row.quoted + "\n");
  CHECK(plan::shell_command("pip install", {{"--no-index"}, {"--find-links", "a b"}}, {"x", "y"}) ==
        "pip install --no-index --find-links 'a b' \\\n    x \\\n    y\n");
}

TEST_CASE("no name from outside ends a comment", "[recipe]") {
  auto plan = torch_plan();
  plan.choices[0].coverage[0].name = "RTX\nrm -rf /\r\n&& reboot";
  plan.notes = {"first\nsecond"};
  for (const auto format : kAll) {
    const auto text = render(format, plan);
    CHECK_FALSE(holds(text, "\nrm -rf"));
    CHECK_FALSE(holds(text, "\nsecond"));
    CHECK_FALSE(holds(text, "\r"));
  }
}

TEST_CASE("pip is given one index a command and never resolves", "[recipe]") {
  const auto text = render(RecipeFormat::Pip, torch_plan());
  CHECK(holds(text, "pip install --no-deps --index-url https://torch.example/whl/cu128 torch==2.11.0+cu128\n"));
  CHECK(holds(text, "pip install --no-deps numpy==2.4.6\n"));
  CHECK_FALSE(holds(text, "extra-index-url"));
  auto configured = sources();
  configured.default_address = "https://mirror.example/simple";
  CHECK(holds(render(RecipeFormat::Pip, torch_plan(), configured),
              "pip install --no-deps --index-url https://mirror.example/simple numpy==2.4.6\n"));
  CHECK(holds(render(RecipeFormat::Uv, torch_plan(), configured),
              "uv pip install --no-deps --default-index https://mirror.example/simple numpy==2.4.6\n"));
  CHECK(holds(render(RecipeFormat::Uv, torch_plan()),
              "uv pip install --no-deps --index https://torch.example/whl/cu128 torch==2.11.0+cu128\n"));
}

TEST_CASE("a requirements file names one index, and the wheels of others by address and digest", "[recipe]") {
  const auto text = render(RecipeFormat::Requirements, torch_plan());
  CHECK(holds(text,
              "# torch==2.11.0+cu128, from pytorch-cu128 (https://torch.example/whl/cu128)\ntorch @ "
              "https://files.example/torch-2.11.0+cu128-py3-none-any.whl \\\n"
              "    --hash=sha256:" +
                  sha256("content of torch").hex() + "\n"));
  CHECK(holds(text, "\nnumpy==2.4.6 \\\n    --hash=sha256:" + sha256("content of numpy").hex() + "\n"));
  CHECK_FALSE(holds(text, "index-url"));
  auto only_torch = torch_plan();
  only_torch.steps.erase(only_torch.steps.begin());
  CHECK(holds(render(RecipeFormat::Requirements, only_torch),
              "--index-url https://torch.example/whl/cu128\ntorch==2.11.0+cu128 \\\n"));
}

TEST_CASE("one digest that nobody states leaves out all, and is named", "[recipe]") {
  auto plan = torch_plan();
  plan.steps[1].wheel->file.sha256.reset();
  plan.steps[1].wheel->file.other_digests = {{DigestAlgorithm::Sha512, std::string(128, 'a')}};
  CHECK(holds(render(RecipeFormat::Requirements, plan), "\n    --hash=sha512:" + std::string(128, 'a') + "\n"));
  plan.steps[1].wheel->file.other_digests = {{DigestAlgorithm::Blake2b, std::string(128, 'a')}};
  for (const auto format : {RecipeFormat::Requirements, RecipeFormat::Conda}) {
    const auto text = render(format, plan);
    CHECK_FALSE(holds(text, "sha256"));
    CHECK(holds(text, "states none for torch==2.11.0+cu128\n"));
  }
}

TEST_CASE("a uv project binds the framework's packages to an explicit index and bounds the rest", "[recipe]") {
  auto from = sources();
  from.default_address = "https://mirror.example/simple";
  const auto text = render(RecipeFormat::PyprojectUv, torch_plan(), from, {.python = "3.12.4"});
  CHECK(holds(text, "requires-python = \">=3.12.4,<3.13\"\ndependencies = [\n    \"torch==2.11.0+cu128\",\n]\n"));
  CHECK(holds(text, "constraint-dependencies = [\n    \"numpy==2.4.6\",\n]\n"));
  CHECK(holds(text, "[tool.uv.sources]\ntorch = { index = \"pytorch-cu128\" }\n"));
  CHECK(holds(
      text,
      "[[tool.uv.index]]\nname = \"pytorch-cu128\"\nurl = \"https://torch.example/whl/cu128\"\nexplicit = true\n"));
  CHECK(
      holds(text, "[[tool.uv.index]]\nname = \"default\"\nurl = \"https://mirror.example/simple\"\ndefault = true\n"));
  CHECK(holds(text, "\"sys_platform == 'linux' and platform_machine == 'x86_64'\""));
}

TEST_CASE("a requested package keeps its extras", "[recipe]") {
  auto plan = torch_plan();
  plan.steps[0].requested = true;
  plan::RecipeTarget target;
  target.extras["numpy"] = {"b", "a"};
  CHECK(holds(render(RecipeFormat::PyprojectUv, plan, sources(), target), "    \"numpy[a,b]==2.4.6\",\n"));
  CHECK(holds(render(RecipeFormat::Pip, plan, sources(), target), " 'numpy[a,b]==2.4.6'\n"));
}

TEST_CASE("a wheel that belongs to no known index stands by its address and digest", "[recipe]") {
  auto plan = torch_plan();
  plan.steps[0].wheel->index = "";
  plan.steps[1].wheel->index = "elsewhere";
  const std::string by_address =
      "'numpy @ https://files.example/numpy-2.4.6-py3-none-any.whl#sha256=" + sha256("content of numpy").hex() + "'";
  for (const auto format : {RecipeFormat::Pip, RecipeFormat::Uv, RecipeFormat::Dockerfile}) {
    const auto text = render(format, plan);
    CHECK(holds(text, "pip install --no-"));
    CHECK(holds(text, "--no-deps --no-index \\\n    " + by_address));
  }
  CHECK(holds(render(RecipeFormat::Requirements, plan), "--no-index\n# numpy==2.4.6\nnumpy @ https://files.example"));
  CHECK(holds(render(RecipeFormat::PyprojectUv, plan),
              "\"numpy @ https://files.example/numpy-2.4.6-py3-none-any.whl#sha256="));
}

TEST_CASE("a Dockerfile names driver and platform, needs no CUDA image, and copies folders of wheels", "[recipe]") {
  const auto text =
      render(RecipeFormat::Dockerfile, torch_plan(), sources(), {.python = "3.12.4", .machine = "aarch64"});
  CHECK(holds(text, "\nFROM python:3.12-slim\nRUN pip install --no-cache-dir --no-deps "));
  CHECK(holds(text, "570.26 or newer"));
  CHECK(holds(text, "--platform linux/arm64"));
  CHECK_FALSE(holds(text, "COPY"));
  CHECK(holds(render(RecipeFormat::Dockerfile, torch_plan(), sources(), {.python = "3.15.0rc1"}),
              "FROM python:3.15-rc-slim\n"));
  auto local = sources();
  local.find_links = {"/srv/wheels", "https://pages.example/links"};
  auto with_links = torch_plan();
  with_links.steps[0].wheel->index = "find-links";
  const auto copied = render(RecipeFormat::Dockerfile, with_links, local);
  CHECK(holds(copied, "# put the wheels of /srv/wheels into"));
  CHECK(holds(copied, "COPY wheels/ /wheels/\n"));
  CHECK(holds(copied, "--no-index --find-links https://pages.example/links --find-links /wheels numpy==2.4.6\n"));
}

TEST_CASE("a Dockerfile copies a wheel that was named by its path, and installs the copy", "[recipe]") {
  plan::Plan plan;
  plan.steps = {step("rich", "13.7.0", "")};
  plan.steps[0].wheel->direct = true;
  plan.steps[0].wheel->file.url = "file:///home/me/my%20wh/rich-13.7.0-py3-none-any.whl";
  const auto text = render(RecipeFormat::Dockerfile, plan);
  CHECK(holds(text,
              "# put /home/me/my wh/rich-13.7.0-py3-none-any.whl into the folder wheels of the build context\nCOPY "
              "wheels/ /wheels/\n"));
  CHECK(holds(text, "rich @ file:///wheels/rich-13.7.0-py3-none-any.whl"));
  CHECK_FALSE(holds(text, "@ file:///home"));
  CHECK(holds(render(RecipeFormat::Pip, plan), "rich @ file:///home/me/my%20wh/rich-13.7.0-py3-none-any.whl"));
}

TEST_CASE("what --find-links places serve comes from there alone", "[recipe]") {
  plan::Plan plan;
  plan.steps = {step("minicore", "2.0.0", "find-links")};
  plan::RecipeSources from;
  from.find_links = {"/srv/wheels"};
  CHECK(holds(render(RecipeFormat::Pip, plan, from),
              "pip install --no-deps --no-index --find-links /srv/wheels minicore==2.0.0\n"));
  CHECK(holds(render(RecipeFormat::Uv, plan, from),
              "uv pip install --no-deps --no-index --find-links /srv/wheels minicore==2.0.0\n"));
  CHECK(holds(render(RecipeFormat::Requirements, plan, from),
              "\n--no-index\n--find-links /srv/wheels\nminicore==2.0.0 \\\n"));
  CHECK(holds(render(RecipeFormat::PyprojectUv, plan, from),
              "    \"minicore @ https://files.example/minicore-2.0.0-py3-none-any.whl#sha256="));
  CHECK(holds(render(RecipeFormat::Conda, plan, from),
              "      - \"--no-index\"\n      - \"--find-links /srv/wheels\"\n      - \"minicore==2.0.0 --hash"));
  plan.steps.push_back(step("numpy", "2.4.6", "pypi"));
  const auto mixed = render(RecipeFormat::Requirements, plan, from);
  CHECK(holds(mixed, "# minicore==2.0.0\nminicore @ https://files.example/minicore-2.0.0-py3-none-any.whl \\\n"));
  CHECK(holds(mixed, "\nnumpy==2.4.6 \\\n"));
  CHECK_FALSE(holds(mixed, "--find-links"));
}

TEST_CASE("an override is one in a uv project, and asks for --no-deps where there is no word for it", "[recipe]") {
  plan::RecipeTarget target;
  target.overridden = {"numpy"};
  CHECK(holds(render(RecipeFormat::PyprojectUv, torch_plan(), sources(), target),
              "override-dependencies = [\n    \"numpy==2.4.6\",\n]\n"));
  CHECK(holds(render(RecipeFormat::Requirements, torch_plan(), sources(), target),
              "require of numpy: install with --no-deps"));
  CHECK_FALSE(holds(render(RecipeFormat::PyprojectUv, torch_plan()), "override"));
}

TEST_CASE("removed packages are in no recipe", "[recipe]") {
  auto plan = torch_plan();
  plan.steps[0].action = plan::Step::Action::Remove;
  for (const auto format : kAll) CHECK_FALSE(holds(render(format, plan), "numpy"));
}

TEST_CASE("the release line of a Python decides about images and bounds", "[recipe]") {
  struct Row {
    std::string version, line, next;
  };
  for (const auto& row : {Row{"3.9.25", "3.9", "3.10"}, Row{"3.12.4", "3.12", "3.13"}, Row{"3.15.0b1", "3.15", "3.16"},
                          Row{"3.14", "3.14", "3.15"}}) {
    CHECK(plan::release_line(row.version) == row.line);
    CHECK(plan::next_release_line(row.version) == row.next);
  }
}

TEST_CASE("a text between double quotes stays one in TOML and YAML", "[recipe]") {
  CHECK(plan::double_quoted("a\"b\\c\nd") == "\"a\\\"b\\\\c\\nd\"");
  CHECK(plan::double_quoted("") == "\"\"");
}
