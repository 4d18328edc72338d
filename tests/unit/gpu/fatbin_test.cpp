// SPDX-License-Identifier: Apache-2.0
#include "gpu/fatbin.hpp"

#include "support/catch.hpp"
#include "unit/gpu/synthetic.hpp"

namespace kenv::gpu {
namespace {

std::string all_targets(const FatbinFile& file) {
  std::string text;
  for (const Fatbin& fatbin : file.fatbins) text += (text.empty() ? "" : " | ") + targets_of(fatbin);
  return text;
}

/// A source without memory behind it, as a file is.
class ReadOnlySource final : public ByteSource {
 public:
  explicit ReadOnlySource(const ByteVector& bytes) : memory_(bytes) {}
  std::uint64_t size() const override { return memory_.size(); }
  bool read(std::uint64_t offset, std::span<std::byte> out) const override { return memory_.read(offset, out); }

 private:
  MemorySource memory_;
};

}  // namespace

TEST_CASE("what nvcc builds is read as it was asked for") {
  struct Row {
    const char* file;
    const char* targets;
  };
  const Row rows[] = {
      {"plain.so", "sm_75 compute_90 sm_90"},      // the device-link stub in front is not counted
      {"optimised.so", "sm_75 compute_90 sm_90"},  // nor where -O2 removed the stub's wrapper
      {"lld.so", "sm_75 sm_90"},                   // nor where lld left the wrappers' pointers to relocations
      {"suffixes.so", "sm_80 sm_90a sm_100f compute_120a"},
      {"compressed.so", "sm_80 compute_120"},
      {"debug.so", "sm_80"},
      {"ptx_only.so", "compute_80"},
      {"two_units.so", "sm_90a | compute_80 sm_80"},
      {"static.a", "sm_90a | compute_80 sm_80"},
      {"bare.fatbin", "compute_86 sm_86 sm_103f"},
      {"sm_75.cubin", "sm_75"},
      {"sm_90a.cubin", "sm_90a"},
      {"sm_100f.cubin", "sm_100f"},
      {"sm_120.cubin", "sm_120"},
      {"no_gpu_code.so", ""},
  };
  for (const Row& row : rows) {
    INFO(row.file);
    const auto file = read_fixture(row.file);
    CHECK(all_targets(file) == row.targets);
    for (const Fatbin& fatbin : file.fatbins) {
      CHECK_FALSE(fatbin.prelinked);
      CHECK(fatbin.unknown_images == 0);
    }
  }
}

TEST_CASE("a file's format, machine, name and needs are read") {
  const auto library = read_fixture("plain.so");
  CHECK(library.format == FatbinFile::Format::Elf);
  CHECK(library.elf_machine == "x86_64");
  CHECK(std::ranges::find(library.needed, "libcudart.so.13") != library.needed.end());
  CHECK(read_fixture("static.a").format == FatbinFile::Format::Archive);
  CHECK(read_fixture("bare.fatbin").format == FatbinFile::Format::Fatbin);
  CHECK(read_fixture("sm_90a.cubin").format == FatbinFile::Format::Cubin);
  CHECK(read_fixture("sm_90a.cubin").elf_machine == "cubin");
}

TEST_CASE("PTX images tell their PTX version, compressed and debug images that they are so") {
  const auto plain = read_fixture("plain.so"), compressed = read_fixture("compressed.so"),
             debug = read_fixture("debug.so");
  for (const FatbinImage& image : plain.fatbins.at(0).images) {
    CHECK(image.ptx_isa == (image.target.kind == CodeTarget::Kind::Ptx ? std::optional(PtxIsa{9, 0}) : std::nullopt));
    CHECK_FALSE(image.debug);
  }
  for (const FatbinImage& image : compressed.fatbins.at(0).images) CHECK(image.compressed);
  CHECK(debug.fatbins.at(0).images.at(0).debug);
}

TEST_CASE("separately compiled device code is told apart from the linked result") {
  const auto library = read_fixture("separate.so");
  int linked = 0, prelinked = 0;
  for (const Fatbin& fatbin : library.fatbins) {
    linked += fatbin.linked;
    prelinked += fatbin.prelinked;
    if (fatbin.linked) CHECK(targets_of(fatbin) == "sm_80");
    if (fatbin.prelinked) CHECK(targets_of(fatbin).find("compute_120") != std::string::npos);
  }
  CHECK(linked == 1);
  CHECK(prelinked == 2);

  const auto object = read_fixture("separate.o");
  REQUIRE(object.fatbins.size() == 1);
  CHECK(object.fatbins[0].prelinked);
}

TEST_CASE("link-time code is seen and is not machine code") {
  bool seen = false;
  for (const Fatbin& fatbin : read_fixture("link_time.so").fatbins)
    for (const FatbinImage& image : fatbin.images) seen |= image.target == *CodeTarget::parse("lto_80");
  CHECK(seen);
}

TEST_CASE("Windows libraries are read by both spellings of their section names") {
  for (const char* section : {".nv_fatb", ".nv_fatbin"}) {
    INFO(section);
    const auto bytes = synthetic_pe(
        {{".text", ByteVector(64)}, {section, synthetic_container({{}, {.kind = 1, .architecture = 90, .major = 8}})}});
    const auto file = read_fatbins(MemorySource(bytes));
    REQUIRE(file);
    CHECK(file->format == FatbinFile::Format::Pe);
    CHECK(file->elf_machine == "x86_64");
    CHECK(all_targets(*file) == "sm_80 compute_90");
  }
}

TEST_CASE("containers stand one after the other with padding to eight bytes from the section's start") {
  ByteVector content = synthetic_container({{.payload_size = 13}});
  content.resize((content.size() + 7) / 8 * 8);
  for (const std::uint32_t architecture : {90u, 120u}) {
    const auto next = synthetic_container({{.architecture = architecture}});
    content.insert(content.end(), next.begin(), next.end());
  }
  content.resize(content.size() + 24);
  const auto empty = synthetic_container({});
  content.insert(content.end(), empty.begin(), empty.end());
  const auto file =
      read_fatbins(MemorySource(synthetic_elf({{".comment", ByteVector(3), 0}, {".nv_fatbin", content}})));
  REQUIRE(file);
  CHECK(all_targets(*file) == "sm_80 | sm_90 | sm_120");
}

TEST_CASE("kinds of images from the future are counted and never taken for known ones") {
  const auto bytes = synthetic_elf(
      {{".nv_fatbin", synthetic_container({{.kind = 0x40}, {.architecture = 70000}, {.version = 0x0202}, {}})}});
  const auto file = read_fatbins(MemorySource(bytes));
  REQUIRE(file);
  REQUIRE(file->fatbins.size() == 1);
  CHECK(file->fatbins[0].unknown_images == 3);
  CHECK(targets_of(file->fatbins[0]) == "sm_80");
}

TEST_CASE("entry headers longer than the fixed part are skipped by the size they state") {
  const auto bytes = synthetic_container({{.header_size = 144}, {.architecture = 90, .header_size = 72}});
  const auto file = read_fatbins(MemorySource(bytes));
  REQUIRE(file);
  CHECK(all_targets(*file) == "sm_80 sm_90");
}

TEST_CASE("other data sections are searched only when that is asked for") {
  ByteVector data(4091, std::byte{1});
  append(data, 0x00100001ba55ed50, 8);  // looks like a container and is none
  append(data, ~std::uint64_t{0}, 8);
  data.resize(data.size() + 4090);  // so that the next one's magic crosses a reading window
  const auto container = synthetic_container({{.architecture = 75}});
  data.insert(data.end(), container.begin(), container.end());
  const auto bytes = synthetic_elf({{".ldata", data}, {".text", data, 6}});
  CHECK(read_fatbins(MemorySource(bytes))->fatbins.empty());
  CHECK(all_targets(*read_fatbins(MemorySource(bytes), {.data_sections = true})) == "sm_75");
  CHECK(all_targets(*read_fatbins(ReadOnlySource(bytes), {.data_sections = true})) == "sm_75");
}

TEST_CASE("a file is read alike from memory and through a window") {
  for (const char* name : {"plain.so", "separate.so", "static.a", "bare.fatbin", "sm_90a.cubin"}) {
    INFO(name);
    const auto bytes = load_fixture(name);
    const auto file = read_fatbins(ReadOnlySource(bytes));
    REQUIRE(file);
    CHECK(all_targets(*file) == all_targets(read_fixture(name)));
    CHECK(file->needed == read_fixture(name).needed);
  }
}

TEST_CASE("files of other kinds hold no GPU code and are no errors") {
  for (const std::string& text : {std::string(), std::string("#!/bin/sh\n"), std::string("MZ"), std::string(4096, 'x'),
                                  std::string("\x7f"
                                              "EL")}) {
    const auto file = read_fatbins(MemorySource(std::as_bytes(std::span(text.data(), text.size()))));
    REQUIRE(file);
    CHECK(file->format == FatbinFile::Format::Unknown);
    CHECK(file->fatbins.empty());
  }
}

}  // namespace kenv::gpu
