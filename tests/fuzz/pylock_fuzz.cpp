// SPDX-License-Identifier: Apache-2.0
// A lock file of PEP 751, and the choice from it.
#include "fuzz/targets.hpp"
#include "python/pylock.hpp"
#include "python/pylock_selection.hpp"

namespace kenv::fuzz {

void pylock(std::string_view text) {
  const auto lock = python::read_pylock(text, "pylock.toml");
  if (!lock) return;
  static_cast<void>(python::render_pylock(*lock));
  static const python::PylockTarget target{
      {}, *python::Version::parse("3.12.4"), python::SupportedTags::for_interpreter({})};
  static_cast<void>(python::select(*lock, target, "pylock.toml"));
}

}  // namespace kenv::fuzz
