// SPDX-License-Identifier: Apache-2.0
#include "python/metadata.hpp"

#include <optional>

#include "base/text.hpp"
#include "python/header_fields.hpp"
#include "python/scanner.hpp"

namespace kenv::python {
namespace {

constexpr std::uint64_t kNewestMetadataMajor = 2;  // of Metadata-Version

/// Reads one field after the other into the metadata.
class MetadataReader {
 public:
  explicit MetadataReader(std::string_view file_name) : file_name_(file_name) {}

  /// The reason why the file is unusable, if this field makes it so.
  std::optional<Problem> read(const HeaderField& field) {
    if (field.name == "metadata-version") return check_format(field);
    if (field.name == "name") return store_once(field, PackageName::parse(field.value), name_);
    if (field.name == "version") return store_once(field, Version::parse(field.value), version_);
    if (field.name == "requires-python")
      return store_once(field, parse_requires_python(field.unfolded()), requires_python_);
    if (field.name == "requires-dist") {
      metadata_.requires_dist.emplace_back();
      return store(field, Requirement::parse(field.unfolded()), metadata_.requires_dist.back());
    }
    if (field.name == "dynamic") return read_dynamic(field);
    // An extra whose name is damaged cannot be asked for, so it does no harm.
    if (field.name == "provides-extra") {
      if (const auto extra = PackageName::parse(field.value)) metadata_.provides_extra.insert(extra->text());
    }
    if (field.name == "summary") metadata_.summary = field.value;
    if (field.name == "license-expression") metadata_.license_expression = field.unfolded();
    if (field.name == "license-file") metadata_.license_files.push_back(field.value);
    return std::nullopt;
  }

  Result<CoreMetadata> finish() {
    if (!name_) return refuse("the field Name is missing", {.file = file_name_});
    if (!version_) return refuse("the field Version is missing", {.file = file_name_});
    metadata_.name = std::move(*name_);
    metadata_.version = std::move(*version_);
    if (requires_python_) metadata_.requires_python = std::move(*requires_python_);
    return std::move(metadata_);
  }

 private:
  std::optional<Problem> check_format(const HeaderField& field) const {
    const auto numbers = text::split(field.value, '.');
    const auto major = text::parse_unsigned(numbers[0]);
    const bool readable = major && (numbers.size() == 1 || (numbers.size() == 2 && text::parse_unsigned(numbers[1])));
    if (!readable) return Problem{"Metadata-Version " + excerpt(field.value) + " is not MAJOR.MINOR", at(field)};
    if (*major <= kNewestMetadataMajor) return std::nullopt;
    return Problem{"Metadata-Version " + field.value + " is newer than kenv can read", at(field),
                   "a newer kenv may read it"};
  }

  /// What the file is about may not differ from build to build.
  std::optional<Problem> read_dynamic(const HeaderField& field) {
    std::string of = text::lower(field.value);
    if (of == "name" || of == "version" || of == "metadata-version")
      return Problem{"the field " + field.value + " cannot be dynamic", at(field)};
    metadata_.dynamic.insert(std::move(of));
    return std::nullopt;
  }

  template <class T, class Target>
  std::optional<Problem> store(const HeaderField& field, Result<T> parsed, Target& target) const {
    if (parsed) {
      target = std::move(*parsed);
      return std::nullopt;
    }
    Problem problem = std::move(parsed.error());
    problem.where = field.position(file_name_, problem.where.column);
    return problem;
  }

  /// For fields that may stand only once. The same line twice does no harm; two different ones leave the file without
  /// meaning.
  template <class T>
  std::optional<Problem> store_once(const HeaderField& field, Result<T> parsed, std::optional<T>& target) const {
    if (!target || !parsed || *parsed == *target) return store(field, std::move(parsed), target);
    return Problem{"the field " + field.name + " stands here again, with another value", at(field)};
  }

  Position at(const HeaderField& field) const { return field.position(file_name_); }

  std::string file_name_;
  CoreMetadata metadata_;
  std::optional<PackageName> name_;
  std::optional<Version> version_;
  std::optional<SpecifierSet> requires_python_;
};

}  // namespace

Result<CoreMetadata> CoreMetadata::parse(std::string_view text, std::string_view file_name) {
  MetadataReader reader(file_name);
  for (const HeaderField& field : read_header_fields(text))
    if (auto problem = reader.read(field)) return tl::unexpected(std::move(*problem));
  return reader.finish();
}

Result<SpecifierSet> parse_requires_python(std::string_view text) {
  auto strict = SpecifierSet::parse(text);
  if (strict) return strict;
  // ">=3.5.*" is not in the standard but in many old releases; it always meant ">=3.5".
  std::string mended;
  for (std::string_view part : text::split(text, ',')) {
    std::string_view clause = text::trim(part);
    const bool ordered = clause.starts_with(">=") || (clause.starts_with('<') && !clause.starts_with("<="));
    if (ordered && clause.ends_with(".*")) clause.remove_suffix(2);
    mended += std::string(clause) + ",";
  }
  auto lenient = SpecifierSet::parse(mended);
  return lenient ? lenient : strict;
}

bool python_satisfies(const SpecifierSet& requires_python, const Version& python_version) {
  Version triple;
  triple.epoch = python_version.epoch;
  for (std::size_t i = 0; i < 3; ++i) triple.release.push_back(python_version.release_at(i));
  return requires_python.contains(triple);
}

}  // namespace kenv::python
