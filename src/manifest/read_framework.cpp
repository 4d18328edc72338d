// SPDX-License-Identifier: Apache-2.0
#include "manifest/read_framework.hpp"

#include <fmt/format.h>

namespace kenv::manifest {
namespace {

Channel read_channel(TomlTable& row) {
  const std::string text = row.text("channel");
  if (text == "test") return Channel::Test;
  if (text == "nightly") return Channel::Nightly;
  if (!text.empty() && text != "stable")
    row.report("channel", fmt::format("`channel` is `{}`; it must be stable, test or nightly", text));
  return Channel::Stable;
}

/// Either `measured` (the sha256 of the wheel whose fatbins were read) or `declared` (who says so). A row without
/// evidence is refused: a verdict must be able to say on what it rests.
Evidence read_evidence(TomlTable& row) {
  Evidence evidence;
  if (auto digest = row.parsed("measured", &Sha256Digest::from_hex)) {
    evidence.kind = Evidence::Kind::Measured;
    evidence.sha256 = *digest;
  }
  evidence.source = row.text("declared");
  if (!evidence.sha256 && evidence.source.empty()) row.report({}, "a build needs `measured` or `declared`");
  return evidence;
}

void read_build(TomlTable& row, Framework& framework) {
  Build build;
  build.where = row.position();
  auto version = row.parsed("version", &python::Version::parse, true);
  build.variant = row.text("variant");
  build.channel = read_channel(row);
  build.index = row.text("index", true);
  if (const auto os = row.text("os"); !os.empty()) build.os = os;
  if (const auto machine = row.text("machine"); !machine.empty()) build.machine = machine;
  build.python_tags = row.texts("python");
  build.targets = row.parsed_list("targets", &gpu::CodeTarget::parse);
  build.other_targets = row.parsed_list("other-targets", &gpu::CodeTarget::parse);
  build.ptx = row.parsed_list("ptx", &gpu::CodeTarget::parse);
  build.ptx_isa = row.parsed("ptx-isa", &gpu::PtxIsa::parse);
  build.cuda = row.parsed("cuda", &gpu::CudaVersion::parse);
  build.needs_driver = row.parsed("driver", &gpu::DriverVersion::parse);
  build.evidence = read_evidence(row);
  row.each("library", [&](TomlTable& library) {
    LibraryFact fact;
    fact.path = library.text("path", true);
    fact.targets = library.parsed_list("targets", &gpu::CodeTarget::parse);
    fact.containers = library.integer("containers", 0);
    build.libraries.push_back(std::move(fact));
  });
  if (!version) return;
  build.version = *std::move(version);
  framework.builds.push_back(std::move(build));
}

/// Pairs of versions; the companion's stand under its kind's word.
void read_pairs(TomlTable& row, const char* word, Companion& companion) {
  row.each("pair", [&](TomlTable& pair) {
    auto framework_versions = pair.parsed("framework", &python::SpecifierSet::parse, true);
    auto versions = pair.parsed(word, &python::SpecifierSet::parse, true);
    auto reason = pair.text("reason");
    const bool cuda_major = pair.flag("cuda-major-suffices", false);
    auto newest = pair.parsed("newest", &python::Version::parse);
    if (newest && versions && !versions->contains(*newest))
      pair.report("newest", fmt::format("`newest` is {}, which `{}` does not hold", newest->text(), word));
    if (framework_versions && versions)
      companion.pairs.push_back(
          {*std::move(framework_versions), *std::move(versions), std::move(reason), cuda_major, std::move(newest)});
  });
}

void read_companion(TomlTable& row, Framework& framework) {
  Companion companion;
  companion.package = row.text("package", true);
  companion.family = row.flag("family", false);
  companion.same_variant = row.flag("same-variant", companion.family);
  read_pairs(row, "companion", companion);
  row.each("listed", [&](TomlTable& listed) {
    auto versions = listed.parsed("versions", &python::SpecifierSet::parse, true);
    Companion::Listed fact{listed.text("index", true), {}, listed.texts("variants")};
    listed.text("declared", true);
    if (!versions) return;
    fact.versions = *std::move(versions);
    companion.listed.push_back(std::move(fact));
  });
  framework.companions.push_back(std::move(companion));
}

/// The oldest glibc of the builds for Linux: one fact for many of them, as a project changes it once in years. The
/// first that speaks of a build counts.
void read_glibc(TomlTable& file, Framework& framework) {
  file.each("glibc", [&](TomlTable& row) {
    const auto versions = row.parsed("versions", &python::SpecifierSet::parse, true);
    const auto oldest = row.parsed("oldest", &python::LibcVersion::parse, true);
    const auto machine = row.text("machine"), variant = row.text("variant");
    row.text("declared", true);
    if (!versions || !oldest) return;
    for (auto& build : framework.builds) {
      if (build.glibc || build.os != "linux" || !versions->contains(build.version)) continue;
      if ((machine.empty() || build.machine == machine) && (variant.empty() || build.variant == variant))
        build.glibc = *oldest;
    }
  });
}

}  // namespace

Framework read_framework(TomlTable& file) {
  Framework framework;
  framework.name = file.text("name", true);
  framework.title = file.text("title");
  framework.main_library = file.text("main-library");
  framework.variant_file = file.text("variant-file");
  framework.variant_pattern = file.text("variant-pattern");
  framework.probe = file.text("probe");
  framework.members = file.texts("members");
  framework.indexes = file.texts("indexes");
  framework.nightly_indexes = file.texts("nightly-indexes");
  framework.conda_packages = file.texts("conda-packages");
  file.each("default-variant", [&](TomlTable& row) {
    Framework::DefaultVariant fact{
        row.text("index", true), row.text("os", true), row.text("machine", true), row.text("variant", true), {}};
    if (auto versions = row.parsed("versions", &python::SpecifierSet::parse, true)) {
      fact.versions = *std::move(versions);
      framework.default_variants.push_back(std::move(fact));
    }
  });
  file.each("companion", [&](TomlTable& row) { read_companion(row, framework); });
  file.each("build", [&](TomlTable& row) { read_build(row, framework); });
  read_glibc(file, framework);
  return framework;
}

std::vector<Extension> read_extensions(TomlTable& file) {
  std::vector<Extension> extensions;
  file.each("extension", [&](TomlTable& row) {
    Extension one{row.text("framework", true), {}, row.position()};
    one.companion.package = row.text("package", true);
    one.companion.extension = true;
    one.companion.same_variant = row.flag("same-variant", true);
    one.companion.rebuild = row.text("rebuild", true);
    read_pairs(row, "extension", one.companion);
    extensions.push_back(std::move(one));
  });
  return extensions;
}

}  // namespace kenv::manifest
