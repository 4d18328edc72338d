// SPDX-License-Identifier: Apache-2.0
#include "archive/inflate.hpp"

#include <isa-l/crc.h>
#include <isa-l/igzip_lib.h>
#include <libdeflate.h>

#include <algorithm>
#include <new>

#include "archive/refusal.hpp"
#include "io/interrupt.hpp"

// Two libraries share the work: libdeflate is the fastest on whole members, ISA-L streams members of any size through
// a bounded window and is nearly as fast.
namespace kenv::archive {
namespace {

constexpr std::size_t kPieceIn = 256u << 10, kPieceOut = 256u << 10;

std::uint32_t crc32(std::uint32_t crc, std::span<const std::byte> bytes) {
  return ::crc32_gzip_refl(crc, reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
}

[[noreturn]] void refuse_data(const Member& member, std::string_view archive) {
  refuse_archive(archive, "wheel-member-data", "the compressed data of " + shown(member.name) + " is damaged");
}

void check_content(std::uint64_t size, std::uint32_t crc, const Member& member, std::string_view archive) {
  if (size != member.size) {
    refuse_archive(archive, "wheel-member-size", shown(member.name) + " has not the size that its directory states");
  }
  if (crc != member.crc)
    refuse_archive(archive, "wheel-member-crc", "the CRC-32 of " + shown(member.name) + " is wrong");
}

void read_or_refuse(const gpu::ByteSource& source, std::uint64_t offset, std::span<std::byte> out, const Member& member,
                    std::string_view archive) {
  if (!source.read(offset, out)) {
    refuse_archive(archive, "wheel-truncated", "the data of " + shown(member.name) + " cannot be read: it is cut off");
  }
}

}  // namespace

struct Inflater::State {
  std::unique_ptr<libdeflate_decompressor, void (*)(libdeflate_decompressor*)> whole{libdeflate_alloc_decompressor(),
                                                                                     libdeflate_free_decompressor};
  std::unique_ptr<inflate_state> stream;
  std::vector<std::byte> in, out;  // grown to what was needed, never shrunk

  std::span<std::byte> in_bytes(std::size_t size) {
    if (in.size() < size) in.resize(size);
    return std::span(in).first(size);
  }
  std::span<std::byte> out_bytes(std::size_t size) {
    if (out.size() < size) out.resize(size);
    return std::span(out).first(size);
  }
};

Inflater::Inflater() : state_(std::make_unique<State>()) {
  if (!state_->whole) throw std::bad_alloc();
}
Inflater::~Inflater() = default;
Inflater::Inflater(Inflater&&) noexcept = default;

std::span<const std::byte> Inflater::whole(const gpu::ByteSource& source, const Member& member,
                                           std::string_view archive) {
  const auto size = static_cast<std::size_t>(member.size);
  const auto in = state_->in_bytes(static_cast<std::size_t>(member.compressed_size));
  read_or_refuse(source, member.data_offset, in, member, archive);
  std::span<const std::byte> content = in;
  if (member.method == kDeflated) {
    const auto out = state_->out_bytes(std::max<std::size_t>(size, 1)).first(size);
    std::size_t used = 0, written = 0;
    const auto result = libdeflate_deflate_decompress_ex(state_->whole.get(), in.data(), in.size(), out.data(),
                                                         out.size(), &used, &written);
    if (result == LIBDEFLATE_INSUFFICIENT_SPACE) check_content(member.size + 1, member.crc, member, archive);
    if (result != LIBDEFLATE_SUCCESS || used != in.size()) refuse_data(member, archive);
    content = out.first(written);
  }
  check_content(content.size(), crc32(0, content), member, archive);
  return content;
}

void Inflater::pieces(const gpu::ByteSource& source, const Member& member, std::string_view archive, const Sink& sink) {
  if (!state_->stream) state_->stream = std::make_unique<inflate_state>();
  inflate_state& stream = *state_->stream;
  ::isal_inflate_init(&stream);
  std::uint64_t read = 0, size = 0;
  std::uint32_t crc = 0;
  const auto give = [&](std::span<const std::byte> piece) {
    size += piece.size();
    if (size > member.size) check_content(size, crc, member, archive);
    crc = crc32(crc, piece);
    sink(piece);
  };
  const auto next_piece = [&] {
    io::throw_if_interrupted();
    const auto in =
        state_->in_bytes(static_cast<std::size_t>(std::min<std::uint64_t>(kPieceIn, member.compressed_size - read)));
    read_or_refuse(source, member.data_offset + read, in, member, archive);
    read += in.size();
    return in;
  };

  if (member.method == kStored) {
    while (read < member.compressed_size) give(next_piece());
    return check_content(size, crc, member, archive);
  }
  const auto out = state_->out_bytes(kPieceOut);
  stream.next_out = reinterpret_cast<std::uint8_t*>(out.data());
  stream.avail_out = kPieceOut;
  while (stream.block_state != ISAL_BLOCK_FINISH) {
    if (stream.avail_in == 0 && read < member.compressed_size) {
      const auto in = next_piece();
      stream.next_in = reinterpret_cast<std::uint8_t*>(in.data());
      stream.avail_in = static_cast<std::uint32_t>(in.size());
    }
    const std::uint32_t in_before = stream.avail_in, out_before = stream.avail_out;
    if (::isal_inflate(&stream) != ISAL_DECOMP_OK) refuse_data(member, archive);
    const bool moved = stream.avail_in != in_before || stream.avail_out != out_before;
    if (stream.avail_out == 0 || stream.block_state == ISAL_BLOCK_FINISH) {
      give(out.first(kPieceOut - stream.avail_out));
      stream.next_out = reinterpret_cast<std::uint8_t*>(out.data());
      stream.avail_out = kPieceOut;
    } else if (!moved && read == member.compressed_size) {
      refuse_data(member, archive);  // the data ends before the stream does
    }
  }
  // Whole bytes that the decoder took ahead of need count as left over: nothing may follow the stream.
  if (read != member.compressed_size || stream.avail_in != 0 || stream.read_in_length >= 8)
    refuse_data(member, archive);
  check_content(size, crc, member, archive);
}

}  // namespace kenv::archive
