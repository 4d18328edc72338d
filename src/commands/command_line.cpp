// SPDX-License-Identifier: Apache-2.0
#include <functional>
#include <type_traits>

#include "base/shell_word.hpp"
#include "base/text.hpp"
#include "commands/change_setup.hpp"
#include "commands/verb.hpp"
#include "python/location.hpp"

namespace kenv::commands {
namespace {

using python::without_secrets;  // no history has to know a password

std::string given(const Option& option, const Option& untouched) {
  const auto names = text::split(option.names, ',');
  const std::string name = " " + std::string(names.back());
  return std::visit(
      [&](auto* target) -> std::string {
        using Value = std::remove_pointer_t<decltype(target)>;
        const Value& before = *std::get<Value*>(untouched.target);
        if (*target == before) return "";
        if constexpr (std::is_same_v<Value, bool>)
          return name;
        else if constexpr (std::is_same_v<Value, int>)
          return name + " " + std::to_string(*target);
        else if constexpr (std::is_same_v<Value, std::string>)
          return name + " " + text::shell_word(without_secrets(*target));
        else if constexpr (std::is_same_v<Value, std::optional<std::string>>)
          return name + " " + text::shell_word(without_secrets(target->value_or("")));
        else {
          std::string out;
          for (const auto& value : *target) out += name + " " + text::shell_word(without_secrets(value));
          return out;
        }
      },
      option.target);
}

/// Calls `take` with each of the verb's own options that was given, and with how it was given.
void each_given(const Arguments& arguments, const std::function<void(const Option&, const std::string&)>& take) {
  const Verb* verb = find_verb(arguments.verb);
  if (verb == nullptr) return;
  Arguments copy = arguments, untouched;
  OptionList options, defaults;
  for (const AddOptions add : verb->options) {
    if (add == nullptr) continue;
    add(options, copy);
    add(defaults, untouched);
  }
  for (std::size_t i = 0; i < options.all().size(); ++i)
    if (const auto words = given(options.all()[i], defaults.all()[i]); !words.empty()) take(options.all()[i], words);
}

}  // namespace

std::string command_line(const Arguments& arguments) {
  std::string out = "kenv " + arguments.verb;
  for (const auto& word : arguments.positionals) out += " " + text::shell_word(without_secrets(word));
  each_given(arguments, [&](const Option&, const std::string& words) { out += words; });
  return out;
}

std::vector<std::string> given_options(const Arguments& arguments) {
  std::vector<std::string> names;
  each_given(arguments, [&](const Option& option, const std::string&) {
    names.emplace_back(text::split(option.names, ',').back());
  });
  return names;
}

}  // namespace kenv::commands
