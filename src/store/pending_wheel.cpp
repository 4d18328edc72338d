// SPDX-License-Identifier: Apache-2.0
#include "store/pending_wheel.hpp"

#include "io/files.hpp"

namespace kenv::store {

PendingWheel::~PendingWheel() {
  if (folder_.empty()) return;
  try {
    io::remove_tree(folder_);
  } catch (const std::exception&) {
    // Left for Store::sweep, which removes what nobody works on any more.
  }
}

}  // namespace kenv::store
