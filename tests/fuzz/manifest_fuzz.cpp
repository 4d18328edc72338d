// SPDX-License-Identifier: Apache-2.0
// A file of the manifests; the first byte says which one.
#include <span>

#include "fuzz/targets.hpp"
#include "manifest/manifest.hpp"

namespace kenv::fuzz {

void manifest(std::string_view text) {
  constexpr std::string_view kNames[] = {"frameworks/torch.toml", "gpus.toml", "cuda.toml", "extensions.toml",
                                         "known_bad.toml"};
  if (text.empty()) return;
  const base::EmbeddedFile file{kNames[static_cast<unsigned char>(text.front()) % std::size(kNames)], text.substr(1)};
  static_cast<void>(manifest::read_catalog(std::span(&file, 1)));
}

}  // namespace kenv::fuzz
