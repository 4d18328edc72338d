// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "archive/file_source.hpp"
#include "index/index_client.hpp"
#include "index/local_index.hpp"
#include "index/wheel_metadata.hpp"
#include "io/parallel.hpp"

namespace kenv::index {
namespace {

/// Where METADATA is served beside a file (PEP 658): its address with ".metadata" added, before any query.
std::string metadata_url(const std::string& url) {
  const auto query = url.find('?');
  return url.substr(0, query) + ".metadata" + (query == std::string::npos ? "" : url.substr(query));
}

/// Why the text is not that METADATA; nothing if it is.
std::optional<std::string> fault_of(const http::Response& response, const python::ProjectFile& file) {
  if (!response.ok()) return fmt::format("HTTP {}", response.status);
  const Digests stated{file.metadata_sha256, file.other_metadata_digests};
  FileHash hash(algorithms_of(stated));
  hash.update(std::as_bytes(std::span(response.body.data(), response.body.size())));
  return mismatch(hash.finish(), stated);
}

/// A file without any digest may be another one tomorrow under the same address.
bool stays_the_same(const python::ProjectFile& file) {
  return !file.digests().empty() || file.metadata_sha256 || !file.other_metadata_digests.empty();
}

}  // namespace

std::vector<MetadataAnswer> IndexClient::metadata(std::span<const MetadataRequest> requests) {
  std::vector<std::optional<MetadataAnswer>> answers(requests.size());
  io::parallel_for(requests.size(), 4, [&](std::size_t i) {
    const auto& file = requests[i].file;
    try {
      if (const auto path = local_path(file.url)) {
        answers[i] =
            conclude_metadata(requests[i], text_in_wheel(archive::FileSource(*path), file.filename, kMetadata), false);
      } else if (settings_.offline.value || stays_the_same(file)) {
        const auto text = cache_.metadata(as_asked(file));
        auto answer = text ? conclude_metadata(requests[i], *text, false) : UnusableMetadata{};
        if (std::holds_alternative<python::CoreMetadata>(answer))
          answers[i] = std::move(answer);  // else it is not there, or damaged
      }
    } catch (const Error& error) {
      answers[i] = UnusableMetadata{error.what()};
    }
  });
  fetch_metadata(requests, answers);

  std::vector<MetadataAnswer> out;
  for (auto& answer : answers) out.push_back(std::move(*answer));
  return out;
}

/// First what the index serves beside the files; for the rest, and where that does not fit its digest, out of the
/// wheels.
void IndexClient::fetch_metadata(std::span<const MetadataRequest> requests,
                                 std::span<std::optional<MetadataAnswer>> answers) {
  if (settings_.offline.value) {
    for (std::size_t i = 0; i < requests.size(); ++i)
      if (!answers[i])
        answers[i] = Unreachable{requests[i].index, "offline",
                                 fmt::format("METADATA of {} is not in the cache, and {} forbids to fetch it",
                                             requests[i].file.filename, settings_.offline.origin),
                                 "run the same command once without it, so that kenv can keep what it needs"};
    return;
  }
  std::vector<std::size_t> asked;
  std::vector<http::Request> questions;
  for (std::size_t i = 0; i < requests.size(); ++i) {
    if (answers[i] || !requests[i].file.has_metadata) continue;
    asked.push_back(i);
    questions.emplace_back().url = metadata_url(requests[i].file.url);
  }
  auto outcomes = questions.empty() ? std::vector<http::Outcome>{} : client_.fetch_all(questions);
  for (std::size_t k = 0; k < asked.size(); ++k) {
    const auto& request = requests[asked[k]];
    if (const auto* error = std::get_if<Error>(&outcomes[k])) {
      answers[asked[k]] = unreachable(request.index, *error);
      continue;
    }
    const auto& response = std::get<http::Response>(outcomes[k]);
    if (const auto fault = fault_of(response, request.file))
      reporter_.note(
          fmt::format("{}.metadata is not usable ({}); reading it from the wheel", request.file.filename, *fault));
    else
      answers[asked[k]] = conclude_metadata(request, response.body, true);
  }

  std::vector<std::size_t> left;
  std::vector<MetadataRequest> wheels;
  for (std::size_t i = 0; i < requests.size(); ++i) {
    if (answers[i]) continue;
    left.push_back(i);
    wheels.push_back(requests[i]);
  }
  auto texts = wheels.empty() ? std::vector<MemberText>{} : fetch_wheel_texts(client_, wheels, kMetadata);
  for (std::size_t k = 0; k < left.size(); ++k) {
    if (const auto* text = std::get_if<std::string>(&texts[k]))
      answers[left[k]] = conclude_metadata(wheels[k], *text, true);
    else if (auto* unusable = std::get_if<UnusableMetadata>(&texts[k]))
      answers[left[k]] = std::move(*unusable);
    else
      answers[left[k]] = std::get<Unreachable>(std::move(texts[k]));
  }
}

std::vector<MemberText> IndexClient::records(std::span<const MetadataRequest> requests) {
  std::vector<MemberText> answers(requests.size());
  std::vector<std::size_t> left;
  std::vector<MetadataRequest> wheels;
  for (std::size_t i = 0; i < requests.size(); ++i) {
    const auto& file = requests[i].file;
    try {
      if (const auto path = local_path(file.url)) {
        answers[i] = text_in_wheel(archive::FileSource(*path), file.filename, kRecord);
      } else if (settings_.offline.value) {
        answers[i] =
            Unreachable{requests[i].index, "offline",
                        fmt::format("{} forbids to read RECORD of {}", settings_.offline.origin, file.filename),
                        "run the same command without it"};
      } else {
        left.push_back(i);
        wheels.push_back(requests[i]);
      }
    } catch (const Error& error) {
      answers[i] = UnusableMetadata{error.what()};
    }
  }
  auto texts = wheels.empty() ? std::vector<MemberText>{} : fetch_wheel_texts(client_, wheels, kRecord);
  for (std::size_t k = 0; k < left.size(); ++k) answers[left[k]] = std::move(texts[k]);
  return answers;
}

MetadataAnswer IndexClient::conclude_metadata(const MetadataRequest& request, const std::string& text,
                                              bool keep) const {
  auto parsed = python::CoreMetadata::parse(text, request.file.filename + "/METADATA");
  if (!parsed) return UnusableMetadata{parsed.error().text()};
  if (!belongs_to(request.file.filename, parsed->name))
    return UnusableMetadata{fmt::format("{} says that it is {}", request.file.filename, parsed->name.text())};
  if (keep) cache_.keep_metadata(as_asked(request.file), text);
  return std::move(*parsed);
}

}  // namespace kenv::index
