// SPDX-License-Identifier: Apache-2.0
#include "support.hpp"

#include <algorithm>
#include <memory>
#include <sstream>

#include "python/record.hpp"
#include "support/catch.hpp"
#include "venv/skeleton.hpp"

namespace kenv::venv::test {

WheelContents WheelFiles::contents() const {
  const auto kept = std::make_shared<std::map<std::string, std::string>>(files);
  std::map<std::string, std::string>& all = *kept;
  all.try_emplace(dist_info() + "/METADATA",
                  "Metadata-Version: 2.1\nName: " + name + "\nVersion: " + version + "\n\nText.\n");
  all.try_emplace(dist_info() + "/WHEEL", std::string("Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: ") +
                                              (pure ? "true" : "false") + "\nTag: py3-none-any\n");
  std::vector<python::RecordEntry> rows;
  for (const auto& [path, text] : all) rows.push_back({path, "sha256=" + sha256(text).base64url(), text.size()});
  rows.push_back({dist_info() + "/RECORD", {}, {}});
  all.try_emplace(dist_info() + "/RECORD", python::render_record(rows));

  WheelContents wheel;
  wheel.file_name = name + "-" + version + "-py3-none-any.whl";
  wheel.digest = sha256(name + version);
  for (const auto& [path, text] : all)
    wheel.members.push_back(
        {path, text.size(), std::find(executable.begin(), executable.end(), path) != executable.end()});
  wheel.read = [kept](std::string_view member, std::uint64_t at_most) {
    return kept->at(std::string(member)).substr(0, at_most);
  };
  return wheel;
}

void plant(const fs::path& root, const std::vector<store::TreeEntry>& tree, const std::vector<WheelContents>& wheels) {
  for (const store::TreeEntry& entry : tree) {
    const fs::path place = root / entry.path;
    io::make_directories(place.parent_path());
    if (std::holds_alternative<store::DirectoryHere>(entry.content)) io::make_directories(place);
    if (const auto* link = std::get_if<store::LinkTo>(&entry.content)) io::symlink(link->target, place);
    if (const auto* made = std::get_if<store::Generated>(&entry.content))
      io::write_text(place, made->bytes, entry.mode);
    if (const auto* member = std::get_if<store::StoreMember>(&entry.content)) {
      const auto wheel =
          std::find_if(wheels.begin(), wheels.end(), [&](const auto& one) { return one.digest == member->wheel; });
      REQUIRE(wheel != wheels.end());
      io::write_text(place, wheel->read(member->member, ~std::uint64_t{0}), entry.mode);
    }
  }
}

void plant(const fs::path& root, const std::vector<store::TreeEntry>& tree, const store::StoredWheel& wheel) {
  WheelContents contents;
  contents.digest = wheel.digest;
  contents.read = [&wheel](std::string_view member, std::uint64_t) { return io::read_text(wheel.tree / member); };
  plant(root, tree, {contents});
}

std::string gpu_fixture(const std::string& name) {
  std::istringstream text(io::read_text(fs::path(KENV_SOURCE_DIR) / "tests/unit/gpu/fixtures" / (name + ".txt")));
  std::string word, hex;
  std::size_t size = 0, offset = 0;
  text >> word >> size;
  std::string bytes(size, '\0');
  while (text >> offset >> hex)
    for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
      bytes.at(offset + i / 2) = static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
  return bytes;
}

const Interpreter& machine_python() {
  static const Interpreter interpreter = find_interpreter("");
  return interpreter;
}

io::ProcessResult run(std::vector<std::string> arguments, std::map<std::string, std::string> set) {
  io::Command command;
  command.arguments = std::move(arguments);
  command.set = std::move(set);
  command.unset = {"VIRTUAL_ENV", "PYTHONHOME", "PYTHONPATH", "PYTHONDONTWRITEBYTECODE"};
  return io::run(command);
}

std::string output_of(std::vector<std::string> arguments, std::map<std::string, std::string> set) {
  io::ProcessResult result = run(std::move(arguments), std::move(set));
  INFO(result.output << result.error_output);
  REQUIRE(result.ok());
  while (result.output.ends_with('\n')) result.output.pop_back();
  return result.output;
}

const store::TreeEntry* find(const std::vector<store::TreeEntry>& tree, const std::string& path) {
  const auto found = std::find_if(tree.begin(), tree.end(), [&](const auto& entry) { return entry.path == path; });
  return found == tree.end() ? nullptr : &*found;
}

std::string generated(const std::vector<store::TreeEntry>& tree, const std::string& path) {
  const auto* entry = find(tree, path);
  INFO(path);
  REQUIRE(entry);
  REQUIRE(std::holds_alternative<store::Generated>(entry->content));
  return std::get<store::Generated>(entry->content).bytes;
}

}  // namespace kenv::venv::test
