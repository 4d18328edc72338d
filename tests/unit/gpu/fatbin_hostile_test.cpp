// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <random>

#include "gpu/fatbin.hpp"
#include "gpu/library_coverage.hpp"
#include "support/catch.hpp"
#include "unit/gpu/synthetic.hpp"

// Files that somebody damaged or made to do harm. What is asked for everywhere: an answer, and never more GPU code than
// the undamaged file has.
namespace kenv::gpu {
namespace {

std::size_t images_in(const Result<FatbinFile>& file) {
  std::size_t images = 0;
  if (file)
    for (const Fatbin& fatbin : file->fatbins) images += fatbin.images.size();
  return images;
}

void put(ByteVector& bytes, std::size_t offset, std::uint64_t value, std::size_t size) {
  ByteVector field;
  append(field, value, size);
  std::ranges::copy(field, bytes.begin() + static_cast<std::ptrdiff_t>(offset));
}

const std::vector<SyntheticImage> kThree = {
    {}, {.architecture = 90, .flags = 0x100011}, {.kind = 1, .architecture = 90, .major = 8}};

}  // namespace

TEST_CASE("a library cut off at any byte is refused or has no more code than before") {
  const auto whole = synthetic_elf({{".nv_fatbin", synthetic_container(kThree)}});
  for (std::size_t length = 0; length < whole.size(); ++length) {
    INFO(length);
    const ByteVector cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length));
    const auto file = read_fatbins(MemorySource(cut));
    CHECK(images_in(file) == 0);
    if (length >= 4) CHECK_FALSE(file);
  }
}

TEST_CASE("real files cut off at any byte are answered") {
  for (const char* name : {"separate.so", "bare.fatbin", "sm_100f.cubin", "static.a"}) {
    const auto whole = load_fixture(name);
    const auto intact = images_in(read_fatbins(MemorySource(whole)));
    for (std::size_t length = 0; length<whole.size(); length += whole.size()> 2000 ? 61 : 1) {
      const auto file = read_fatbins(MemorySource(std::span(whole).first(length)));
      INFO(name << " cut at " << length);
      CHECK(images_in(file) <= intact);
    }
  }
}

TEST_CASE("a container cut off at any byte is refused") {
  const auto whole = synthetic_container(kThree);
  for (std::size_t length = 8; length < whole.size(); ++length) {
    INFO(length);
    const auto file = read_fatbins(MemorySource(std::span(whole).first(length)));
    REQUIRE_FALSE(file);
    CHECK(file.error().message.find("damaged fatbin") != std::string::npos);
  }
}

TEST_CASE("flipped bytes are answered, whatever they hit") {
  std::mt19937 random(20261130);
  for (const char* name : {"plain.so", "lld.so", "separate.so", "static.a", "bare.fatbin", "sm_90a.cubin"}) {
    const auto whole = load_fixture(name);
    std::vector<std::size_t> interesting;
    for (std::size_t i = 0; i < whole.size(); ++i)
      if (whole[i] != std::byte{0}) interesting.push_back(i);
    for (int round = 0; round < 1500; ++round) {
      auto damaged = whole;
      for (int flips = 0; flips < 3; ++flips)
        damaged[interesting[random() % interesting.size()]] = static_cast<std::byte>(random() & 0xff);
      const auto file = read_fatbins(MemorySource(damaged), {.data_sections = round % 2 == 0});
      if (file) CHECK(judge(summarize(*file), {9, 0}).containers() >= 0);
    }
  }
}

TEST_CASE("a container whose magic is destroyed is not silently left out") {
  ByteVector content = synthetic_container({{}});
  const std::size_t second = content.size();
  const auto next = synthetic_container({{.architecture = 90}});
  content.insert(content.end(), next.begin(), next.end());
  content[second] ^= std::byte{0xff};
  CHECK_FALSE(read_fatbins(MemorySource(synthetic_elf({{".nv_fatbin", content}}))));
}

TEST_CASE("sizes that overflow or lead nowhere are refused") {
  constexpr std::size_t kEntry = 16;
  const std::uint64_t huge[] = {~std::uint64_t{0}, ~std::uint64_t{0} - 79, std::uint64_t{1} << 63, 1u << 30};
  for (const std::uint64_t size : huge) {
    auto container = synthetic_container(kThree);
    put(container, 8, size, 8);
    CHECK_FALSE(read_fatbins(MemorySource(container)));

    container = synthetic_container(kThree);
    put(container, kEntry + 8, size, 8);  // an entry that would lead backwards
    CHECK_FALSE(read_fatbins(MemorySource(container)));
  }
  for (const std::uint32_t header_size : {0u, 8u, 63u, 0x7fffffffu, 0xffffffffu}) {
    auto container = synthetic_container(kThree);
    put(container, kEntry + 4, header_size, 4);
    CHECK_FALSE(read_fatbins(MemorySource(container)));
  }
}

TEST_CASE("section headers that overflow are refused") {
  const auto whole = synthetic_elf({{".nv_fatbin", synthetic_container(kThree)}});
  for (const std::uint64_t offset : {~std::uint64_t{0}, ~std::uint64_t{0} - 63, std::uint64_t{1} << 62}) {
    auto damaged = whole;
    put(damaged, 40, offset, 8);  // e_shoff
    CHECK_FALSE(read_fatbins(MemorySource(damaged)));
  }
  auto damaged = whole;
  put(damaged, 58, 1, 2);  // e_shentsize
  CHECK_FALSE(read_fatbins(MemorySource(damaged)));
  damaged = whole;
  put(damaged, 60, 0xfff0, 2);  // e_shnum
  CHECK_FALSE(read_fatbins(MemorySource(damaged)));
}

TEST_CASE("sections that all point at the same containers do not keep the reader busy") {
  ByteVector content;
  const auto empty = synthetic_container({});
  for (int i = 0; i < 4000; ++i) content.insert(content.end(), empty.begin(), empty.end());
  auto bytes = synthetic_elf({{".nv_fatbin", content}});
  // 60,000 more section headers, each a copy of the first.
  const auto table = bytes.size() - 3 * 64;
  const ByteVector header(bytes.begin() + static_cast<std::ptrdiff_t>(table + 64),
                          bytes.begin() + static_cast<std::ptrdiff_t>(table + 128));
  for (int i = 0; i < 60000; ++i) bytes.insert(bytes.end(), header.begin(), header.end());
  put(bytes, 60, 60003, 2);
  const auto file = read_fatbins(MemorySource(bytes));
  REQUIRE_FALSE(file);
  CHECK(file.error().message.find("more images than any library has") != std::string::npos);
}

TEST_CASE("a megabyte section of nothing but zeros is padding, thousands of megabytes are refused") {
  CHECK(read_fatbins(MemorySource(synthetic_elf({{".nv_fatbin", ByteVector(1 << 20)}}))));

  class Zeros final : public ByteSource {  // a sparse file, claimed to be enormous
   public:
    explicit Zeros(ByteVector start) : start_(std::move(start)) {}
    std::uint64_t size() const override { return std::uint64_t{1} << 45; }
    bool read(std::uint64_t offset, std::span<std::byte> out) const override {
      for (std::size_t i = 0; i < out.size(); ++i)
        out[i] = offset + i < start_.size() ? start_[offset + i] : std::byte{0};
      return true;
    }

   private:
    ByteVector start_;
  };
  auto bytes = synthetic_elf({{".nv_fatbin", ByteVector(16)}});
  const auto first_header = bytes.size() - 2 * 64;
  put(bytes, first_header + 32, std::uint64_t{1} << 44, 8);  // sh_size
  CHECK_FALSE(read_fatbins(Zeros(bytes)));
}

TEST_CASE("a source that fails to read is an answer too") {
  class Failing final : public ByteSource {
   public:
    std::uint64_t size() const override { return 1000; }
    bool read(std::uint64_t, std::span<std::byte>) const override { return false; }
  };
  CHECK(images_in(read_fatbins(Failing())) == 0);
}

}  // namespace kenv::gpu
