// SPDX-License-Identifier: Apache-2.0
#include "resolvers/knowledge.hpp"

#include <utility>

namespace kenv::resolvers {
namespace {

template <class Map, class Key>
auto* find_in(Map& map, const Key& key) {
  const auto place = map.find(key);
  return place == map.end() ? nullptr : &place->second;
}

/// A file is known by its index and its address: two indexes may have files of one name that are not the same.
std::string key_of(const std::string& index, const python::ProjectFile& file) {
  return index + ' ' + (file.url.empty() ? file.filename : file.url);
}
std::string key_of(const NeedMetadata& need) { return key_of(need.index, need.file); }

template <class... Handlers>
struct Overloaded : Handlers... {
  using Handlers::operator()...;
};

}  // namespace

void Knowledge::learn(Answer answer) {
  std::visit(
      Overloaded{
          [&](ProjectAnswer& one) {
            open_projects_.erase(one.need);
            pages_[one.need] = std::move(one.page);
          },
          [&](IndexUnreachable& one) {
            open_projects_.erase(one.need);
            if (one.refused) pages_[one.need].name = one.need.name;
            (one.refused ? refused_ : unreachable_)[one.need] = std::move(one.reason);
          },
          [&](MetadataAnswer& one) {
            std::string key = key_of(one.need);
            open_metadata_.erase(key);
            metadata_.insert_or_assign(std::move(key), std::move(one.metadata));
          },
          [&](MetadataUnusable& one) {
            std::string key = key_of(one.need);
            open_metadata_.erase(key);
            unusable_.insert_or_assign(std::move(key), UnusableFile{one.need.file.filename, std::move(one.reason)});
          },
          [&](MetadataUnreachable& one) {
            std::string key = key_of(one.need);
            open_metadata_.erase(key);
            silences_.insert_or_assign(std::move(key), std::move(one));
          },
          [&](CandidateFailed& one) { failed_.push_back(std::move(one)); },
      },
      answer);
}

const python::ProjectPage* Knowledge::page(const NeedProject& need) const { return find_in(pages_, need); }
const std::string* Knowledge::unreachable(const NeedProject& need) const { return find_in(unreachable_, need); }
const std::string* Knowledge::refused(const NeedProject& need) const { return find_in(refused_, need); }
const python::CoreMetadata* Knowledge::metadata(const std::string& index, const python::ProjectFile& file) const {
  return find_in(metadata_, key_of(index, file));
}
const std::string* Knowledge::unusable(const std::string& index, const python::ProjectFile& file) const {
  const auto* found = find_in(unusable_, key_of(index, file));
  return found ? &found->reason : nullptr;
}

bool Knowledge::stops_at(const std::string& index, const python::ProjectFile& file) {
  const auto* silence = find_in(silences_, key_of(index, file));
  // Of several the first by name, whatever the order of answers.
  if (silence && (!silent_ || file.filename < silent_->need.file.filename)) silent_ = *silence;
  return silence != nullptr;
}

std::map<std::string, std::string> Knowledge::unusable_files() const {
  std::map<std::string, std::string> files;
  for (const auto& [key, file] : unusable_) files.emplace(file.filename, file.reason);
  return files;
}

void Knowledge::want(const NeedProject& need) {
  if (!answered(need)) open_projects_.insert(need);
}

void Knowledge::want(const NeedMetadata& need) {
  std::string key = key_of(need);
  if (!find_in(metadata_, key) && !find_in(unusable_, key) && !find_in(silences_, key))
    open_metadata_.insert_or_assign(std::move(key), need);
}

Needs Knowledge::open() const {
  Needs needs;
  needs.projects.assign(open_projects_.begin(), open_projects_.end());
  for (const auto& [key, need] : open_metadata_) needs.metadata.push_back(need);
  return needs;
}

}  // namespace kenv::resolvers
