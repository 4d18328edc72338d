// SPDX-License-Identifier: Apache-2.0
#include "archive/member_source.hpp"

#include "archive/inflate.hpp"

namespace kenv::archive {

MemberSource::MemberSource(const WheelReader& wheel, const Member& member, const io::fs::path& scratch) {
  if (member.method == kStored) {
    bytes_.emplace(wheel.source().file(), wheel.path(), member.data_offset, member.size);
    return;
  }
  const io::TemporaryDirectory folder("kenv-member-", scratch);
  const io::fs::path path = folder.path() / "content";
  const io::FileDescriptor out = io::create_file(path, 0600);
  Inflater().pieces(wheel.source(), member, wheel.file_name(),
                    [&](std::span<const std::byte> piece) { io::write_all(out, piece, path); });
  spool_ = io::open_for_reading(path);  // keeps the bytes when the folder goes
  bytes_.emplace(spool_, path, 0, member.size);
}

}  // namespace kenv::archive
