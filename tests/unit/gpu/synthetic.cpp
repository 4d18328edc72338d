// SPDX-License-Identifier: Apache-2.0
#include "unit/gpu/synthetic.hpp"

namespace kenv::gpu {
namespace {

void append(ByteVector& bytes, const std::string& text, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) bytes.push_back(static_cast<std::byte>(i < text.size() ? text[i] : '\0'));
}

void pad_to(ByteVector& bytes, std::size_t size) {
  if (bytes.size() < size) bytes.resize(size);
}

}  // namespace

void append(ByteVector& bytes, std::uint64_t value, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) bytes.push_back(static_cast<std::byte>(i < 8 ? (value >> (8 * i)) & 0xff : 0));
}

ByteVector synthetic_container(const std::vector<SyntheticImage>& images) {
  ByteVector body;
  for (const SyntheticImage& image : images) {
    const std::size_t start = body.size();
    append(body, image.kind, 2);
    append(body, image.version, 2);
    append(body, image.header_size, 4);
    append(body, image.payload_size, 8);
    append(body, 0, 8);  // compressed size, options
    append(body, image.minor, 2);
    append(body, image.major, 2);
    append(body, image.architecture, 4);
    append(body, 0, 8);  // name
    append(body, image.flags, 8);
    body.resize(start + image.header_size + image.payload_size);
  }
  ByteVector container;
  append(container, 0xba55ed50, 4);
  append(container, 1, 2);
  append(container, 16, 2);
  append(container, body.size(), 8);
  container.insert(container.end(), body.begin(), body.end());
  return container;
}

ByteVector synthetic_elf(const std::vector<SyntheticSection>& sections) {
  ByteVector file, names(1), headers(64);  // section 0 is all zeros
  pad_to(file, 64);
  auto add = [&](const SyntheticSection& section, std::uint32_t type) {
    while (file.size() % 8 != 0) file.push_back({});
    append(headers, names.size(), 4);
    append(headers, type, 4);
    append(headers, section.flags, 8);
    append(headers, file.size(), 8);  // address
    append(headers, file.size(), 8);
    append(headers, section.content.size(), 8);
    append(headers, 0, 24);
    append(names, section.name, section.name.size() + 1);
    file.insert(file.end(), section.content.begin(), section.content.end());
  };
  for (const SyntheticSection& section : sections) add(section, section.name == ".rela.dyn" ? 4 : 1);
  const std::string own_name = ".shstrtab";
  ByteVector all_names = names;
  append(all_names, own_name, own_name.size() + 1);
  add({own_name, all_names, 0}, 3);

  ByteVector header;
  append(header, 0x00010102464c457f, 8);
  append(header, 0, 8);
  append(header, 3, 2);   // ET_DYN
  append(header, 62, 2);  // x86-64
  append(header, 1, 4);
  append(header, 0, 16);
  append(header, file.size(), 8);
  append(header, 0, 4);
  append(header, 64, 2);
  append(header, 0, 4);
  append(header, 64, 2);
  append(header, headers.size() / 64, 2);
  append(header, headers.size() / 64 - 1, 2);
  std::copy(header.begin(), header.end(), file.begin());
  file.insert(file.end(), headers.begin(), headers.end());
  return file;
}

ByteVector synthetic_pe(const std::vector<SyntheticSection>& sections) {
  constexpr std::uint64_t kImageBase = 0x180000000;
  ByteVector file;
  append(file, 0x5a4d, 2);
  pad_to(file, 60);
  append(file, 64, 4);
  append(file, 0x4550, 4);
  append(file, 0x8664, 2);
  append(file, sections.size(), 2);
  append(file, 0, 4);
  const std::size_t symbol_table_field = file.size();
  append(file, 0, 8);
  append(file, 112, 2);  // size of the optional header
  append(file, 0x2022, 2);
  const std::size_t optional = file.size();
  append(file, 0x20b, 2);
  pad_to(file, optional + 24);
  append(file, kImageBase, 8);
  pad_to(file, optional + 112);

  ByteVector strings, contents;
  append(strings, 0, 4);
  const std::size_t first_content = file.size() + sections.size() * 40;
  for (const SyntheticSection& section : sections) {
    std::string name = section.name;
    if (name.size() > 8) {
      name = "/" + std::to_string(strings.size());
      append(strings, section.name, section.name.size() + 1);
    }
    append(file, name, 8);
    append(file, section.content.size(), 4);
    append(file, first_content + contents.size(), 4);  // loaded at its file offset
    append(file, section.content.size(), 4);
    append(file, first_content + contents.size(), 4);
    append(file, 0, 12);
    append(file, 0x40000040, 4);
    contents.insert(contents.end(), section.content.begin(), section.content.end());
  }
  file.insert(file.end(), contents.begin(), contents.end());
  ByteVector pointer;
  append(pointer, file.size(), 4);
  std::copy(pointer.begin(), pointer.end(), file.begin() + static_cast<std::ptrdiff_t>(symbol_table_field));
  file.insert(file.end(), strings.begin(), strings.end());
  return file;
}

}  // namespace kenv::gpu
