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
  explicit CsvReader(std::string_view text) : rest_(text), line_start_(text.data()) {}

  bool at_end() const { return rest_.empty(); }
  /// Where the field of the last row began that has this index.
  Position field_position(std::size_t index) const {
    const auto [line, column] = index < starts_.size() ? starts_[index] : here();
    return {"RECORD", line, column};
  }

  /// The fields of the next row, or false if the quote that begins its last field is not closed.
  bool read_row(std::vector<std::string>& fields) {
    fields.clear();
    starts_.clear();
    do {
      fields.emplace_back();
      starts_.push_back(here());
      if (!read_field(fields.back())) return false;
    } while (take(','));
    take('\r');
    if (take('\n')) {
      ++line_;
      line_start_ = rest_.data();
    }
    return true;
  }

 private:
  std::pair<int, int> here() const { return {line_, static_cast<int>(rest_.data() - line_start_) + 1}; }

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
        if (const auto last = rest_.substr(0, quote).rfind('\n'); last != std::string_view::npos) {
          line_ += static_cast<int>(std::ranges::count(rest_.substr(0, quote), '\n'));
          line_start_ = rest_.data() + last + 1;
        }
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
  const char* line_start_;
  int line_ = 1;
  std::vector<std::pair<int, int>> starts_;  // line and column of each field
};

std::string csv_field(const std::string& field) {
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
    if (!reader.read_row(fields)) return refuse("a quote is not closed", reader.field_position(fields.size() - 1));
    if (fields.size() == 1 && fields[0].empty()) continue;
    if (fields.size() > 3)
      return refuse("a row has path, hash and size, this one has " + std::to_string(fields.size()) + " fields",
                    reader.field_position(3));
    fields.resize(3);  // some tools leave out empty fields at the end
    if (fields[0].empty() || fields[0].find('\0') != std::string::npos)
      return refuse(excerpt(fields[0]) + " is not a path", reader.field_position(0));
    RecordEntry entry{std::move(fields[0]), std::move(fields[1]), std::nullopt};
    if (!fields[2].empty()) {
      entry.size = text::parse_unsigned(fields[2]);
      if (!entry.size) return refuse(excerpt(fields[2]) + " is not a size in bytes", reader.field_position(2));
    }
    entries.push_back(std::move(entry));
  }
  return entries;
}

std::string render_record(const std::vector<RecordEntry>& entries) {
  std::string out;
  for (const RecordEntry& entry : entries)
    out += csv_field(entry.path) + "," + csv_field(entry.hash) + "," + (entry.size ? std::to_string(*entry.size) : "") +
           "\n";
  return out;
}

}  // namespace kenv::python
