// SPDX-License-Identifier: Apache-2.0
#include "http/content_encoding.hpp"

#include <libdeflate.h>

#include <algorithm>
#include <memory>

#include "base/text.hpp"

namespace kenv::http {
namespace {

struct FreeDecompressor {
  void operator()(libdeflate_decompressor* one) const { libdeflate_free_decompressor(one); }
};

/// A gzip member ends with the length of its content modulo 2^32 (RFC 1952, 2.3.1): a good first guess for one member.
std::size_t stated_size(std::string_view gzip) {
  std::size_t size = 0;
  for (int i = 0; i < 4; ++i) size |= std::size_t{static_cast<unsigned char>(gzip[gzip.size() - 4 + i])} << (8 * i);
  return size;
}

Result<std::string> gunzip(std::string_view gzip, std::uint64_t limit) {
  constexpr std::size_t kShortest = 18, kFirstGuess = 64u << 10;
  const std::unique_ptr<libdeflate_decompressor, FreeDecompressor> inflater(libdeflate_alloc_decompressor());
  std::string out;
  while (!gzip.empty()) {
    if (gzip.size() < kShortest) return refuse("the gzip stream ends too early");
    const std::size_t begin = out.size();
    // No stream grows more than 1032-fold, so that a false length in it costs no memory.
    std::size_t room = std::clamp<std::size_t>(stated_size(gzip), 1, gzip.size() * 1032);
    room = std::max(room, std::min<std::size_t>(kFirstGuess, gzip.size() * 4));
    while (true) {
      room = static_cast<std::size_t>(std::min<std::uint64_t>(room, limit - begin));
      out.reserve(begin + room + kRoomBehindBody);
      out.resize(begin + room);
      std::size_t used = 0, made = 0;
      const auto outcome = libdeflate_gzip_decompress_ex(inflater.get(), gzip.data(), gzip.size(), out.data() + begin,
                                                         room, &used, &made);
      if (outcome == LIBDEFLATE_SUCCESS) {
        out.resize(begin + made);
        gzip.remove_prefix(used);
        break;
      }
      if (outcome != LIBDEFLATE_INSUFFICIENT_SPACE) return refuse("the gzip stream is cut or damaged");
      if (begin + room >= limit) return refuse("it unpacks to more than " + text::human_bytes(limit));
      room *= 2;
    }
  }
  return out;
}

}  // namespace

Result<std::string> without_content_encoding(std::string body, std::string_view encoding, std::uint64_t limit) {
  const std::string name = text::lower(text::trim(encoding));
  if (name.empty() || name == "identity") return body;
  if (name != "gzip" && name != "x-gzip")
    return refuse("the answer comes in the encoding \"" + name + "\", which was not asked for");
  if (body.empty()) return body;  // of a 304, or of a server that compresses nothing at all
  return gunzip(body, limit);
}

}  // namespace kenv::http
