// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "gpu/byte_source.hpp"
#include "gpu/code_target.hpp"
#include "gpu/driver_version.hpp"

namespace kenv::gpu {

/// One image inside a fatbin: machine code or PTX for one target.
struct FatbinImage {
  CodeTarget target;
  std::optional<PtxIsa> ptx_isa;  ///< of PTX images
  bool compressed = false;
  bool debug = false;
  bool operator==(const FatbinImage&) const = default;
};

/// One container of images: a translation unit (or one device-linked group). The driver picks ONE image out of ONE
/// container, so a container without an image for a GPU is a set of kernels that cannot run there.
struct Fatbin {
  std::uint64_t offset = 0;  ///< in the file
  std::vector<FatbinImage> images;
  int unknown_images = 0;  ///< kinds this version does not know; present, never coverage
  bool prelinked = false;  ///< from __nv_relfatbin: input of a device link, not a module of its own
  bool linked = false;     ///< result of a device link of the prelinked ones; its PTX, if any, is only there
};

/// All GPU code of one file.
struct FatbinFile {
  enum class Format { Elf, Pe, Fatbin, Cubin, Archive, Unknown };
  Format format = Format::Unknown;
  std::string elf_machine;          ///< "x86_64", "aarch64", "cubin", ... where the format has one
  std::vector<Fatbin> fatbins;      ///< device-link stubs and empty containers already taken out
  std::vector<std::string> needed;  ///< DT_NEEDED of an ELF library
  std::string soname;
};

struct FatbinSearch {
  /// Also search the data sections in which NVIDIA's own math libraries keep part of their images (.rodata, .ldata,
  /// .cask_resource). That reads these sections byte by byte: for showing a file, not for scanning an environment.
  bool data_sections = false;
};

/// Reads the containers of an ELF or PE library, a static library, a bare fatbin or a bare cubin. A file of another
/// kind has none and is not an error; a damaged one is refused with what was wrong. Never reads payloads.
Result<FatbinFile> read_fatbins(const ByteSource& source, FatbinSearch search = {});

}  // namespace kenv::gpu
