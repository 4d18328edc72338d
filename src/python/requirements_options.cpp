// SPDX-License-Identifier: Apache-2.0
#include "python/requirements_options.hpp"

#include <algorithm>
#include <iterator>
#include <optional>

#include "base/text.hpp"
#include "python/scanner.hpp"

namespace kenv::python {
namespace {

using Option = RequirementsOption;

struct OptionName {
  std::string_view long_name;
  char short_name = 0;
  bool takes_value = true;
  Option option{};
};

constexpr OptionName kOptions[] = {
    {"--requirement", 'r', true, Option::Requirement},
    {"--constraint", 'c', true, Option::Constraint},
    {"--editable", 'e', true, Option::Editable},
    {"--index-url", 'i', true, Option::IndexUrl},
    {"--pypi-url", 0, true, Option::IndexUrl},
    {"--extra-index-url", 0, true, Option::ExtraIndexUrl},
    {"--no-index", 0, false, Option::NoIndex},
    {"--find-links", 'f', true, Option::FindLinks},
    {"--trusted-host", 0, true, Option::TrustedHost},
    {"--no-binary", 0, true, Option::NoBinary},
    {"--only-binary", 0, true, Option::OnlyBinary},
    {"--prefer-binary", 0, false, Option::PreferBinary},
    {"--pre", 0, false, Option::Pre},
    {"--all-releases", 0, true, Option::AllReleases},
    {"--only-final", 0, true, Option::OnlyFinal},
    {"--require-hashes", 0, false, Option::RequireHashes},
    {"--no-require-hashes", 0, false, Option::NoRequireHashes},
    {"--use-feature", 0, true, Option::UseFeature},
    {"--hash", 0, true, Option::Hash},
    {"--config-settings", 'C', true, Option::ConfigSettings},
    {"--config-setting", 0, true, Option::ConfigSettings},
    {"--global-option", 0, true, Option::BuildOption},
    {"--install-option", 0, true, Option::BuildOption},
    {"--build-option", 0, true, Option::BuildOption},
};

tl::unexpected<Problem> at_word(const ShellWord& word, std::string message, std::string hint = {}) {
  return refuse(std::move(message), {.file = {}, .line = 0, .column = static_cast<int>(word.at + 1)}, std::move(hint));
}

tl::unexpected<Problem> unknown(const ShellWord& word, std::string_view name) {
  std::vector<std::string> names;
  for (const auto& option : kOptions) names.emplace_back(option.long_name);
  const auto near = text::closest(name, names);
  return at_word(word, excerpt(name) + " is no option of a requirements file",
                 near ? "did you mean " + *near + "?" : "");
}

/// The option of that name, or the only one that begins so.
Result<const OptionName*> find_long(const ShellWord& word, std::string_view name) {
  const auto exact = std::ranges::find(kOptions, name, &OptionName::long_name);
  if (exact != std::end(kOptions)) return &*exact;
  const auto begins = [&](const OptionName& option) { return name.size() > 2 && option.long_name.starts_with(name); };
  const auto found = std::ranges::find_if(kOptions, begins);
  if (found == std::end(kOptions)) return unknown(word, name);
  const auto other = std::find_if(found + 1, std::end(kOptions), [&](const OptionName& option) {
    return begins(option) && option.option != found->option;
  });
  if (other != std::end(kOptions))
    return at_word(word,
                   excerpt(name) + " may be " + std::string(found->long_name) + " or " + std::string(other->long_name),
                   "write the option's whole name");
  return &*found;
}

/// One word that begins with "-": the option and what is glued to it.
struct OpenOption {
  const OptionName* option = nullptr;
  std::string name;
  std::optional<std::string> glued;
  std::size_t glued_at = 0;
};

Result<OpenOption> open_option(const ShellWord& word) {
  const std::string_view text = word.text;
  if (text.starts_with("--")) {
    const auto equals = text.find('=');
    const std::string_view name = text.substr(0, equals);
    auto found = find_long(word, name);
    if (!found) return tl::unexpected(std::move(found.error()));
    OpenOption open{*found, std::string(name), {}, word.at + name.size() + 1};
    if (equals != std::string_view::npos) open.glued = text.substr(equals + 1);
    return open;
  }
  const auto found = std::ranges::find_if(
      kOptions, [&](const OptionName& option) { return text.size() > 1 && option.short_name == text[1]; });
  if (found == std::end(kOptions)) return unknown(word, text);
  OpenOption open{&*found, std::string(text.substr(0, 2)), {}, word.at + 2};
  if (text.size() > 2) open.glued = text.substr(2);
  return open;
}

}  // namespace

/// Quotes and backslashes as in a POSIX shell (Python's shlex): within '...' all stands for itself, within "..." a
/// backslash protects a quote and a backslash, elsewhere any character.
Result<std::vector<ShellWord>> shell_words(std::string_view text) {
  std::vector<ShellWord> words;
  for (std::size_t at = 0; at < text.size();) {
    if (is_ascii_space(text[at])) {
      ++at;
      continue;
    }
    ShellWord word{"", at};
    while (at < text.size() && !is_ascii_space(text[at])) {
      const char c = text[at++];
      if (c == '\\') {
        if (at < text.size()) word.text += text[at++];
      } else if (c != '"' && c != '\'') {
        word.text += c;
      } else {
        const std::size_t opened = at;
        while (at < text.size() && text[at] != c) {
          const bool protects =
              c == '"' && text[at] == '\\' && at + 1 < text.size() && (text[at + 1] == '"' || text[at + 1] == '\\');
          at += protects ? 1 : 0;
          word.text += text[at++];
        }
        if (at == text.size())
          return refuse("this quote is not closed", {.file = {}, .line = 0, .column = static_cast<int>(opened)});
        ++at;
      }
    }
    words.push_back(std::move(word));
  }
  return words;
}

Result<std::vector<OptionOnLine>> parse_options(std::string_view text) {
  auto words = shell_words(text);
  if (!words) return tl::unexpected(std::move(words.error()));
  std::vector<OptionOnLine> options;
  for (std::size_t i = 0; i < words->size(); ++i) {
    const ShellWord& word = (*words)[i];
    if (!word.text.starts_with('-') || word.text.size() == 1)
      return at_word(word, "expected an option, found " + excerpt(word.text),
                     "a line holds one requirement, or options");
    auto open = open_option(word);
    if (!open) return tl::unexpected(std::move(open.error()));
    OptionOnLine option{open->option->option, open->name, "", word.at, open->glued_at};
    if (!open->option->takes_value) {
      if (open->glued) return at_word(word, option.name + " takes no value, found " + excerpt(*open->glued));
    } else if (open->glued) {
      option.value = *std::move(open->glued);
    } else if (i + 1 < words->size()) {
      option.value = (*words)[++i].text;
      option.value_at = (*words)[i].at;
    }
    if (open->option->takes_value && option.value.empty())
      return at_word(word, "expected a value after " + option.name);
    options.push_back(std::move(option));
  }
  return options;
}

}  // namespace kenv::python
