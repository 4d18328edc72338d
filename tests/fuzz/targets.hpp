// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>
#include <string_view>

namespace kenv::fuzz {

/// Hands bytes of strangers to one parser. Whatever they are, it returns: a crash, a hang, an exception of another kind
/// than the parser's refusal, or a broken promise (must) is a finding.
struct Target {
  std::string_view name;
  void (*run)(std::string_view bytes);
};
std::span<const Target> targets();

/// Ends the process, as sanitizers do, where a parser's promise does not hold.
void must(bool holds, const char* promise);

// One function for each file NAME_fuzz.cpp.
void version(std::string_view text);
void specifier(std::string_view text);
void marker(std::string_view text);
void requirement(std::string_view text);
void wheel_name(std::string_view text);
void metadata(std::string_view text);
void wheel_file(std::string_view text);
void record(std::string_view text);
void entry_points(std::string_view text);
void pylock(std::string_view text);
void requirements_file(std::string_view text);
void pyproject(std::string_view text);
void script_metadata(std::string_view text);
void executable_header(std::string_view text);
void page_json(std::string_view text);
void page_html(std::string_view text);
void cached_page(std::string_view text);
void pip_configuration(std::string_view text);
void url(std::string_view text);
void zip(std::string_view text);
void wheel(std::string_view text);
void inflate(std::string_view text);
void fatbin(std::string_view text);
void elf(std::string_view text);
void pe(std::string_view text);
void static_archive(std::string_view text);
void manifest(std::string_view text);
void snapshot(std::string_view text);
void probe(std::string_view text);
void seal(std::string_view text);
void journal(std::string_view text);
void object(std::string_view text);
void interpreter(std::string_view text);

}  // namespace kenv::fuzz
