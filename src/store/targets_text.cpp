// SPDX-License-Identifier: Apache-2.0
#include "store/targets_text.hpp"

#include <fmt/format.h>

#include <limits>

#include "base/text.hpp"

namespace kenv::store {
namespace {

std::string render_image(const gpu::FatbinImage& image) {
  std::string text = image.target.text();
  if (image.ptx_isa) text += "/" + image.ptx_isa->text();
  if (image.compressed) text += "+c";
  if (image.debug) text += "+d";
  return text;
}

bool take_suffix(std::string_view& text, std::string_view suffix) {
  if (!text.ends_with(suffix)) return false;
  text.remove_suffix(suffix.size());
  return true;
}

Result<gpu::FatbinImage> parse_image(std::string_view text) {
  gpu::FatbinImage image;
  image.debug = take_suffix(text, "+d");
  image.compressed = take_suffix(text, "+c");
  const auto slash = text.find('/');
  const auto target = gpu::CodeTarget::parse(text.substr(0, slash));
  if (!target) return tl::unexpected(target.error());
  image.target = *target;
  if (slash == std::string_view::npos) return image;
  const auto isa = gpu::PtxIsa::parse(text.substr(slash + 1));
  if (!isa) return tl::unexpected(isa.error());
  image.ptx_isa = *isa;
  return image;
}

std::optional<int> parse_count(std::string_view text) {
  const auto value = text::parse_unsigned(text);
  if (!value || *value > std::numeric_limits<int>::max()) return std::nullopt;
  return static_cast<int>(*value);
}

}  // namespace

std::string render_group(const gpu::LibraryTargets::Group& group) {
  std::string text = fmt::format("{} {}", group.containers, group.with_unknown_images);
  for (const auto& image : group.images) text += " " + render_image(image);
  return text;
}

Result<gpu::LibraryTargets::Group> parse_group(std::string_view line) {
  const auto words = text::split(line, ' ');
  const auto containers = words.empty() ? std::nullopt : parse_count(words[0]);
  const auto unknown = words.size() < 2 ? std::nullopt : parse_count(words[1]);
  if (!containers || !unknown) return refuse("a group of containers has no numbers");
  gpu::LibraryTargets::Group group;
  group.containers = *containers;
  group.with_unknown_images = *unknown;
  for (std::size_t i = 2; i < words.size(); ++i) {
    auto image = parse_image(words[i]);
    if (!image) return tl::unexpected(image.error());
    group.images.push_back(std::move(*image));
  }
  return group;
}

}  // namespace kenv::store
