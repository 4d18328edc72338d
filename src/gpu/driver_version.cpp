// SPDX-License-Identifier: Apache-2.0
#include "gpu/driver_version.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/text.hpp"

namespace kenv::gpu {
namespace {

/// The numbers between the dots, none if one of them is not a number of at most nine digits.
std::optional<std::vector<int>> dotted_numbers(std::string_view text, std::size_t most) {
  std::vector<int> numbers;
  for (std::string_view part : text::split(text::trim(text), '.')) {
    const auto value = text::parse_unsigned(part);
    if (!value || part.size() > 9 || numbers.size() == most) return std::nullopt;
    numbers.push_back(static_cast<int>(*value));
  }
  return numbers;
}

struct MajorMinor {
  int major, minor;
};

/// "12.8", "12" (minor 0) and "12.8.93" (what stands after the minor number is left aside).
std::optional<MajorMinor> major_minor(std::string_view text) {
  const auto numbers = dotted_numbers(text, 4);
  if (!numbers || numbers->front() == 0) return std::nullopt;
  return MajorMinor{numbers->front(), numbers->size() > 1 ? (*numbers)[1] : 0};
}

}  // namespace

std::strong_ordering DriverVersion::operator<=>(const DriverVersion& other) const {
  const std::size_t length = std::max(parts.size(), other.parts.size());
  for (std::size_t i = 0; i < length; ++i) {
    const int ours = i < parts.size() ? parts[i] : 0, theirs = i < other.parts.size() ? other.parts[i] : 0;
    if (ours != theirs) return ours <=> theirs;
  }
  return std::strong_ordering::equal;
}

std::string DriverVersion::text() const {
  // NVIDIA writes the numbers after the branch with at least two digits: 580.65.06, 576.02.
  std::string out;
  for (std::size_t i = 0; i < parts.size(); ++i)
    out += i == 0 ? fmt::format("{}", parts[i]) : fmt::format(".{:02}", parts[i]);
  return out;
}

Result<DriverVersion> DriverVersion::parse(std::string_view text) {
  auto numbers = dotted_numbers(text, 4);
  if (!numbers) return refuse(fmt::format("\"{}\" is not a driver version", text), {}, "write it as 580.65.06");
  return DriverVersion{std::move(*numbers)};
}

std::string CudaVersion::text() const { return fmt::format("{}.{}", major, minor); }

Result<CudaVersion> CudaVersion::parse(std::string_view text) {
  const auto version = major_minor(text);
  if (!version) return refuse(fmt::format("\"{}\" is not a CUDA version", text), {}, "write it as 12.8");
  return CudaVersion{version->major, version->minor};
}

Result<CudaVersion> CudaVersion::parse_variant(std::string_view text) {
  // The last digit is the minor version: cu92 is 9.2, cu117 is 11.7. No framework was ever built for a CUDA below 5,
  // so "cu12", which names a major version only, is not mistaken for 1.2.
  std::string_view digits = text;
  if (digits.starts_with("cu")) digits.remove_prefix(2);
  const auto number = text::parse_unsigned(digits);
  if (!text.starts_with("cu") || !number || digits.size() > 3 || *number < 50)
    return refuse(fmt::format("\"{}\" is not a CUDA variant", text), {}, "variants look like cu128 or cu92");
  return CudaVersion{static_cast<int>(*number / 10), static_cast<int>(*number % 10)};
}

std::string PtxIsa::text() const { return fmt::format("{}.{}", major, minor); }

Result<PtxIsa> PtxIsa::parse(std::string_view text) {
  const auto version = major_minor(text);
  if (!version) return refuse(fmt::format("\"{}\" is not a PTX version", text), {}, "write it as 8.7");
  return PtxIsa{version->major, version->minor};
}

}  // namespace kenv::gpu
