// SPDX-License-Identifier: Apache-2.0
#include "gpu/fatbin.hpp"

#include <algorithm>
#include <iterator>

#include "gpu/archive_members.hpp"
#include "gpu/cubin.hpp"
#include "gpu/fatbin_container.hpp"
#include "gpu/fatbin_wrapper.hpp"
#include "gpu/pe_sections.hpp"

namespace kenv::gpu {
namespace {

bool holds_modules(const Section& section) { return section.name == ".nv_fatbin" || section.name == ".nv_fatb"; }
bool holds_prelinked(const Section& section) { return section.name == "__nv_relfatbin" || section.name == "__nv_rel"; }

bool has_ptx(const Fatbin& fatbin) {
  return std::ranges::any_of(fatbin.images,
                             [](const FatbinImage& image) { return image.target.kind == CodeTarget::Kind::Ptx; });
}

/// Takes out what is no module of its own.
///
/// nvcc puts a container from the device link in front of every library it links. In a program of separately compiled
/// device code (-rdc) that is the code itself, made from the containers in __nv_relfatbin. In all others it is a stub
/// with an image for every target and not a single kernel: counted, each small library would look half covered. A stub
/// is registered as the result of a device link, or, where the host compiler optimised its unused wrapper away, it is
/// the first container and the only one that nobody registers.
void drop_stubs(std::vector<Fatbin>& fatbins, const Registrations& registered) {
  const bool separate_compilation = std::ranges::any_of(fatbins, &Fatbin::prelinked);
  for (Fatbin& fatbin : fatbins) fatbin.linked = registered.device_linked.contains(fatbin.offset);
  if (!separate_compilation && !fatbins.empty() && !registered.containers.empty() && !has_ptx(fatbins.front()) &&
      !registered.containers.contains(fatbins.front().offset))
    fatbins.erase(fatbins.begin());
  std::erase_if(fatbins, [&](const Fatbin& fatbin) {
    if (fatbin.linked) return !separate_compilation;
    return fatbin.images.empty() && fatbin.unknown_images == 0;
  });
}

/// The containers of a library.
Result<std::vector<Fatbin>> containers_of(ByteReader& reader, const std::vector<Section>& sections, const ElfFile* elf,
                                          FatbinSearch search, ScanBudget& budget) {
  std::vector<Fatbin> all;
  for (const Section& section : sections) {
    const bool prelinked = holds_prelinked(section);
    const bool modules = holds_modules(section);
    const bool data = search.data_sections && section.allocated && !section.executable;
    if (section.size == 0 || !(prelinked || modules || data)) continue;
    auto found =
        prelinked || modules ? read_containers(reader, section, budget) : find_containers(reader, section, budget);
    if (!found) return found;
    for (Fatbin& fatbin : *found) fatbin.prelinked = prelinked;
    std::ranges::move(*found, std::back_inserter(all));
  }
  if (!all.empty()) drop_stubs(all, read_registrations(reader, sections, elf));
  return all;
}

Result<FatbinFile> read_elf_file(ByteReader& reader, FatbinSearch search, ScanBudget& budget) {
  const auto elf = read_elf(reader);
  if (!elf) return tl::unexpected(elf.error());
  FatbinFile file{.format = FatbinFile::Format::Elf};
  file.elf_machine = elf_machine_name(elf->machine);
  if (elf->machine == kCubinMachine) {
    auto cubin = read_cubin(reader, *elf);
    if (!cubin) return tl::unexpected(std::move(cubin.error()));
    file.format = FatbinFile::Format::Cubin;
    file.fatbins.push_back(std::move(*cubin));
    return file;
  }
  auto containers = containers_of(reader, elf->sections, &*elf, search, budget);
  if (!containers) return tl::unexpected(std::move(containers.error()));
  auto dynamic = read_dynamic(reader, *elf);
  if (!dynamic) return tl::unexpected(std::move(dynamic.error()));
  file.fatbins = std::move(*containers);
  file.needed = std::move(dynamic->needed);
  file.soname = std::move(dynamic->soname);
  return file;
}

Result<FatbinFile> read_pe_file(ByteReader& reader, FatbinSearch search, ScanBudget& budget) {
  const auto pe = read_pe(reader);
  if (!pe) return tl::unexpected(pe.error());
  FatbinFile file{.format = FatbinFile::Format::Pe};
  file.elf_machine = pe_machine_name(pe->machine);
  auto containers = containers_of(reader, pe->sections, nullptr, search, budget);
  if (!containers) return tl::unexpected(std::move(containers.error()));
  file.fatbins = std::move(*containers);
  return file;
}

/// A .fatbin file of nvcc or fatbinary: one container, or several one after the other.
Result<FatbinFile> read_bare_fatbin(ByteReader& reader, ScanBudget& budget) {
  Section whole;
  whole.name = "file";
  whole.size = reader.size();
  auto containers = read_containers(reader, whole, budget);
  if (!containers) return tl::unexpected(std::move(containers.error()));
  std::erase_if(*containers, [](const Fatbin& fatbin) { return fatbin.images.empty() && fatbin.unknown_images == 0; });
  return FatbinFile{.format = FatbinFile::Format::Fatbin, .fatbins = std::move(*containers)};
}

/// The object files of a static library, as one file.
Result<FatbinFile> read_archive(const ByteSource& source, ByteReader& reader, FatbinSearch search, ScanBudget& budget) {
  FatbinFile file{.format = FatbinFile::Format::Archive};
  const auto members = read_archive_members(reader);
  if (!members) return tl::unexpected(members.error());
  for (const ArchiveMember& member : *members) {
    const RangeSource range(source, member.offset, member.size);
    ByteReader member_reader(range);
    if (!is_elf(member_reader)) continue;
    auto read = read_elf_file(member_reader, search, budget);
    if (!read) return read;
    file.elf_machine = read->elf_machine;
    for (Fatbin& fatbin : read->fatbins) {
      fatbin.offset += member.offset;
      file.fatbins.push_back(std::move(fatbin));
    }
  }
  return file;
}

}  // namespace

Result<FatbinFile> read_fatbins(const ByteSource& source, FatbinSearch search) {
  ByteReader reader(source);
  ScanBudget budget;
  if (is_elf(reader)) return read_elf_file(reader, search, budget);
  if (is_archive(reader)) return read_archive(source, reader, search, budget);
  if (const auto start = reader.at(0, 8); start && number_at<std::uint64_t>(*start, 0) == kFatbinMagic)
    return read_bare_fatbin(reader, budget);
  if (is_pe(reader)) return read_pe_file(reader, search, budget);
  return FatbinFile{};
}

}  // namespace kenv::gpu
