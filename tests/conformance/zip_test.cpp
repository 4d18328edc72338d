// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <iostream>
#include <optional>

#include "archive/central_directory.hpp"
#include "archive/file_source.hpp"
#include "archive/inflate.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "io/files.hpp"
#include "support/catch.hpp"

// Archives that other readers are tested with, each with the verdict that two of those readers agree on.
using namespace kenv;

namespace {

io::fs::path suite() {
  const char* place = std::getenv("KENV_SUITES");
  return io::fs::path(place != nullptr ? place : KENV_SOURCE_DIR "/../shared/suites") / "zip";
}

struct Outcome {
  std::size_t files = 0;
  std::optional<Error> refusal;
};

// Opens it as a plain archive, since the suite has no wheels, and reads every member, which checks every CRC-32.
Outcome read_everything(const io::fs::path& path) {
  Outcome outcome;
  try {
    const archive::FileSource source(path);
    auto directory = archive::read_central_directory(source, path.filename().string());
    archive::locate_all(source, directory, path.filename().string());
    archive::Inflater inflater;
    for (const auto& member : directory.members) {
      inflater.pieces(source, member, path.filename().string(), [](auto) {});
      outcome.files += member.is_directory() ? 0 : 1;
    }
  } catch (const Error& error) {
    outcome.refusal = error;
  }
  return outcome;
}

}  // namespace

TEST_CASE("Every archive of the zip suite is read or refused as its table says") {
  const auto table = io::read_text_if_present(suite() / "expected.tsv");
  if (!table) {
    std::cout << "not run: there is no zip suite at " << suite() << "\n";
    return;
  }
  std::size_t judged = 0;
  for (const auto line : text::lines(*table)) {
    const auto columns = text::split(line, '\t');
    if (columns.size() < 3 || columns[0] == "file") continue;
    const std::string file(columns[0]), verdict(columns[1]);
    const Outcome outcome = read_everything(suite() / file);
    CAPTURE(file);
    CAPTURE(verdict);
    INFO((outcome.refusal ? outcome.refusal->what() : "read"));
    if (verdict == "refuse") CHECK(outcome.refusal);
    if (verdict == "accept") CHECK_FALSE(outcome.refusal);
    if (!outcome.refusal) CHECK(outcome.files == text::parse_unsigned(columns[2]));
    if (outcome.refusal) CHECK(outcome.refusal->exit_code() == ExitCode::VerificationFailed);
    ++judged;
  }
  CHECK(judged > 60);
}
