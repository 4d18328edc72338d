// SPDX-License-Identifier: Apache-2.0
#include <charconv>
#include <nlohmann/json.hpp>

#include "venv/interpreter.hpp"
#include "venv/interpreter_script.hpp"

namespace kenv::venv {
namespace {
using nlohmann::json;

/// Paths need not be UTF-8. The script writes a byte that is none as NUL and two hexadecimal digits.
std::string with_bytes(const std::string& text) {
  std::string out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    unsigned byte = 0;
    if (text[at] == '\0' && at + 3 <= text.size() &&
        std::from_chars(text.data() + at + 1, text.data() + at + 3, byte, 16).ec == std::errc()) {
      out += static_cast<char>(byte);
      at += 2;
    } else {
      out += text[at];
    }
  }
  return out;
}

python::TagFacts tag_facts(const json& facts) {
  python::TagFacts tags;
  tags.implementation = facts.at("implementation").get<std::string>();
  tags.major = facts.at("version_info").at(0).get<int>();
  tags.minor = facts.at("version_info").at(1).get<int>();
  tags.free_threaded = facts.at("free_threaded").get<bool>();
  tags.os = facts.at("os").get<std::string>();
  tags.machine = facts.at("machine").get<std::string>();
  const json& library = facts.at("c_library");
  tags.libc = library.at(0).get<std::string>();
  tags.libc_major = library.at(1).get<int>();
  tags.libc_minor = library.at(2).get<int>();
  return tags;
}

Interpreter interpreter_of(const json& facts) {
  const auto path = [](const json& value) { return fs::path(with_bytes(value.get<std::string>())); };
  const json& paths = facts.at("paths");
  Interpreter found;
  found.executable = path(facts.at("executable"));
  found.base_executable = path(facts.at("real_executable"));
  found.prefix = path(facts.at("prefix"));
  found.base_prefix = path(facts.at("base_prefix"));
  found.version_text = facts.at("version").get<std::string>();
  found.implementation = facts.at("implementation").get<std::string>();
  found.cache_tag = facts.at("cache_tag").get<std::string>();
  for (const auto& [name, value] : facts.at("markers").items()) found.markers.fields[name] = value.get<std::string>();
  found.tags = tag_facts(facts);
  found.purelib = path(paths.at("purelib"));
  found.platlib = path(paths.at("platlib"));
  found.scripts = path(paths.at("scripts"));
  found.data = path(paths.at("data"));
  found.include = path(paths.at("include"));
  found.stdlib = path(paths.at("stdlib"));
  for (const json& folder : facts.at("base_site")) found.base_site_packages.push_back(path(folder));
  found.user_site = path(facts.at("user_site"));
  found.environment_purelib = facts.at("environment_purelib").get<std::string>();
  found.free_threaded = found.tags.free_threaded;
  found.is_virtual = facts.at("virtual").get<bool>();
  found.is_64_bit = facts.at("bits").get<int>() == 64;
  return found;
}

/// The base's "lib64" is a link to "lib" in an environment: the real folder is used, so that one file has one path.
void settle_environment_paths(Interpreter& found) {
  std::string& purelib = found.environment_purelib;
  if (purelib.starts_with("lib64/")) purelib.replace(0, 6, "lib/");
  const fs::path folder = fs::path(purelib).parent_path().filename();  // "python3.12", "python3.13t"
  found.environment_headers = "include/site/" + folder.string();
}

}  // namespace

Result<Interpreter> read_interpreter_answer(std::string_view output) {
  const auto begin = output.find(kAnswerBegins);
  if (begin == std::string_view::npos) return refuse("it did not answer");
  const auto start = begin + kAnswerBegins.size();
  const auto end = output.find(kAnswerEnds, start);
  if (end == std::string_view::npos) return refuse("its answer is cut short");
  try {
    Interpreter found = interpreter_of(json::parse(output.substr(start, end - start)));
    const auto version = python::Version::parse(found.version_text);
    // Builds from a repository call themselves "3.13.0+": the plus sign alone is not a version of the standard.
    const auto plain =
        version ? version : python::Version::parse(found.version_text.substr(0, found.version_text.find('+')));
    if (!plain) return refuse("it calls its version `" + found.version_text + "`");
    found.version = *plain;
    settle_environment_paths(found);
    return found;
  } catch (const json::exception& problem) {
    return refuse(std::string("its answer cannot be read: ") + problem.what());
  }
}

}  // namespace kenv::venv
