// SPDX-License-Identifier: Apache-2.0
#include "python/upload_time.hpp"

#include <fmt/format.h>

#include <optional>

#include "python/scanner.hpp"

namespace kenv::python {
namespace {

constexpr std::int64_t kSecond = 1'000'000, kDay = 86'400 * kSecond;

/// Days since 1970-01-01 in the Gregorian calendar. Years are counted from March, so that a leap day is a year's last.
std::int64_t days_since_1970(std::int64_t year, std::int64_t month, std::int64_t day) {
  if (month <= 2) --year;
  const std::int64_t era = year / 400, year_of_era = year - era * 400;
  const std::int64_t day_of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
  return era * 146'097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719'468;
}

struct Date {
  std::int64_t year, month, day;
};

Date date_of(std::int64_t days) {
  days += 719'468;
  const std::int64_t era = days / 146'097, day_of_era = days - era * 146'097;
  const std::int64_t year = (day_of_era - day_of_era / 1460 + day_of_era / 36'524 - day_of_era / 146'096) / 365;
  const std::int64_t day_of_year = day_of_era - (365 * year + year / 4 - year / 100),
                     month = (5 * day_of_year + 2) / 153;
  return {year + era * 400 + (month >= 10 ? 1 : 0), month + (month < 10 ? 3 : -9),
          day_of_year - (153 * month + 2) / 5 + 1};
}

std::int64_t days_in(std::int64_t year, std::int64_t month) {
  if (month == 2) return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28;
  return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
}

/// Reads the parts of a date-time one after the other; after the first that is not there all others are missing too.
class Reader {
 public:
  explicit Reader(std::string_view text) : scan_(text) {}

  std::int64_t number(int digits, std::int64_t least, std::int64_t most) {
    std::int64_t value = 0;
    for (int i = 0; i < digits; ++i) {
      const char c = scan_.peek();
      if (!is_ascii_digit(c)) return fail();
      value = value * 10 + (c - '0');
      scan_.advance(1);
    }
    return value < least || value > most ? fail() : value;
  }
  void mark(std::string_view any_of) {
    if (scan_.at_end() || any_of.find(scan_.peek()) == std::string_view::npos) fail();
    if (!scan_.at_end()) scan_.advance(1);
  }
  /// Of any length; what is finer than a microsecond is read over.
  std::int64_t fraction() {
    if (!scan_.take('.')) return 0;
    std::int64_t value = 0, digits = 0;
    for (; is_ascii_digit(scan_.peek()); scan_.advance(1), ++digits)
      if (digits < 6) value = value * 10 + (scan_.peek() - '0');
    if (digits == 0) fail();
    for (; digits < 6; ++digits) value *= 10;
    return value;
  }
  /// What has to be taken off to come to UTC, in seconds.
  std::int64_t offset() {
    if (scan_.take('Z') || scan_.take('z')) return 0;
    const std::int64_t sign = scan_.peek() == '-' ? -1 : 1;
    mark("+-");
    const std::int64_t hours = number(2, 0, 23);
    mark(":");
    return sign * (hours * 3600 + number(2, 0, 59) * 60);
  }
  bool complete() const { return !failed_ && scan_.at_end(); }

 private:
  std::int64_t fail() {
    failed_ = true;
    return 0;
  }
  Scanner scan_;
  bool failed_ = false;
};

std::optional<UploadTime> read(std::string_view text) {
  Reader reader(text);
  const std::int64_t year = reader.number(4, 2, 9998);  // no offset leads to a year without four digits
  reader.mark("-");
  const std::int64_t month = reader.number(2, 1, 12);
  reader.mark("-");
  const std::int64_t day = reader.number(2, 1, days_in(year, month));
  reader.mark("Tt ");
  const std::int64_t hour = reader.number(2, 0, 23);
  reader.mark(":");
  const std::int64_t minute = reader.number(2, 0, 59);
  reader.mark(":");
  const std::int64_t second = reader.number(2, 0, 60);  // a leap second is the first one of the next minute
  const std::int64_t fraction = reader.fraction(), offset = reader.offset();
  if (!reader.complete()) return std::nullopt;
  return UploadTime{days_since_1970(year, month, day) * kDay + (hour * 3600 + minute * 60 + second - offset) * kSecond +
                    fraction};
}

}  // namespace

Result<UploadTime> UploadTime::parse(std::string_view text) {
  if (const auto time = read(text)) return *time;
  return refuse("expected a time such as 2025-01-25T11:30:10.164985Z, found " + excerpt(text));
}

std::string UploadTime::to_text() const {
  std::int64_t days = microseconds / kDay, rest = microseconds % kDay;
  if (rest < 0) {
    rest += kDay;
    --days;
  }
  const Date date = date_of(days);
  const std::int64_t seconds = rest / kSecond, fraction = rest % kSecond;
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}{}Z", date.year, date.month, date.day, seconds / 3600,
                     seconds / 60 % 60, seconds % 60, fraction == 0 ? "" : fmt::format(".{:06}", fraction));
}

}  // namespace kenv::python
