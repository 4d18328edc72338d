// SPDX-License-Identifier: Apache-2.0
#include "base/text.hpp"
#include "index/index_client.hpp"
#include "index/local_index.hpp"
#include "io/files.hpp"

// How large files are of which a page states no size: HTML pages have no place for it, and PyTorch's are such pages.
namespace kenv::index {
namespace {

/// What the head of an answer says about the body; nothing that could not be one.
std::optional<std::uint64_t> stated_size(const http::Outcome& outcome) {
  const auto* response = std::get_if<http::Response>(&outcome);
  if (response == nullptr || response->status != 200 || !response->header("content-encoding").empty())
    return std::nullopt;
  const auto size = text::parse_unsigned(response->header("content-length"));
  return size && *size > 0 ? size : std::nullopt;
}

}  // namespace

std::vector<std::optional<std::uint64_t>> IndexClient::sizes(std::span<const python::ProjectFile> files) {
  std::vector<std::optional<std::uint64_t>> sizes(files.size());
  std::vector<std::size_t> asked;
  std::vector<http::Request> questions;
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (const auto path = local_path(files[i].url)) {
      if (const auto status = io::target_status(*path)) sizes[i] = status->size;
      continue;
    }
    sizes[i] = files[i].size ? files[i].size : cache_.size(as_asked(files[i]));
    if (sizes[i] || settings_.offline.value) continue;
    asked.push_back(i);
    auto& question = questions.emplace_back();
    question.url = files[i].url;
    question.head = true;
  }
  if (questions.empty()) return sizes;
  const auto outcomes = client_.fetch_all(questions);
  for (std::size_t k = 0; k < asked.size(); ++k) {
    const auto& size = sizes[asked[k]] = stated_size(outcomes[k]);
    if (size) cache_.keep_size(as_asked(files[asked[k]]), *size);
  }
  return sizes;
}

}  // namespace kenv::index
