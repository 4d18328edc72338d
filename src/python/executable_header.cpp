// SPDX-License-Identifier: Apache-2.0
#include "python/executable_header.hpp"

#include <optional>

namespace kenv::python {
namespace {

// e_machine
constexpr std::uint16_t kIntel386 = 3;
constexpr std::uint16_t kArm = 40;
// e_flags of ARM: version 5 of its ABI, floating-point arguments in registers
constexpr std::uint32_t kArmAbiMask = 0xff000000, kArmAbi5 = 0x05000000, kArmHardFloat = 0x00000400;
constexpr std::uint64_t kProgramInterpreter = 3;  // p_type PT_INTERP
constexpr std::size_t kLongestLoader = 4096;

/// Integers of either byte order, read only where there are bytes.
class Fields {
 public:
  Fields(std::span<const std::byte> bytes, bool little_endian) : bytes_(bytes), little_endian_(little_endian) {}

  std::optional<std::uint64_t> at(std::uint64_t offset, std::size_t size) const {
    if (offset > bytes_.size() || bytes_.size() - offset < size) return std::nullopt;
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < size; ++i) {
      const std::size_t place = static_cast<std::size_t>(offset) + (little_endian_ ? size - 1 - i : i);
      value = value << 8 | std::to_integer<std::uint64_t>(bytes_[place]);
    }
    return value;
  }

  std::string text(std::uint64_t offset, std::uint64_t size) const {
    if (offset > bytes_.size() || bytes_.size() - offset < size || size > kLongestLoader) return {};
    const auto part = bytes_.subspan(static_cast<std::size_t>(offset), static_cast<std::size_t>(size));
    std::string out(reinterpret_cast<const char*>(part.data()), part.size());
    return out.substr(0, out.find('\0'));
  }

 private:
  std::span<const std::byte> bytes_;
  bool little_endian_;
};

/// Offsets of the fields that are read, by the class of the file.
struct Layout {
  std::size_t word;  ///< the size of offsets
  std::uint64_t program_headers, flags, header_size, header_count;
  std::uint64_t file_offset, file_size;  ///< within a program header
};
constexpr Layout kLayout32{4, 28, 36, 42, 44, 4, 16};
constexpr Layout kLayout64{8, 32, 48, 54, 56, 8, 32};

std::string find_loader(const Fields& fields, const Layout& layout) {
  const auto table = fields.at(layout.program_headers, layout.word);
  const auto size = fields.at(layout.header_size, 2), count = fields.at(layout.header_count, 2);
  for (std::uint64_t i = 0; i < *count; ++i) {
    const std::uint64_t header = *table + i * *size;  // wraps at most to a place that is read as safely
    if (fields.at(header, 4) != kProgramInterpreter) continue;
    const auto offset = fields.at(header + layout.file_offset, layout.word),
               length = fields.at(header + layout.file_size, layout.word);
    if (offset && length) return fields.text(*offset, *length);
  }
  return {};
}

}  // namespace

Result<ExecutableHeader> ExecutableHeader::read(std::span<const std::byte> bytes) {
  const Fields identification(bytes, false);
  if (identification.at(0, 4) != 0x7f454c46u) return refuse("is no ELF file");
  const auto file_class = identification.at(4, 1), byte_order = identification.at(5, 1);
  if (file_class != 1u && file_class != 2u) return refuse("is an ELF file of an unknown class");
  if (byte_order != 1u && byte_order != 2u) return refuse("is an ELF file of an unknown byte order");

  ExecutableHeader header;
  header.is_64_bit = file_class == 2u;
  header.little_endian = byte_order == 1u;
  const Fields fields(bytes, header.little_endian);
  const Layout& layout = header.is_64_bit ? kLayout64 : kLayout32;
  const auto machine = fields.at(18, 2), flags = fields.at(layout.flags, 4);
  if (!machine || !flags || !fields.at(layout.header_count, 2))
    return refuse("is an ELF file whose header is cut short");
  header.machine = static_cast<std::uint16_t>(*machine);
  header.flags = static_cast<std::uint32_t>(*flags);
  header.loader = find_loader(fields, layout);
  return header;
}

std::string_view ExecutableHeader::c_library() const {
  if (loader.find("musl") != std::string::npos) return "musl";
  const std::string_view name = std::string_view(loader).substr(loader.rfind('/') + 1);
  return name.starts_with("ld-linux") || name.starts_with("ld64.so") || name.starts_with("ld.so") ? "glibc" : "";
}

bool ExecutableHeader::takes_wheels_for(std::string_view tag_machine) const {
  if (tag_machine == "i686") return !is_64_bit && little_endian && machine == kIntel386;
  if (tag_machine == "armv7l")
    return !is_64_bit && little_endian && machine == kArm && (flags & kArmAbiMask) == kArmAbi5 &&
           (flags & kArmHardFloat) != 0;
  return true;
}

}  // namespace kenv::python
