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

template <class... Handlers>
struct Overloaded : Handlers... {
  using Handlers::operator()...;
};

}  // namespace

void Knowledge::learn(Answer answer) {
  std::visit(Overloaded{
                 [&](ProjectAnswer& one) {
                   open_projects_.erase(one.need);
                   pages_[one.need] = std::move(one.page);
                 },
                 [&](IndexUnreachable& one) {
                   open_projects_.erase(one.need);
                   unreachable_[one.need] = std::move(one.reason);
                 },
                 [&](MetadataAnswer& one) {
                   open_metadata_.erase(one.filename);
                   metadata_[one.filename] = std::move(one.metadata);
                 },
                 [&](MetadataUnusable& one) {
                   open_metadata_.erase(one.filename);
                   unusable_[one.filename] = std::move(one.reason);
                 },
                 [&](CandidateFailed& one) { failed_.push_back(std::move(one)); },
             },
             answer);
}

const python::ProjectPage* Knowledge::page(const NeedProject& need) const { return find_in(pages_, need); }
const std::string* Knowledge::unreachable(const NeedProject& need) const { return find_in(unreachable_, need); }
const python::CoreMetadata* Knowledge::metadata(const std::string& filename) const {
  return find_in(metadata_, filename);
}
const std::string* Knowledge::unusable(const std::string& filename) const { return find_in(unusable_, filename); }

void Knowledge::want(const NeedProject& need) {
  if (!answered(need)) open_projects_.insert(need);
}

void Knowledge::want(const NeedMetadata& need) {
  const std::string& filename = need.file.filename;
  if (!metadata(filename) && !unusable(filename)) open_metadata_.insert_or_assign(filename, need);
}

Needs Knowledge::open() const {
  Needs needs;
  needs.projects.assign(open_projects_.begin(), open_projects_.end());
  for (const auto& [filename, need] : open_metadata_) needs.metadata.push_back(need);
  return needs;
}

}  // namespace kenv::resolvers
