// SPDX-License-Identifier: Apache-2.0
#include "python/script_metadata.hpp"

#include <algorithm>
#include <string>

#include "base/text.hpp"
#include "document/toml_table.hpp"
#include "python/metadata.hpp"
#include "python/requirement_array.hpp"

namespace kenv::python {
namespace {

constexpr std::string_view kStart = "# /// script", kEnd = "# ///";

/// The lines between the markers, without their "# ".
struct Block {
  int first_line = 0;  ///< of the content, from 1
  std::string content;
};

bool is_comment(std::string_view line) { return line == "#" || line.starts_with("# "); }

/// The standard's regular expression is greedy: of several closing lines in one run of comments the last one closes.
/// What opens a block further down in the same run therefore lies within it or is never closed.
std::vector<Block> script_blocks(const std::vector<std::string_view>& lines) {
  std::vector<Block> blocks;
  for (std::size_t at = 0; at < lines.size(); ++at) {
    if (lines[at] != kStart) continue;
    std::size_t end = at, last = at;
    while (last + 1 < lines.size() && is_comment(lines[last + 1]))
      if (lines[++last] == kEnd) end = last;
    if (end > at + 1) {  // closed, and not empty: the standard does not count that as a block
      Block block{static_cast<int>(at) + 2, ""};
      for (std::size_t i = at + 1; i < end; ++i)
        block.content.append(lines[i].substr(lines[i].size() == 1 ? 1 : 2)) += '\n';
      blocks.push_back(std::move(block));
    }
    at = last;
  }
  return blocks;
}

/// From places in the block to places in the script.
void shift(document::Value& value, int lines) {
  value.line += lines;
  value.column += 2;
  for (auto& item : value.items) shift(item, lines);
  for (auto& member : value.members) shift(member.value, lines);
}

}  // namespace

std::optional<int> unclosed_script_block(std::string_view text) {
  const auto lines = text::lines(text);
  const auto start = std::ranges::find(lines, kStart);
  if (start == lines.end() || !script_blocks(lines).empty()) return std::nullopt;
  return static_cast<int>(start - lines.begin()) + 1;
}

Result<std::optional<ScriptMetadata>> read_script_metadata(std::string_view text, std::string_view file) {
  const auto blocks = script_blocks(text::lines(text));
  if (blocks.empty()) return std::nullopt;
  if (blocks.size() > 1)
    return refuse("a second \"# /// script\" block", {std::string(file), blocks[1].first_line - 1, 1},
                  "a script has one; join them");
  auto document = document::parse_toml(blocks[0].content, file);
  if (!document) {
    Problem problem = document.error();
    problem.where.line += blocks[0].first_line - 1;
    problem.where.column += 2;
    return tl::unexpected(std::move(problem));
  }
  shift(*document, blocks[0].first_line - 1);
  ScriptMetadata out;
  document::TomlTable root(*document, file, out.problems, nullptr);
  if (auto python = root.parsed("requires-python", &parse_requires_python)) {
    out.requires_python = *std::move(python);
    out.requires_python_at = root.position("requires-python");
  }
  if (const auto* array = root.value("dependencies"))
    out.dependencies = requirement_array(*array, "dependencies", file, out.problems);
  root.within("tool", [&](document::TomlTable& tool) {
    if (tool.has("uv"))
      out.notes.push_back({"kenv does not heed [tool.uv]: its sources are --index, --find-links and pip's settings",
                           tool.position("uv"),
                           {}});
  });
  return out;
}

}  // namespace kenv::python
