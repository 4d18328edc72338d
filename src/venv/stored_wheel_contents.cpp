// SPDX-License-Identifier: Apache-2.0
#include "io/files.hpp"
#include "venv/wheel_installation.hpp"

namespace kenv::venv {
namespace {

std::string read_up_to(const fs::path& file, std::uint64_t at_most) {
  const auto descriptor = io::open_for_reading(file);
  std::string text(std::min(at_most, io::file_size(descriptor, file)), '\0');
  text.resize(io::read_at(descriptor, 0, std::as_writable_bytes(std::span(text)), file));
  return text;
}

}  // namespace

std::vector<store::TreeEntry> installation_of(const store::StoredWheel& wheel, const Layout& layout,
                                              const InstallOptions& options) {
  WheelContents contents;
  contents.file_name = wheel.origin.file_name;
  contents.digest = wheel.digest;
  contents.members.reserve(wheel.members.size());
  for (const store::StoredMember& member : wheel.members)
    contents.members.push_back({member.path, member.size, (member.mode & 0111u) != 0});
  contents.read = [&wheel](std::string_view member, std::uint64_t at_most) {
    return read_up_to(wheel.tree / member, at_most);
  };
  return installation_of(contents, layout, options);
}

}  // namespace kenv::venv
