// SPDX-License-Identifier: Apache-2.0
#include "probe/child_outcome.hpp"

#include <fmt/format.h>

#include <cstring>

#include "base/text.hpp"

namespace kenv::probe {
namespace {

/// The last line that says something; a traceback's last line is its error.
std::string last_line(std::string_view text) {
  constexpr std::size_t kLongest = 500;
  std::string_view last;
  for (std::string_view line : text::lines(text)) {
    if (!text::trim(line).empty()) last = text::trim(line);
  }
  return std::string(last.substr(0, kLongest));
}

}  // namespace

std::string describe_end(const io::ProcessResult& process, std::chrono::milliseconds time_limit) {
  if (process.ok()) return {};
  std::string text;
  if (process.timed_out) {
    text = fmt::format("no end within {:g} s, stopped", static_cast<double>(time_limit.count()) / 1000.0);
  } else if (process.signal != 0) {
    text = fmt::format("killed by signal {} ({})", process.signal, strsignal(process.signal));
  } else if (process.exit_code == 127) {
    text = "could not be started";
  } else {
    text = fmt::format("exit code {}", process.exit_code);
  }
  const std::string said = last_line(process.error_output);
  return said.empty() ? text : text + ": " + said;
}

}  // namespace kenv::probe
