// SPDX-License-Identifier: Apache-2.0
#include "commands/help.hpp"

#include <fmt/format.h>

#include "base/text.hpp"

namespace kenv::commands {
namespace {

constexpr std::size_t kIndent = 30;  ///< where the text of an option begins
constexpr std::size_t kWidth = 100;

/// "-r, --requirement FILE", "--color WHEN"
std::string usage_of(const Option& option) {
  std::string out;
  for (const auto name : text::split(option.names, ',')) out += (out.empty() ? "" : ", ") + std::string(name);
  return option.value.empty() ? out : out + " " + option.value;
}

std::string meaning_of(const Option& option) {
  std::string out = option.help;
  if (!option.choices.empty()) out += " (" + text::join(option.choices, ", ") + ")";
  if (option.most > 0) out += fmt::format(" ({} to {})", option.least, option.most);
  if (std::holds_alternative<std::vector<std::string>*>(option.target)) out += "; may be repeated";
  return out;
}

std::string wrapped(const std::string& text) {
  std::string out;
  std::size_t column = kIndent;
  for (const auto word : text::split(text, ' ')) {
    if (column > kIndent && column + 1 + word.size() > kWidth) {
      out += "\n" + std::string(kIndent, ' ');
      column = kIndent;
    }
    out += (column == kIndent ? "" : " ") + std::string(word);
    column += word.size() + 1;
  }
  return out;
}

std::string line_of(const std::string& usage, const std::string& meaning) {
  std::string out = "  " + usage;
  if (out.size() + 2 > kIndent)
    out += "\n" + std::string(kIndent, ' ');
  else
    out.resize(kIndent, ' ');
  return out + wrapped(meaning) + "\n";
}

}  // namespace

std::string overview() {
  std::string out =
      "kenv repairs and creates Python environments whose GPU code fits the GPU that is there.\n\nUsage: kenv VERB "
      "[OPTIONS] ...\n\nVerbs:\n";
  for (const auto& verb : verbs()) out += fmt::format("  {:<11} {}\n", verb.name, verb.summary);
  return out +
         "\n`kenv help VERB` lists the options of a verb. Exit codes: 0 ok, 1 failed and nothing changed, 2 usage,\n"
         "3 problems found, 4 no compatible build, 5 network, 6 verification failed, 7 launch test failed and nothing\n"
         "switched, 8 locked, 10 change needed, 130 interrupted.\n";
}

std::string help_of(const Verb& verb) {
  std::string out = fmt::format("kenv {}: {}\n\nUsage: kenv {}{}{} [OPTIONS]\n", verb.name, verb.summary, verb.name,
                                verb.positionals.empty() ? "" : " ", verb.positionals);
  Arguments unused;
  std::string heading;
  const OptionList options = options_of(verb, unused);
  for (const auto& option : options.all()) {
    if (option.heading != heading) out += "\n" + option.heading + ":\n";
    heading = option.heading;
    out += line_of(usage_of(option), meaning_of(option));
  }
  return out + line_of("-h, --help", "print this");
}

}  // namespace kenv::commands
