// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "commands/arguments.hpp"

// The options of a verb as data: the parser reads by them, the help lists them, the completions offer them.
namespace kenv::commands {

struct Option {
  /// Where what was given goes. bool: a flag; int without choices of a value: a flag that counts; vector: may be
  /// repeated.
  using Target = std::variant<bool*, int*, std::string*, std::optional<std::string>*, std::vector<std::string>*>;

  std::string names;  ///< "-n,--dry-run"
  std::string value;  ///< what the value is ("FILE", "GPU"); empty: takes none
  std::string help, heading;
  Target target;
  std::vector<std::string> choices{};  ///< the only values there are, or empty
  int least = 0, most = 0;             ///< bounds of a number
};

/// Collects the options of one verb. Each call adds one; heading() says under which title those that follow are listed.
class OptionList {
 public:
  void heading(std::string_view text) { heading_ = text; }
  void flag(std::string names, bool& to, std::string help) {
    add({std::move(names), "", std::move(help), heading_, &to});
  }
  void count(std::string names, int& to, std::string help) {
    add({std::move(names), "", std::move(help), heading_, &to});
  }
  void value(std::string names, std::string what, std::string& to, std::string help) {
    add({std::move(names), std::move(what), std::move(help), heading_, &to});
  }
  void value(std::string names, std::string what, std::optional<std::string>& to, std::string help) {
    add({std::move(names), std::move(what), std::move(help), heading_, &to});
  }
  void choice(std::string names, std::string what, std::vector<std::string> choices, std::string& to,
              std::string help) {
    add({std::move(names), std::move(what), std::move(help), heading_, &to, std::move(choices)});
  }
  void number(std::string names, int least, int most, int& to, std::string help) {
    add({std::move(names), "N", std::move(help), heading_, &to, {}, least, most});
  }
  /// May be given several times.
  void list(std::string names, std::string what, std::vector<std::string>& to, std::string help) {
    add({std::move(names), std::move(what), std::move(help), heading_, &to});
  }

  const std::vector<Option>& all() const { return options_; }

 private:
  void add(Option option) { options_.push_back(std::move(option)); }

  std::string heading_ = "Options";
  std::vector<Option> options_;
};

/// Adds a group of options that write into `to`. A verb's row names its groups; a verb's own options stand in its file.
using AddOptions = void (*)(OptionList& options, Arguments& to);

void options_everywhere(OptionList& options, Arguments& to);   ///< --json, --quiet, -C, ...
void fact_options(OptionList& options, Arguments& to);         ///< --gpu, --driver, --facts
void index_options(OptionList& options, Arguments& to);        ///< --index, --framework-index, --find-links
void source_options(OptionList& options, Arguments& to);       ///< those, and --without-index, --constraint, --nightly
void input_options(OptionList& options, Arguments& to);        ///< -r, --group, --extra, --require-hashes, ...
void interpreter_options(OptionList& options, Arguments& to);  ///< --python, where it is free to choose
void change_options(OptionList& options, Arguments& to);       ///< --dry-run, --complete, --try, ...

}  // namespace kenv::commands
