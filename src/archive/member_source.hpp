// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>

#include "archive/wheel_reader.hpp"

namespace kenv::archive {

/// The content of one member as a source for the fatbin readers, without unpacking the wheel. A stored member is read
/// in place. A deflated one can only be read from its beginning, and its section table stands at its end: it is
/// unpacked once, verified, into a nameless file in `scratch` ($TMPDIR by default) that goes away with the object.
class MemberSource final : public gpu::ByteSource {
 public:
  MemberSource(const WheelReader& wheel, const Member& member, const io::fs::path& scratch = {});

  std::uint64_t size() const override { return bytes_->size(); }
  bool read(std::uint64_t offset, std::span<std::byte> out) const override { return bytes_->read(offset, out); }

 private:
  io::FileDescriptor spool_;
  std::optional<FileSource> bytes_;
};

}  // namespace kenv::archive
