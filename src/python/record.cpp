// SPDX-License-Identifier: Apache-2.0
#include "python/record.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "python/scanner.hpp"

namespace kenv::python {
namespace {

/// The CSV of Python's csv module: fields in double quotes may hold commas, line ends and doubled quotes.
class CsvReader {
 public:
  explicit CsvReader(std::string_view text) : rest_(text) {}

  bool at_end() const { return rest_.empty(); }
  int line() const { return line_; }

  /// The fields of the next row, or false if a quote is not closed.
  bool read_row(std::vector<std::string>& fields) {
    fields.clear();
    do {
      fields.emplace_back();
      if (!read_field(fields.back())) return false;
    } while (take(','));
    take('\r');
    if (take('\n')) ++line_;
    return true;
  }

 private:
  bool take(char c) {
    if (!rest_.starts_with(c)) return false;
    rest_.remove_prefix(1);
    return true;
  }

  bool read_field(std::string& field) {
    if (take('"')) {
      for (;;) {
        const auto quote = rest_.find('"');
        if (quote == std::string_view::npos) return false;
        field += rest_.substr(0, quote);
        line_ += static_cast<int>(std::ranges::count(rest_.substr(0, quote), '\n'));
        rest_.remove_prefix(quote + 1);
        if (!take('"')) break;  // a doubled quote stands for one
        field += '"';
      }
    }
    // A plain loop: find_first_of with a set is several times slower, and RECORDs of ten thousand rows are common.
    std::size_t end = 0;
    while (end < rest_.size() && rest_[end] != ',' && rest_[end] != '\n') ++end;
    std::string_view plain = rest_.substr(0, end);
    rest_.remove_prefix(end);
    if (plain.ends_with('\r') && !rest_.starts_with(',')) plain.remove_suffix(1);
    field += plain;
    return true;
  }

  std::string_view rest_;
  int line_ = 1;
};

std::string quoted(const std::string& field) {
  if (field.find_first_of(",\"\r\n") == std::string::npos) return field;
  std::string out = "\"";
  for (char c : field) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + "\"";
}

}  // namespace

Result<std::vector<RecordEntry>> parse_record(std::string_view text) {
  std::vector<RecordEntry> entries;
  std::vector<std::string> fields;
  CsvReader reader(text);
  while (!reader.at_end()) {
    const Position where{.file = "RECORD", .line = reader.line(), .column = 0};
    if (!reader.read_row(fields)) return refuse("a quote is not closed", where);
    if (fields.size() == 1 && fields[0].empty()) continue;
    if (fields.size() > 3)
      return refuse("a row has path, hash and size, this one has " + std::to_string(fields.size()) + " fields", where);
    fields.resize(3);  // some tools leave out empty fields at the end
    if (fields[0].empty() || fields[0].find('\0') != std::string::npos)
      return refuse(excerpt(fields[0]) + " is not a path", where);
    RecordEntry entry{std::move(fields[0]), std::move(fields[1]), std::nullopt};
    if (!fields[2].empty()) {
      entry.size = text::parse_unsigned(fields[2]);
      if (!entry.size) return refuse(excerpt(fields[2]) + " is not a size in bytes", where);
    }
    entries.push_back(std::move(entry));
  }
  return entries;
}

std::string render_record(const std::vector<RecordEntry>& entries) {
  std::string out;
  for (const RecordEntry& entry : entries)
    out += quoted(entry.path) + "," + quoted(entry.hash) + "," + (entry.size ? std::to_string(*entry.size) : "") + "\n";
  return out;
}

}  // namespace kenv::python
